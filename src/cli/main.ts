// What happens when `prudent` is started? As a hook it is the hook and nothing besides; everything else is read from disk only when it is asked for.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const REPAIR = 'repair it with: npm install --global prudent, then prudent init'
const MOST_NAMED = 5
const [word, next] = process.argv.slice(2)
const say = (text: string, who = 'prudent'): void => void process.stderr.write(`${who}: ${text}\n`)
try {
  if (word === 'hook' && next !== '--help' && next !== '-h') {
    // It answers and leaves by itself; whatever keeps it from that is a denial.
    process.exitCode = 2
    createRequire(import.meta.url)('./hook.cjs')
  } else {
    const gone = word === 'doctor' ? missing() : []
    if (gone.length > 0) say(missingText(gone))
    await (await import('./start.ts')).start(process.argv.slice(2))
    if (gone.length > 0) process.exitCode = process.exitCode === undefined || process.exitCode === 0 ? 1 : process.exitCode
  }
} catch (error) {
  // Never a stack trace. Whatever failed, a part that is missing is the likely cause.
  const gone = missing()
  const text = gone.length > 0 ? missingText(gone) : `this failed: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}; ${REPAIR}`
  if (word === 'hook') say(text, 'Prudent denied this call')
  else say(text)
  process.exitCode = 2
}

/** Files of the installation that are not there, by a list that the build wrote. */
function missing(): readonly string[] {
  const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  try {
    return readFileSync(at('files.txt'), 'utf8')
      .split('\n')
      .flatMap((name) => (name === '' || existsSync(at(name)) ? [] : [at(name)]))
  } catch {
    return [at('files.txt')]
  }
}

function missingText(gone: readonly string[]): string {
  const named = gone.slice(0, MOST_NAMED).map((file) => `\`${file}\``)
  const more = gone.length > MOST_NAMED ? ` and ${gone.length - MOST_NAMED} more` : ''
  return `${named.join(', ')}${more} ${gone.length === 1 ? 'is' : 'are'} missing from the installation; ${REPAIR}`
}
