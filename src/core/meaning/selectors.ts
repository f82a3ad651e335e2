// Which words of a command does a selector of `programs/*.yaml` mean?
import { joinWords, knownStart, knownText, wordFrom } from '../value/fields.ts'
import type { Assign, Scene, Word } from '../model.ts'
import { NONE } from '../value/text.ts'
import type { Selector } from './entries.ts'
import { valuesOf } from './options.ts'
import type { Parsed } from './options.ts'

/** Of a command line, what selectors and conditions look at. */
interface Selected {
  readonly shell: { readonly cwd: Word; readonly windows: boolean; readonly trace: { readonly scene: Scene } }
  readonly command: { readonly stdin: Word | null; readonly assigns: readonly Assign[] }
  readonly parsed: Parsed
}

export function select(line: Selected, selectors: readonly Selector[]): readonly Word[] {
  let all: readonly Word[] = NONE
  for (const selector of selectors) {
    const found = selectOne(line, selector)
    if (found.length > 0) all = all.length === 0 ? found : [...all, ...found]
  }
  return all
}

function selectOne(line: Selected, selector: Selector): readonly Word[] {
  const bar = selector.indexOf('|')
  if (bar < 0) return words(line, selector)
  let found = words(line, selector.slice(0, bar))
  // Most options are not given: there is nothing to filter then.
  if (found.length === 0) return found
  for (const filter of selector.slice(bar + 1).split('|'))
    found = applyFilter(found, filter, line.shell.windows || line.shell.trace.scene.platform === 'windows')
  return found
}

function words({ shell, command, parsed }: Selected, selector: string): readonly Word[] {
  if (selector.startsWith('-')) return parsed.options.length === 0 ? NONE : valuesNamed(parsed, selector)
  const own = parsed.depth === 0 ? parsed.operands : parsed.operands.slice(parsed.depth)
  switch (selector) {
    case 'operands':
      return own
    case 'first':
      return own.slice(0, 1)
    case 'second':
      return own.slice(1, 2)
    case 'third':
      return own.slice(2, 3)
    case 'last':
      return own.slice(-1)
    case 'init':
      return own.slice(0, -1)
    case 'rest':
      return own.slice(1)
    case 'rest2':
      return own.slice(2)
    case 'stdin':
      return command.stdin === null ? NONE : [command.stdin]
    case 'stdout':
      return NONE
    case 'assigned':
      return command.assigns.map(({ value }) => value)
    case 'cwd':
      return [shell.cwd]
  }
  if (selector.startsWith('literal:')) return [{ text: selector.slice(8) }]
  return valuesOf(parsed.options, selector)
}

/** `-Xlog*`: every option whose name begins so. */
function valuesNamed({ options }: Parsed, selector: string): readonly Word[] {
  if (!selector.endsWith('*')) return valuesOf(options, selector)
  const start = selector.slice(0, -1)
  return options.flatMap(({ name, value }) => (value !== true && name.startsWith(start) ? [value] : []))
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//
/** `host:path`, but not `C:\x`, `./a:b` or a URL. */
const REMOTE = /^(?:[^/\\:@\s]+@)?(?:[^/\\:\s]{2,}|\[[0-9a-fA-F:]+\]):(?!\/\/)/
/** rclone's `:sftp,host=a.example:x` and `box,url='…':x`: a place that is described where it is named. */
const DESCRIBED = /^:[a-z][a-z0-9]{1,30}[,:]|^[\w.-]{1,40},\w{1,40}=/

function linesLike(found: readonly Word[], pattern: RegExp): readonly Word[] {
  return found.flatMap((word) => {
    const lines = (word.text ?? '').split('\n', MOST_LINES).flatMap((line) => pattern.exec(line)?.[1] ?? [])
    return lines.length === 0 ? [] : [{ ...word, text: lines.join('\n') }]
  })
}
const MOST_LINES = 400

const quotedBetweenCommas = (word: Word): Word =>
  word.text === null
    ? word
    : {
        ...word,
        text: word.text
          .split(',')
          .map((one) => `'${one.replaceAll("'", `'\\''`)}'`)
          .join(' '),
      }

function applyFilter(found: readonly Word[], filter: string, drives: boolean): readonly Word[] {
  switch (filter) {
    case 'local':
      return found.filter((word) => !isRemote(word, drives))
    case 'remote':
      return found.filter((word) => isRemote(word, drives))
    case 'url':
      return found.filter((word) => SCHEME.test(knownStart(word)))
    case 'at-file':
      return found.filter((word) => knownStart(word).startsWith('@')).map((word) => wordFrom(word, 1))
    case 'not-at-file':
      return found.filter((word) => !knownStart(word).startsWith('@'))
    case 'form-file':
      return found.flatMap((word) => {
        const match = /^[^=]*=[@<]/.exec(knownStart(word))
        return match === null ? [] : [wordFrom(word, match[0].length)]
      })
    // httpie's `field@file`
    case 'field-file':
      return found.flatMap((word) => {
        const match = /^[\w.-]+@/.exec(knownStart(word))
        return match === null ? [] : [wordFrom(word, match[0].length)]
      })
    // `mongosh app clean.js`
    case 'scripts':
      return found.filter((word) => /\.(?:js|mongodb|sql)$/.test(word.text ?? ''))
    case 'no-equals':
      return found.filter((word) => !knownStart(word).includes('='))
    // `less +F x`
    case 'no-plus':
      return found.filter((word) => !knownStart(word).startsWith('+'))
    // fzf's `key:execute(command)`
    case 'bound':
      return found.flatMap((word) => {
        const match = BOUND.exec(knownStart(word))
        return match === null
          ? []
          : [
              {
                text: knownStart(word)
                  .slice(match[0].length)
                  .replace(/[)\]}]$/, ''),
              },
            ]
      })
    // One word that holds a whole command line.
    case 'spaced':
      return found.filter(({ text }) => text !== null && /\s/.test(text.trim()))
    // `!rm x`, `shell rm x`: what a program hands to a shell, line by line.
    case 'escape':
      return linesLike(found, /^\s{0,40}(?:!|\\!|(?:platform )?shell\s|\.(?:shell|system)\s)\s{0,40}(\S.*)$/)
    // `script import os`
    case 'python':
      return linesLike(found, /^\s{0,40}(?:script|python|py|pi)\s{1,40}(?:--\s{1,40})?(\S.*)$/)
    // `gcc -wrapper a,b,c`: the words of a command line.
    case 'commas':
      return found.map(quotedBetweenCommas)
    case 'joined':
      return found.length === 0 ? found : [joinWords(found)]
    case 'pathlike':
      return found.filter((word) => word.text === null || /[/\\.~]/.test(word.text))
    // `go run a.go` names a file, `go run ./cmd` what is built.
    case 'source':
      return found.filter((word) => /\.(?:go|java|swift|cs|csx|cr|nims?|zig|dart|v|odin|hx)$/.test(word.text ?? ''))
    // `a.b:app` stands for `a/b.py`.
    case 'module':
      return found.flatMap((word) => {
        const name = /^([A-Za-z_][\w.]{0,200})(?::[\w.()]*)?$/.exec(word.text ?? '')?.[1]
        return name === undefined ? [] : [{ ...word, text: name.endsWith('.py') ? name : `${name.replaceAll('.', '/')}.py` }]
      })
    // What a session of `ftp` or `sftp` is told to bring there.
    case 'put-file':
      return found.flatMap((word) => [...knownText(word).slice(0, LONGEST_SAID).matchAll(PUT_FILE)].map(([, file = '']) => ({ text: file })))
    // Where it is told to go.
    case 'opened':
      return found.flatMap((word) => [...knownText(word).slice(0, LONGEST_SAID).matchAll(OPENED)].map(([, host = '']) => ({ text: host })))
    // `x.gz` becomes `x`.
    case 'unpacked':
      return found.flatMap((word) => (word.text === null || !PACKED.test(word.text) ? [] : [{ ...word, text: word.text.replace(PACKED, '') }]))
    case 'after-equals':
      return found.flatMap((word) => {
        const at = knownStart(word).indexOf('=')
        return at < 0 ? [] : [wordFrom(word, at + 1)]
      })
    // `gc:file=a.log:time`, `xml:a.xml`, or the whole where it can only be a file.
    case 'named-file':
      return found.flatMap(fileNamedIn)
    default:
      return found
  }
}

const FILE_KEY = /(?:^|[:,;])(?:(?:(?:dest|[lL]og)?[fF]ile(?:[nN]ame)?|log_path|repository)=|(?:xml|html|json|lcov|annotate):)/
export function fileNamedIn(word: Word): readonly Word[] {
  const start = knownStart(word)
  const key = FILE_KEY.exec(start)
  if (key === null) return word.text === null || start.includes('/') ? [word] : []
  const file = wordFrom(word, key.index + key[0].length)
  return [file.text === null ? file : { ...file, text: file.text.replace(/[:,].*$/, '') }]
}

const BOUND = /^[^(]{0,200}?(?:execute(?:-silent|-multi)?|become|reload(?:-sync)?|transform[a-z-]{0,20}|preview)[([{:~!@#$%^&*;/|]/
const PUT_FILE =
  /(?:^|[\n;])[ \t]{0,20}(?:m?put|reput|send|append|mirror[ \t]{1,20}(?:-R|--reverse))[ \t]{1,20}(?:-\w{1,20}[ \t]{1,20}){0,4}([^\s;"'-][^\s;"']{0,400})/g
const OPENED =
  /(?:^|[\n;])[ \t]{0,20}(?:open|o|connect)[ \t]{1,20}(?:-\w{1,20}[ \t]{1,20}(?:[^\s;"'-][^\s;"']{0,80}[ \t]{1,20})?){0,4}([^\s;"'-][^\s;"']{0,300})/g
const PACKED = /\.(?:gz|z|Z|bz2?|xz|lzma|lz4?|lzo|zst|br)$/

/** `drives`: a letter and a colon may be one. */
const isRemote = (word: Word, drives: boolean): boolean => {
  const start = knownStart(word)
  return SCHEME.test(start) || REMOTE.test(start) || DESCRIBED.test(start) || (!drives && /^[A-Za-z0-9]:(?!\\)/.test(start))
}

/** Whether an effect's `when` and `unless` let it happen here. */
export function applies(line: Selected, conditions: { readonly when?: readonly string[]; readonly unless?: readonly string[] }): boolean {
  if (conditions.when !== undefined && !holdsOne(line, conditions.when)) return false
  return conditions.unless === undefined || !holdsOne(line, conditions.unless)
}

function holdsOne(line: Selected, conditions: readonly string[]): boolean {
  for (const condition of conditions) if (holds(line, condition)) return true
  return false
}

function holds({ command, parsed }: Selected, condition: string): boolean {
  if (condition.startsWith('first:')) return parsed.operands[parsed.depth]?.text === condition.slice(6)
  if (condition.startsWith('says:')) return saysName(parsed.operands[parsed.depth]?.text ?? '', condition.slice(5))
  if (condition === 'operands') return parsed.operands.length > parsed.depth
  if (condition === 'rest') return parsed.operands.length > parsed.depth + 1
  if (condition === 'stdin') return command.stdin !== null
  for (const { name } of parsed.options) if (name === condition) return true
  return false
}

const LONGEST_SAID = 40_000
/** Whether a program in a small language names it, as a whole: not a field or a key of that name, and not one entry of it. */
const saysName = (text: string, name: string): boolean =>
  text
    .slice(0, LONGEST_SAID)
    .split(/[^\w.$@:"'[]+/)
    .includes(name)
