// Was a program asked only for help, a version, a plan or a dry run?
import type { Option, Word } from '../model.ts'
import type { Program } from './entries.ts'
import type { Parsed } from './options.ts'

const HELP = new Set(['--help', '--version', '-help', '-version', '-?', '/?', '--usage'])

export function isDry(parsed: Parsed, entry: Program, words: readonly Word[]): boolean {
  const { options, operands, depth, node } = parsed
  const carries = node.stops || node.runs.some((carrier) => carrier.kind === 'words')
  // `npm --dry-run exec x` runs x all the same.
  const dries = (word: string): boolean => (carries ? node.dry.includes(word) : parsed.chain.some((program) => program.dry.includes(word)))
  const isDryRun = options.some((option) => dries(option.name) && !isSaidOff(option))
  // `sudo --help` is help, `sudo x --help` is x's own business.
  if (carries)
    return isDryRun || (operands.length === depth && options.some((option) => option.value === true && HELP.has(option.name)) && !isGivenCode(parsed))
  // `--version 1` may name a version: only alone, or last, it asks for one.
  const isAsked = (option: Option): boolean =>
    option.value === true &&
    HELP.has(option.name) &&
    comesFirst(parsed, words) &&
    (option.name !== '--version' || operands.length === depth || (options.at(-1) === option && parsed.operandsOtherwise === null))
  if (isDryRun || options.some(isAsked)) return true
  const last: Option | undefined = options.at(-1)
  // Not the end of `-path`.
  const asks = last?.name === '-h' && last.value === true && comesFirst(parsed, words) && words.some((word) => word.text === '-h')
  if (asks && node.options['-h'] === undefined && entry.options['-h'] === undefined) return true
  const first = operands[depth]?.text
  return (first != null && !first.startsWith('-') && dries(first)) || isHelp(parsed, entry)
}

/** `python3 -c '…' --help`: what follows is for the code. */
const isGivenCode = ({ node, options }: Parsed): boolean => node.runs.some(({ from }) => from.some((one) => options.some(({ name }) => name === one)))

/** `rm -rf x --help`: where its first operand ends a program's options, as on a Mac, help behind it is another operand. */
function comesFirst(parsed: Parsed, words: readonly Word[]): boolean {
  const { node, operands, depth } = parsed
  if (isGivenCode(parsed)) return false
  // `find ~ -path --help -o -delete`: a language of its own, in which anything may stand.
  if (node.style === 'single' && node.reader !== undefined) return HELP.has(words[1]?.text ?? '')
  const [first] = operands
  if (first === undefined || depth > 0 || !node.does.some(({ on }) => on.some((one) => !one.startsWith('-')))) return true
  const at = words.findIndex((word, i) => i > 0 && (word === first || (word.text !== null && word.text === first.text)))
  return at < 0 || words.findIndex(({ text }) => text !== null && (HELP.has(text) || text === '-h')) < at
}

/** Without the dashes before them; `-DdryRun` is Maven's. */
const PLANS: ReadonlySet<string> = new Set([
  'dry-run',
  'dryrun',
  'ddryrun',
  'what-if',
  'whatif',
  'simulate',
  'preview',
  'no-op',
  'noop',
  'no-act',
  'check',
  'plan',
])
const isPlanned = (name: string): boolean => name.startsWith('-') && PLANS.has(name.slice(name.startsWith('--') ? 2 : 1).toLowerCase())

/** Without the options by which it would only plan, where another takes them back: rules must not see them either. */
export function withoutUndone(parsed: Parsed): Parsed {
  if (parsed.options.length === 0) return parsed
  const isPlan = ({ name }: Option): boolean => parsed.chain.some((program) => program.dry.includes(name)) || isPlanned(name)
  const found = parsed.options.filter(isPlan)
  if (found.length === 0 || !isTakenBack(parsed, found)) return parsed
  // `kubectl --dry-run=none`: where it takes a value, rules look at that.
  const isListed = ({ name }: Option): boolean => parsed.chain.some((program) => (program.options[name]?.arity ?? 0) !== 0)
  return { ...parsed, options: parsed.options.filter((option) => !isPlan(option) || (isSaidOff(option) && isListed(option))) }
}

/** `--dry-run=none`, `--dry-run --no-dry-run`, `-n --no-n`, `-n +n`, `--dry-run false`: a real run, wherever it is said. */
function isTakenBack({ options, operands, chain }: Parsed, found: readonly Option[]): boolean {
  const names = found.map((option) => option.name)
  const undoes = ({ name }: Option): boolean => {
    if (name.startsWith('+')) return names.includes(`-${name.slice(1)}`)
    if (!name.startsWith('--no-') || name.length === 5) return false
    const rest = name.slice(5)
    return names.some((one) => one.startsWith(`--${rest}`)) || chain.some((program) => names.includes(program.options[`-${rest}`]?.name ?? ''))
  }
  return found.some(isSaidOff) || options.some(undoes) || operands.some(({ text }) => text === 'false' || text === 'none')
}

const OFF = ['none', 'false', '$false', 'no', '0', 'off', 'f', 'n', 'null', '']
/** What cannot be known may say so too. */
const isSaidOff = ({ value }: Option): boolean => value !== true && (value.text === null || OFF.includes(value.text.toLowerCase()))

/**
 * `git help push`, `docker volume help`: only where a subcommand is expected, since anywhere else something may be called so.
 * Programs that take it last (`aws ec2 run-instances help`) name it as dry.
 */
function isHelp({ node, operands, depth, options, chain }: Parsed, entry: Program): boolean {
  if (options.some((option) => option.value !== true)) return false
  if (!operands.some(({ text }) => text === 'help')) return false
  const at = operands[0]?.text === 'help' ? 0 : depth
  const before = at === 0 ? entry : node
  if (operands[at]?.text === 'help' && Object.keys(before.subcommands).length > 0 && before.does.length === 0 && before.runs.length === 0) return true
  return operands.at(-1)?.text === 'help' && operands.length <= 4 && options.length === 0 && chain.some((program) => program.dry.includes('help'))
}
