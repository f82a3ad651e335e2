// What would a model say that wants to run one command? The stand-in of `prudent doctor --live`, told what to ask for, and Cursor's protocol besides.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { cursorAnswers } from './fake-cursor.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** No model answers at once, and some hosts let hooks go on meanwhile. */
const THINKS_MS = 700

/** Node 20 runs no TypeScript. */
async function built(name) {
  const file = join(root, `node_modules/.cache/prudent/live-${name}-${process.pid}.mjs`)
  mkdirSync(dirname(file), { recursive: true })
  const made = await rolldown({ cwd: root, input: join(root, `src/live/${name}.ts`), platform: 'node', tsconfig: false })
  await made.write({ file, format: 'esm', codeSplitting: false })
  await made.close()
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * Asks for one command in each conversation, by the shell among the tools that are offered, then ends.
 * `seen.told` is what the agent gave back as the tool's result; `want` changes the command and forgets what was seen.
 */
export async function startModel(cwd, log = () => {}) {
  const [{ startModel: start }, { commandFor, isShell }] = await Promise.all(['model', 'steps'].map(built))
  let command = 'true'
  let round = 0
  const seen = { told: [], offered: [], requests: [] }
  const also = cursorAnswers({ cwd, command: () => command, called: () => seen.offered.push('shell'), told: (text) => seen.told.push(text) })
  /** Titles and summaries are asked for without a shell; some agents go on with the session before. */
  const next = ({ offered, results }) => {
    const own = results.filter((result) => result.includes(`call${round}x`))
    if (own.length > 0) {
      seen.told.push(...own)
      return null
    }
    seen.offered.push(...offered.map(({ name }) => name))
    const shell = offered.find(isShell)
    return shell === undefined ? null : { id: `call${round}x${seen.requests.length}`, name: shell.name, input: commandFor(shell, command, cwd) }
  }
  const noted = (entry) => {
    seen.requests.push(`${entry.method} ${entry.url}`)
    log(entry)
  }
  const { url, stop } = await start({ next, thinksMs: THINKS_MS, log: noted, also })
  const want = (text) => {
    command = text
    round++
    for (const list of Object.values(seen)) list.length = 0
  }
  return { url, seen, want, stop }
}
