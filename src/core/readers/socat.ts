// What do socat's two addresses read, run and reach?
import type { Word } from '../model.ts'
import { knownStart } from '../value/fields.ts'
import { literal, union, unknownWord } from '../value/text.ts'
import { runShell } from '../machine/run-shell.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { has } from '../meaning/options.ts'
import { act } from '../machine/act.ts'

interface Address {
  readonly kind: string
  readonly rest: string
  readonly word: Word
}

const SHELL_NAME = /(?:^|[\s/])(?:ba|z|da|k|a|c|tc|fi)?sh(?:$|[\s,])|\b(?:cmd|powershell|pwsh)(?:\.exe)?\b/
const NETWORK = /^(?:TCP|UDP|OPENSSL|SSL|SCTP|DTLS|SOCKS|PROXY|TUN|VSOCK|IP)/

/** It connects to what is a socket already. */
const SOCKET = /\.sock(?:et)?(?:,|$)|\/run\//

function addressOf(word: Word): Address {
  const text = word.text ?? knownStart(word)
  const colon = text.indexOf(':')
  if (text.includes('/') && (colon < 0 || text.indexOf('/') < colon) && !SOCKET.test(text)) return { kind: '/', rest: text, word }
  return colon < 0
    ? { kind: text.toUpperCase().split(',')[0] ?? '', rest: '', word }
    : { kind: text.slice(0, colon).toUpperCase(), rest: text.slice(colon + 1), word }
}

/** `socat FROM TO`: each side is a file, a command, a socket or standard input and output. */
export function readSocat(line: ReaderLine): Word {
  const { shell, command, parsed } = line
  const sides = parsed.operands.slice(0, 2).map(addressOf)
  const network = sides.filter((side) => NETWORK.test(side.kind))
  let given: readonly number[] = []
  let sends = false
  for (const [at, { kind, rest, word }] of sides.entries()) {
    if (/^(?:-|STDIN|STDIO|FD|READLINE)$/.test(kind)) {
      given = union(given, command.stdin?.from)
      sends ||= command.stdin !== null
    } else if (kind === '/' || /^(?:OPEN|GOPEN|FILE|CREATE|CREAT)$/.test(kind)) {
      const [path = '', ...settings] = rest.split(',')
      const folder = settings.find((one) => one.startsWith('chdir='))?.slice(6)
      const file = literal(folder === undefined ? path : `${folder}/${path}`, word.from)
      const creates = kind.startsWith('CREAT')
      // What comes last is where it goes to, one way or both.
      const isTarget = at === 1 && !has(parsed.options, ['-U']) && !settings.includes('rdonly')
      const isOneWay = creates || (isTarget && has(parsed.options, ['-u']))
      const put = creates || isTarget ? [{ do: 'write', how: creates ? 'whole' : 'append' } as const] : []
      for (const deed of [...put, ...(isOneWay ? [] : [{ do: 'read', how: 'whole' } as const])]) {
        const id = act({ ...deed, path: file, by: line.id }, shell, command.span)
        if (id !== null) given = union(given, [id])
      }
      sends = true
    } else if (/^(?:EXEC|SYSTEM|SHELL)$/.test(kind)) {
      const text = rest
        .replace(/,(?:pty|stderr|setsid|sigint|sane|nofork|ctty|pipes|raw|echo=\d)(?=,|$)/g, '')
        .replace(/\\(.)/g, '$1')
        .replace(/^(["'])(.*)\1$/, '$2')
      if (network.length > 0 && SHELL_NAME.test(text))
        act({ do: 'change', what: 'network-shell', target: literal(hostIn(network[0])), by: line.id }, shell, command.span)
      given = union(given, runShell(line, text).from)
      sends = true
    }
  }
  const going = { body: command.stdin === null ? [] : [command.stdin], along: [], takes: given }
  const made = network.map((side) =>
    act({ do: 'connect', url: literal(hostIn(side), side.word.from), sends, takes: given, going, by: line.id }, shell, command.span),
  )
  return unknownWord('socat', true, union([line.id, ...made], given))
}

const hostIn = (side: Address | undefined): string => {
  if (side === undefined || /LISTEN|RECV/.test(side.kind)) return 'any-caller'
  return side.rest.startsWith('[') ? side.rest.slice(0, side.rest.indexOf(']') + 1) : (side.rest.split(/[:,]/)[0] ?? '')
}
