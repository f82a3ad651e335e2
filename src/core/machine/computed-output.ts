// Computes what filters of text print that an entry describes by `prints`: decoders, and what cuts, joins and fills in lines. What another option would change is not computed.
import type { Word } from '../model.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { decodeBytes, isEncoding } from '../text/codecs.ts'
import { textOf } from '../text/decode.ts'
import { dcOutput } from '../text/dc.ts'
import { isPacked, unpack } from '../text/inflate.ts'
import { runJq } from '../text/jq.ts'
import { defined, expandMacros } from '../text/macros.ts'
import { charactersOf, fieldsOf, folded, greppedParts, pasted } from '../text/line-filters.ts'
import { contentOf } from '../disk/paths.ts'
import { tr } from '../text/tr.ts'
import { joinWords } from '../value/fields.ts'
import { literal } from '../value/text.ts'
import { lookup } from './env.ts'
import type { Performed, Shell } from './process.ts'

export interface Filter {
  readonly shell: Shell
  readonly command: Performed
  readonly parsed: Parsed
  readonly id: number
  /** What it works on, where that is known: its files, or else its input. */
  readonly input: () => Word | null
}
type Computed = (filter: Filter, setting: string) => Word | null

/** `name:setting`, as an entry's `prints` says it; null where nothing is known. */
export function computedOutput(prints: string, filter: Filter): Word | null {
  const [name = '', setting = ''] = prints.split(':', 2)
  return Object.hasOwn(COMPUTED, name) ? (COMPUTED[name]?.(filter, setting) ?? null) : null
}

const LONGEST = 200_000
const ASCII = /^[\x00-\x7f]*$/

const mapped = (word: Word | null, change: (text: string) => string | null): Word | null => {
  if (word?.text == null || word.text.length > LONGEST) return null
  const text = change(word.text)
  return text === null ? null : literal(text, word.from)
}
const only = ({ options }: Parsed, allowed: readonly string[]): boolean => options.every(({ name }) => allowed.includes(name))
const valueOf = ({ options }: Parsed, name: string): string | null => valuesOf(options, name).at(-1)?.text ?? null
const own = ({ operands, depth }: Parsed): readonly Word[] => operands.slice(depth)

/** By these a program undoes what it does otherwise; one that has none of them does nothing else. */
const UNDOES = ['--decode', '--decompress', '-d', '-uncompress']
const UNDONE = [...UNDOES, '--ignore-garbage', '--wrap', '--stdout', '--keep', '--force', '--quiet', '--verbose', '-n', '-z', '-p', '-o', '-m']

function undoes({ options, chain }: Parsed): boolean {
  const isThere = chain.some((node) => Object.values(node.options).some(({ name }) => UNDOES.includes(name)))
  return !isThere || has(options, UNDOES)
}

const COMPUTED: Readonly<Record<string, Computed>> = {
  decode: ({ shell, parsed, id, input }, setting) => {
    if (!undoes(parsed)) return null
    shell.trace.notes.decode(id)
    const said = parsed.options.map(({ name }) => name.replace(/^-+/, '')).filter(isEncoding)
    if (said.length > 1 || !only(parsed, [...UNDONE, ...said.map((name) => `--${name}`)])) return null
    return mapped(input(), (text) => {
      const bytes = decodeBytes(said[0] ?? setting, has(parsed.options, ['--ignore-garbage']) ? text.replace(/[^\w+/=-]/g, '') : text)
      return bytes === null ? null : textOf(bytes, isPacked(bytes))
    })
  },
  unpack: ({ shell, parsed, id, input }) => {
    if (!undoes(parsed)) return null
    shell.trace.notes.decode(id)
    return mapped(input(), (text) => {
      const bytes = unpack(text)
      return bytes === null ? null : textOf(bytes, isPacked(bytes))
    })
  },
  cut: ({ parsed, input }) => {
    if (!only(parsed, ['--delimiter', '--fields', '--characters', '--bytes', '--output-delimiter', '--only-delimited', '-n'])) return null
    const fields = valueOf(parsed, '--fields')
    const characters = valueOf(parsed, '--characters') ?? valueOf(parsed, '--bytes')
    if ((fields === null) === (characters === null) || (fields === null && has(parsed.options, ['--output-delimiter']))) return null
    const delimiter = valueOf(parsed, '--delimiter') ?? '\t'
    return mapped(input(), (text) =>
      fields === null
        ? ASCII.test(text)
          ? charactersOf(text, characters ?? '')
          : null
        : !ASCII.test(text)
          ? null
          : fieldsOf(text, fields, delimiter, valueOf(parsed, '--output-delimiter') ?? delimiter, has(parsed.options, ['--only-delimited'])),
    )
  },
  paste: ({ parsed, input }) => {
    if (!only(parsed, ['--delimiters', '--serial']) || own(parsed).length > 1) return null
    return has(parsed.options, ['--serial']) ? mapped(input(), (text) => pasted(text, valueOf(parsed, '--delimiters') ?? '\t')) : input()
  },
  fold: ({ parsed, input }) =>
    only(parsed, ['--width'])
      ? mapped(input(), (text) => (ASCII.test(text) && !text.includes('\t') ? folded(text, valueOf(parsed, '--width') ?? '80') : null))
      : null,
  same: ({ parsed, input }) =>
    only(parsed, ['--from-code', '--to-code']) && PLAIN_CODE.test(valueOf(parsed, '--to-code') ?? 'ascii')
      ? mapped(input(), (text) => (ASCII.test(text) && !text.includes('\t') ? text : null))
      : null,
  columns: ({ parsed, input }) =>
    mapped(input(), (text) =>
      has(parsed.options, ['--table']) && only(parsed, ['--table']) && /^[^\n]*\n?$/.test(text) ? `${text.trim().replace(/\s+/g, '  ')}\n` : null,
    ),
  jq: ({ shell, command, parsed }) => {
    const { options } = parsed
    if (
      !only(parsed, [
        '--null-input',
        '--raw-output',
        '--raw-input',
        '--compact-output',
        '--slurp',
        '--join-output',
        '--arg',
        '--exit-status',
        '--monochrome-output',
      ])
    )
      return null
    const words = own(parsed)
    const [filter] = has(options, ['--arg']) ? [] : words
    if (filter?.text == null || (has(options, ['--raw-input']) && has(options, ['--slurp']))) return null
    const source = has(options, ['--null-input'])
      ? literal('null')
      : words.length === 2
        ? contentOf(shell, words[1] ?? literal(''))
        : words.length > 2
          ? null
          : command.stdin
    return mapped(source, (text) =>
      runJq(filter.text ?? '', text, {
        isRaw: has(options, ['--raw-output', '--join-output']),
        isJoined: has(options, ['--join-output']),
        isCompact: has(options, ['--compact-output']),
        takesLines: has(options, ['--raw-input']),
        slurps: has(options, ['--slurp']),
      }),
    )
  },
  /** `$NAME` and `${NAME}` of the environment. */
  environment: ({ shell, command, parsed }) => {
    const { stdin } = command
    if (parsed.options.length > 0 || stdin?.text == null || stdin.text.length > 20_000) return null
    const listed = own(parsed).flatMap(({ text }) => text?.match(/\w+/g) ?? [])
    const pieces = stdin.text.split(/(\$\{\w+\}|\$[A-Za-z_]\w*)/)
    if (pieces.length > MOST_PIECES) return null
    return joinWords(
      pieces.map((piece) => {
        const name = /^\$\{?(\w+)\}?$/.exec(piece)?.[1]
        if (name === undefined || (own(parsed).length > 0 && !listed.includes(name))) return literal(piece, stdin.from)
        return lookup(shell, name)?.words[0] ?? literal('')
      }),
      '',
    )
  },
  macros: ({ parsed, input }) => {
    const isCompiler = parsed.chain.some((node) => node.options['-wrapper'] !== undefined)
    if (isCompiler && !has(parsed.options, ['-E'])) return null
    const given = defined(valuesOf(parsed.options, '--define').map(({ text }) => text))
    return given === null ? null : mapped(input(), (text) => expandMacros(text, given))
  },
  rot13: ({ shell, parsed, id, input }) => {
    shell.trace.notes.decode(id)
    return only(parsed, []) ? mapped(input(), (text) => tr(text, { remove: false, squeeze: false, complement: false }, 'A-Za-z', 'N-ZA-Mn-za-m')) : null
  },
  calculator: ({ parsed, input }) => {
    const said = valuesOf(parsed.options, '--expression')
    return mapped(said.length > 0 ? joinWords(said, '\n') : input(), dcOutput)
  },
  /** What a pattern matches of each line, or the lines in which it does. */
  matches: ({ parsed, input }) => {
    const { options } = parsed
    if (!only(parsed, ['--only-matching', '--extended-regexp', '--ignore-case', '--regexp', '--invert-match', '--no-filename', '--text'])) return null
    const given = valuesOf(options, '--regexp')
    const pattern = given.length === 0 ? own(parsed)[0] : given[0]
    if (pattern?.text == null || given.length > 1 || own(parsed).length > (given.length === 0 ? 1 : 0)) return null
    const how = {
      extended: has(options, ['--extended-regexp']),
      anyCase: has(options, ['--ignore-case']),
      inverted: has(options, ['--invert-match']),
      parts: has(options, ['--only-matching']),
    }
    return mapped(input(), (text) => greppedParts(text, pattern.text ?? '', how))
  },
}
const MOST_PIECES = 400
/** In these plain letters are themselves. */
const PLAIN_CODE = /^(?:utf-?8|(?:us-)?ascii|latin-?1|iso-?8859-1)(?:\/\/\w+)?$/i
