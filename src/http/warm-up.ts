// Judges ordinary calls in the pauses of a server that was just started, so that V8 has compiled the gate before the first day's calls come. Writes nothing down.
import type { Surroundings } from '../answer/given.ts'
import type { WarmGate } from '../answer/warm.ts'
import { hear } from '../hosts/_frame/hear.ts'
import { host as GENERIC } from '../hosts/generic/index.ts'

/** Then V8 has optimised what most calls need (`bench/http.mjs`). */
const CALLS = 1500
/** Between two of them: a real call waits for one at most. */
const PAUSE_MS = 2
/** While agents ask, they come first. */
const AFTER_CALLS_MS = 250

const COMMANDS = [
  'ls -la',
  'git status --short',
  'npm test',
  'cat README.md | head -20',
  'cd src && grep -rn TODO . 2>&1 | tee out.log',
  'git add -A && git commit -m "change"',
  'git push --force origin main',
  'rm -rf node_modules dist',
  'find . -name "*.ts" | xargs wc -l',
  'python3 -c "print(1)"',
  `node -e "require('fs').readFileSync('package.json')"`,
  'rm -rf "$DIR/x" ~/y',
]
const SAMPLES = [
  ...COMMANDS.map((command) => ({ tool: 'Bash', input: { command } })),
  { tool: 'Read', input: { file_path: 'src/a.ts' } },
  { tool: 'Edit', input: { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' } },
  { tool: 'Write', input: { file_path: 'src/a.ts', content: 'export const a = 1\n' } },
]

/** `lastCall`: when an agent last asked, by `performance.now()`. Returns how to end it. */
export function warmUp(gate: WarmGate, at: Omit<Surroundings, 'rehearsal'>, lastCall: () => number): () => void {
  let done = 0
  let timer: NodeJS.Timeout | undefined
  const next = async (): Promise<void> => {
    if (performance.now() - lastCall() < AFTER_CALLS_MS) return wait(AFTER_CALLS_MS)
    const text = JSON.stringify({ ...SAMPLES[done++ % SAMPLES.length], cwd: at.cwd, session: '' })
    const heard = hear(text, [GENERIC], GENERIC, { env: {}, cwd: at.cwd, via: 'http' }, GENERIC.name)
    const { afterwards } = await gate(heard, { ...at, rehearsal: true })
    afterwards()
    if (done < CALLS) wait(PAUSE_MS)
  }
  const wait = (millis: number): void => {
    timer = setTimeout(() => void next(), millis)
    timer.unref()
  }
  wait(PAUSE_MS)
  return () => {
    done = CALLS
    clearTimeout(timer)
  }
}
