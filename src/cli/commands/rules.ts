// prudent rules: which rules are there, what does one say, and what text does a pattern see?
import { didYouMean } from '../../core/policy/description.ts'
import { JSON_OPTION, EXIT, textOption, UsageError } from '../command.ts'
import { commandOf } from '../../core/policy/examples.ts'
import { verdictOf } from '../../core/rules/verdicts.ts'
import type { CommandSpec } from '../command.ts'
import { examplesById, outcomesOf } from '../rule-facts.ts'
import { rulesHere } from '../rules-here.ts'
import { dataLines } from '../view/data-lines.ts'
import { makePaint } from '../view/paint.ts'
import { wrap } from '../view/safe-text.ts'
import { importRules } from './rules-import.ts'
import { tryPattern } from './rules-try.ts'

/** Room for a title beside the rest. */
const LEAST = 24

const show: CommandSpec = {
  name: 'show',
  summary: 'everything about one rule: fields, examples, and its verdict in each preset',
  operands: [{ name: 'id', summary: 'the id of the rule', required: true }],
  options: [JSON_OPTION],
  examples: [['prudent rules show git.force-push', '']],
  run: async ({ operands: [id = ''], options }, io) => {
    const { rules: all, presets, problems } = await rulesHere()
    const found = all.find(({ rule }) => rule.id === id)
    if (found === undefined) {
      for (const problem of problems) io.note(problem)
      throw new UsageError(
        `no rule is called \`${id.slice(0, 80)}\`: prudent rules lists them${didYouMean(
          id,
          all.map(({ rule }) => rule.id),
        )}`,
      )
    }
    const { pack, rule, own } = found
    const { hits = [], misses = [] } = own ? rule : (examplesById()[id] ?? {})
    const verdicts = outcomesOf(rule, pack, presets)
    if (options['json'] === true) {
      io.out(
        `${JSON.stringify({ pack: pack.pack, ...(own ? { own } : {}), ...(pack.floor === undefined ? {} : { floor: pack.floor }), ...rule, hits, misses, verdicts }, null, 2)}\n`,
      )
      return EXIT.allow
    }
    const paint = makePaint(io.colour)
    const field = (name: string, text: string): string =>
      wrap(text, io.columns - 12)
        .map((line, at) => `${paint.quiet((at === 0 ? name : '').padEnd(12))}${line}`)
        .join('\n')
    const facts = (name: string, value: unknown): string[] =>
      dataLines(value, io.columns - 12).map((line, at) => `${paint.quiet((at === 0 ? name : '').padEnd(12))}${line}`)
    const example = (one: (typeof hits)[number]): string => {
      const { command: _command, tool: _tool, input: _input, ...where } = typeof one === 'string' ? { command: one } : one
      const context = Object.entries(where)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')
      const lines = wrap(`${commandOf(one).replaceAll('\n', ' ↵ ')}${context === '' ? '' : ` (${context})`}`, io.columns - 4)
      return lines.map((line, at) => `  ${at === 0 ? '' : '  '}${line}`).join('\n')
    }
    const lines = [
      ...wrap(`${rule.id}  ${rule.title}`, io.columns).map((line, at) => (at === 0 ? `${paint.name(rule.id)}${line.slice(rule.id.length)}` : `  ${line}`)),
      '',
      field('severity', rule.severity),
      field('status', rule.status ?? 'stable'),
      field(
        'pack',
        `${pack.pack}${own ? ' (from your settings)' : pack.floor === true ? ' (floor: denied in every preset, only the administrator lifts it)' : pack.floor === 'ask' ? ' (floor: asked about in every preset, only the administrator lifts it)' : ''}`,
      ),
      field('why', rule.why),
      ...(rule.instead === undefined ? [] : [field('instead', rule.instead)]),
      ...(rule.confidence === undefined ? [] : [field('confidence', String(rule.confidence))]),
      ...(rule.platforms === undefined ? [] : [field('platforms', rule.platforms.join(', '))]),
      ...facts('match', rule.match),
      ...(rule.unless === undefined ? [] : facts('unless', rule.unless)),
      ...(rule.raise ?? []).flatMap(({ when, to }) => [field('raise', `to ${to}, when`), ...facts('', when)]),
      field('to allow', allowLine(rule.id, rule.severity, pack.floor !== undefined)),
      '',
      paint.strong('verdicts'),
      ...verdicts.map(
        ({ preset, outcome }) =>
          `  ${preset.padEnd(10)}${outcome === 'off' || outcome === 'silent' ? paint.quiet(outcome) : paint.verdict(verdictOf(outcome))}`,
      ),
      ...(hits.length === 0 ? [] : ['', paint.strong('matches'), ...hits.map(example)]),
      ...(misses.length === 0 ? [] : ['', paint.strong('does not match'), ...misses.map(example)]),
    ]
    io.out(`${lines.join('\n')}\n`)
    return EXIT.allow
  },
}

/** What a person writes to have it pass. */
const allowLine = (id: string, severity: string, isFloor: boolean): string =>
  isFloor
    ? 'only the administrator lifts it'
    : severity === 'critical'
      ? `\`overrides: { ${id}: ask }\` in your settings has it asked about`
      : `prudent allow ${id} lets all of it pass; prudent allow after a question, only calls like that one`

export const rules: CommandSpec = {
  name: 'rules',
  summary: 'list or search the rules',
  details: 'Includes those of your settings.',
  operands: [{ name: 'search', summary: 'words that id, title or why must hold', many: true }],
  options: [{ flags: '--pack <name>', summary: 'only the rules of this pack' }, JSON_OPTION],
  examples: [
    ['prudent rules push', 'rules that speak of pushing'],
    ['prudent rules --pack git', 'one pack'],
    ['prudent rules show git.force-push', 'one rule'],
    [`prudent rules try 'push.*-f' --tool Bash --input '{"command":"git push -f"}'`, 'what a pattern sees'],
  ],
  commands: [show, tryPattern, importRules],
  run: async (given, io) => {
    const { rules: all, packs: names, problems } = await rulesHere()
    const pack = textOption(given, 'pack')
    for (const problem of problems) io.note(problem)
    if (pack !== undefined && !names.includes(pack))
      throw new UsageError(`no pack is called \`${pack.slice(0, 80)}\`: write ${names.join(', ')}${didYouMean(pack, names)}`)
    const words = given.operands.flatMap((one) => one.toLowerCase().split(/\s+/))
    const found = all
      .filter((one) => pack === undefined || one.pack.pack === pack)
      .filter(({ rule }) => {
        const text = `${rule.id} ${rule.title} ${rule.why} ${rule.instead ?? ''}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1))
    if (given.options['json'] === true) {
      io.out(
        `${JSON.stringify(
          found.map(({ pack: { pack: from }, rule, own }) => ({
            pack: from,
            ...(own ? { own } : {}),
            id: rule.id,
            severity: rule.severity,
            status: rule.status ?? 'stable',
            title: rule.title,
          })),
          null,
          2,
        )}\n`,
      )
      return EXIT.allow
    }
    const paint = makePaint(io.colour)
    const width = Math.max(10, ...found.map(({ rule }) => rule.id.length))
    const room = io.columns - width - 21
    for (const { rule } of found) {
      const { id, severity, status = 'stable', title } = rule
      if (room < LEAST) {
        // Beside each other they would fall apart.
        io.out(`${paint.name(id)}  ${paint.severity(severity)}${status === 'stable' ? '' : `  ${paint.quiet(status)}`}\n`)
        for (const line of wrap(title, io.columns - 2)) io.out(`  ${line}\n`)
        continue
      }
      const [first = '', ...rest] = wrap(title, room)
      io.out(`${paint.name(id.padEnd(width))}  ${paint.severity(severity, severity.padEnd(8))}  ${paint.quiet(status.padEnd(7))}  ${first}\n`)
      for (const line of rest) io.out(`${' '.repeat(width + 21)}${line}\n`)
    }
    const count = found.length === 0 ? 'no rule matches' : `${found.length} ${found.length === 1 ? 'rule' : 'rules'}; prudent rules show ID shows one`
    for (const line of wrap(count, io.columns)) io.out(`${paint.quiet(line)}\n`)
    return EXIT.allow
  },
}
