// prudent check: what would the gate answer, and why?
import { homedir } from 'node:os'
import { showAction } from '../../core/log/render.ts'
import { CALL_OPTIONS, EXIT, JSON_OPTION, PRESET_OPTION, SCENE_OPTIONS, textOption, UsageError } from '../command.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'
import type { CallProblem } from '../call.ts'
import { answerFor, answerLines, refusal } from '../jsonl.ts'
import { openBuiltin, openWithSettings } from '../open.ts'
import { callFrom, sceneOf } from '../scene.ts'
import { coverOf } from '../view/cover.ts'
import { actedOn, findingLines, ledByReason, notActedOn, understoodLines, verdictLines } from '../view/decision.ts'
import { makePaint } from '../view/paint.ts'
import { wrap } from '../view/safe-text.ts'

const USAGE = "write the command in quotes, as prudent check 'git push --force'"

export const check: CommandSpec = {
  name: 'check',
  summary: 'show what the gate would answer, and why; runs nothing',
  details:
    'Exit code: 0 allow, 3 ask, 4 deny, 2 when the input is not a call.\nWith --jsonl, one call a line in, one decision a line out, on embedded defaults: settings, files and the network are not looked at.',
  operands: [{ name: 'command', summary: 'the command, in quotes; `-` or nothing reads it from standard input', many: true }],
  options: [
    ...CALL_OPTIONS,
    PRESET_OPTION,
    ...SCENE_OPTIONS,
    JSON_OPTION,
    { flags: '--jsonl', summary: 'read calls {id, tool, input, cwd, home, project, annotations, schema} from standard input, one a line, and answer each' },
  ],
  examples: [
    ["prudent check 'rm -rf node_modules'", 'it can be rebuilt: allowed'],
    ["prudent check 'git push --force origin main'", 'denied, with the safer way'],
    [`prudent check --tool Bash --input '{"command":"rm -rf ~"}'`, 'a call as an agent makes it'],
    ['git log -1 --format=%B | prudent check -', 'judge text from a pipe'],
    ['prudent check --jsonl < calls.jsonl', 'many calls'],
  ],
  run: async (given, io) => {
    if (given.options['jsonl'] === true) return checkLines(given)
    const there = sceneOf(given)
    const read = await callFrom(given, io, there.cwd, USAGE)
    if (!read.ok) return tellProblem(read, given, io)
    const { gate, conduct, troubles, notes } = await openWithSettings(textOption(given, 'preset'), there, homedir())
    const checked = gate.check(read.call, there, { troubles })
    const { decision, reading, scene, instead } = checked
    const cover = coverOf(gate, read.call, reading)
    const idle = notActedOn(decision, conduct)
    if (given.options['json'] === true) {
      io.out(
        `${JSON.stringify({ ...answerFor(checked), actions: reading.actions.map((action) => cover(showAction(action))), policy: decision.policy, by: decision.by, ...actedOn(decision, conduct), scene, notes }, null, 2)}\n`,
      )
      return EXIT[decision.verdict]
    }
    const paint = makePaint(io.colour)
    const findings = findingLines(ledByReason(decision), io.columns, paint)
    const understood = understoodLines(reading.actions, io.columns, paint, cover)
    const lines = [
      ...verdictLines(decision, io.columns, paint),
      ...(idle === null ? [] : wrap(idle, io.columns - 7).map((line) => `       ${paint.bad(line)}`)),
      ...(instead === undefined ? [] : ['', `${paint.quiet('with its secrets covered up:')} ${paint.verdict(instead.decision.verdict)}`]),
      ...(findings.length > 0 ? ['', paint.quiet('found'), ...findings] : []),
      ...(understood.length > 0 ? ['', paint.quiet('understood'), ...understood] : []),
    ]
    io.out(`${lines.join('\n')}\n`)
    for (const note of notes) io.note(note)
    return EXIT[decision.verdict]
  },
}

async function checkLines(given: GivenWords): Promise<number> {
  if (given.operands.length > 0 || given.options['tool'] !== undefined || given.options['input'] !== undefined) {
    throw new UsageError('--jsonl reads calls from standard input: leave the command, --tool and --input out')
  }
  await answerLines(openBuiltin(textOption(given, 'preset')), process.stdin, process.stdout)
  return EXIT.allow
}

/** What is not a call is the caller's mistake; what cannot be read might be anything, so a person is asked. */
export function tellProblem(read: CallProblem, given: GivenWords, io: Io): number {
  const mistake = read.code === 'not-json' || read.code === 'wrong-shape'
  if (given.options['json'] === true) io.out(`${JSON.stringify(refusal(read), null, 2)}\n`)
  else if (mistake) throw new UsageError(read.message)
  else io.out(`${verdictLines({ verdict: 'ask', reason: read.message }, io.columns, makePaint(io.colour)).join('\n')}\n`)
  return mistake ? EXIT.usage : EXIT.ask
}
