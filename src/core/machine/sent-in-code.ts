// Does code remove the home it names, or name a secret and a stranger to send it to, or a shell and a stranger to talk to, in calls that nobody described? It may bring them together, which weighs one step less than where that was seen.
import { locate } from '../disk/paths.ts'
import type { Span } from '../model.ts'
import { literal } from '../value/text.ts'
import { act } from './act.ts'
import { quotedIn } from './command-strings.ts'
import { removesNearHome } from './homeward.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'

const ADDRESS = /\b(?:https?|wss?|ftps?|s3|gs|scp|sftp|tcp):\/\/[\w.-]{3,200}/g
const HOST = /^(?:[\w-]{1,60}\.){1,8}[a-z]{2,18}$/
const NUMBER = /^\d{1,3}(?:\.\d{1,3}){3}$/
const HERE = /^(?:127\.|0\.0\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|localhost|host\.docker)|\.(?:local|test|internal|localhost)$/
const SENDS = /\b(?:put|post|send|sendmail|upload|request|write|push|connect|copy|copy_stream|attach|storbinary|stor|fastput|fetch|nwrite|multipart)\b/i
const CONNECTS = /connect|socket|\btcp|ftp|smtp|ssh|host/i
const TALKS = /\bconnect\w{0,16}\s?\(|socketConnection|open-network-stream|open_connection|create_connection|TCPSocket|createConnection|gen_tcp|ztcp/
const SHELLS = /["'`](?:\/bin\/)?(?:ba|z|da)?sh["'`]|:os\.cmd|os\.popen|shell-command|system\(\s?readLines|pty\.spawn|code\.interact|["'`]cmd\.exe/
/** What a secret's path is put behind. */
const HOMES = /^(?:~|\$HOME|\$\{HOME\}|\$ENV\{["']?HOME["']?\}|#\{[^}]{1,40}\}|\$\{[^}]{1,40}\})?(?=\/|$)/
const SECRETS: readonly string[] = ['credentials', 'private-key']
/** What takes whole folders away. */
const REMOVES = /rmtree|rm_rf|rm_r\b|rmSync|removedirs|remove_?tree|removePathForcibly|delete_?(?:dir|tree)|remove_dir_all/i
/** `'rm' + 'tree'` */
const JOINED = /(["'])\s?(?:\+|\.|\.\.|<>)\s?\1/g
const LONGEST = 8_000
const MOST = 8

export function noteSent(shell: Shell, text: string, since: number, span: Span): void {
  if (text.length > LONGEST) return
  const texts = quotedIn(text, () => false).map(({ value }) => value)
  const inner = fork(shell, { certain: false, later: true, depth: shell.depth + 1, span: shell.span ?? span })
  const { home } = shell.trace.scene
  const deleted = shell.trace.actions.slice(since).flatMap((action) => (action.does === 'delete' ? [action.resolved] : []))
  // Whom it is handed to by another way than a call nobody followed.
  const isHanded = deleted.length === 0 && texts.some((one) => one === home || one === '~') && REMOVES.test(text.replaceAll(JOINED, ''))
  if (isHanded || (removesNearHome(text) && !deleted.includes(home))) act({ do: 'delete', path: literal(home), how: 'whole', recursive: true }, inner, span)
  const strangers = strangersIn(text, texts)
  if (strangers.length === 0) return
  if (TALKS.test(text) && SHELLS.test(text)) act({ do: 'change', what: 'network-shell', target: null }, inner, span)
  if (!SENDS.test(text)) return
  const done = shell.trace.actions.slice(since)
  for (const path of texts) {
    const target = secretAt(shell, path)
    if (target === null || done.some((action) => action.does === 'write' && action.resolved === target)) continue
    const id = act({ do: 'read', path: literal(target), how: 'whole' }, inner, span)
    for (const host of strangers) act({ do: 'connect', url: literal(host), sends: true, takes: id === null ? [] : [id] }, inner, span)
    return
  }
}

function strangersIn(text: string, texts: readonly string[]): readonly string[] {
  const addresses = Array.from(text.matchAll(ADDRESS), ([address]) => address).filter((address) => !HERE.test(address.slice(address.indexOf('//') + 2)))
  if (addresses.length > 0) return addresses.slice(0, MOST)
  if (!CONNECTS.test(text)) return []
  return texts.filter((one) => (HOST.test(one) || NUMBER.test(one)) && !HERE.test(one) && !FILE.test(one)).slice(0, MOST)
}
const FILE = /\.(?:json|ya?ml|toml|txt|md|py|js|ts|sh|log|csv|conf|cfg|ini|env|pem|key|html|css|sock)$/

/** Where a text names a key or what holds passwords: its path. */
function secretAt(shell: Shell, text: string): string | null {
  if (text.length > 200 || !/[./]/.test(text) || /\s/.test(text)) return null
  const { home } = shell.trace.scene
  const path = text.replace(HOMES, home)
  for (const one of text.startsWith('/') ? [text, home + text] : [path]) {
    const { resolved, places } = locate(shell, literal(one))
    if (resolved !== null && SECRETS.some((place) => places.includes(place)) && !places.includes('certificates-public')) return resolved
  }
  return null
}
