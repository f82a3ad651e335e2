// How do words on the command line reach a command? The only file that knows the argument parser.
import { Command, CommanderError, Option } from 'commander'
import about from '../../package.json' with { type: 'json' }
import { didYouMean } from '../core/policy/description.ts'
import { EXIT, UsageError } from './command.ts'
import type { CommandSpec, GivenWords, Io } from './command.ts'
import { allow } from './commands/allow.ts'
import { approvals } from './commands/approvals.ts'
import { check } from './commands/check.ts'
import { compat } from './commands/compat.ts'
import { completion } from './commands/completion.ts'
import { desk } from './commands/desk.ts'
import { doctor } from './commands/doctor.ts'
import { explain } from './commands/explain.ts'
import { grants } from './commands/grants.ts'
import { hook } from './commands/hook.ts'
import { hosts } from './commands/hosts.ts'
import { init } from './commands/init.ts'
import { log } from './commands/log.ts'
import { mode } from './commands/mode.ts'
import { preset } from './commands/preset.ts'
import { rules } from './commands/rules.ts'
import { serve } from './commands/serve.ts'
import { stats } from './commands/stats.ts'
import { status } from './commands/status.ts'
import { test } from './commands/test.ts'
import { tour } from './commands/tour.ts'
import { uninstall } from './commands/uninstall.ts'
import { watch } from './commands/watch.ts'

const COMMANDS: readonly CommandSpec[] = [
  init,
  status,
  doctor,
  desk,
  watch,
  approvals,
  check,
  explain,
  test,
  rules,
  allow,
  grants,
  mode,
  preset,
  hosts,
  log,
  stats,
  tour,
  serve,
  hook,
  compat,
  uninstall,
]
const HELP_WIDTH = 100
export const commands: readonly CommandSpec[] = [...COMMANDS, completion(COMMANDS)]

/** Runs the command that the words name; the result is the exit code. */
export async function runProgram(words: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.allow
  const program = new Command('prudent')
  program.description('A safety gate between AI agents and their tools: every call is read, judged and answered allow, ask or deny.')
  program.version(about.version, '-V, --version', 'print the version')
  prepare(program, io)
  program.addHelpText(
    'after',
    helpTail(io, [
      ["prudent check 'rm -rf ~'", 'what would the gate answer?'],
      ['prudent tour', 'a short tour'],
      ['prudent check --help', 'more about one command'],
    ]),
  )
  for (const spec of commands) addCommand(program, spec, io, (result) => (code = result))
  program.allowExcessArguments()
  program.action(() => {
    const [word] = program.args
    if (word === undefined) return program.help()
    const names = commands.map(({ name }) => name)
    throw new UsageError(`no command is called \`${word.slice(0, 80)}\`: write ${names.join(', ')}${didYouMean(word, names)}`)
  })
  try {
    await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return ended(error, words, io)
    if (!(error instanceof UsageError)) throw error
    io.note(error.message)
    return EXIT.usage
  }
}

function ended(error: CommanderError, words: readonly string[], io: Io): number {
  if (error.exitCode === 0) return EXIT.allow
  if (error.code === 'commander.help') return EXIT.usage
  const unquoted = error.code === 'commander.unknownOption' ? withoutQuotes(words) : null
  if (unquoted !== null) {
    io.note(unquoted)
    return EXIT.usage
  }
  const [message = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  io.note(
    `${message.replace(/\.$/, '').replace(' is invalid. Allowed choices are ', ' is not known: write one of ').replaceAll("'", '`')}${hint === '' ? '' : `; ${hint.replaceAll(/[()]/g, '').toLowerCase()}`}; prudent --help lists what there is`,
  )
  return EXIT.usage
}

/** Whoever writes a command as it is typed gives us its options for ours. */
function withoutQuotes([name = '', first = '', ...rest]: readonly string[]): string | null {
  if ((name !== 'check' && name !== 'explain') || first === '' || first.startsWith('-')) return null
  const command = [first, ...rest].join(' ')
  const shown = command.length > 60 || command.includes("'") ? `${first} …` : command
  return `the options of \`${first.slice(0, 40)}\` are taken for ours: put the command in quotes, as prudent ${name} '${shown}'`
}

function prepare(command: Command, io: Io): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: (text) => io.out(text),
    writeErr: (text) => io.out(text),
    outputError: () => {},
    getOutHelpWidth: () => Math.min(io.columns, HELP_WIDTH),
    getErrHelpWidth: () => Math.min(io.columns, HELP_WIDTH),
  })
  // What each takes is told by its own help: here there is more room for what it does.
  command.configureHelp({ subcommandTerm: (inner) => inner.name() })
  command.helpOption('-h, --help', 'show this help')
  command.helpCommand(false)
}

function addCommand(parent: Command, spec: CommandSpec, io: Io, done: (code: number) => void): void {
  const command = parent.command(spec.name)
  prepare(command, io)
  command.summary(spec.summary)
  command.description(spec.details === undefined ? spec.summary : `${spec.summary}\n\n${spec.details}`)
  for (const operand of spec.operands) command.argument(operandName(operand), operand.summary)
  for (const { flags, summary, choices, repeats } of spec.options) {
    const option = new Option(flags, summary)
    if (repeats === true) option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value])
    command.addOption(choices === undefined ? option : option.choices([...choices]))
  }
  command.addHelpText('after', helpTail(io, spec.examples))
  // What stands behind the inner command's name is its own, though the outer one has an option of that name too.
  if (spec.commands !== undefined) command.enablePositionalOptions()
  for (const inner of spec.commands ?? []) addCommand(command, inner, io, done)
  command.action(async () => {
    const given: GivenWords = { operands: command.args, options: command.optsWithGlobals<GivenWords['options']>() }
    done(await spec.run(given, io))
  })
}

const operandName = ({ name, required, many }: CommandSpec['operands'][number]): string => {
  const inside = `${name}${many === true ? '...' : ''}`
  return required === true ? `<${inside}>` : `[${inside}]`
}

/** Remarks beside their commands where that fits, above them where not. */
function helpTail(io: Io, examples: CommandSpec['examples']): string {
  const width = Math.max(...examples.map(([command]) => command.length))
  const beside = examples.map(([command, remark]) => `  ${remark === '' ? command : `${command.padEnd(width)}  # ${remark}`}`)
  const lines = beside.every((line) => line.length <= io.columns)
    ? beside
    : examples.flatMap(([command, remark]) => [...(remark === '' ? [] : [`  # ${remark}`]), `  ${command}`])
  return `\nExamples:\n${lines.join('\n')}`
}
