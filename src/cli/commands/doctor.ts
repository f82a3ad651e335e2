// prudent doctor: does the gate stand where it should, and how is it mended where not?
import about from '../../../package.json' with { type: 'json' }
import { EXIT, JSON_OPTION } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'
import type { Examined } from '../../install/doctor.ts'
import type { Finding } from '../../install/finding.ts'
import { sceneOf } from '../scene.ts'
import { settingsHere } from '../settings-here.ts'
import { terminalHere } from '../terminal-here.ts'
import { makePaint } from '../view/paint.ts'
import { wrap } from '../view/safe-text.ts'
import { countText } from '../view/standing.ts'

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'check the installation by trying the hook of each agent',
  details:
    'Each registered command is started as the agent would start it, with two calls that must be denied and two that must pass, new ones each time; none is run, and the log must have each. What that depends on is checked too.\nWith --live the agent itself is started, with your entry as it stands in its files, in a scratch folder, without account and network: a harmless call must run, what is denied must leave a test file alone and stand in the log. Nothing of yours is changed, none of your other hooks and servers is started.\nExit code: 0 when nothing fails, 1 when something does.',
  operands: [],
  options: [
    { flags: '--live [host]', summary: 'start the agents themselves, or this one, against a stand-in for their model, and see what they do' },
    { flags: '--no-trials', summary: 'only look: start nothing, so that nothing is written into the log' },
    JSON_OPTION,
  ],
  examples: [
    ['prudent doctor', 'check everything'],
    ['prudent doctor --live', 'start each agent for real and see that it is stopped'],
    ['prudent doctor --live codex', 'only this one'],
    ['prudent doctor --json', 'for programs'],
  ],
  run: async (given, io) => {
    const wanted = given.options['live']
    if (wanted !== undefined && wanted !== false) {
      const { doctorLive } = await import('../doctor-live.ts')
      return doctorLive(typeof wanted === 'string' ? wanted : null, given.options['json'] === true, io, showFindings)
    }
    const { here } = await import('../../install/here.ts')
    const { examine } = await import('../../install/doctor.ts')
    const { SEEN_MS, sightHere } = await import('../standings-here.ts')
    const { standingData } = await import('../view/standing.ts')
    const { openJsonLines } = await import('../../stores/json-lines/store.ts')
    const { project } = sceneOf({ operands: [], options: {} })
    const where = here(project)
    const settings = await settingsHere(where.place.home, project)
    const store = openJsonLines()
    const examined = examine({
      ...where,
      version: about.version,
      settings,
      store: store.folder,
      changed: store.glance(),
      entries: store.entries({ since: new Date(Date.now() - SEEN_MS).toISOString() }),
      sight: sightHere(where.place.home, settings),
      user: process.getuid?.() ?? null,
      terminal: await terminalHere(),
      trials: given.options['trials'] !== false,
    })
    if (given.options['json'] === true) io.out(`${JSON.stringify({ ...examined, hosts: examined.hosts.map(standingData) }, null, 2)}\n`)
    else show(examined, io)
    return examined.findings.some(({ level }) => level === 'failure') ? EXIT.failed : EXIT.allow
  },
}

const SIGNS = { good: 'good', note: 'note', warning: 'warn', failure: 'FAIL' } as const

/** By whom they are about, each with what it means and how it is mended. */
function showFindings(findings: readonly Finding[], io: Io): void {
  const paint = makePaint(io.colour)
  const sign = (level: Finding['level']): string =>
    level === 'good'
      ? paint.good(SIGNS.good)
      : level === 'failure'
        ? paint.bad(SIGNS.failure)
        : level === 'warning'
          ? paint.severity('high', SIGNS.warning)
          : paint.quiet(SIGNS.note)
  const explained = new Set<string>()
  for (const name of new Set(findings.map((one) => one.about))) {
    io.out(`${paint.strong(name)}\n`)
    const own = once(findings.filter((one) => one.about === name))
    for (const [at, { level, says, means, mend }] of own.entries()) {
      const [first = '', ...rest] = wrap(says, io.columns - 8)
      io.out(`  ${sign(level)}  ${first}\n`)
      for (const line of rest) io.out(`        ${line}\n`)
      const next = own[at + 1]
      // What several in a row have in common is said behind the last, what several agents have in common behind the first.
      if (level === 'good' || (next?.level === level && means !== undefined && next.means === means && next.mend === mend)) continue
      const isKnown = level === 'note' && explained.has(`${says} ${means}`)
      explained.add(`${says} ${means}`)
      for (const line of means === undefined || isKnown ? [] : wrap(means, io.columns - 8)) io.out(`        ${paint.quiet(line)}\n`)
      // Of a note nothing needs mending.
      for (const line of mend === undefined ? [] : wrap(`${level === 'note' ? 'if you like' : 'fix'}: ${mend}`, io.columns - 8)) io.out(`        ${line}\n`)
    }
  }
}

function show({ findings, hosts }: Examined, io: Io): void {
  const paint = makePaint(io.colour)
  showFindings(findings, io)
  const count = (level: Finding['level']): number => findings.filter((one) => one.level === level).length
  const [failures, warnings] = [count('failure'), count('warning')]
  const parts = [...counted(failures, 'failure'), ...counted(warnings, 'warning')]
  const isWhole = failures === 0 && hosts.some(({ setUp }) => setUp) && hosts.every(({ setUp, state }) => !setUp || state === 'protected')
  const summary = isWhole ? paint.good(countText(hosts)) : failures > 0 ? paint.bad(countText(hosts)) : countText(hosts)
  io.out(`\nagents: ${summary}${parts.length === 0 ? '' : `; ${parts.join(', ')}`}\n`)
}

const counted = (number: number, what: string): readonly string[] => (number === 0 ? [] : [`${number} ${what}${number === 1 ? '' : 's'}`])

/** An agent may start us by several commands: where all of them are good, that is said once, with the slowest. */
function once(findings: readonly Finding[]): readonly Finding[] {
  return findings.flatMap((one, at) => {
    if (one.millis === undefined) return [one]
    const alike = findings.filter(({ id, millis }) => id === one.id && millis !== undefined)
    const slowest = alike.reduce((slow, other) => ((other.millis ?? 0) > (slow.millis ?? 0) ? other : slow), one)
    return findings.findIndex(({ id }) => id === one.id) === at ? [slowest] : []
  })
}
