// prudent rules try: which texts of a call does a pattern see, and where does it match?
import { callOf as judgedCall } from '../../core/match/trial.ts'
import { textOf } from '../../core/match/text.ts'
import type { TextOn } from '../../core/rules/source.ts'
import { compileLookAround } from '../../core/text/regex.ts'
import { textOf as textOfCall } from '../../gate/scene.ts'
import { CALL_OPTIONS, EXIT, JSON_OPTION, SCENE_OPTIONS, UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import { openBuiltin } from '../open.ts'
import { callFrom, sceneOf } from '../scene.ts'
import { makePaint } from '../view/paint.ts'
import { underline } from '../view/underline.ts'
import { tellProblem } from './check.ts'

const USAGE = `write prudent rules try PATTERN 'command', or --tool NAME --input JSON`
const MOST_TEXTS = 60
const WIDEST_QUOTE = 4000

interface Seen {
  readonly on: TextOn
  readonly text: string
  readonly match: { readonly start: number; readonly end: number } | null
}

export const tryPattern: CommandSpec = {
  name: 'try',
  summary: 'show the exact texts of a call that a pattern is matched on, and where it matches',
  details: 'Exit code: 0 when it matches somewhere, 1 when it does not.',
  operands: [
    { name: 'pattern', summary: 'a regular expression; `(?i)` in front means any case', required: true },
    { name: 'command', summary: 'a command, when no --input is given', many: true },
  ],
  options: [...CALL_OPTIONS, ...SCENE_OPTIONS, JSON_OPTION],
  examples: [
    [`prudent rules try 'push.*--force' 'git push --force'`, 'on a command'],
    [`prudent rules try 'key' --tool Write --input '{"file_path":"a","content":"key=1"}'`, 'on any call'],
  ],
  run: async (given, io) => {
    const [pattern = '', ...operands] = given.operands
    const { compileUserRegex, looksAround } = await import('../../config/user-regex.ts')
    const compiled = (looksAround(pattern) ? compileLookAround : compileUserRegex)(pattern, false)
    if (!compiled.ok) throw new UsageError(compiled.message)
    const scene = sceneOf(given)
    const read = await callFrom({ ...given, operands }, io, scene.cwd, USAGE)
    if (!read.ok) return tellProblem(read, given, io)
    const { reading } = openBuiltin(undefined).check(read.call, scene)
    const call = judgedCall(reading.actions, {}, textOfCall(read.call), 'command', read.call)
    const texts: Omit<Seen, 'match'>[] = [
      { on: 'call-json', text: call.json() },
      { on: 'command', text: call.text },
      ...Object.keys(call.input).flatMap((name) => {
        const on = `argument:${name}` as const
        const found = textOf(on, null, call)
        return found === null ? [] : [{ on, text: found.text }]
      }),
    ]
    for (const action of reading.actions) {
      for (const on of ['segment', 'path', 'content', 'carry'] as const) {
        const found = textOf(on, action, call)
        if (found !== null) texts.push({ on, text: found.text })
      }
    }
    const seen: Seen[] = texts.map((one) => ({ ...one, match: compiled.find(one.text) }))
    const hit = seen.some(({ match }) => match !== null)
    if (given.options['json'] === true) io.out(`${JSON.stringify({ pattern, texts: seen }, null, 2)}\n`)
    else {
      const paint = makePaint(io.colour)
      const width = Math.max(...seen.map(({ on }) => Math.min(on.length, 24)))
      for (const { on, text, match } of seen.slice(0, MOST_TEXTS)) {
        const [start, end] = match === null ? [0, 0] : [match.start, match.end]
        const lines = underline(text, start, end, Math.min(io.columns - width - 2, WIDEST_QUOTE))
        const shown = match === null ? lines.slice(0, 1) : lines
        shown.forEach((line, at) => io.out(`${paint.quiet((at === 0 ? on : '').slice(0, 24).padEnd(width))}  ${at % 2 === 1 ? paint.good(line) : line}\n`))
      }
      if (seen.length > MOST_TEXTS) io.out(paint.quiet(`… and ${seen.length - MOST_TEXTS} more texts\n`))
      io.out(`${hit ? paint.good('it matches') : paint.quiet('it matches nowhere')}\n`)
    }
    return hit ? EXIT.allow : EXIT.failed
  },
}
