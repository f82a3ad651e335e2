// Reads the text of options such as `--eval` of programs that nobody described: code of an interpreter, in a language that nobody names.
import { knownStart, wordFrom } from '../value/fields.ts'
import { execute } from './execute.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'

const CODED = /^-(?:[bceErRxX]|-?(?:[a-z]+-)*(?:eval|expr|code|exec|execute|command|string|script|statement))$/
/** A call with a text in it, whatever stands between them. */
const CALLS = /[A-Za-z_]\w*\s?[([]?\s?["'`[]/

/** `x -e '(system "rm y")'`, `x --python-expr='os.system("rm y")'`: searched for what it would run. */
export function runCoded(shell: Shell, { words, span }: Performed): void {
  words.forEach((word, at) => {
    const start = knownStart(word)
    const equals = start.startsWith('--') ? start.search(/[=:]/) : -1
    const name = equals > 0 ? start.slice(0, equals) : (words[at - 1]?.text ?? '')
    if (at === 0 || !CODED.test(name)) return
    const code = equals > 0 ? wordFrom(word, equals + 1) : word
    if (code.text === null || !CALLS.test(code.text)) return
    const inner = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span })
    execute(inner, { language: 'generic', code, origin: 'argument', span, stdin: null })
  })
}
