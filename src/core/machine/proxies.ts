// Finds the hosts that a request goes through besides its own: proxies, and names that an option maps to another address.
import type { Option } from '../model.ts'
import { readUrl } from '../text/url.ts'
import { doerOf } from '../log/process.ts'
import { valuesOf } from '../meaning/options.ts'
import type { Line } from './shell.ts'

const PROXY_OPTIONS = [
  '--proxy',
  '--preproxy',
  '--proxy1.0',
  '--socks4',
  '--socks4a',
  '--socks5',
  '--socks5-hostname',
  '--all-proxy',
  '--https-proxy',
  '--http-proxy',
]
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']
/** `H1:P1:H2:P2`: what is for the first goes to the second. */
const INSTEAD = /^(?:\[[^\]]{0,80}\]|[^:]{0,253}):[^:]{0,10}:(\[[^\]]{0,80}\]|[^:]{1,253})(?::|$)/
/** `name:port:address,address` */
const LIES_AT = /^\+?(?:\[[^\]]{0,80}\]|[^:]{1,253}):[^:]{1,10}:(.{1,400})$/
const SETS_PROXY = /^\s{0,8}(?:https?|ftp)_proxy\s{0,8}=\s{0,8}(\S{1,400})/i
const MOST = 16
const isOnTheWay = ({ name }: Option): boolean => name === '--connect-to' || name === '--resolve' || name === '--execute' || PROXY_OPTIONS.includes(name)
const NONE: readonly string[] = []

/** Only those that are written out: nobody knows of the others that they are strangers. */
export function hostsOnTheWay({ shell, command, parsed }: Line): readonly string[] {
  const { options } = parsed
  // Most requests have neither.
  if (!options.some(isOnTheWay) && !PROXY_VARIABLES.some((name) => shell.vars.has(name))) return NONE
  const given = (name: string): readonly string[] => valuesOf(options, name).flatMap(({ text }) => (text === null ? [] : [text]))
  const found: (string | null)[] = []
  for (const value of given('--connect-to')) found.push(INSTEAD.exec(value)?.[1] ?? null)
  for (const value of given('--resolve')) found.push(...(LIES_AT.exec(value)?.[1]?.split(',') ?? []))
  if (!given('--noproxy').some((value) => value.trim() === '*')) {
    const named = [...PROXY_OPTIONS.flatMap(given), ...given('--execute').flatMap((value) => SETS_PROXY.exec(value)?.[1] ?? [])]
    // An option, also an empty one, counts instead of the environment.
    const proxies = named.length > 0 ? named : PROXY_VARIABLES.flatMap((name) => shell.vars.get(name)?.words[0]?.text ?? [])
    for (const value of proxies) found.push(readUrl(value.replace(/^\w{2,8}:(?=\w{2,8}:\/\/)/, '')).host)
  }
  const hosts = found.flatMap((host) => (host === null || host === '' ? [] : [host.replace(/^\[(.*)\]$/, '$1')]))
  return shell.trace.budget.cut(hosts, MOST, doerOf(shell, command.span), 'more hosts on the way than are followed')
}
