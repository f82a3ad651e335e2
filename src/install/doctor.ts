// Does the gate stand, for every agent on this machine? Findings say what is so, what it means and how to mend it.
import { closeSync, constants, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { AuditEntry } from '../gate/seams.ts'
import { codeCacheFinding } from './code-cache.ts'
import { readText, saidBy } from './files.ts'
import { findHosts } from './find.ts'
import { exposure } from './finding.ts'
import type { Problem } from '../stores/json-lines/verify.ts'
import type { Finding } from './finding.ts'
import { hostFindings, wiredHosts } from './host-findings.ts'
import { groundFindings } from './ground-findings.ts'
import { changedLogFindings, logFindings } from './log-findings.ts'
import { readRecord } from './record.ts'
import { standings } from './standing.ts'
import type { Sight, Standing } from './standing.ts'
import { hasService, serviceEdit } from './service.ts'
import { hookDigest, wrappers } from './wrapper.ts'
import type { Paths } from './wrapper.ts'

export interface Examined {
  readonly findings: readonly Finding[]
  /** How each agent stands that is here or set up. */
  readonly hosts: readonly Standing[]
  readonly containment: 'L0'
}
export interface Subject {
  readonly installs: readonly HostInstall[]
  readonly place: InstallPlace
  readonly paths: Paths
  readonly version: string
  readonly settings: SettingsState
  /** Where the log is kept. */
  readonly store: string
  /** What a glance at the log shows to be changed. */
  readonly changed?: readonly Problem[]
  /** What the log holds of the last weeks. */
  readonly entries?: Iterable<AuditEntry>
  /** What it tells of each host, and where else to look for what was seen. */
  readonly sight?: Sight
  readonly user: number | null
  /** Whether somebody answers in a terminal, and what is there instead. */
  readonly terminal?: { readonly running: boolean; readonly says: string }
  /** False: nothing is started. */
  readonly trials?: boolean
}

/** What is wrong with the settings, what holds meanwhile, what else they say in vain, and how the gate acts. */
export interface SettingsState {
  /** What must be corrected, a line each. */
  readonly wrong: readonly string[]
  /** What holds until it is; null where nothing must be corrected. */
  readonly until: string | null
  /** What in them means nothing or was refused, as every call says too. */
  readonly notes: readonly string[]
  readonly mode: 'enforce' | 'observe'
  readonly enabled: boolean
  readonly preset: string
}

export function examine(subject: Subject): Examined {
  const { place, paths, user } = subject
  const canTry = statSync(paths.hook, { throwIfNoEntry: false }) !== undefined
  const compiled = canTry && subject.trials !== false ? codeCacheFinding(paths, place) : []
  const gate = [
    ...nodeFindings(),
    ...packageFindings(subject),
    ...groundFindings({ place }, subject.entries ?? []),
    ...compiled,
    ...settingsFindings(subject),
    ...storeFindings(subject),
    ...changedLogFindings(subject.changed ?? []),
    ...terminalFindings(subject),
    ...serviceFindings(subject),
    CONTAINMENT,
  ]
  const wired = wiredHosts(subject)
  const sight: Sight = subject.sight ?? { state: path.dirname(subject.store), activity: new Map(), mode: enforced(subject.settings), ask: false }
  const standing = standings(subject, sight)
  const byName = new Map(standing.map((one) => [one.host, one]))
  const around = { place, paths, user, canTry, mayTry: subject.trials !== false, isBroken: subject.settings.wrong.length > 0 }
  const hosts = [
    ...wired.flatMap((one) => hostFindings(one, { ...around, standing: byName.get(one.install.host) })),
    ...logFindings(subject.sight?.activity ?? new Map()),
  ]
  const names = [...new Set(wired.map(({ install }) => install.host))]
  const open = findHosts(subject.installs, subject.place)
    .filter(({ install, by }) => by !== null && !names.includes(install.host))
    .map(({ install, by }): Finding => {
      return {
        id: 'host.unprotected',
        level: 'warning',
        about: install.host,
        says: `it is installed (${by}) and not protected`,
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
            means: 'no tool call is checked',
            mend: open.length > 0 ? 'prudent init' : 'no agent was found: prudent hosts lists those that are supported, prudent init --host NAME sets one up',
          },
        ]
  const findings = [...gate, ...none, ...standing.flatMap(standingFinding), ...hosts, ...open]
  return { findings, hosts: standing.map((one) => settled(one, findings)), containment: 'L0' }
}

/** What was tried just now counts before what was seen earlier; how busy the machine is just now does not. */
function settled(standing: Standing, findings: readonly Finding[]): Standing {
  const failure = findings.find(({ id, about, level }) => about === standing.host && level === 'failure' && id !== 'host.slow')
  if (failure === undefined || standing.state === 'not-protected') return standing
  return { ...standing, state: 'not-protected', says: failure.says, mend: failure.mend ?? standing.mend }
}

const enforced = ({ enabled, mode }: SettingsState): Sight['mode'] => (enabled ? mode : 'off')

/** Said of each agent first; what its files, the settings and the log tell has findings of its own. */
function standingFinding({ host, state, told, says, mend, setUp, installations }: Standing): Finding[] {
  if (!setUp) return []
  const versions = [...new Set(installations.flatMap(({ version }) => version ?? []))]
  const found: Finding[] = versions.length === 0 ? [] : [{ id: 'host.version', level: 'good', about: host, says: `version ${versions.join(', ')}` }]
  if (state === 'protected') found.push({ id: 'host.protected', level: 'good', about: host, says: `protected: ${says}` })
  if (state === 'set-up')
    found.push({
      id: 'host.not-yet-seen',
      level: 'note',
      about: host,
      says: `set up, not yet seen: ${says}`,
      means: 'its configuration starts prudent; whether it obeys a denial is not known yet',
      mend,
    })
  if (state === 'not-protected' && (told === 'version' || told === 'seen'))
    found.push({ id: 'host.not-protected', level: 'failure', about: host, says: `not protected: ${says}`, means: 'its calls are not stopped', mend })
  return found
}

const CONTAINMENT: Finding = {
  id: 'gate.containment',
  level: 'note',
  about: 'gate',
  says: 'isolation: none (agents run as you)',
  means: 'tool calls are checked, but a program they start can change whatever you can change',
  mend: 'start agents as another user, or in a sandbox that cannot write your home',
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

function packageFindings({ paths, place, user, version }: Subject): Finding[] {
  const found: Finding[] = []
  const fail = (id: string, says: string, means: string, mend: string): void => void found.push({ id, level: 'failure', about: 'gate', says, means, mend })
  const hook = statSync(paths.hook, { throwIfNoEntry: false })
  if (hook === undefined) fail('gate.hook-missing', `${paths.hook} is not there`, 'every call of a protected agent is denied', 'install prudent again')
  if (/[\\/]_npx[\\/]/.test(paths.hook)) {
    found.push({
      id: 'gate.npx',
      level: 'warning',
      about: 'gate',
      says: 'this installation is in the npx cache',
      means: 'when the cache is cleared, every call is denied',
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
      fail(
        'gate.wrapper-changed',
        `${file} is not what this version of prudent writes`,
        'another installation wrote it, or somebody changed it',
        'prudent init',
      )
    else if (paths.platform !== 'windows' && (about.mode & 0o111) === 0)
      fail('gate.wrapper-mode', `${file} is not executable`, 'most hosts let every call run when they cannot start it', `chmod 755 ${file}`)
  }
  const folder = path.dirname(paths.hook)
  const ours = [paths.hook, paths.hook.replace(/\.cjs$/, '-engine.cjs'), folder, path.join(folder, 'data'), paths.node]
  const settings = path.join(place.home, '.config/prudent/settings.yaml')
  for (const file of [...ours, ...wanted.flatMap((one) => [one.file, path.dirname(one.file)]), settings]) {
    const exposed = exposure(file, user)
    if (exposed !== null)
      found.push({
        id: 'gate.exposed',
        level: 'warning',
        about: 'gate',
        says: `${file}: ${exposed}`,
        means: 'whoever can write it decides which calls are allowed',
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
      means: 'it was rebuilt, or somebody changed it',
      mend: 'if it was not you, install prudent again; to accept it: prudent uninstall, then prudent init',
    })
  }
  return found.some(({ level }) => level === 'failure')
    ? found
    : [{ id: 'gate.package', level: 'good', about: 'gate', says: `version ${version} is in place` }, ...found]
}

function settingsFindings({ settings }: Subject): Finding[] {
  const wrong = settings.wrong.map((says): Finding => ({
    id: 'settings.invalid',
    level: 'failure',
    about: 'gate',
    says,
    ...(settings.until === null ? {} : { means: settings.until }),
    mend: 'correct that line',
  }))
  const notes = settings.notes.map((says): Finding => ({
    id: 'settings.note',
    level: 'warning',
    about: 'gate',
    says,
    means: 'every answer repeats this until it is corrected',
    mend: 'correct or remove that entry of the settings',
  }))
  // What is wrong in a file now is not where that stands.
  const held = settings.until?.includes('the last good settings') === true
  const where = held ? 'in the last good settings, which hold' : 'in your settings'
  const mode: Finding[] = !settings.enabled
    ? [
        {
          id: 'settings.disabled',
          level: 'failure',
          about: 'gate',
          says: `the gate is switched off: \`enabled: false\` ${where}`,
          means: 'no agent is protected: only the floor and self-protection are enforced',
          mend: held ? 'correct the settings' : 'remove that line',
        },
      ]
    : settings.mode === 'observe'
      ? [
          {
            id: 'settings.observe',
            level: 'warning',
            about: 'gate',
            says: `\`mode: observe\` ${where}`,
            means: 'calls that would be stopped are only logged',
            mend: held ? 'correct the settings' : 'set mode: enforce',
          },
        ]
      : []
  return [
    ...(wrong.length > 0 || notes.length > 0
      ? wrong
      : [{ id: 'settings.valid', level: 'good', about: 'gate', says: `settings are valid, preset ${settings.preset}` } as const]),
    ...notes,
    ...mode,
  ]
}

function terminalFindings({ terminal }: Subject): Finding[] {
  if (terminal === undefined) return []
  const { running, says } = terminal
  const about = { id: 'terminal.reachable', about: 'gate' } as const
  if (running) return [{ ...about, level: 'good', says: 'an approval terminal is running (`prudent watch`)' }]
  return [
    {
      ...about,
      level: says === '' ? 'note' : 'warning',
      says: says === '' ? 'no approval terminal is running (`prudent watch`)' : `the approval terminal does not answer: ${says}`,
      means: 'agents that cannot ask you themselves are denied instead of asked about',
      mend: 'prudent watch, in a terminal of its own',
    },
  ]
}

function serviceFindings({ place, paths }: Subject): Finding[] {
  const wanted = hasService(place.home) ? serviceEdit(paths) : null
  if (wanted === null) return []
  const { file, text } = wanted
  const read = readText(file)
  if (read.ok && read.text === text)
    return [{ id: 'service.written', level: 'good', about: 'gate', says: `the desk runs as a service after every login (${file})` }]
  return [
    {
      id: 'service.changed',
      level: 'warning',
      about: 'gate',
      says: `${file} is not what this version of prudent writes`,
      means: 'another installation wrote it, or somebody changed it: the desk it starts can show and deny, not approve',
      mend: 'prudent init, then restart the service',
    },
  ]
}

function storeFindings({ store }: Subject): Finding[] {
  const trial = path.join(store, `.doctor-${process.pid}`)
  try {
    makeFolder(store, 0o700)
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
        mend: 'correct the owner and mode of that folder, or free disk space',
      },
    ]
  }
}
