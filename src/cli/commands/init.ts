// prudent init: how do the agents on this machine come to ask us before every call?
import { existsSync } from 'node:fs'
import path from 'node:path'
import about from '../../../package.json' with { type: 'json' }
import { packageData } from '../../config/package-files.ts'
import { didYouMean } from '../../core/policy/description.ts'
import { ADMINISTRATORS_CACHE, ADMINISTRATORS_FILE } from '../../gate/caches.ts'
import { USUAL_PORT } from '../../hosts/_frame/install.ts'
import type { HostInstall, Scope } from '../../hosts/_frame/install.ts'
import { EXIT, textOption, UsageError } from '../command.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'
import type { Standing } from '../../install/standing.ts'
import type { Here } from '../../install/here.ts'
import { agrees } from '../confirm.ts'
import { mayGoOn } from '../go-on.ts'
import { mayBeAgent, mustBeNoAgent } from '../person-here.ts'
import { sceneOf } from '../scene.ts'
import { settingsHere } from '../settings-here.ts'
import { makePaint } from '../view/paint.ts'
import { portIn } from './serve.ts'
import { refusalLines, shortened } from '../view/plan.ts'
import { wrap } from '../view/safe-text.ts'
import { LABEL, standingLines } from '../view/standing.ts'

export const HOST_OPTION = { flags: '--host <names>', summary: 'only these, by name, with commas between them; prudent hosts lists them' } as const
export const PLAN_OPTIONS = [
  { flags: '--yes', summary: 'do not ask' },
  { flags: '--dry-run', summary: 'show what would change, and change nothing' },
] as const

export const init: CommandSpec = {
  name: 'init',
  summary: 'set up the agents on this machine; shows changes, asks first',
  details:
    'Finds the agents that are installed, adds our command to their configuration so that a gate that fails blocks wherever they allow that, and leaves everything else in those files as it is; what was there is kept. Done twice, it changes nothing.\nExit code: 0 done, 1 something was left alone, 2 nobody could be asked: add --yes.',
  operands: [],
  options: [
    HOST_OPTION,
    { flags: '--user', summary: 'in your own configuration (the default)' },
    { flags: '--project', summary: 'in this project only' },
    { flags: '--preset <name>', summary: 'also choose the preset in your settings' },
    { flags: '--include <file>', summary: "also use these rules: a file or folder, ours or another system's" },
    { flags: '--http', summary: 'also let agents that can ask prudent serve over HTTP' },
    { flags: '--port <number>', summary: `where that listens (${USUAL_PORT})` },
    { flags: '--service', summary: 'also write a service of yours that runs prudent serve after every login' },
    { flags: '--admin', summary: `as root: compile ${ADMINISTRATORS_FILE} for all users` },
    ...PLAN_OPTIONS,
  ],
  examples: [
    ['prudent init', 'show, ask, protect'],
    ['prudent init --dry-run', 'only show'],
    ['prudent init --host claude-code,codex --yes', 'these two, without asking'],
    ['prudent init --project --host cursor', 'one agent in this project'],
    ['prudent init --preset strict', 'with a preset'],
    ['prudent init --preset leashd --include ~/policy.yaml', 'moving from another gate, with your rules'],
    ['prudent init --http --host claude-code', 'over HTTP too, for prudent serve'],
    ['prudent init --service', 'with the desk as a service'],
    ['sudo prudent init --admin', 'after the administrator’s settings were changed, or the package'],
  ],
  run: async (given, io) => {
    if (given.options['admin'] === true) return forAll(given, io)
    if (given.options['user'] === true && given.options['project'] === true) throw new UsageError('--user and --project exclude each other: keep one')
    if (given.options['http'] === true && given.options['project'] === true)
      throw new UsageError('--http writes a token of yours into the file: it goes with --user only')
    const preset = textOption(given, 'preset')
    const presets = packageData().presets.map(({ name }) => name)
    if (preset !== undefined && !presets.includes(preset))
      throw new UsageError(`no preset is called \`${preset.slice(0, 40)}\`: write ${presets.join(', ')}${didYouMean(preset, presets)}`)
    const { here } = await import('../../install/here.ts')
    const { planInstall } = await import('../../install/plan.ts')
    const { applyInstall } = await import('../../install/apply.ts')
    const { hookDigest } = await import('../../install/wrapper.ts')
    const { easeGround, isKept, keepGround } = await import('../../install/ground-keep.ts')
    const { project } = sceneOf({ operands: [], options: {} })
    const { serviceFile, startWords } = await import('../../install/service.ts')
    const { installs, place: found, paths: usual } = here(project)
    const paths = { ...usual, service: given.options['service'] === true }
    if (paths.service && serviceFile(found.home) === null) throw new UsageError('--service is for Linux with systemd and for macOS: keep prudent serve open')
    const { token, keep } = await httpToken(given, found.home)
    const place = token === null ? found : { ...found, server: { url: `http://127.0.0.1:${portIn(given)}`, token } }
    const scope: Scope = given.options['project'] === true ? 'project' : 'user'
    const chosen = await chosenHosts(given, installs, place)
    const plan = planInstall(chosen, scope, place, paths)
    const settings = await settingsChange(preset, includedIn(given, place.home), place.home)
    const paint = makePaint(io.colour)
    const all = [...plan.changes, ...(settings.change === null ? [] : [settings.change])]
    const left = [...plan.refusals, ...(settings.refusal === null ? [] : [settings.refusal])]
    for (const line of refusalLines(left, place.home, io.columns, paint)) io.out(`${line}\n`)
    const { standingsHere } = await import('../standings-here.ts')
    const own = await settingsHere(place.home, project)
    const tellStandings = (names: readonly string[]): readonly Standing[] => {
      const all = standingsHere({ installs: chosen, place: found, paths }, own).filter(({ host }) => names.includes(host))
      for (const line of standingLines(all, place.home, io.columns, paint)) io.out(`${line}\n`)
      return all
    }
    const tell = (note: string): void => {
      for (const [at, line] of wrap(note, io.columns - LABEL - 2).entries()) io.out(`${' '.repeat(LABEL)}${at === 0 ? '' : '  '}${line}\n`)
    }
    const tellMissing = (names: readonly string[]): void => {
      for (const { host, says } of plan.missing) if (names.includes(host)) tell(`${host}: ${says}`)
    }
    if (all.length === 0) {
      tellStandings(plan.already)
      tellMissing(plan.already)
    }
    const verdict = left.length > 0 ? EXIT.failed : EXIT.allow
    const pinning = await mayPin(given, io, { place, paths })
    if (all.length === 0) {
      if (given.options['dryRun'] === true) io.out('nothing would be changed\n')
      else if (pinning !== 'yes') return pinning === 'nobody' ? EXIT.usage : EXIT.failed
      else if (!isKept({ place }) || !mayBeAgent()) keepGround({ installs, place, paths }, about.version, { pins: true })
      return verdict
    }
    if (pinning !== 'yes') return pinning === 'nobody' ? EXIT.usage : EXIT.failed
    if (given.options['dryRun'] !== true && isKept({ place })) mustBeNoAgent('prudent init')
    const go = await mayGoOn(given, io, { changes: all, home: place.home, title: TITLE })
    if (go !== 'yes') return go === 'dry' ? verdict : go === 'nobody' ? EXIT.usage : EXIT.failed
    easeGround(
      { place },
      plan.changes.map(({ file }) => file),
    )
    keep()
    const { done, failed } = applyInstall(plan.changes, place.home, { version: about.version, hook: hookDigest(paths), now: new Date() })
    if (settings.change !== null && failed === null) await settings.write()
    keepGround({ installs, place, paths }, about.version, { by: 'prudent init', pins: true })
    const hosts = [...new Set(done.flatMap(({ host }) => (host === null ? [] : [host])))]
    const standing = tellStandings([...plan.already, ...hosts])
    tellMissing([...plan.already, ...hosts])
    for (const { host } of standing)
      for (const note of hosts.includes(host) ? (chosen.find((one) => one.host === host)?.notes ?? []) : []) tell(`${host}: ${note}`)
    if (done.some(({ file }) => file === serviceFile(found.home))) tell(`the service starts by ${startWords(found.home)}; then prudent desk opens its page`)
    if (token !== null && hosts.length > 0) tell('prudent serve answers over HTTP while it runs; the hook answers in any case')
    if (scope === 'project') io.note('these files contain a path in your home: keep them out of version control')
    if (/[\\/]_npx[\\/]/.test(paths.hook))
      io.note('this installation is in the npx cache, which is cleared from time to time: npm install --global prudent, then prudent init again')
    if (failed !== null) {
      io.note(`${shortened(failed.change.file, place.home)}: ${failed.message}`)
      return EXIT.failed
    }
    const kept = done.some(({ original }) => original !== null) ? ['what was there before is kept in ~/.config/prudent/backups'] : []
    for (const text of [...kept, 'check it: prudent doctor; undo it: prudent uninstall'])
      for (const line of wrap(text, io.columns)) io.out(`${paint.quiet(line)}\n`)
    return verdict
  },
}

const TITLE = 'these files change, so that agents start prudent before every tool call; the rest of each file stays as it is, and a backup is kept:'

/** What is recorded as good from now on, and was not what it is now: told first, and asked about where nothing explains it. */
async function mayPin(given: GivenWords, io: Io, here: Pick<Here, 'place' | 'paths'>): Promise<'yes' | 'no' | 'nobody'> {
  const { pinningOf } = await import('../../install/pinning.ts')
  const { says, strange } = pinningOf(here, about.version)
  const paint = makePaint(io.colour)
  for (const line of says.flatMap((text) => wrap(text, io.columns - LABEL))) io.out(`${' '.repeat(LABEL)}${strange ? paint.bad(line) : line}\n`)
  if (!strange || given.options['dryRun'] === true) return 'yes'
  if (given.options['yes'] === true) {
    io.note('recorded as it is now (--yes): if it was not you who changed it, install prudent again, then prudent init')
    return 'yes'
  }
  if (!io.interactive) {
    io.note('not a terminal, so nothing was recorded: install prudent again, or add --yes if it was you who changed it')
    return 'nobody'
  }
  if (await agrees('Was it you who changed it? From now on it is recorded as good')) return 'yes'
  io.note('nothing was changed: install prudent again, then prudent init')
  return 'no'
}

/** Never beside anything else: whoever sets agents up is a person, and this is root's. */
async function forAll(given: GivenWords, io: Io): Promise<number> {
  const others = Object.keys(given.options).filter((name) => name !== 'admin' && given.options[name] !== undefined && given.options[name] !== false)
  if (others.length > 0) throw new UsageError('--admin is used alone')
  if (process.getuid?.() !== 0) throw new UsageError(`--admin writes beside ${ADMINISTRATORS_FILE}: run it as root`)
  if (!existsSync(ADMINISTRATORS_FILE)) throw new UsageError(`there is no ${ADMINISTRATORS_FILE} to compile`)
  const { compileForAll } = await import('../../install/for-all.ts')
  const { here } = await import('../../install/here.ts')
  const { files, without } = compileForAll(ADMINISTRATORS_FILE, packageData(), here('/').paths, new Date().toISOString())
  io.out(`${files.length} files written to ${ADMINISTRATORS_CACHE}; run this again when the settings or the package change\n`)
  if (without !== null) io.out(`the settings are still compiled at every call: ${without}\n`)
  return without === null ? EXIT.allow : EXIT.failed
}

async function httpToken(given: GivenWords, home: string): Promise<{ readonly token: string | null; readonly keep: () => void }> {
  if (given.options['http'] !== true) return { token: null, keep: () => {} }
  const { tokenFor, writeToken } = await import('../../install/http-token.ts')
  const token = tokenFor(home, process.getuid?.() ?? null)
  return { token, keep: () => writeToken(home, token) }
}

export function namedHosts(given: GivenWords, installs: readonly HostInstall[]): readonly string[] | null {
  const named = textOption(given, 'host')
  if (named === undefined) return null
  const names = installs.map(({ host }) => host)
  const wanted = named
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const unknown = wanted.find((one) => !names.includes(one))
  if (unknown !== undefined || wanted.length === 0)
    throw new UsageError(
      `\`${(unknown ?? named).slice(0, 40)}\` cannot be set up by prudent init: write ${names.join(', ')}; docs/hosts.md tells about the others${didYouMean(unknown ?? named, names)}`,
    )
  return wanted
}

async function chosenHosts(given: GivenWords, installs: readonly HostInstall[], place: Parameters<HostInstall['folders']>[0]): Promise<readonly HostInstall[]> {
  const named = namedHosts(given, installs)
  if (named !== null) return installs.filter(({ host }) => named.includes(host))
  const { findHosts } = await import('../../install/find.ts')
  const found = findHosts(installs, place).filter(({ by }) => by !== null)
  if (found.length === 0)
    throw new UsageError(
      `no agent was found: ${installs.length} were looked for, by their programs on your PATH and their folders in your home; prudent hosts lists them; prudent init --host NAME sets one up before it is installed`,
    )
  return found.map(({ install }) => install)
}

/** As settings name it: below the home by `~`. */
function includedIn(given: GivenWords, home: string): string | undefined {
  const file = textOption(given, 'include')
  if (file === undefined) return undefined
  const whole = path.resolve(file.startsWith('~/') ? path.join(home, file.slice(2)) : file)
  if (!existsSync(whole)) throw new UsageError(`there is no file or folder \`${file.slice(0, 200)}\``)
  return whole.startsWith(`${home}${path.sep}`) ? `~/${path.relative(home, whole).replaceAll(path.sep, '/')}` : whole
}

interface SettingsChange {
  readonly change: { readonly host: null; readonly file: string; readonly from: string | null; readonly to: string | null } | null
  readonly refusal: { readonly host: string; readonly file: string; readonly message: string } | null
  readonly write: () => Promise<void>
}

async function settingsChange(preset: string | undefined, included: string | undefined, home: string): Promise<SettingsChange> {
  const nothing = async (): Promise<void> => {}
  const none: SettingsChange = { change: null, refusal: null, write: nothing }
  if (preset === undefined && included === undefined) return none
  const { withPreset } = await import('../../install/preset.ts')
  const { withInclude } = await import('../../install/include.ts')
  const { readText, replaceFile } = await import('../../install/files.ts')
  const file = `${home}/.config/prudent/settings.yaml`
  const read = readText(file)
  const refused = (message: string): SettingsChange => ({ ...none, refusal: { host: 'prudent', file, message } })
  if (!read.ok) return refused(read.message)
  const chosen = preset === undefined ? ({ ok: true, text: read.text } as const) : withPreset(read.text, preset)
  const made = chosen.ok && included !== undefined ? withInclude(chosen.text, included) : chosen
  if (!made.ok) return refused(`line ${made.problem.line}, column ${made.problem.column}: ${made.problem.message}`)
  if (made.text === read.text) return none
  return { change: { host: null, file, from: read.text, to: made.text }, refusal: null, write: async () => void replaceFile(file, made.text ?? '', 0o600) }
}
