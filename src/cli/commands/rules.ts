// prudent rules: which rules are there, what does one say, and what text does a pattern see?
import { packageData } from '../../config/package-files.ts'
import { didYouMean } from '../../core/policy/description.ts'
import { JSON_OPTION, EXIT, textOption, UsageError } from '../command.ts'
import { commandOf } from '../../core/policy/examples.ts'
import { verdictOf } from '../../core/policy/verdicts.ts'
import type { CommandSpec } from '../command.ts'
import { examplesById, outcomesOf } from '../rule-facts.ts'
import { makePaint } from '../view/paint.ts'
import { clip, wrap } from '../view/safe-text.ts'
import { importRules } from './rules-import.ts'
import { tryPattern } from './rules-try.ts'

const show: CommandSpec = {
  name: 'show',
  summary: 'everything about one rule: fields, examples, and its verdict in each preset',
  operands: [{ name: 'id', summary: 'the id of the rule', required: true }],
  options: [JSON_OPTION],
  examples: [['prudent rules show git.force-push', '']],
  run: ({ operands: [id = ''], options }, io) => {
    const data = packageData()
    const all = data.packs.flatMap((pack) => pack.rules.map((rule) => ({ pack, rule })))
    const found = all.find(({ rule }) => rule.id === id)
    if (found === undefined) {
      throw new UsageError(
        `no rule is called \`${id.slice(0, 80)}\`: prudent rules lists them${didYouMean(
          id,
          all.map(({ rule }) => rule.id),
        )}`,
      )
    }
    const { pack, rule } = found
    const { hits, misses } = examplesById()[id] ?? { hits: [], misses: [] }
    const verdicts = outcomesOf(rule, pack.floor === true, data.presets)
    if (options['json'] === true) {
      io.out(`${JSON.stringify({ pack: pack.pack, ...(pack.floor === true ? { floor: true } : {}), ...rule, hits, misses, verdicts }, null, 2)}\n`)
      return EXIT.allow
    }
    const paint = makePaint(io.colour)
    const field = (name: string, text: string): string =>
      wrap(text, io.columns - 12)
        .map((line, at) => `${paint.quiet((at === 0 ? name : '').padEnd(12))}${line}`)
        .join('\n')
    const example = (one: (typeof hits)[number]): string => {
      const { command: _command, tool: _tool, input: _input, ...where } = typeof one === 'string' ? { command: one } : one
      const context = Object.entries(where)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')
      return `  ${clip(commandOf(one).replaceAll('\n', ' ↵ '), io.columns - 4)}${context === '' ? '' : paint.quiet(`  (${context})`)}`
    }
    const lines = [
      `${paint.name(rule.id)}  ${rule.title}`,
      '',
      field('severity', rule.severity),
      field('status', rule.status ?? 'stable'),
      field('pack', `${pack.pack}${pack.floor === true ? ' (floor: denied in every preset, only the administrator lifts it)' : ''}`),
      field('why', rule.why),
      ...(rule.instead === undefined ? [] : [field('instead', rule.instead)]),
      ...(rule.confidence === undefined ? [] : [field('confidence', String(rule.confidence))]),
      ...(rule.platforms === undefined ? [] : [field('platforms', rule.platforms.join(', '))]),
      field('match', JSON.stringify(rule.match)),
      ...(rule.unless === undefined ? [] : [field('unless', JSON.stringify(rule.unless))]),
      ...(rule.raise ?? []).map(({ when, to }) => field('raise', `to ${to} when ${JSON.stringify(when)}`)),
      '',
      paint.strong('verdicts'),
      ...verdicts.map(
        ({ preset, outcome }) =>
          `  ${preset.padEnd(10)}${outcome === 'off' || outcome === 'silent' ? paint.quiet(outcome) : paint.verdict(verdictOf(outcome))}`,
      ),
      ...(hits.length === 0 ? [] : ['', paint.strong('is found in'), ...hits.map(example)]),
      ...(misses.length === 0 ? [] : ['', paint.strong('is not found in'), ...misses.map(example)]),
    ]
    io.out(`${lines.join('\n')}\n`)
    return EXIT.allow
  },
}

export const rules: CommandSpec = {
  name: 'rules',
  summary: 'list the rules, or those that mention some words',
  operands: [{ name: 'search', summary: 'words that id, title or why must hold', many: true }],
  options: [{ flags: '--pack <name>', summary: 'only the rules of this pack' }, JSON_OPTION],
  examples: [
    ['prudent rules push', 'rules that speak of pushing'],
    ['prudent rules --pack git', 'one pack'],
    ['prudent rules show git.force-push', 'one rule'],
    [`prudent rules try 'push.*-f' --tool Bash --input '{"command":"git push -f"}'`, 'what a pattern sees'],
  ],
  commands: [show, tryPattern, importRules],
  run: (given, io) => {
    const data = packageData()
    const pack = textOption(given, 'pack')
    const names = data.packs.map((one) => one.pack)
    if (pack !== undefined && !names.includes(pack))
      throw new UsageError(`no pack is called \`${pack.slice(0, 80)}\`: write ${names.join(', ')}${didYouMean(pack, names)}`)
    const words = given.operands.flatMap((one) => one.toLowerCase().split(/\s+/))
    const found = data.packs
      .filter((one) => pack === undefined || one.pack === pack)
      .flatMap((one) => one.rules.map((rule) => ({ pack: one.pack, rule })))
      .filter(({ rule }) => {
        const text = `${rule.id} ${rule.title} ${rule.why} ${rule.instead ?? ''}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1))
    if (given.options['json'] === true) {
      io.out(
        `${JSON.stringify(
          found.map(({ pack: from, rule }) => ({ pack: from, id: rule.id, severity: rule.severity, status: rule.status ?? 'stable', title: rule.title })),
          null,
          2,
        )}\n`,
      )
      return EXIT.allow
    }
    const paint = makePaint(io.colour)
    const width = Math.min(Math.max(10, ...found.map(({ rule }) => rule.id.length)), 44)
    for (const { rule } of found) {
      const room = Math.max(io.columns - width - 21, 20)
      const [first = '', ...rest] = wrap(rule.title, room)
      io.out(
        `${paint.name(rule.id.padEnd(width))}  ${paint.severity(rule.severity, rule.severity.padEnd(8))}  ${paint.quiet((rule.status ?? 'stable').padEnd(7))}  ${first}\n`,
      )
      for (const line of rest) io.out(`${' '.repeat(width + 21)}${line}\n`)
    }
    io.out(
      `${paint.quiet(found.length === 0 ? 'no rule mentions that' : `${found.length} ${found.length === 1 ? 'rule' : 'rules'}; prudent rules show ID tells all about one`)}\n`,
    )
    return EXIT.allow
  },
}
