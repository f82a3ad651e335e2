// What do the hosts send, and what do they expect? The recorded events and answers in each folder of src/hosts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../src/core/model.ts'
import type { Arrival, Environment } from '../src/gate/seams.ts'
import { root } from './built-gate.ts'

export interface Incoming {
  readonly host: string
  readonly file: string
  readonly payload: JsonObject
  readonly arrival: Arrival
}

/** What the payload alone does not say. */
const ENVIRONMENTS: Readonly<Record<string, Environment>> = {
  crush: { CRUSH: '1' },
  grok: { GROK_HOOK_EVENT: 'pre_tool_use' },
  codebuddy: { CODEBUDDY_PROJECT_DIR: '/home/dev/app' },
  qoder: { QODER_PROJECT_DIR: '/home/dev/app' },
}

const folder = (host: string): string => join(root, 'src/hosts', host, 'fixtures')
const namesOf = (host: string, ending: string): string[] => {
  const names = readdirSync(folder(host), { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith(ending))
  return names.map(({ name }) => name.slice(0, -ending.length)).toSorted()
}
const load = (host: string, name: string): JsonObject => JSON.parse(readFileSync(join(folder(host), name), 'utf8')) as JsonObject

export const answersOf = (host: string): string[] => namesOf(host, '.out.json')
export const answer = (host: string, file: string): JsonObject => load(host, `${file}.out.json`)
export const eventsOf = (host: string): Incoming[] => namesOf(host, '.in.json').map((file) => incoming(host, file))

/** Amp's events are kept with what surrounds them. */
export function incoming(host: string, file: string): Incoming {
  const { transport: _transport, env, stdin, ...rest } = load(host, `${file}.in.json`)
  const server = host === 'mcp-proxy' ? { server: 'postgres' } : {}
  if (host === 'amp' && stdin !== undefined) return { host, file, payload: stdin as JsonObject, arrival: { env: env as Environment } }
  const payload = host === 'amp' ? rest : load(host, `${file}.in.json`)
  return { host, file, payload, arrival: { env: ENVIRONMENTS[host] ?? {}, ...server } }
}
