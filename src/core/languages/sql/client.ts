// What does a line for the database client (psql's backslash, sqlite's dot, mysql's `system`) do?
import type { Report } from '../_query/classes.ts'

/** Strips one pair of quotes and a closing semicolon. */
function argument(text: string): string | null {
  const trimmed = text.trim().replace(/;$/, '').trimEnd()
  const quote = trimmed[0]
  if (quote === "'" || quote === '"') {
    const close = trimmed.indexOf(quote, 1)
    return trimmed.slice(1, close < 0 ? undefined : close)
  }
  return trimmed === '' ? null : trimmed
}

/** The first argument that is not an option. */
function firstArgument(text: string): string | null {
  let rest = text.trim()
  for (let i = 0; i < 8; i++) {
    if (rest.startsWith("'") || rest.startsWith('"')) return argument(rest)
    const space = rest.search(/\s/)
    const word = space < 0 ? rest : rest.slice(0, space)
    if (!word.startsWith('-')) return argument(word)
    rest = space < 0 ? '' : rest.slice(space).trim()
  }
  return argument(rest)
}

/** Reads one client line and reports what it would do. */
export function readClientLine(text: string, start: number, end: number, report: Report): void {
  if (end - start <= 3 && text[start + 1] !== '!' && text[start] === '\\') return report('read', null, start, end)
  const line = text.slice(start, end).trim()
  const say = (kind: Parameters<Report>[0], target: string | null): void => report(kind, target, start, end)
  const head = /^(?:\\!|\\\.|[\\.:]?!{1,2}|[\\.:]?\w+[+S]*|[\\.:]\S)/.exec(line)?.[0] ?? ''
  const rest = line.slice(head.length).trim()
  const command = head.toLowerCase()
  const piped = rest.startsWith('|')
  const fileOrPipe = (kind: 'write-file' | 'run-file' | 'read-file'): void => {
    if (piped) say('shell', rest.slice(1).trim())
    else if (rest === '' || /^(?:stdout|off)$/i.test(rest)) say('read', null)
    else say(kind, firstArgument(rest))
  }
  if (head.startsWith('\\') && rest.includes('`') && command !== '\\!') {
    const open = rest.indexOf('`')
    const close = rest.indexOf('`', open + 1)
    say('shell', rest.slice(open + 1, close < 0 ? undefined : close))
  }
  switch (command) {
    case '\\!':
    case '!':
    case '!!':
    case ':!!':
    case 'system':
    case 'host':
    case '.shell':
    case '.system':
    case 'pager':
    case '\\p':
      // `\p` only prints the buffer for one client and sets the pager for another
      if (command === '\\p' && (head === '\\p' || rest === '')) return say('read', null)
      return say('shell', rest === '' ? null : rest.replace(/;$/, ''))
    case '\\copy':
      return readCopy(rest, say)
    case '\\i':
    case '\\ir':
    case '\\include':
    case '\\.':
    case 'source':
    case '.read':
    case ':r':
    case '!source':
    case '!load':
      return fileOrPipe('run-file')
    case '\\o':
    case '\\out':
    case '\\w':
    case '\\write':
    case '\\g':
    case '\\gx':
    case '\\t':
    case '\\s':
    case '\\l':
      // mysql's \T is tee; psql's \t, \l and \s take nothing that matters (\s FILE saves the history)
      if ((command === '\\t' && head !== '\\T') || command === '\\l') return say('read', null)
      return fileOrPipe('write-file')
    case '.output':
    case '.once':
    case '.log':
    case '.trace':
    case 'tee':
    case ':out':
    case 'capture':
    case '.clone':
      return fileOrPipe('write-file')
    case '.backup':
    case '.save':
      return say('write-file', lastWord(rest))
    case '.import':
      return piped ? say('shell', rest.slice(1).trim()) : (say('read-file', firstArgument(rest)), say('insert', lastWord(rest)))
    case '.restore':
      return say('drop-database', null)
    case '.open':
      return /(?:^|\s)--?new\b/.test(rest) ? say('drop-database', lastWord(rest)) : say('other', lastWord(rest))
    case '.load':
      return say('shell', rest)
    case '.archive':
    case '.ar':
      return say(/(?:^|\s)(?:-\w*[tl]|--list)/.test(rest) ? 'read' : 'other', null)
    case '\\lo_export':
      return say('write-file', lastWord(rest))
    case '\\lo_import':
      return say('read-file', firstArgument(rest))
    case '\\lo_unlink':
      return say('delete-some', rest)
    case '\\password':
      return say('grant', argument(rest))
    case 'delimiter':
    case '\\q':
    case '\\set':
    case '\\unset':
    case '\\if':
    case '\\else':
    case '\\endif':
    case '\\elif':
      return
    default:
      return say(/^[\\.:]/.test(head) ? 'read' : 'other', null)
  }
}

function lastWord(text: string): string | null {
  const cut = text.lastIndexOf(' ')
  return argument(cut < 0 ? text : text.slice(cut + 1))
}

function readCopy(rest: string, say: (kind: Parameters<Report>[0], target: string | null) => void): void {
  const lower = rest.toLowerCase()
  // the last direction word outside the parenthesised query
  const from = rest.startsWith('(') ? lower.lastIndexOf(')') : 0
  const direction = /\s(to|from)\s+(program\s+)?/.exec(lower.slice(Math.max(from, 0)))
  if (direction === null) return say('other', null)
  const after = rest.slice(Math.max(from, 0) + direction.index + direction[0].length)
  const table = from > 0 ? null : (/^[\w."]+/.exec(rest)?.[0] ?? null)
  const target = firstArgument(after)
  if (direction[2] !== undefined) return say('shell', target)
  const stream = target !== null && /^p?std(?:in|out)$/i.test(target)
  if (direction[1] === 'to') return stream ? say('copy-out', table) : say('write-file', target)
  if (!stream) say('read-file', target)
  say('insert', table)
}
