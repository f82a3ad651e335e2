// Random shell scripts that do nothing: every command is a made-up name, so that only the structure is tested.
export interface Random {
  readonly below: (limit: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (from) => from[below(from.length)] as never }
}

export function script(random: Random): string {
  const { below, pick } = random
  let count = below(90)
  const name = (): string => `c${(count++ % 90) + 10}`

  const disguised = (word: string): string => {
    const [first = '', rest] = [word[0], word.slice(1)]
    return pick([
      `'${word}'`,
      `"${word}"`,
      `${first}\\${rest}`,
      `${first}''${rest}`,
      `$'\\x${first.charCodeAt(0).toString(16)}${rest}'`,
      `${first}"${rest}"`,
      `${word.slice(0, 2)}\\\n${word.slice(2)}`,
      word,
      word,
      word,
    ])
  }
  const word = (depth: number): string => {
    const plain = [disguised('arg'), `'a b'`, `"a 'b"`, 'x\\ y', '$x', '"${x:-def}"', '-f', `$'it\\'s'`, '{a,b}']
    if (depth <= 0) return pick(plain)
    const inner = (): string => list(depth - 1)
    return pick([
      ...plain,
      `$(${inner()})`,
      `"p $(${inner()}) q"`,
      `\`${name()} arg\``,
      `<(${inner()})`,
      `\${x:-$(${inner()})}`,
      `"\${x:-$(${inner()})}"`,
      `$((1+$(${name()})))`,
      `"\${x:+"$(${inner()})"}"`,
      `{a,$(${inner()})}`,
      `"$(cat2 <<'Z'\n'")( \nZ\n)"`,
      `$(case a in a) ${simple(0)};; esac)`,
      `$( ( ${inner()} ) )`,
    ])
  }
  const simple = (depth: number): string => {
    const before = (below(6) === 0 ? 'A=b ' : '') + (below(9) === 0 ? `B="${depth > 0 ? `$(${list(depth - 1)})` : 'v'}" ` : '')
    const args = Array.from({ length: below(3) }, () => ` ${word(depth)}`).join('')
    return (
      before + disguised(name()) + args + (below(6) === 0 ? pick([' >o', ' 2>&1', ' <o', ' &>o', ' 2>/dev/null', ' >&2', ' <<<"x"', ` <<<$(${name()})`]) : '')
    )
  }
  const compound = (depth: number): string => {
    const inner = (): string => list(depth - 1)
    switch (below(13)) {
      case 0:
        return `(${inner()})`
      case 1:
        return `{ ${inner()}; }`
      case 2:
        return `if ${inner()}; then ${inner()}; else ${inner()}; fi`
      case 3:
        return `for i in 1 ${word(depth - 1)}; do ${inner()}; done`
      case 4:
        return `case ${pick(['a', `$(${name()})a`])} in b) ${inner()};; *a) ${inner()};; esac`
      case 5:
        return `! ${simple(depth - 1)}`
      case 6:
        return `f${below(9)}() { ${inner()}; }; f${below(9)}`
      case 7:
        return `[[ -z ${word(depth - 1)} && a == b* ]]`
      case 8:
        return `while ! ${simple(depth - 1)}; do break; done`
      case 9:
        return `for ((i=0;i<1;i++)); do ${inner()}; done`
      case 10:
        return '((1+1))'
      case 11:
        return `a=(1 ${word(depth - 1)} [3]=x)`
      default:
        return `time ${simple(depth - 1)}`
    }
  }
  const hereDocument = (): string => {
    const tag = `E${below(9)}`
    const [quote, strip] = pick([
      ['', ''],
      ["'", ''],
      ['', '-'],
    ] as const)
    const after = pick(['', ` | ${simple(0)}`, ` && ${simple(0)}`, ' >o'])
    const body = pick([`$(${simple(0)})`, `\`${name()}\``, '\\$(no)', '$x', `\${x:-$(${name()})}`])
    return `${name()} <<${strip}${quote}${tag}${quote}${after}\nline ' " ${body} )\n${strip === '' ? '' : '\t'}${tag}\n${simple(0)}`
  }
  const list = (depth: number): string => {
    const unit = (): string => (depth <= 0 || below(10) < 6 ? simple(depth) : compound(depth))
    let text = unit()
    for (let more = below(3); more > 0; more--) text += pick([' && ', ' || ', '; ', ' | ', ' & ', '\n', ' |& ', ';', ' |\n', '&&', ` # c ) '"\n`]) + unit()
    return text
  }
  const shape = below(8)
  return shape === 0 ? hereDocument() : shape === 1 ? `${name()} "$(${hereDocument()}\n)" ${name()}` : list(below(4))
}

const TOKENS = [
  'c1',
  'c2',
  'c3',
  ' ',
  ' ',
  ' ',
  "'",
  '"',
  '\\',
  '$(',
  ')',
  '`',
  '(',
  '{ ',
  '; }',
  ';',
  '&&',
  '||',
  '|',
  '\n',
  '<<E\n',
  'E\n',
  '\nE\n',
  "$'",
  '\\x63',
  '#',
  ' #',
  '((',
  '))',
  '[[ ',
  ' ]]',
  '<(',
  '${x:-',
  '}',
  'x=',
  'for i in a;do ',
  ';done',
  'case a in a) ',
  ';;esac',
  'if ',
  ';then ',
  ';fi',
  '>o',
  '2>&1',
  '<<<',
  '!',
  '\\\n',
  '$((1+',
  '=(',
  '[',
  ']',
  '*',
  '~',
  '{a,b}',
  '$x',
  '$',
  '&',
  ';;',
  "<<'E'\n",
  'time ',
  'coproc ',
  'function f ',
  'f()',
  '\t',
  '\r\n',
  'é',
  '@(',
  '?(',
  '${',
  '$[',
  '1',
  'in',
  'esac',
  'do',
  'then',
  '&>',
  '|&',
  '>|',
  '<>',
  '>&',
  '<&-',
]

/** Mostly nonsense: what a tolerant reader must survive. */
export const soup = ({ below, pick }: Random): string => Array.from({ length: 3 + below(14) }, () => pick(TOKENS)).join('')
