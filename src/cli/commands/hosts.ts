// prudent hosts: which agents can the gate stand before, and what can be relied on there?
import { homedir } from 'node:os'
import { didYouMean } from '../../core/policy/description.ts'
import { GUARANTEES, MEANINGS } from '../../hosts/_frame/guarantees.ts'
import type { Fact, Guarantee, HostGuarantees } from '../../hosts/_frame/guarantees.ts'
import type { Host } from '../../gate/seams.ts'
import { holdingOf } from '../../install/guarantees.ts'
import type { Standing } from '../../install/standing.ts'
import { EXIT, JSON_OPTION, UsageError } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'
import { sceneOf } from '../scene.ts'
import { settingsHere } from '../settings-here.ts'
import { factText, guaranteesOf, newestOf, rangeText } from '../view/guarantees.ts'
import { makePaint } from '../view/paint.ts'
import { wrap } from '../view/safe-text.ts'
import { LABEL, standingData, standingLines, stateText } from '../view/standing.ts'

/** A host's facts in words, for the list, the page of one host and docs/hosts.md. */
export const factsOf = (host: Host): Readonly<Record<'name' | 'title' | 'runs' | 'asks' | 'allow' | 'waits' | 'after' | 'evidence', string>> => ({
  name: host.name,
  title: host.title,
  runs: host.runs === 'hook' ? (host.http === true ? 'as a hook, over HTTP too' : 'as a hook') : host.runs === 'proxy' ? 'as a proxy' : 'in its process',
  asks: newestOf(host.name).asks.is,
  allow: ALLOW[host.allows],
  waits: host.deadlineMs === null ? '' : `${host.deadlineMs / 1000} s`,
  after: AFTER[host.afterDeadline],
  evidence: host.evidence,
})
const ALLOW = { grant: 'skips its prompt', 'no-veto': 'does not skip its prompt', none: 'is not sent' } as const
const AFTER = { runs: 'the call runs', 'is-blocked': 'the call is blocked', waits: 'keeps waiting' } as const

/** A host, and how it stands here. */
interface About {
  readonly host: Host
  /** `prudent init` can set it up. */
  readonly byInit: boolean
  /** Undefined where it is neither here nor set up. */
  readonly standing: Standing | undefined
}

const dataOf = ({ host, byInit, standing }: About): object => {
  const { name, title, evidence, runs, allows, deadlineMs, afterDeadline, limits } = host
  const { asks } = factsOf(host)
  const here = standing === undefined ? {} : { here: standingData(standing) }
  const { ranges } = guaranteesOf(name)
  return {
    name,
    title,
    evidence,
    runs,
    asks,
    allows,
    deadlineMs,
    afterDeadline,
    overHttp: host.http === true,
    setUp: byInit,
    limits,
    guarantees: ranges,
    ...here,
  }
}

function showOne({ host, byInit, standing }: About, io: Io): void {
  const paint = makePaint(io.colour)
  const facts = factsOf(host)
  const line = (name: string, text: string): string =>
    wrap(text, io.columns - LABEL)
      .map((part, at) => `${paint.quiet((at === 0 ? name : '').padEnd(LABEL))}${part}`)
      .join('\n')
  const parts = partsOf(host, standing)
  const asks = asksHere(host, standing)
  const lines = [
    `${paint.name(host.name)}  ${host.title}`,
    ...(standing === undefined ? [] : ['', ...standingLines([standing], homedir(), io.columns, paint)]),
    '',
    line('we run', facts.runs),
    line(
      'ask',
      asks === 'yes'
        ? 'it asks the user'
        : `${asks === 'no' ? 'it cannot ask' : 'it asks the user in part of its events and modes; else'}${asks === 'no' ? ':' : ''} you are asked in prudent watch, where that runs; else a denial that says how to approve`,
    ),
    line('allow', host.allows === 'grant' ? 'would skip its own prompt, so it is sent only with auto-approval' : facts.allow),
    line('no answer', noAnswer(facts, parts[0]?.facts.timeout.is === 'yes' && host.afterDeadline === 'runs')),
    line('known from', host.evidence === 'first-hand' ? "the vendor's code or documentation" : 'reports by others: try it before relying on it'),
    line('set up', byInit ? `prudent init --host ${host.name}` : 'by hand: docs/hosts.md says how'),
    ...host.limits.map((text, at) => line(at === 0 ? 'note' : '', text)),
    // Of a further version only what differs.
    ...parts.flatMap(({ title, facts: held }, at) => [
      '',
      ...wrap(title, io.columns).map((text) => paint.quiet(text)),
      ...GUARANTEES.filter((name) => at === 0 || factLine(held[name]) !== factLine(parts[0]?.facts[name] ?? held[name])).map((name) =>
        line(MEANINGS[name].short, factLine(held[name])),
      ),
    ]),
  ]
  io.out(`${lines.join('\n')}\n`)
}

/** Left to itself a host may run the call; what init writes may tell it to block. */
const noAnswer = ({ waits, after }: Readonly<Record<'waits' | 'after', string>>, blocks: boolean): string =>
  `${waits === '' ? '' : `after ${waits} `}${after}${blocks ? ' by default; as prudent init sets it up, the call is blocked' : ''}`

/** Of what is installed, the version that a person starts first; else the newest there is. */
function partsOf({ name }: Host, standing: Standing | undefined): readonly Part[] {
  const own = guaranteesOf(name)
  const versions = [...new Set(standing?.installations.map(({ version }) => version))]
  return versions.length === 0 ? [newestPart(own)] : versions.map((version) => partOf(own, version))
}

/** The same word in the list and on the page. A version that nobody knows asks as the newest does, as far as we know. */
function asksHere(host: Host, standing: Standing | undefined): Fact['is'] {
  const is = partsOf(host, standing)[0]?.facts.asks.is
  return is === undefined || is === 'not known' ? newestOf(host.name).asks.is : is
}

interface Part {
  readonly title: string
  readonly facts: Readonly<Record<Guarantee, Fact>>
}
const newestPart = ({ ranges }: HostGuarantees): Part => ({
  title: `in its newest versions (${rangeText(ranges, ranges.length - 1)})`,
  facts: ranges.at(-1) ?? ranges[0],
})
function partOf(own: HostGuarantees, version: string | null): Part {
  const { facts, version: known, tried } = holdingOf(own, version)
  const newer = known === 'newer' ? `, which is newer than any that was tried (${tried ?? 'none'})` : ''
  return { title: version === null ? 'the installed version is unknown' : `in ${version}${newer}`, facts }
}
const factLine = (fact: Fact): string => `${factText(fact)}${fact.says === undefined ? '' : `: ${fact.says}`}`

const legend = (count: number): readonly string[] => [
  `${count} hosts; prudent hosts NAME tells about one`,
  'asks you: whether the agent shows our questions in its own prompt; if not, answer them in prudent watch or prudent desk',
  'here: the state on this machine, else how to set it up: prudent init, or by hand (docs/hosts.md); third-party: by hand, based on reports by others',
]

export const hosts: CommandSpec = {
  name: 'hosts',
  summary: 'list the supported agents, or show one',
  details: '`third-party` means that support is based on reports by others: set these up by hand, and try them before you rely on them.',
  operands: [{ name: 'name', summary: 'the name of one host' }],
  options: [JSON_OPTION],
  examples: [
    ['prudent hosts', 'all of them'],
    ['prudent hosts codex', 'what to know about one agent'],
    ['prudent hosts --json', 'for programs'],
  ],
  run: async ({ operands: [name], options }, io) => {
    // Read only by who asks: every other command starts without them.
    const { HOSTS } = await import('../../hosts/registry.gen.ts')
    const { INSTALLS } = await import('../../hosts/install.gen.ts')
    const { here } = await import('../../install/here.ts')
    const { standingsHere } = await import('../standings-here.ts')
    const { project } = sceneOf({ operands: [], options: {} })
    const where = here(project)
    const wanted = name === undefined ? where : { ...where, installs: where.installs.filter(({ host }) => host === name) }
    const standing = new Map(standingsHere(wanted, await settingsHere(where.place.home, project)).map((one) => [one.host, one]))
    const aboutOf = (host: Host): About => ({ host, byInit: INSTALLS.some((install) => install.host === host.name), standing: standing.get(host.name) })
    const names = HOSTS.map((host) => host.name)
    const found = HOSTS.find((host) => host.name === name)
    if (name !== undefined && found === undefined)
      throw new UsageError(`no host is called \`${name.slice(0, 80)}\`: prudent hosts lists them${didYouMean(name, names)}`)
    if (options['json'] === true) {
      io.out(`${JSON.stringify(found === undefined ? HOSTS.map((host) => dataOf(aboutOf(host))) : dataOf(aboutOf(found)), null, 2)}\n`)
      return EXIT.allow
    }
    if (found !== undefined) {
      showOne(aboutOf(found), io)
      return EXIT.allow
    }
    const paint = makePaint(io.colour)
    const width = Math.max(...names.map((one) => one.length))
    const wide = Math.max(...HOSTS.map(({ title }) => title.length))
    const fits = width + wide + 8 + 13 + 6 <= io.columns
    if (fits) io.out(`${paint.quiet(`${'name'.padEnd(width)}  ${'host'.padEnd(wide)}  asks you  here`)}\n`)
    for (const host of HOSTS) {
      const { title, evidence } = factsOf(host)
      const { byInit, standing: own } = aboutOf(host)
      const asks = asksHere(host, own)
      const by = own !== undefined ? stateText(own, paint) : evidence === 'third-party' ? paint.bad(evidence) : paint.quiet(byInit ? 'init' : 'by hand')
      if (fits) io.out(`${paint.name(host.name.padEnd(width))}  ${title.padEnd(wide)}  ${asks.padEnd(8)}  ${by}\n`)
      else io.out(`${paint.name(host.name)}  ${title}\n  ${paint.quiet(`asks you: ${asks}, here:`)} ${by}\n`)
    }
    for (const text of legend(HOSTS.length)) for (const line of wrap(text, io.columns)) io.out(`${paint.quiet(line)}\n`)
    return EXIT.allow
  },
}
