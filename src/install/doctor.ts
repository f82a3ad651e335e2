// Does the gate stand, for every agent on this machine? Findings say what is so, what it means and how to mend it.
import { closeSync, constants, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FileProblem } from '../config/packs.ts'
import type { HostInstall, InstallPlace, Scope } from '../gate/host-install.ts'
import { MUST_BE_DENIED, MUST_PASS, tryCommand } from './canary.ts'
import type { Trial } from './canary.ts'
import { isOurCommand, wiringOf } from './edit.ts'
import type { Wiring } from './edit.ts'
import { readText, saidBy } from './files.ts'
import { findHosts } from './find.ts'
import { editsFor } from './plan.ts'
import { readRecord } from './record.ts'
import { hookDigest, oursFor, wrappers } from './wrapper.ts'
import type { Paths } from './wrapper.ts'

export interface Finding {
  /** Stable, for programs. */
  readonly id: string
  readonly level: 'good' | 'note' | 'warning' | 'failure'
  /** A host, or `gate`. */
  readonly about: string
  readonly says: string
  readonly means?: string
  readonly mend?: string
}
export interface Examined {
  readonly findings: readonly Finding[]
  readonly protectedHosts: readonly string[]
  /** Hundred when nothing is wrong; nothing when no agent is protected. */
  readonly score: number
  readonly containment: 'L0'
}
export interface Subject {
  readonly installs: readonly HostInstall[]
  readonly place: InstallPlace
  readonly paths: Paths
  readonly version: string
  /** What is wrong with the settings, and how the gate acts. */
  readonly settings: { readonly problems: readonly FileProblem[]; readonly mode: 'enforce' | 'observe'; readonly enabled: boolean; readonly preset: string }
  /** Where the log is kept. */
  readonly store: string
  readonly user: number | null
}

const SLOW_MS = 1500
const TOO_SLOW_MS = 4500

export function examine(subject: Subject): Examined {
  const gate = [...nodeFindings(), ...packageFindings(subject), ...settingsFindings(subject), ...storeFindings(subject), CONTAINMENT]
  const canTry = statSync(subject.paths.hook, { throwIfNoEntry: false }) !== undefined
  const wired = wiredHosts(subject)
  const hosts = wired.flatMap((one) => hostFindings(one, subject, canTry))
  const names = [...new Set(wired.map(({ install }) => install.host))]
  const open = findHosts(subject.installs, subject.place)
    .filter(({ install, by }) => by !== null && !names.includes(install.host))
    .map(({ install, by }): Finding => {
      return {
        id: 'host.unprotected',
        level: 'warning',
        about: install.host,
        says: `it is here (${by}) and not protected`,
        mend: `prudent init --host ${install.host}`,
      }
    })
  const none: Finding[] =
    names.length > 0
      ? []
      : [
          {
            id: 'gate.no-host',
            level: 'failure',
            about: 'gate',
            says: 'no agent is protected',
            means: 'nothing that agents do is judged',
            mend: 'prudent init',
          },
        ]
  const findings = [...gate, ...none, ...hosts, ...open]
  const count = (level: Finding['level']): number => findings.filter((one) => one.level === level).length
  const score = names.length === 0 ? 0 : Math.max(0, 100 - 25 * count('failure') - 5 * count('warning'))
  const failed = new Set(hosts.filter(({ level }) => level === 'failure').map(({ about }) => about))
  return { findings, protectedHosts: names.filter((name) => !failed.has(name)), score, containment: 'L0' }
}

const CONTAINMENT: Finding = {
  id: 'gate.containment',
  level: 'note',
  about: 'gate',
  says: 'containment: L0, a seat belt',
  means: 'agents run as you: what they do through their tools is judged, but a program they start could change what you could change',
}

function nodeFindings(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return []
  return [
    {
      id: 'gate.node',
      level: 'failure',
      about: 'gate',
      says: `Node ${process.versions.node} is too old`,
      mend: 'install Node 20.19 or later, then prudent init',
    },
  ]
}

/** Who else could change a file that everything depends on. */
function exposure(file: string, user: number | null): string | null {
  const about = statSync(file, { throwIfNoEntry: false })
  if (about === undefined || user === null) return null
  if (about.uid !== user && about.uid !== 0) return `it belongs to another user (${about.uid})`
  if ((about.mode & 0o022) !== 0) return `others may write it (mode ${(about.mode & 0o777).toString(8)})`
  return null
}

function packageFindings({ paths, place, user, version }: Subject): Finding[] {
  const found: Finding[] = []
  const fail = (id: string, says: string, means: string, mend: string): void => void found.push({ id, level: 'failure', about: 'gate', says, means, mend })
  const hook = statSync(paths.hook, { throwIfNoEntry: false })
  if (hook === undefined)
    fail('gate.hook-missing', `${paths.hook} is not there`, 'every call of a protected agent is denied, and nothing could be tried', 'install prudent again')
  if (/[\\/]_npx[\\/]/.test(paths.hook)) {
    found.push({
      id: 'gate.npx',
      level: 'warning',
      about: 'gate',
      says: 'this installation is one that npx keeps for a while',
      means: 'when it is cleared away, every call is denied',
      mend: 'npm install --global prudent, then prudent init',
    })
  }
  const record = readRecord(place.home)
  const wanted = wrappers(
    paths,
    record.map(({ host }) => host),
  )
  for (const { file, text } of record.length === 0 ? [] : wanted) {
    const read = readText(file)
    const about = statSync(file, { throwIfNoEntry: false })
    if (!read.ok || read.text === null || about === undefined)
      fail('gate.wrapper-missing', `${file} is not there`, 'most hosts let every call run when they cannot start it', 'prudent init')
    else if (read.text !== text)
      fail('gate.wrapper-changed', `${file} is not what this version of prudent writes`, 'another installation made it, or somebody changed it', 'prudent init')
    else if ((about.mode & 0o111) === 0)
      fail('gate.wrapper-mode', `${file} is not executable`, 'most hosts let every call run when they cannot start it', `chmod 755 ${file}`)
  }
  for (const file of [paths.hook, ...wanted.flatMap((one) => [one.file, path.dirname(one.file)])]) {
    const exposed = exposure(file, user)
    if (exposed !== null)
      found.push({
        id: 'gate.exposed',
        level: 'warning',
        about: 'gate',
        says: `${file}: ${exposed}`,
        means: 'whoever writes it decides what is let through',
        mend: `chmod go-w ${file}`,
      })
  }
  const older = record.find((one) => one.version !== version)
  if (older !== undefined) {
    found.push({
      id: 'gate.version',
      level: 'note',
      about: 'gate',
      says: `${older.host} was set up by version ${older.version}, this is ${version}`,
      mend: 'prudent init',
    })
  }
  const digest = hookDigest(paths)
  if (older === undefined && digest !== null && record.some((one) => one.hook !== undefined && one.hook !== digest)) {
    found.push({
      id: 'gate.hook-changed',
      level: 'warning',
      about: 'gate',
      says: `${paths.hook} is not the file that was there at \`prudent init\`, though the version is the same`,
      means: 'it was built anew, or somebody changed it',
      mend: 'install prudent again if it was not you; prudent uninstall and prudent init take it as it is',
    })
  }
  return found.some(({ level }) => level === 'failure')
    ? found
    : [{ id: 'gate.package', level: 'good', about: 'gate', says: `version ${version} is in place` }, ...found]
}

function settingsFindings({ settings }: Subject): Finding[] {
  const wrong = settings.problems.map(({ file, line, column, message }): Finding => ({
    id: 'settings.invalid',
    level: 'failure',
    about: 'gate',
    says: `${file}:${line}:${column}: ${message}`,
    means: 'the file does not count: the last good settings hold, or every call is asked about',
    mend: 'correct that line',
  }))
  const mode: Finding[] = !settings.enabled
    ? [
        {
          id: 'settings.disabled',
          level: 'warning',
          about: 'gate',
          says: '`enabled: false` in your settings',
          means: 'nothing is stopped but what would destroy the machine or the gate',
          mend: 'remove that line',
        },
      ]
    : settings.mode === 'observe'
      ? [
          {
            id: 'settings.observe',
            level: 'warning',
            about: 'gate',
            says: '`mode: observe` in your settings',
            means: 'what would be stopped is only written down',
            mend: 'set mode: enforce',
          },
        ]
      : []
  return [
    ...(wrong.length > 0 ? wrong : [{ id: 'settings.valid', level: 'good', about: 'gate', says: `settings are valid, preset ${settings.preset}` } as const]),
    ...mode,
  ]
}

function storeFindings({ store }: Subject): Finding[] {
  const trial = path.join(store, `.doctor-${process.pid}`)
  try {
    mkdirSync(store, { recursive: true, mode: 0o700 })
    closeSync(openSync(trial, constants.O_CREAT | constants.O_WRONLY | constants.O_EXCL, 0o600))
    rmSync(trial)
    return [{ id: 'store.writable', level: 'good', about: 'gate', says: `the log can be written (${store})` }]
  } catch (error) {
    return [
      {
        id: 'store.unwritable',
        level: 'failure',
        about: 'gate',
        says: `the log cannot be written: ${store}: ${saidBy(error)}`,
        means: 'nothing is recorded; with `audit.strict` every call is denied',
        mend: 'correct owner and mode of that folder, or make room',
      },
    ]
  }
}

interface WiredHost {
  readonly install: HostInstall
  readonly scope: Scope
  readonly files: readonly { readonly file: string; readonly wiring: Wiring; readonly isProgram: boolean }[]
}

/** Hosts that name us in one of their files. */
export function wiredHosts({ installs, place }: Pick<Subject, 'installs' | 'place'>): readonly WiredHost[] {
  return installs.flatMap((install) =>
    (['user', 'project'] as const).flatMap((scope): WiredHost[] => {
      if (scope === 'project' && place.project === place.home) return []
      const files = (editsFor(install, scope, place) ?? []).map((edit) => {
        const read = readText(edit.file)
        return { file: edit.file, wiring: wiringOf(edit, read.ok ? read.text : null), isProgram: edit.kind === 'file' && edit.executable === true }
      })
      const isRecorded = readRecord(place.home).some((one) => one.host === install.host && files.some(({ file }) => file === one.file))
      return isRecorded || files.some(({ wiring }) => wiring.state === 'wired' || wiring.state === 'differs') ? [{ install, scope, files }] : []
    }),
  )
}

function hostFindings({ install, scope, files }: WiredHost, { place, user, paths }: Subject, canTry: boolean): Finding[] {
  const { host } = install
  const found: Finding[] = []
  const add = (id: string, level: Finding['level'], says: string, means?: string, mend?: string): void =>
    void found.push({ id, level, about: host, says, ...(means === undefined ? {} : { means }), ...(mend === undefined ? {} : { mend }) })
  const again = `prudent init --host ${host}${scope === 'project' ? ' --project' : ''}`
  for (const { file, wiring } of files) {
    const { state, problem, differences, off } = wiring
    if (state === 'absent') add('host.unwired', 'failure', `${file} does not name us any more`, 'its calls are not judged', again)
    if (state === 'unreadable')
      add(
        'host.config-broken',
        'failure',
        `${file}:${problem?.line}:${problem?.column}: ${problem?.message}`,
        'the host may drop the whole file, and us with it',
        'correct that line',
      )
    if (state === 'differs')
      for (const one of differences)
        add('host.wiring-differs', 'warning', `${file}: ${one}`, 'the host may wait too little, or let calls run when we fail', again)
    for (const one of off) add('host.switched-off', 'failure', `${file}: ${one}`, 'we are registered and never started', 'remove that setting')
    const exposed = exposure(file, user)
    if (exposed !== null) add('host.exposed', 'warning', `${file}: ${exposed}`, 'whoever writes it can take us out', `chmod go-w ${file}`)
  }
  for (const file of scope === 'user' ? (install.overruledBy?.(place) ?? []) : []) {
    const read = readText(file)
    if (files.some((one) => one.file === file) || !read.ok || read.text === null || isOurCommand(read.text)) continue
    add(
      'host.overruled',
      'failure',
      `${file} puts your own file out of force`,
      'in this project its calls are not judged',
      `prudent init --project --host ${host}`,
    )
  }
  if (!files.every(({ wiring }) => wiring.state === 'wired' || wiring.state === 'differs')) return found
  add('host.wired', 'good', `${scope === 'user' ? '' : 'in this project: '}registered in ${files.map(({ file }) => file).join(', ')}`)
  const commands = commandsOf(install, files, place.home)
  if (!canTry) {
    add('host.untried', 'warning', `not tried: ${paths.hook} is not there`, 'whether it denies and lets pass is not known', 'install prudent again')
    return found
  }
  for (const command of commands) {
    const denied = tryCommand(install, command, MUST_BE_DENIED, place.project)
    const passed = tryCommand(install, command, MUST_PASS, place.project)
    if (denied.answer === 'deny') add('host.denies', 'good', `\`${MUST_BE_DENIED}\` is denied (${denied.millis} ms)`)
    else add('host.does-not-deny', 'failure', `\`${MUST_BE_DENIED}\` is not denied: ${told(denied)}`, 'its calls are not stopped', again)
    if (passed.answer === 'pass') add('host.passes', 'good', `\`${MUST_PASS}\` passes (${passed.millis} ms)`)
    else if (passed.answer === 'ask')
      add('host.asks', 'warning', `\`${MUST_PASS}\` is asked about`, 'your settings ask about everything, or cannot be read', 'prudent check ls')
    else add('host.does-not-pass', 'failure', `\`${MUST_PASS}\` does not pass: ${told(passed)}`, 'the agent cannot work', again)
    const slowest = Math.max(denied.millis, passed.millis)
    if (slowest > SLOW_MS) {
      const level = slowest > TOO_SLOW_MS ? 'failure' : 'warning'
      add(
        'host.slow',
        level,
        `an answer took ${slowest} ms`,
        'a host that waits no longer lets the call run',
        'see what else keeps the machine busy, then prudent doctor again',
      )
    }
  }
  return found
}

const told = ({ answer, exitCode, said }: Trial): string =>
  `${answer === 'none' ? 'no answer' : answer}, exit code ${exitCode ?? 'none'}${said === '' ? '' : `, ${said}`}`

/** As it stands in the files; a program of ours is started by its path. */
function commandsOf(install: HostInstall, files: WiredHost['files'], home: string): readonly string[] {
  if (install.starts === 'module') return [oursFor(home, install.host).program]
  const programs = files.filter(({ isProgram }) => isProgram).map(({ file }) => file)
  return programs.length > 0 ? programs : [...new Set(files.flatMap(({ wiring }) => wiring.commands))]
}
