// prudent serve: a process that stays and answers hosts over HTTP, on this machine only. Started by the command of that name.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import { USUAL_PORT } from '../gate/host-install.ts'
import { tokenFile, tokenFor, writeToken } from '../install/http-token.ts'
import { keepLooking } from '../install/lookout.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { hookRoute } from './hooks.ts'
import { keepWatch } from './sentinel.ts'
import { makeServer, portOf } from './server.ts'

export interface Serve {
  readonly port: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly note: (text: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
}

/** Until it is ended; the result is the exit code. */
export async function serve({ port, env, out, note, signal }: Serve): Promise<number> {
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
  const server = makeServer([hookRoute({ token, env, home, root: packageFolder(), guard: keepWatch() })])
  const endLooking = keepLooking({ home, state: stateFolder(env, process.platform, home) })
  return await new Promise((done) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      note(error.code === 'EADDRINUSE' ? `port ${port} is taken: end what listens there, or give another with --port` : `it cannot listen: ${error.message}`)
      done(1)
    })
    server.listen({ host: '127.0.0.1', port }, () => {
      const at = portOf(server)
      // A token that was not there yet stands in no agent's configuration.
      const hint = isFirst ? `no agent asks here yet: prudent init --http${at === USUAL_PORT ? '' : ` --port ${at}`} sets up those that can\n` : ''
      out(`listening on http://127.0.0.1:${at}, for this machine only\n${hint}`)
    })
    const end = (): void => {
      endLooking()
      server.close(() => done(0))
      server.closeAllConnections()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
