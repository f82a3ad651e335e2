// When does a way to another machine lead back to this one?
import { has } from '../meaning/options.ts'
import type { Line } from './shell.ts'

const LOOPBACK = /^(?:([^@]{0,64})@)?(?:localhost|ip6-localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** `ssh localhost` comes back to this machine, in the home of whoever it names; another port leads into a machine of its own. */
export function isThisMachine({ parsed }: Line): { readonly as?: 'root' } | null {
  const { node, operands, options, depth } = parsed
  if (node.reader !== 'ssh' || node.at !== 'remote' || has(options, ['-p', '-P', '-J'])) return null
  const found = LOOPBACK.exec(operands[depth]?.text ?? '')
  return found === null ? null : found[1] === 'root' ? { as: 'root' } : {}
}
