// What would a careful person answer to this command or this path, with no settings at all?
import type { Verdict } from '../../core/model.ts'
import { normalise } from '../../core/text/path.ts'
import { dangerOf } from './dangerous-operation.ts'
import { structureOf } from './structure.ts'
import type { SimpleCommand } from './structure.ts'

export interface SafetyVerdict {
  readonly verdict: Verdict
  /** `ask` or `deny`. */
  readonly needsApproval: boolean
  /** No approval should lift it. */
  readonly hardDenied: boolean
  /** Why; empty when there is nothing to say. */
  readonly reason: string
  readonly tool: 'bash' | 'write_file'
  readonly details: Readonly<Record<string, string>>
}

const answer = (tool: SafetyVerdict['tool'], verdict: Verdict, reason: string, details: Readonly<Record<string, string>>): SafetyVerdict => ({
  verdict,
  needsApproval: verdict !== 'allow',
  hardDenied: verdict === 'deny',
  reason,
  tool,
  details,
})

/**
 * Denies what nobody wants (root removed, disks formatted or zeroed, fork bombs, NUL bytes), asks about removals, forced pushes, dropped tables and the like.
 * @example checkBashCommand('rm -rf /').verdict // 'deny'
 * @example checkBashCommand('npm test').verdict // 'allow'
 */
export function checkBashCommand(command: string): SafetyVerdict {
  const text = typeof command === 'string' ? command : ''
  const details = { command: text.slice(0, 500) }
  try {
    const denied = deniedIn(text)
    if (denied !== null) return answer('bash', 'deny', denied, details)
    const asked = askedIn(text) ?? dangerOf(text)
    return asked === null ? answer('bash', 'allow', '', details) : answer('bash', 'ask', asked, details)
  } catch {
    return answer('bash', 'ask', 'could not be read', details)
  }
}

const FORK_BOMB = /([A-Za-z_:.]{1,40})\s{0,4}\(\)\s{0,4}\{\s{0,4}\1\s{0,4}\|\s{0,4}\1\s{0,4}&/

function deniedIn(text: string): string | null {
  if (text.includes('\0')) return 'carries a NUL byte'
  if (FORK_BOMB.test(text.slice(0, 65_536))) return 'starts processes without end'
  for (const { words, writes } of structureOf(text).commands) {
    const [program = '', ...rest] = words
    if (
      program === 'rm' &&
      rest.some((word) => /^(?:-[A-Za-z]*[rR]|--recursive)/.test(word)) &&
      rest.some((word) => /^(?:\/+\*?|\/\.\/?|~\/?\*?|\$\{?HOME\}?\/?\*?)$/.test(word))
    )
      return 'deletes the whole file system or a whole home folder'
    if (/^mkfs(?:\.|$)/.test(program) && !rest.some((word) => /^(?:-h|--help|-V|--version)$/.test(word))) return 'formats a disk'
    if (program === 'dd' && rest.includes('if=/dev/zero')) return 'writes zeros over whatever it is given'
    if (program === 'dd' && rest.some((word) => /^of=\/dev\/(?!null|zero|std|full)/.test(word))) return 'overwrites a disk'
    if (writes.some((path) => /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper\/)/.test(path))) return 'overwrites a disk'
    if (writes.some((path) => pathVerdict(path, '/relative', []).verdict === 'deny')) return 'writes to a file that no tool may write'
  }
  return null
}

function askedIn(text: string): string | null {
  for (const one of structureOf(text).commands) {
    const asked = askedOf(one)
    if (asked !== null) return asked
  }
  return null
}

function askedOf({ words, writes }: SimpleCommand): string | null {
  const [program = '', ...rest] = words
  const sub = rest.find((word) => !word.startsWith('-'))
  if (program === 'rm' || program === 'rmdir' || program === 'unlink' || program === 'shred') return 'removes files'
  if (program === 'git' && sub === 'clean' && !rest.some((word) => /^(?:-[A-Za-z]*n|--dry-run)/.test(word))) return 'removes files that git does not know'
  if (program === 'git' && sub === 'checkout' && rest.at(-1) === '.') return 'throws away uncommitted work'
  if (program === 'chmod' && rest.some((word) => /^(?:0?777|a\+rwx|ugo\+rwx)$/.test(word))) return 'lets everybody write'
  if ((program === 'kill' || program === 'pkill' || program === 'killall') && rest.some((word) => /^-(?:9|KILL|SIGKILL)$/.test(word)))
    return 'ends a process by force'
  if (program === 'truncate') return 'cuts a file off'
  return writes.some((path) => path.startsWith('/dev/') && !/^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(path)) ? 'writes to a device' : null
}

export interface WritePlace {
  /** Where a relative path begins. */
  readonly cwd?: string
  /** What `~` stands for. */
  readonly home?: string
  /** More paths to ask about: `~/.config/gh`, `secrets`. */
  readonly sensitivePaths?: readonly string[]
}

/**
 * Denies writes to accounts, to /proc, /sys and /dev and to paths with a NUL byte; asks about secrets, keys and /etc.
 * @example checkWritePath('/etc/shadow').verdict // 'deny'
 * @example checkWritePath('../.ssh/config').verdict // 'ask'
 */
export function checkWritePath(path: string, place: WritePlace = {}): SafetyVerdict {
  const text = typeof path === 'string' ? path : ''
  const { cwd = '/relative', home = '/home/user', sensitivePaths = [] } = place
  const details = { path: text.slice(0, 500) }
  try {
    const own = sensitivePaths.filter((one) => typeof one === 'string' && one !== '').map((one) => one.replace(/^~\//, '').replace(/\/+$/, ''))
    const { verdict, reason } = pathVerdict(text.replace(/^~(?=\/|$)/, home), cwd, own)
    return answer('write_file', verdict, reason, details)
  } catch {
    return answer('write_file', 'ask', 'could not be read', details)
  }
}

const SENSITIVE = ['.ssh', '.gnupg', '.aws/credentials', '.config/gcloud']
const HARMLESS = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd\/\d+)$/

function pathVerdict(path: string, cwd: string, own: readonly string[]): { verdict: Verdict; reason: string } {
  if (path.includes('\0')) return { verdict: 'deny', reason: 'carries a NUL byte' }
  if (path === '') return { verdict: 'allow', reason: '' }
  const full = normalise(path, cwd).replace(/^\/private(?=\/etc\/)/, '')
  if (/^\/etc\/(?:shadow|gshadow|passwd|sudoers)(?:$|[-~]$)/.test(full) || full.startsWith('/etc/sudoers.d/'))
    return { verdict: 'deny', reason: 'holds users and passwords' }
  if (/^\/(?:proc|sys|dev)(?:\/|$)/.test(full) && !HARMLESS.test(full)) return { verdict: 'deny', reason: 'is a switch of the running machine, not a file' }
  const names = full.split('/').filter(Boolean)
  const name = names.at(-1) ?? ''
  if (names.some((one) => one === '.env' || (one === name && /^\.env(?:\.|$)/.test(one) && !/\.(?:example|sample|template|dist|defaults?|test)$/.test(one))))
    return { verdict: 'ask', reason: 'holds secrets of the environment' }
  for (const one of [...SENSITIVE, ...own]) if (holds(names, one.split('/').filter(Boolean))) return { verdict: 'ask', reason: `lies in \`${one}\`` }
  if (/^\/etc(?:\/|$)/.test(full)) return { verdict: 'ask', reason: 'is a setting of the whole machine' }
  return { verdict: 'allow', reason: '' }
}

/** Some run of the path's names is exactly this one. */
const holds = (names: readonly string[], run: readonly string[]): boolean =>
  run.length > 0 && names.some((_, at) => run.every((name, i) => names[at + i] === name))
