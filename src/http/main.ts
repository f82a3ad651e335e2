// prudent serve: a process that stays and answers hosts over HTTP, on this machine only. Started by the command of that name.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { homedir } from 'node:os'
import path from 'node:path'
import type { ReadStream } from 'node:tty'
import { pathToFileURL } from 'node:url'
import { packageFolder } from '../config/package-files.ts'
import { keepWarm } from '../answer/warm.ts'
import type { WarmGate } from '../answer/warm.ts'
import { USUAL_PORT } from '../hosts/_frame/install.ts'
import { tokenFile, tokenFor, writeToken } from '../install/http-token.ts'
import { keepLooking } from '../install/lookout.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { hookRoutes } from './hooks.ts'
import { keepWatch } from './sentinel.ts'
import { makeServer, portOf } from './server.ts'
import { warmUp } from './warm-up.ts'

export interface Serve {
  readonly port: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly note: (text: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
  /** Where people answer in a browser. `only`: hooks may be answered elsewhere, the desk may not. */
  readonly desk: { readonly port: number; readonly open: boolean; readonly only: boolean }
  /** Where a person presses Enter. */
  readonly input: ReadStream
}

/** As src/desk/main.ts has it; a process imports no other. */
interface Desk {
  readonly startDesk: (given: {
    readonly port: number
    readonly env: Serve['env']
    readonly out: (text: string) => void
    readonly note: (text: string) => void
    readonly open: boolean
    readonly link: boolean
  }) => Promise<{ readonly ok: true; readonly desk: RunningDesk } | { readonly ok: false; readonly message: string }>
  readonly joinDesk: (given: { readonly env: Serve['env']; readonly out: (text: string) => void; readonly open: boolean }) => Promise<RunningDesk | null>
}
interface RunningDesk {
  readonly entered: () => void
  readonly close: () => Promise<void>
  /** One that runs elsewhere has gone. */
  readonly gone?: Promise<void>
}

/** Until it is ended; the result is the exit code. */
export async function serve({ port, env, out, note, signal, desk: wanted, input }: Serve): Promise<number> {
  const told = env['HOME']
  const home = told !== undefined && path.isAbsolute(told) ? told : homedir()
  let token: string
  const isFirst = !existsSync(tokenFile(home))
  try {
    token = tokenFor(home, process.getuid?.() ?? null)
    writeToken(home, token)
  } catch (error) {
    note(`\`${tokenFile(home)}\` cannot be written: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  const root = packageFolder()
  const gate = keepWarm(keepWatch())
  let lastCall = 0
  const asked: WarmGate = (heard, at) => {
    lastCall = performance.now()
    return gate(heard, at)
  }
  const server = makeServer(hookRoutes({ token, env, home, root, gate: asked }))
  const endLooking = keepLooking({ home, state: stateFolder(env, process.platform, home) })
  const problem = await listening(server, port)
  const endWarming = problem === null ? warmUp(gate, { env, home, folders: env, cwd: home, root }, () => lastCall) : null
  if (problem === null && !wanted.only) {
    const at = portOf(server)
    // A token that was not there yet stands in no agent's configuration.
    const hint = isFirst ? `no agent uses it yet: prudent init --http${at === USUAL_PORT ? '' : ` --port ${at}`} sets them up\n` : ''
    out(`hook server: http://127.0.0.1:${at} (this machine only)\n${hint}`)
  }
  const desk = problem === null || wanted.only ? await startedDesk(wanted, { env, out, note }) : null
  // Whoever joined a desk knows that it is taken.
  if (problem !== null && desk?.gone === undefined) note(problem)
  const failed = wanted.only ? desk === null : problem !== null
  const onEnter = (chunk: Buffer | string): void => {
    if (String(chunk).includes('\n')) desk?.entered()
  }
  if (input.isTTY) input.on('data', onEnter)
  const ended = once(signal, 'abort')
  const isGone = desk?.gone?.then(() => note('the desk was stopped: prudent desk starts a new one'))
  if (!failed && !signal.aborted) await Promise.race([ended, ...(isGone === undefined ? [] : [isGone])])
  endLooking()
  endWarming?.()
  input.off('data', onEnter)
  input.pause()
  server.close()
  server.closeAllConnections()
  await desk?.close()
  return failed ? 1 : 0
}

/** Null when it listens. */
function listening(server: Server, port: number): Promise<string | null> {
  return new Promise((done) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      done(
        error.code === 'EADDRINUSE' ? `port ${port} is in use: stop what listens there, or choose another with --port` : `it cannot listen: ${error.message}`,
      ),
    )
    server.listen({ host: '127.0.0.1', port }, () => done(null))
  })
}

/** Loaded only where it is wanted. Without it hooks are answered all the same. */
async function startedDesk(
  { port, open, only }: Serve['desk'],
  more: Pick<Parameters<Desk['startDesk']>[0], 'env' | 'out' | 'note'>,
): Promise<RunningDesk | null> {
  try {
    const { startDesk, joinDesk } = (await import(pathToFileURL(path.join(packageFolder(), 'dist/desk.js')).href)) as Desk
    const started = await startDesk({ port, open, link: only, ...more })
    if (started.ok) return started.desk
    const joined = only ? await joinDesk({ open, ...more }) : null
    if (joined !== null) return joined
    more.note(started.message)
  } catch (error) {
    more.note(`the desk cannot be started: ${error instanceof Error ? error.message : String(error)}`)
  }
  return null
}
