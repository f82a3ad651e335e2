// prudent serve: where do hosts ask that send their events over HTTP? The server is a process of its own; here it is described and started.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder } from '../../config/package-files.ts'
import { USUAL_DESK_PORT, USUAL_PORT } from '../../hosts/_frame/install.ts'
import { textOption, UsageError } from '../command.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'

/** As src/http/main.ts has it; a process imports no other. */
interface Server {
  readonly serve: (given: {
    readonly port: number
    readonly env: NodeJS.ProcessEnv
    readonly out: (text: string) => void
    readonly note: (text: string) => void
    readonly signal: AbortSignal
    readonly desk: { readonly port: number; readonly open: boolean; readonly only: boolean }
    readonly input: NodeJS.ReadStream
  }) => Promise<number>
}

const PORT_OPTION = { flags: '--port <number>', summary: `where to listen on this machine (${USUAL_PORT})` } as const
const DESK_OPTION = { flags: '--desk-port <number>', summary: `where the desk is (${USUAL_DESK_PORT})` } as const

export function portIn(given: GivenWords, name = 'port', usual = USUAL_PORT): number {
  const told = textOption(given, name)
  if (told === undefined) return usual
  const port = Number(told)
  if (!/^\d{1,5}$/.test(told) || port > 65_535) throw new UsageError(`\`${told.slice(0, 40)}\` is no port: write a number up to 65535`)
  return port
}

export const serve: CommandSpec = {
  name: 'serve',
  summary: 'answer hooks over HTTP, on this machine only',
  details:
    'For hosts that `prudent init --http` has set up, with a gate that is kept warm. It judges as the hook does, by the same settings, taken up when they change. Whoever has no token of ours, comes through a browser or by another name is turned away. A dead server changes no verdict: the hook answers as well.\nExit code: 0 when it is ended, 1 where it cannot listen.',
  operands: [],
  options: [PORT_OPTION, DESK_OPTION],
  examples: [
    ['prudent serve', 'until Ctrl-C'],
    ['prudent serve --port 5000', 'elsewhere; then prudent init --http --port 5000'],
  ],
  run: (given, io) => begin(io, portIn(given), { port: portIn(given, 'deskPort', USUAL_DESK_PORT), open: false, only: false }),
}

export async function begin(io: Io, port: number, desk: { readonly port: number; readonly open: boolean; readonly only: boolean }): Promise<number> {
  const { serve: resident } = (await import(pathToFileURL(path.join(packageFolder(), 'dist/serve.js')).href)) as Server
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort())
  return resident({ port, env: process.env, out: io.out, note: io.note, signal: ending.signal, desk, input: process.stdin })
}
