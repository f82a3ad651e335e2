// prudent hosts: which agents can the gate stand before, and what can be relied on there?
import { didYouMean } from '../../core/policy/description.ts'
import type { Host } from '../../gate/seams.ts'
import { EXIT, JSON_OPTION, UsageError } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'
import { makePaint } from '../view/paint.ts'
import { wrap } from '../view/safe-text.ts'

/** A host's facts in words, for the list, the page of one host and docs/hosts.md. */
export const factsOf = (host: Host): Readonly<Record<'name' | 'title' | 'runs' | 'asks' | 'allow' | 'waits' | 'after' | 'evidence', string>> => ({
  name: host.name,
  title: host.title,
  runs: host.runs === 'hook' ? (host.http === true ? 'as a hook, over HTTP too' : 'as a hook') : host.runs === 'proxy' ? 'as a proxy' : 'in its process',
  asks: asksOf(host),
  allow: ALLOW[host.allows],
  waits: host.deadlineMs === null ? '' : `${host.deadlineMs / 1000} s`,
  after: AFTER[host.afterDeadline],
  evidence: host.evidence,
})
/** Before an ordinary call; `in part` where only some events can. */
const asksOf = ({ canAsk, name }: Host): 'yes' | 'in part' | 'no' => {
  if (typeof canAsk === 'boolean') return canAsk ? 'yes' : 'no'
  return canAsk({ kind: 'before-tool', host: name, name: '', via: 'command', session: '', calls: [], cwd: '', payload: {} }) ? 'yes' : 'in part'
}
const ALLOW = { grant: 'skips its prompt', 'no-veto': 'is no veto', none: 'is not said' } as const
const AFTER = { runs: 'the call runs', 'is-blocked': 'the call is blocked', waits: 'it waits on' } as const

const dataOf = (host: Host, setUp: boolean): object => {
  const { name, title, evidence, runs, allows, deadlineMs, afterDeadline, limits } = host
  return { name, title, evidence, runs, asks: asksOf(host), allows, deadlineMs, afterDeadline, overHttp: host.http === true, setUp, limits }
}

function showOne(host: Host, io: Io, setUp: boolean): void {
  const paint = makePaint(io.colour)
  const facts = factsOf(host)
  const line = (name: string, text: string): string =>
    wrap(text, io.columns - 14)
      .map((part, at) => `${paint.quiet((at === 0 ? name : '').padEnd(14))}${part}`)
      .join('\n')
  const lines = [
    `${paint.name(host.name)}  ${host.title}`,
    '',
    line('we run', facts.runs),
    line(
      'ask',
      host.canAsk === true
        ? 'it asks the user'
        : host.canAsk === false
          ? 'it cannot ask: you are asked in prudent watch, where that runs; else a denial that says how to approve'
          : 'it asks the user in part of its events and modes; else you are asked in prudent watch, where that runs; else a denial that says how to approve',
    ),
    line('allow', host.allows === 'grant' ? 'would skip its own prompt, so we say it only with auto-approval' : facts.allow),
    line('no answer', `${facts.waits === '' ? '' : `after ${facts.waits} `}${facts.after}`),
    line('known from', host.evidence === 'first-hand' ? "its vendor's own code or documentation" : 'reports by others: try it before you rely on it'),
    line('set up', setUp ? `prudent init --host ${host.name}` : 'by hand: docs/hosts.md says how'),
    ...host.limits.map((text, at) => line(at === 0 ? 'mind' : '', text)),
  ]
  io.out(`${lines.join('\n')}\n`)
}

const legend = (count: number): readonly string[] => [
  `${count} hosts; prudent hosts NAME tells about one`,
  'asks you: whether it puts our questions to you itself; where not, prudent watch does',
  'set up: by prudent init, or by hand as docs/hosts.md says; third-party: by hand too, and known from reports of others only',
]

export const hosts: CommandSpec = {
  name: 'hosts',
  summary: 'list the agents the gate can stand before, or tell about one',
  details: 'What is known from reports by others only is marked third-party: such hosts are read and answered, and set up by hand.',
  operands: [{ name: 'name', summary: 'the name of one host' }],
  options: [JSON_OPTION],
  examples: [
    ['prudent hosts', 'all of them'],
    ['prudent hosts codex', 'what to mind with one'],
    ['prudent hosts --json', 'for programs'],
  ],
  run: async ({ operands: [name], options }, io) => {
    // Read only by who asks: every other command starts without them.
    const { HOSTS } = await import('../../hosts/registry.gen.ts')
    const { INSTALLS } = await import('../../hosts/install.gen.ts')
    const setUp = (host: Host): boolean => INSTALLS.some((install) => install.host === host.name)
    const names = HOSTS.map((host) => host.name)
    const found = HOSTS.find((host) => host.name === name)
    if (name !== undefined && found === undefined)
      throw new UsageError(`no host is called \`${name.slice(0, 80)}\`: prudent hosts lists them${didYouMean(name, names)}`)
    if (options['json'] === true) {
      io.out(`${JSON.stringify(found === undefined ? HOSTS.map((host) => dataOf(host, setUp(host))) : dataOf(found, setUp(found)), null, 2)}\n`)
      return EXIT.allow
    }
    if (found !== undefined) {
      showOne(found, io, setUp(found))
      return EXIT.allow
    }
    const paint = makePaint(io.colour)
    const width = Math.max(...names.map((one) => one.length))
    const wide = Math.max(...HOSTS.map(({ title }) => title.length))
    const fits = width + wide + 8 + 11 + 6 <= io.columns
    if (fits) io.out(`${paint.quiet(`${'name'.padEnd(width)}  ${'host'.padEnd(wide)}  asks you  set up`)}\n`)
    for (const host of HOSTS) {
      const { title, asks, evidence } = factsOf(host)
      const by = evidence === 'third-party' ? paint.bad(evidence) : setUp(host) ? paint.good('init') : paint.quiet('by hand')
      if (fits) io.out(`${paint.name(host.name.padEnd(width))}  ${title.padEnd(wide)}  ${asks.padEnd(8)}  ${by}\n`)
      else io.out(`${paint.name(host.name)}  ${title}\n  ${paint.quiet(`asks you: ${asks}, set up:`)} ${by}\n`)
    }
    for (const text of legend(HOSTS.length)) for (const line of wrap(text, io.columns)) io.out(`${paint.quiet(line)}\n`)
    return EXIT.allow
  },
}
