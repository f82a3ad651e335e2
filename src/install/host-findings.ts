// Does one agent that is set up really ask us, the way it stands in its files? Findings about it.
import { WAIT_SECONDS } from '../hosts/_frame/install.ts'
import type { HostInstall, InstallPlace, Scope } from '../hosts/_frame/install.ts'
import { HOST_GUARANTEES } from '../hosts/guarantees.gen.ts'
import { tryAddress, tryCommand } from './canary.ts'
import type { Trial } from './canary.ts'
import { isOurAddress, isOurCommand, wiringOf } from './edit.ts'
import type { Difference, Wiring } from './edit.ts'
import { readText } from './files.ts'
import { exposure } from './finding.ts'
import type { Finding } from './finding.ts'
import { holdingOf } from './guarantees.ts'
import { readToken, showsToken } from './http-token.ts'
import { obstaclesOf } from './obstacles.ts'
import { editsFor } from './plan.ts'
import { proofOf, storiesSince, tellTrials, triedIn } from './proof.ts'
import type { Proof } from './proof.ts'
import { questionsFrom, unguessable } from './questions.ts'
import type { Question } from './questions.ts'
import { readRecord } from './record.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import type { Standing } from './standing.ts'
import { compareVersions, versionsOf } from './versions.ts'
import type { Paths } from './wrapper.ts'

/** Longer than this is noticed, or even too long for a host that waits five seconds. */
const SLOW_MS = 1500
const TOO_SLOW_MS = 4500
/** Our own deadline is four seconds; leaving takes a little more. */
const SHORTEST_WAIT_MS = 5000

export interface WiredHost {
  readonly install: HostInstall
  readonly scope: Scope
  readonly files: readonly { readonly file: string; readonly wiring: Wiring; readonly isProgram: boolean }[]
}

/** Hosts that name us in one of their files. */
export function wiredHosts({ installs, place }: { readonly installs: readonly HostInstall[]; readonly place: InstallPlace }): readonly WiredHost[] {
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

interface Around {
  readonly place: InstallPlace
  readonly paths: Paths
  readonly user: number | null
  /** How this host stands. */
  readonly standing: Pick<Standing, 'installations'> | undefined
  /** The gate's settings must be corrected: then it is they who stop calls. */
  readonly isBroken: boolean
  /** Whether there is anything to start. */
  readonly canTry: boolean
  /** Whether it may be started: what is tried stands in the log. */
  readonly mayTry: boolean
}

export function hostFindings({ install, scope, files }: WiredHost, { place, user, paths, standing, canTry, mayTry, isBroken }: Around): Finding[] {
  const { host } = install
  const found: Finding[] = []
  const add = (id: string, level: Finding['level'], says: string, means?: string, mend?: string): void =>
    void found.push({ id, level, about: host, says, ...(means === undefined ? {} : { means }), ...(mend === undefined ? {} : { mend }) })
  const again = `prudent init --host ${host}${scope === 'project' ? ' --project' : ''}`
  for (const { file, wiring } of files) {
    const { state, problem, differences } = wiring
    if (state === 'absent') add('host.unwired', 'failure', `${file} does not start prudent any more`, 'its calls are not checked', again)
    if (state === 'unreadable')
      add(
        'host.config-broken',
        'failure',
        `${file}:${problem?.line}:${problem?.column}: ${problem?.message}`,
        'the agent may ignore the whole file, our entry included',
        'correct that line',
      )
    if (state === 'differs') for (const one of differences) add(...differenceFound(file, one), again)
    const exposed = exposure(file, user)
    if (user !== null && showsToken(file))
      add(
        'host.token-readable',
        'warning',
        `${file} contains our token, and other users may read it`,
        'whoever has the token can query our server',
        `chmod go-rwx ${file}`,
      )
    if (exposed !== null) add('host.exposed', 'warning', `${file}: ${exposed}`, 'whoever can write it can remove our entry', `chmod go-w ${file}`)
  }
  for (const { kind, file, says, mend } of obstaclesOf(install, scope, place))
    add(kind === 'approval' ? 'host.needs-approval' : 'host.switched-off', 'failure', `${file}: ${says}`, 'our hook is registered and never started', mend)
  for (const file of scope === 'user' ? (install.overruledBy?.(place) ?? []) : []) {
    const read = readText(file)
    if (files.some((one) => one.file === file) || !read.ok || read.text === null || isOurCommand(read.text)) continue
    add('host.overruled', 'failure', `${file} overrides your own file`, 'in this project its calls are not checked', `prudent init --project --host ${host}`)
  }
  if (!files.every(({ wiring }) => wiring.state === 'wired' || wiring.state === 'differs')) return found
  add('host.wired', 'good', `${scope === 'user' ? '' : 'in this project: '}registered in ${files.map(({ file }) => file).join(', ')}`)
  const versions = versionsOf(standing?.installations ?? [])
  const failing = failingFound(host, files, versions)
  for (const one of failing.filter(([, , says], at) => failing.findIndex((other) => other[2] === says) === at)) add(...one)
  for (const one of unshownFound(host, versions)) add(...one)
  const commands = commandsOf(install, files)
  if (!canTry) {
    add('host.untried', 'warning', `not tried: ${paths.hook} is not there`, 'whether it works is not known', 'install prudent again')
    return found
  }
  if (!mayTry) {
    add('host.untried', 'note', 'not started: prudent doctor, in a terminal, starts it with calls that must be denied and calls that must pass')
    return found
  }
  for (const command of commands) {
    const asked = ask(install, command, place)
    const [denied, passed] = (['deny', 'pass'] as const).map((must) => asked.filter(({ question }) => question.must === must))
    const slowest = Math.max(...asked.map(({ trial }) => trial.millis))
    const wrong = denied?.find(({ trial }) => trial.answer !== 'deny')
    const strange = asked.find(({ proof, trial }) => proof.is !== 'ours' && trial.answer !== 'none')
    if (wrong !== undefined)
      add('host.does-not-deny', 'failure', `\`${wrong.question.command}\` is not denied: ${told(wrong.trial)}`, 'its calls are not stopped', again)
    else if (strange !== undefined) add('host.not-ours', 'failure', ...strangeFound(strange), again)
    else
      found.push({
        id: 'host.denies',
        level: 'good',
        about: host,
        says: `${denied?.length} calls that must be denied are (${slowest} ms), by this gate`,
        millis: slowest,
      })
    const held = passed?.find(({ trial }) => trial.answer !== 'pass')
    if (held === undefined)
      found.push({ id: 'host.passes', level: 'good', about: host, says: `${passed?.length} calls that must pass do (${slowest} ms)`, millis: slowest })
    else if (isBroken && (held.trial.answer === 'ask' || held.trial.answer === 'deny')) {
      const why = `\`${held.question.command}\` is ${held.trial.answer === 'ask' ? 'asked about' : 'denied'}: because of the settings, not of this agent`
      if (!found.some(({ id }) => id === 'host.settings')) add('host.settings', 'note', why, 'see above, under gate')
    } else if (held.trial.answer === 'ask')
      add(
        'host.asks',
        'warning',
        `\`${held.question.command}\` is asked about`,
        'your settings ask about what is harmless',
        `prudent check '${held.question.command}'`,
      )
    else add('host.does-not-pass', 'failure', `\`${held.question.command}\` does not pass: ${told(held.trial)}`, 'the agent cannot work', again)
    if (slowest > SLOW_MS) {
      const level = slowest > TOO_SLOW_MS ? 'failure' : 'warning'
      add(
        'host.slow',
        level,
        `an answer took ${slowest} ms`,
        'an agent whose hook times out runs the call',
        'see what else uses the machine, then run prudent doctor again',
      )
    }
  }
  for (const url of new Set(files.flatMap(({ wiring }) => wiring.commands.filter(isOurAddress)))) add(...httpFound(install, url, place, user))
  return found
}

type Found = readonly [id: string, level: Finding['level'], says: string, means?: string]

interface Asked {
  readonly question: Question
  readonly trial: Trial
  readonly proof: Proof
}

/** Questions that nobody could know before, and what the log has of them. */
function ask(install: HostInstall, command: string, place: InstallPlace): readonly Asked[] {
  const state = stateFolder(place.env, place.platform === 'windows' ? 'win32' : process.platform, place.home)
  const since = new Date().toISOString()
  const isPlain = place.platform === 'windows' && install.onWindows !== 'posix'
  const tried = questionsFrom(unguessable, isPlain).map((question) => ({ question, trial: tryCommand(install, command, question.command, place) }))
  const stories = storiesSince(state, since)
  const { digest } = openJsonLines({ state })
  const own = tried.flatMap(({ trial }) => triedIn(stories, trial.id) ?? [])
  tellTrials(state, place.home, own)
  return tried.map(({ question, trial }) => ({ question, trial, proof: proofOf(triedIn(stories, trial.id), question.command, digest) }))
}

/** Somebody answered, and it was not this gate. */
const strangeFound = ({ question, proof }: Asked): readonly [says: string, means: string] => [
  `\`${question.command}\` is answered, ${proof.is === 'missing' ? 'and the log has nothing of it' : 'and what the log has of it was not written by prudent'}`,
  'another program answers in the place of this gate, or the log cannot be written: its calls may not be judged',
]

/** The server beside the command: nothing is lost while it is down. */
function httpFound(install: HostInstall, url: string, place: InstallPlace, user: number | null): Found {
  const token = readToken(place.home, user) ?? ''
  const questions = questionsFrom(unguessable, true)
  const since = new Date().toISOString()
  const tried = questions.map(({ command, must }) => ({ must, ...tryAddress(install, url, token, command, place.project) }))
  const state = stateFolder(place.env, process.platform, place.home)
  const stories = storiesSince(state, since)
  tellTrials(
    state,
    place.home,
    tried.flatMap(({ id }) => triedIn(stories, id) ?? []),
  )
  const denied = tried.some(({ answer }) => answer === 'none')
    ? 'none'
    : tried.every(({ must, answer }) => must !== 'deny' || answer === 'deny')
      ? 'deny'
      : 'pass'
  const passed = tried.every(({ must, answer }) => must !== 'pass' || answer === 'pass') ? 'pass' : 'deny'
  if (denied === 'deny' && passed === 'pass') return ['host.http', 'good', 'over HTTP the answer is the same']
  if (denied === 'none') return ['host.http-down', 'note', 'no answer over HTTP', 'the hook answers alone: `prudent serve` is not running']
  return [
    'host.http-differs',
    'warning',
    'over HTTP the answer is different',
    'the strictest answer counts, so calls may be denied that should pass: restart prudent serve, or run prudent init --http',
  ]
}

/** A field of our entry that somebody changed: how long the host waits, what it does when we fail, or anything else. */
function differenceFound(file: string, { at, is, due, says }: Difference): Found {
  const said = `${file}: ${says}`
  const field = at.split('.').at(-1) ?? ''
  if (field.startsWith('timeout') && typeof due === 'number') {
    if (typeof is === 'number' && isTooShort(is, due))
      return ['host.timeout', 'failure', said, 'it times out before the hook answers, and most agents then run the call']
    return ['host.timeout', 'warning', said, 'its timeout differs from the one that was tried: too short lets calls run, too long delays the agent']
  }
  if (BLOCKING.includes(field)) return ['host.fails-open', 'warning', said, 'when the hook cannot start or times out, the call runs']
  return ['host.wiring-differs', 'warning', said, 'the timeout may be too short, or calls may run when the hook fails']
}
/** By what a host is told to block when we fail. */
const BLOCKING = ['onFailure', 'failClosed', 'fail_closed', 'strict']

/** Whether the host does not ask us with it, or does not wait for our answer. */
export const isFatal = ({ at, is, due }: Difference): boolean =>
  (is === undefined && due === undefined && at !== '') ||
  ((at.split('.').at(-1) ?? '').startsWith('timeout') && typeof is === 'number' && typeof due === 'number' && isTooShort(is, due))

/** Whoever counts in milliseconds has large numbers. Where we wait for a person, we wait as long as the host was told to. */
function isTooShort(is: number, due: number): boolean {
  const unit = due < 1000 ? 1000 : 1
  return is * unit < (due * unit > WAIT_SECONDS * 1000 ? due * unit : SHORTEST_WAIT_MS)
}

/** What becomes of a call when we fail, in each version that is installed: said of every host, since some have no switch for it. */
function failingFound(host: string, files: WiredHost['files'], versions: readonly string[]): readonly FoundAndMend[] {
  const guarantees = HOST_GUARANTEES.find((one) => one.host === host)
  if (guarantees === undefined || files.some(({ wiring }) => wiring.differences.some(({ at }) => BLOCKING.includes(at.split('.').at(-1) ?? '')))) return []
  const newest = guarantees.ranges.at(-1)?.timeout.is
  return versions.map((version): FoundAndMend => {
    const { facts, version: known, tried } = holdingOf(guarantees, version === '' ? null : version)
    const { is, says } = facts.timeout
    const untried = known === 'newer' ? ` (not tried: ${version} is newer than ${tried ?? 'what was looked at'})` : ''
    const which = version === '' || (is === 'yes' && versions.length === 1) ? '' : `version ${version}: `
    if (is === 'yes') return ['host.fails-closed', 'good', `${which}a hook that fails or times out blocks the call${untried}`]
    const since = guarantees.ranges.find((range) => range.timeout.is === 'yes')?.from ?? ''
    if (version === '' && is === 'not known')
      return [
        'host.version-unknown',
        'note',
        'the installed version is unknown',
        `a hook that times out blocks the call ${newest === 'yes' ? `from ${since} on` : 'in no version'}`,
      ]
    if (newest === 'yes') {
      const unknown = is === 'not known'
      const what = unknown ? 'whether a hook that times out blocks the call is not known' : 'a hook that times out lets the call run'
      return [
        'host.fails-open',
        'warning',
        `${which}${what}`,
        says ?? (unknown ? 'this version was not checked' : 'it has no such setting yet'),
        `update it to ${since} or later`,
      ]
    }
    return [
      'host.no-switch',
      'note',
      `it cannot be told to block when the hook times out${untried}`,
      'a hook that cannot start denies, and our script answers before the timeout; only a machine that hangs that long lets the call run',
    ]
  })
}
/** Whole kinds of calls that an installed version does not show us. */
function unshownFound(host: string, versions: readonly string[]): readonly FoundAndMend[] {
  const guarantees = HOST_GUARANTEES.find((one) => one.host === host)
  if (guarantees === undefined) return []
  return versions.flatMap((version) =>
    (['mcp', 'files', 'subagents'] as const).flatMap((name): readonly FoundAndMend[] => {
      const { is } = holdingOf(guarantees, version === '' ? null : version).facts[name]
      if (is !== 'no') return []
      const since = guarantees.ranges.find((range) => range[name].is === 'yes' && version !== '' && compareVersions(range.from, version) > 0)?.from
      const which = version === '' ? '' : `version ${version}: `
      return [
        [
          'host.not-shown',
          'warning',
          `${which}${NOT_SHOWN[name]}`,
          'those calls are not checked',
          since === undefined ? 'do without them, or use another agent' : `update it to ${since} or later`,
        ],
      ]
    }),
  )
}
const NOT_SHOWN = {
  mcp: 'tools of MCP servers are not sent to the hook',
  files: 'tools that read and write files are not sent to the hook',
  subagents: 'calls of sub-agents are not sent to the hook',
} as const

type FoundAndMend = readonly [...Found, mend?: string]

const told = ({ answer, exitCode, said }: Trial): string =>
  `${answer === 'none' ? 'no answer' : answer}, exit code ${exitCode ?? 'none'}${said === '' ? '' : `, ${said}`}`

/** As it stands in the files; a program of ours is started by its path. */
function commandsOf(install: HostInstall, files: WiredHost['files']): readonly string[] {
  if (install.starts === 'module') return files.map(({ file }) => file).filter((file) => file.endsWith('.js'))
  const programs = files.filter(({ isProgram }) => isProgram).map(({ file }) => file)
  return programs.length > 0 ? programs : [...new Set(files.flatMap(({ wiring }) => wiring.commands))].filter((command) => !isOurAddress(command))
}
