// ssh, socat, downloads, tar and make: what their words reach, keep or run beyond what a table can say.
import type { Word } from '../../../model.ts'
import { addPath, keepContent } from '../../paths.ts'
import { knownStart } from '../../shell/fields.ts'
import { doerOf, fork } from '../../shell/state.ts'
import { add, literal, NO_PLACES, union, unknownWord } from '../../trace.ts'
import { addConnect } from '../effects.ts'
import { execute } from '../execute.ts'
import { has, valuesOf } from '../options.ts'
import type { Line } from '../selectors.ts'

type WithId = Line & { readonly id: number }

function runShell({ shell, command, id }: WithId, text: string): Word {
  return execute(fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span }), {
    language: 'shell',
    code: literal(text),
    origin: 'argument',
    span: command.span,
    stdin: null,
  })
}

/** Whatever reaches another machine: the program says how its words are to be read. */
export function readSsh(line: WithId): Word | null {
  const { name } = line.parsed.node
  if (name === 'socat') return readSocat(line)
  if (DOWNLOADERS.has(name)) return keepDownloads(line)
  // `-o ProxyCommand=…` and its kin run here, not there.
  for (const { text } of valuesOf(line.parsed.options, '-o')) {
    const found = text === null ? null : /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s*[=\s]\s*(.+)$/i.exec(text)
    if (found?.[1] !== undefined) runShell(line, found[1].replace(/^(["'])(.*)\1$/, '$2'))
  }
  return null
}

const DOWNLOADERS = new Set(['curl', 'wget', 'aria2c', 'axel', 'lwp-download', 'snarf', 'fetch'])

/** A download without a name is kept under the last part of its address: `wget x/run.sh && sh run.sh`. */
function keepDownloads({ shell, parsed, id }: WithId): null {
  const { options } = parsed
  if (parsed.node.name === 'curl' && !has(options, ['--remote-name', '--remote-name-all'])) return null
  if (has(options, ['--output', '--output-document', '--out', '--spider'])) return null
  const folder = (valuesOf(options, '--directory-prefix')[0] ?? valuesOf(options, '--output-dir')[0] ?? valuesOf(options, '--dir')[0])?.text
  for (const action of shell.trace.actions.slice(id + 1)) {
    if (action.does !== 'connect' || action.by !== id || action.url.text === null) continue
    const last =
      action.url.text
        .replace(/^[a-z]+:\/\//i, '')
        .replace(/[?#].*$/, '')
        .split('/')
        .slice(1)
        .at(-1) ?? ''
    const file = last === '' ? 'index.html' : last
    keepContent(shell, literal(folder == null ? file : `${folder}/${file}`), unknownWord('file', true, [action.id]))
  }
  return null
}

interface Address {
  readonly kind: string
  readonly rest: string
  readonly word: Word
}

const SHELL_NAME = /(?:^|[\s/])(?:ba|z|da|k|a|c|tc|fi)?sh(?:$|[\s,])|\b(?:cmd|powershell|pwsh)(?:\.exe)?\b/
const NETWORK = /^(?:TCP|UDP|OPENSSL|SSL|SCTP|DTLS|SOCKS|PROXY|TUN|VSOCK|IP)/

function addressOf(word: Word): Address {
  const text = word.text ?? knownStart(word)
  const colon = text.indexOf(':')
  return colon < 0
    ? { kind: text.toUpperCase().split(',')[0] ?? '', rest: '', word }
    : { kind: text.slice(0, colon).toUpperCase(), rest: text.slice(colon + 1), word }
}

/** `socat FROM TO`: each side is a file, a command, a socket or standard input and output. */
function readSocat(line: WithId): Word {
  const { shell, command, parsed } = line
  const doer = { ...doerOf(shell, command.span), by: line.id }
  const sides = parsed.operands.slice(0, 2).map(addressOf)
  const network = sides.filter((side) => NETWORK.test(side.kind))
  let given: readonly number[] = []
  let sends = false
  for (const { kind, rest, word } of sides) {
    if (/^(?:-|STDIN|STDIO|FD|READLINE)$/.test(kind)) {
      given = union(given, command.stdin?.from)
      sends ||= command.stdin !== null
    } else if (/^(?:OPEN|GOPEN|FILE|CREATE|CREAT)$/.test(kind)) {
      const [path = '', ...settings] = rest.split(',')
      const folder = settings.find((one) => one.startsWith('chdir='))?.slice(6)
      const id = addPath(shell, doer, literal(folder === undefined ? path : `${folder}/${path}`, word.from), {
        does: kind.startsWith('CREAT') ? 'write' : 'read',
        how: 'whole',
        recursive: false,
      })
      if (id !== null) given = union(given, [id])
      sends = true
    } else if (/^(?:EXEC|SYSTEM|SHELL)$/.test(kind)) {
      const text = rest
        .replace(/,(?:pty|stderr|setsid|sigint|sane|nofork|ctty|pipes|raw|echo=\d)(?=,|$)/g, '')
        .replace(/\\(.)/g, '$1')
        .replace(/^(["'])(.*)\1$/, '$2')
      if (network.length > 0 && SHELL_NAME.test(text))
        add(shell.trace, doer, { does: 'change', what: 'network-shell', target: literal(hostIn(network[0])), places: NO_PLACES, value: null, recursive: false })
      given = union(given, runShell(line, text).from)
      sends = true
    }
  }
  const made = network.map((side) => addConnect(shell, doer, literal(hostIn(side), side.word.from), { sends, takes: given, method: null }))
  return unknownWord('socat', true, union([line.id, ...made], given))
}

const hostIn = (side: Address | undefined): string => {
  if (side === undefined || /LISTEN|RECV/.test(side.kind)) return 'any-caller'
  return side.rest.startsWith('[') ? side.rest.slice(0, side.rest.indexOf(']') + 1) : (side.rest.split(/[:,]/)[0] ?? '')
}

export function readTar(line: WithId): Word | null {
  const { options } = line.parsed
  for (const { text } of valuesOf(options, '--checkpoint-action')) if (text?.startsWith('exec=') === true) runShell(line, text.slice(5))
  for (const name of ['--to-command', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script'])
    for (const { text } of valuesOf(options, name)) if (text !== null) runShell(line, text)
  return null
}

/** Recipes of a makefile that this text itself holds: `make -f - <<EOF`. */
export function readMake(line: WithId): Word | null {
  const { command, parsed } = line
  const files = valuesOf(parsed.options, '--file')
  const text = files.some((word) => word.text === '-' || word.text === '/dev/stdin') ? command.stdin?.text : null
  for (const recipe of text == null ? [] : text.split('\n').filter((row) => row.startsWith('\t')))
    runShell(line, recipe.replace(/^\t[@+-]*/, '').replaceAll('$$', '$'))
  for (const target of parsed.operands) {
    const shellOverride = /^(?:SHELL|\.SHELLFLAGS)=(.+)$/.exec(target.text ?? '')
    if (shellOverride?.[1] !== undefined && /\s/.test(shellOverride[1])) runShell(line, shellOverride[1])
  }
  return null
}
