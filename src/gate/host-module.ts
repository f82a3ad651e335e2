// What stands in a file that a host loads into its own process? Code that starts the hook and reads its answer; whatever goes wrong is a denial.
import { OUR_FILE } from './host-install.ts'
import type { Canary, Ours } from './host-install.ts'

/** Defines `judge({ tool, server, input, cwd, session, id })`: the event and the answer of docs/hosts.md for any other program. */
export const moduleHead = ({ program }: Ours): string => `// Prudent: every call is judged before it runs. This file is ${OUR_FILE}.
import { spawn } from 'node:child_process'

const PROGRAM = ${JSON.stringify(program)}
const WAIT_MS = 15000
const failed = (why) => ({ verdict: 'deny', reason: 'Prudent could not judge this call (' + why + '), so it is not let through; the user can run: prudent doctor' })

function answerOf(code, out, err) {
  let said = null
  try {
    said = JSON.parse(out)
  } catch {}
  if (code === 0) return said?.verdict === 'allow' ? said : failed('an answer that cannot be read')
  if (code === 2 && said?.verdict === 'ask' && typeof said.reason === 'string') return said
  return code === 2 ? { verdict: 'deny', reason: said?.reason || err.trim() || 'denied' } : failed('exit code ' + code)
}

function judge(call) {
  return new Promise((resolve) => {
    let out = ''
    let err = ''
    const child = spawn(PROGRAM, ['--host', 'generic'], { stdio: ['pipe', 'pipe', 'pipe'] })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve(failed('it took too long'))
    }, WAIT_MS)
    child.on('error', (error) => resolve(failed(error.message)))
    child.stdin.on('error', () => {})
    child.stdout.on('data', (data) => (out += data))
    child.stderr.on('data', (data) => (err += data))
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(answerOf(code, out, err))
    })
    child.stdin.end(JSON.stringify(call))
  })
}
`

/** What the module sends. */
export const moduleCanary =
  (tool: string) =>
  (command: string, cwd: string, id: string): Canary => ({ stdin: { tool, input: { command }, cwd, session: id, id } })
