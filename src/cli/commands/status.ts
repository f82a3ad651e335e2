// prudent status: who is protected, how strictly, and what happened lately? One screen.
import type { HostActivity } from '../../audit/activity.ts'
import { noticedIn } from '../../audit/noticed.ts'
import type { Noticed } from '../../audit/noticed.ts'
import { answerTo, isTrial, storiesOf } from '../../audit/stories.ts'
import type { Story } from '../../audit/stories.ts'
import { bannerOf } from '../../gate/modes.ts'
import { openDiskLifts } from '../../stores/json-lines/lifts.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import { EXIT, JSON_OPTION } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import { sceneOf } from '../scene.ts'
import { isThere, settingsFiles } from '../../config/settings-files.ts'
import { settingsHere } from '../settings-here.ts'
import { terminalHere } from '../terminal-here.ts'
import { localDay, localTime, logLines } from '../view/log-table.ts'
import { makePaint } from '../view/paint.ts'
import { shortened } from '../view/plan.ts'
import { safe, wrap } from '../view/safe-text.ts'

const SHOWN = 5
const DAY_MS = 86_400_000

export const status: CommandSpec = {
  name: 'status',
  summary: 'show what is protected, the preset and the last calls',
  details: 'Exit code: 0 when the gate and its log are what they were, 1 when something of them is gone, was changed, or was passed over.',
  operands: [],
  options: [JSON_OPTION],
  examples: [
    ['prudent status', 'how do things stand?'],
    ['prudent status --json', 'for programs'],
  ],
  run: async (given, io) => {
    const { here } = await import('../../install/here.ts')
    const { activityHere, standingsHere } = await import('../standings-here.ts')
    const { countText, LABEL, standingData, standingLines } = await import('../view/standing.ts')
    const { groundStanding, standingLines: groundLines } = await import('../../install/ground-findings.ts')
    const { changedLog } = await import('../../install/log-findings.ts')
    const { hasService, serviceFile } = await import('../../install/service.ts')
    const { project } = sceneOf({ operands: [], options: {} })
    const where = here(project)
    const settings = await settingsHere(where.place.home, project)
    const terminal = await terminalHere()
    const service = hasService(where.place.home) ? serviceFile(where.place.home) : null
    const { today, last } = lately(new Date())
    const activity = activityHere()
    const seen = [...activity.values()]
    const hosts = standingsHere(where, settings, activity)
    const isRecorded = openJsonLines().writable()
    const changed = openJsonLines().glance()
    const ground = groundStanding(where, 'quick')
    const noticed = noticedLately(new Date())
    const asked = today.filter((story) => answerTo(story) === 'ask').length
    const denied = today.filter((story) => answerTo(story) === 'deny').length
    const mode = settings.enabled ? settings.mode : 'off'
    const lifts = openDiskLifts()
    const [grants, modes] = await Promise.all([lifts.grants.list(new Date()), lifts.modes.list(new Date())])
    const differs = changedLog(changed)
    const isWhole = groundLines(ground, where.place.home).length === 0 && isRecorded && differs === null && seen.every((one) => one.contradictions.length === 0)
    const exit = isWhole ? EXIT.allow : EXIT.failed
    if (given.options['json'] === true) {
      const calls = last.map((story) => ({ id: story.id, at: story.at, host: story.host, tool: story.attempt?.tool ?? null, verdict: answerTo(story) ?? null }))
      io.out(
        `${JSON.stringify({ hosts: hosts.map(standingData), preset: settings.preset, mode, modes, grants: grants.length, terminal, service, recorded: isRecorded, changed, settings: settings.problems, notes: settings.notes, ground: { ...ground, noticed }, today: { calls: today.length, asked, denied }, seen, last: calls }, null, 2)}\n`,
      )
      return exit
    }
    const paint = makePaint(io.colour)
    const row = (name: string, text: string, put: (line: string) => string = (line) => line): void => {
      wrap(text, io.columns - LABEL).forEach((line, at) => io.out(`${paint.quiet((at === 0 ? name : '').padEnd(LABEL))}${put(line)}\n`))
    }
    if (hosts.length === 0) row('not protected', 'no agent was found; prudent hosts lists those that can be protected', paint.bad)
    else row('agents', countText(hosts))
    for (const line of standingLines(hosts, where.place.home, io.columns, paint)) io.out(`${line}\n`)
    row('preset', settings.preset)
    row(
      'mode',
      mode === 'enforce'
        ? 'enforce'
        : mode === 'observe'
          ? 'observe: nothing is stopped, what would be stopped is only logged'
          : `off: \`enabled: false\` in ${settings.until === null ? 'your' : 'the last good'} settings; only the floor and self-protection are enforced`,
      mode === 'enforce' ? undefined : paint.bad,
    )
    for (const one of modes) row('UNASKED', `${safe(bannerOf(one))}; prudent mode off ends it`, paint.bad)
    if (grants.length > 0)
      row(
        'grants',
        `${grants.length === 1 ? 'one kind of call passes' : `${grants.length} kinds of calls pass`} by a grant of yours; prudent grants lists them`,
      )
    row(
      'terminal',
      terminal.running
        ? 'running: agents ask you there'
        : terminal.says === ''
          ? 'not running; for agents that cannot ask you, run prudent watch'
          : `not usable: ${terminal.says}`,
    )
    if (service !== null) row('service', `the desk starts with your session (${shortened(service, where.place.home)}); prudent desk opens its page`)
    if (settings.wrong.length === 0) row('settings', filesText(where.place.home, project))
    for (const line of settings.wrong) row('settings', safe(line), paint.bad)
    if (settings.until !== null) row('', settings.until, paint.bad)
    for (const line of settings.notes) row('settings', safe(line), paint.bad)
    for (const line of groundLines(ground, where.place.home)) row('gate', safe(line), paint.bad)
    for (const { at, text } of noticed.slice(-1)) row('gate', `${moment(at)}: ${safe(text)}; see prudent log`, paint.bad)
    if (!isRecorded) row('log', 'CANNOT BE WRITTEN: nothing is recorded; see prudent doctor', paint.bad)
    if (differs !== null) row('log', `CHANGED: ${differs}; see prudent log verify`, paint.bad)
    for (const activity of seen) row('last call', `${safe(activity.host)}: ${lastText(activity)}`)
    for (const activity of seen) for (const line of ranAnyway(activity)) row('log', line, paint.bad)
    row('today', `${todayText(today.length, asked, denied)}${asked > 0 ? '; prudent allow lets calls like the last one asked about pass' : ''}`)
    if (last.length > 0) io.out(`\n${logLines(last, io.columns, paint).join('\n')}\n`)
    return exit
  },
}

/** Which files say something here, in the order in which they count. */
function filesText(home: string, project: string): string {
  const { administrator, user, project: own } = settingsFiles(home, project, process.platform)
  const files = [
    ["the administrator's", administrator],
    ['yours', user],
    ["this project's", own],
  ].flatMap(([whose, file]) => (typeof file === 'string' && isThere(file) ? [`${whose} (${shortened(file, home)})`] : []))
  return files.length > 0 ? files.join(', ') : `defaults; to change them, edit ${shortened(user ?? '', home)}`
}

const todayText = (calls: number, asked: number, denied: number): string =>
  calls === 0 ? 'no calls yet' : `${calls} ${calls === 1 ? 'call' : 'calls'}, ${asked} asked about, ${denied} denied`

const moment = (at: string): string => `${localDay(at)} ${localTime(at)}`

const lastText = ({ last }: HostActivity): string => `${moment(last.at)}, ${safe(last.tool)}, ${last.verdict}`

/** The latest is enough: doctor lists more. */
const ranAnyway = ({ host, contradictions }: HostActivity): readonly string[] =>
  contradictions
    .slice(-1)
    .map(
      ({ at, tool, answered }) =>
        `${safe(host)} RAN A CALL THAT WAS ${answered === 'deny' ? 'DENIED' : 'NOT ANSWERED YET'}: ${safe(tool)}, ${moment(at)}; see prudent doctor`,
    )

/** What was changed and put back does not stop to matter when it is mended. */
function noticedLately(now: Date): readonly Noticed[] {
  try {
    return noticedIn(openJsonLines().entries({ since: new Date(now.getTime() - DAY_MS).toISOString() }))
  } catch {
    return []
  }
}

/** Trials of the doctor are no calls. */
function lately(now: Date): { readonly today: readonly Story[]; readonly last: readonly Story[] } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  try {
    const since = new Date(midnight.getTime() - 7 * DAY_MS)
    const stories = storiesOf(openJsonLines().entries({ since: since.toISOString() })).filter((story) => !isTrial(story))
    return { today: stories.filter(({ at }) => new Date(at) >= midnight), last: stories.slice(-SHOWN) }
  } catch {
    return { today: [], last: [] }
  }
}
