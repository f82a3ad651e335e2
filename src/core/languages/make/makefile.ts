// What does a makefile say? Its variables, rules and recipes, and what a text of it becomes.
export interface Rule {
  readonly needs: readonly string[]
  readonly recipe: readonly string[]
  readonly stem?: string
}
export interface Makefile {
  readonly variables: Map<string, string>
  readonly rules: Map<string, Rule[]>
  readonly patterns: readonly (Rule & { readonly target: string })[]
  /** The goal when none is named. */
  readonly first: string | null
  /** How many references were followed so far: variables made of variables could go on for ever. `cut`: something was left out. `open`: those being followed. */
  readonly followed: { count: number; cut: boolean; readonly open: Set<string>; sharp?: number; hidden?: boolean }
  /** Variables whose given value is more than a word. `followed.sharp`: how often one was used; `hidden`: in a function that is not followed. */
  readonly sharp?: ReadonlySet<string>
  /** Commands that run whatever the goal is: `X := $(shell …)`. */
  readonly atOnce: readonly string[]
}

const MOST_LINES = 20_000
const MOST_AT_ONCE = 400
const ASSIGNMENT = /^(?:(?:override|export|private)\s+)*([\w.-]+)\s*(:::=|::=|:=|\?=|\+=|!=|=)\s?(.*)$/s
const DIRECTIVE = /^\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif|vpath|unexport|undefine|include|-include|sinclude|export\s*$)/

/** `given`: variables of the command line, which win over those of the file. `outside`: those of the environment, which win over `?=`. */
export function readMakefile(
  text: string,
  given: ReadonlyMap<string, string> = new Map(),
  outside: ReadonlyMap<string, string> = new Map(),
  sharp: ReadonlySet<string> = new Set(),
): Makefile {
  const variables = new Map(outside)
  for (const [name, value] of given) variables.set(name, value)
  const rules = new Map<string, Rule[]>()
  const patterns: (Rule & { target: string })[] = []
  const atOnce: string[] = []
  let first: string | null = null
  let recipe: string[] | null = null
  const made: Makefile = { variables, rules, patterns, first: null, atOnce, followed: { count: 0, cut: false, open: new Set() }, sharp }
  const every = text.replace(/\r\n/g, '\n').split('\n')
  const lines = every.slice(0, MOST_LINES)
  for (let at = 0; at < lines.length; at++) {
    const inRecipe = (lines[at] ?? '').startsWith('\t') && recipe !== null
    const rows = [lines[at] ?? '']
    while (goesOn(rows.at(-1) ?? '') && at + 1 < lines.length) rows.push(lines[++at] ?? '')
    const whole = inRecipe
      ? rows.map((row, index) => (index === 0 ? row : row.replace(/^\t/, ''))).join('\n')
      : rows.map((row) => (goesOn(row) ? row.slice(0, -1) : row).trim()).join(' ')
    if (inRecipe) {
      recipe?.push(whole.slice(1))
      continue
    }
    const plain = withoutComment(whole)
    const define = /^(?:override\s+)?define\s+([\w.-]+)/.exec(plain)
    if (define?.[1] !== undefined) {
      const body: string[] = []
      while (++at < lines.length && !/^\s*endef\b/.test(lines[at] ?? '')) body.push(lines[at] ?? '')
      variables.set(define[1], body.map((row) => row.replace(/^\t/, '').replace(/^[@+-]+/, '')).join('\n'))
      continue
    }
    if (plain.trim() === '' || DIRECTIVE.test(plain)) continue
    const assign = ASSIGNMENT.exec(plain.trim())
    if (assign?.[1] !== undefined && !/^[^=]*:[^=:]/.test(plain.slice(0, plain.indexOf('=')))) {
      const [, name, how = '=', value = ''] = assign
      const now = how === '!=' || how.startsWith(':')
      const said = how === '!=' ? `$(shell ${value})` : value
      if (now && atOnce.length < MOST_AT_ONCE) atOnce.push(...shellCalls(said).map((code) => asItIs(expandMake(made, code, {}))), ...filesOf(made, said))
      if (!given.has(name) || /^override\s/.test(plain.trim())) assignTo(made, name, how, said)
      continue
    }
    const rule = splitRule(plain)
    if (rule === null) {
      if (atOnce.length < MOST_AT_ONCE) atOnce.push(...shellCalls(plain), ...filesOf(made, plain))
      continue
    }
    const specific = ASSIGNMENT.exec(rule.rest.trim())
    if (specific?.[1] !== undefined) {
      if (!given.has(specific[1]) && variables.get(specific[1]) === outside.get(specific[1])) assignTo(made, specific[1], specific[2] ?? '=', specific[3] ?? '')
      continue
    }
    const semicolon = rule.rest.indexOf(';')
    const needed = semicolon < 0 ? rule.rest : rule.rest.slice(0, semicolon)
    recipe = semicolon < 0 ? [] : [rule.rest.slice(semicolon + 1).trim()]
    // A static pattern: `a.o b.o: %.o: %.c`.
    const needs = words(expandMake(made, needed.includes(':') ? needed.slice(needed.indexOf(':') + 1) : needed, {})).filter((need) => need !== '|')
    const one: Rule = { needs: needs.filter((need) => !need.includes('%')), recipe }
    for (const target of new Set(words(expandMake(made, rule.targets, {})))) {
      if (target.includes('%')) patterns.push({ target, needs, recipe })
      else {
        if (!rules.has(target)) rules.set(target, [])
        rules.get(target)?.push(one)
        if (first === null && !/^\.[^/]*$/.test(target) && !target.includes('$')) first = target
      }
    }
  }
  if (every.length > MOST_LINES || atOnce.length >= MOST_AT_ONCE) made.followed.cut = true
  return { ...made, first: variables.has('.DEFAULT_GOAL') ? (variables.get('.DEFAULT_GOAL') ?? null) : first }
}

/** A single backslash at its end. */
const goesOn = (row: string): boolean => row.endsWith('\\') && !row.endsWith('\\\\')

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

function withoutComment(text: string): string {
  const at = text.search(/(?:^|[^\\])#/)
  return at < 0 ? text : text.slice(0, text[at] === '#' ? at : at + 1)
}

/** `X := …` takes what its parts are worth there and then; what is given them later changes nothing. */
function assignTo(makefile: Names, name: string, how: string, value: string): void {
  const { variables, followed } = makefile
  const before = variables.get(name)
  /** `X := $(X)$(X)` doubles it each time: what is too long is left as it was, and said to be cut. */
  const joined = (pieces: readonly string[], between: string): string | null => {
    const length = pieces.reduce((sum, piece) => sum + piece.length + between.length, 0)
    if (length <= Math.max(LONGEST, value.length + between.length)) return pieces.join(between)
    followed.cut = true
    return null
  }
  if (how === '+=' && before !== undefined) variables.set(name, joined([before, value], ' ') ?? before)
  else if (how.startsWith(':')) {
    const whole = joined(value.replaceAll(`\${${name}}`, `$(${name})`).split(`$(${name})`), before ?? '')
    if (whole !== null) variables.set(name, asItIs(expandMake(makefile, whole, {})))
  } else if (how !== '?=' || before === undefined) variables.set(name, value)
}

/** Text that make is to hand on unchanged. */
const asItIs = (text: string): string => text.replaceAll('$', '$$$$')

/** `targets: rest`, the colon not inside a reference and not of `:=`. */
function splitRule(text: string): { readonly targets: string; readonly rest: string } | null {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '(' || char === '{') depth++
    else if (char === ')' || char === '}') depth--
    else if (char === ':' && depth === 0)
      return text[at + 1] === '=' ? null : { targets: text.slice(0, at), rest: text.slice(text[at + 1] === ':' ? at + 2 : at + 1) }
  }
  return null
}

export function shellCalls(text: string): readonly string[] {
  const found: string[] = []
  for (const { index } of text.matchAll(/\$[({]shell[ \t]/g)) {
    if (found.length >= 8) break
    found.push(text.slice(index + 8, closing(text, index + 1)))
  }
  return found
}

/** `$(file >x,text)`, in whichever function: what a shell would write for it. */
function filesOf(makefile: Names, text: string): readonly string[] {
  if (!/\$[({]file[ \t]/.test(text)) return []
  const written = substitutionsIn(expandMake(makefile, text, {}))
  return written === '' ? [] : [asItIs(`: ${written}`)]
}
function fileCall(given: string): string {
  const [, how, path] = /^\s{0,100}(>>?)[ \t]{0,100}([^,]{1,4096})/.exec(given) ?? []
  const comma = given.indexOf(',')
  const body = comma < 0 ? '' : given.slice(comma + 1)
  return how === undefined || path === undefined ? '' : `$(printf %s '${body.replaceAll("'", '')}' ${how}"${path.trim().replaceAll('"', '')}")`
}

/** A call of a function that makes text or rules of its own. */
export const codeOfMake = (text: string): boolean =>
  /\$[({](?:eval|call|foreach|if|or|and|let|subst|patsubst|intcmp|file|guile|value|join|word|wordlist|filter|filter-out)[ \t]/.test(text)

/** Where the bracket that opens at `open` closes. */
function closing(text: string, open: number): number {
  const close = text[open] === '{' ? '}' : ')'
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === text[open]) depth++
    else if (text[at] === close && --depth === 0) return at
  }
  return text.length
}

const LONGEST = 20_000
const MOST_FOLLOWED = 20_000
type Names = Pick<Makefile, 'variables' | 'followed' | 'sharp'>
const DEEPEST = 30

/** The text as the shell would get it. What is not known becomes a variable of the shell. */
export function expandMake(makefile: Names, text: string, own: Readonly<Record<string, string>>, depth = 0): string {
  if (!text.includes('$')) return text
  let out = ''
  for (let at = 0; at < text.length; at++) {
    if (out.length > LONGEST) {
      makefile.followed.cut = true
      return out.slice(0, LONGEST)
    }
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char !== '$' || next === '') out += char
    else if (next === '$') {
      out += '$'
      at++
    } else if (next === '(' || next === '{') {
      const end = closing(text, at + 1)
      out += valueOf(makefile, text.slice(at + 2, end), own, depth)
      at = end
    } else {
      out += valueOf(makefile, next, own, depth)
      at++
    }
  }
  return out
}

const USUAL: Readonly<Record<string, string>> = {
  MAKE: 'make',
  RM: 'rm -f',
  SHELL: 'sh',
  AR: 'ar',
  AS: 'as',
  LEX: 'lex',
  YACC: 'yacc',
  INSTALL: 'install',
  MKDIR_P: 'mkdir -p',
  MAKEFLAGS: '',
  MFLAGS: '',
  // Nobody defines it, and whoever packages gives it: without, it is empty.
  DESTDIR: '',
  ARFLAGS: 'rv',
  OUTPUT_OPTION: '',
  SED: 'sed',
  GREP: 'grep',
  AWK: 'awk',
  CP: 'cp',
  MV: 'mv',
  LN_S: 'ln -s',
  PYTHON: 'python3',
  NPM: 'npm',
  NODE: 'node',
  GO: 'go',
  DOCKER: 'docker',
  GIT: 'git',
  PERL: 'perl',
  CARGO: 'cargo',
  TAR: 'tar',
}

function valueOf(makefile: Names, name: string, own: Readonly<Record<string, string>>, depth: number): string {
  if (Object.hasOwn(own, name)) return own[name] ?? ''
  if (++makefile.followed.count > MOST_FOLLOWED || depth >= DEEPEST) {
    makefile.followed.cut = true
    return '${make_value}'
  }
  const known = makefile.variables.get(name) ?? (Object.hasOwn(USUAL, name) ? USUAL[name] : undefined)
  if (known !== undefined) {
    const { open } = makefile.followed
    // Make itself gives up on a variable that is made of itself.
    if (open.has(name)) return '${make_value}'
    if (makefile.sharp?.has(name) === true) makefile.followed.sharp = (makefile.followed.sharp ?? 0) + 1
    open.add(name)
    const value = expandMake(makefile, known.trim(), own, depth + 1)
    open.delete(name)
    return value
  }
  const call =
    /^(shell|wildcard|abspath|realpath|strip|sort|dir|notdir|firstword|lastword|addprefix|addsuffix|info|warning|error|call|eval|foreach|if|or|and|patsubst|subst|filter|filter-out|word|wordlist|words|basename|suffix|join|value|origin|flavor|file)\s+(.*)$/s.exec(
      name,
    )
  if (call?.[1] === undefined) {
    // `$(X:.c=.o)`: of a given text only its endings change.
    const base = /^([\w.-]+):[^=]*=/.exec(name)?.[1]
    if (base !== undefined && makefile.sharp?.has(base) === true) return valueOf(makefile, base, own, depth + 1)
    return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : '${make_value}'
  }
  const before = makefile.followed.sharp
  const followed = followedCall(makefile, call[1], call[2] ?? '', own, depth + 1)
  if (followed !== null) return followed
  const given = expandMake(makefile, call[2] ?? '', own, depth + 1)
  const written = call[1] === 'file' ? fileCall(given) : ''
  if (written !== '') return written
  switch (call[1]) {
    case 'shell':
      return `$(${given})`
    case 'wildcard':
    case 'abspath':
    case 'realpath':
    case 'strip':
    case 'sort':
      return given
    case 'addprefix':
    case 'addsuffix': {
      const comma = given.indexOf(',')
      const [fix, list] = [given.slice(0, comma), words(given.slice(comma + 1))]
      return list.map((word) => (call[1] === 'addprefix' ? fix + word : word + fix)).join(' ')
    }
    case 'info':
    case 'warning':
    case 'error': {
      const run = substitutionsIn(given)
      return run === '' ? '' : `: ${run}; `
    }
    default:
      if (makefile.followed.sharp !== before) makefile.followed.hidden = true
      return `${call[1] === 'eval' ? '' : '${make_value}'}${substitutionsIn(given)}`
  }
}

/** What comes out of more rounds is not known. */
const MOST_ROUNDS = 400

/** What `$(if …)`, `$(call …)` and `$(foreach …)` come to; null where that cannot be told. */
function followedCall(makefile: Names, name: string, text: string, own: Readonly<Record<string, string>>, depth: number): string | null {
  if (name !== 'if' && name !== 'call' && name !== 'foreach') return null
  const args = argumentsIn(text)
  const expand = (one: string | undefined, more: Readonly<Record<string, string>> = {}): string => expandMake(makefile, one ?? '', { ...own, ...more }, depth)
  if (name === 'if') {
    const test = expand(args[0]).trim()
    const otherwise = args.slice(2).join(',')
    if (!test.includes('$')) return expand(test === '' ? otherwise : args[1])
    // Either may be: a whole command in place of another is read as one more.
    const then = expand(args[1])
    const other = expand(otherwise)
    const more = /\S\s+\S/.test(other) ? `\n${other.trim()}` : substitutionsIn(other)
    return substitutionsIn(test) + (then.trim() === '' ? other : then + more)
  }
  if (name === 'foreach') {
    const list = words(expand(args[1]))
    makefile.followed.cut ||= list.length > MOST_ROUNDS
    if (args.length < 3 || list.length > MOST_ROUNDS) return null
    const variable = expand(args[0]).trim()
    const body = args.slice(2).join(',')
    let all = ''
    for (const word of list) if (all.length <= LONGEST) all += ` ${expand(body, { [variable]: word })}`
    makefile.followed.count += all.length >> 8
    makefile.followed.cut ||= all.length > LONGEST
    return all.slice(1, LONGEST)
  }
  const called = expand(args[0]).trim()
  const body = makefile.variables.get(called)
  const { open } = makefile.followed
  if (body === undefined || open.has(called)) return null
  const given = Object.fromEntries(args.slice(1).map((arg, at) => [String(at + 1), expand(arg)]))
  open.add(called)
  const value = expand(body, given)
  open.delete(called)
  return value
}

/** The arguments of a function, as they are written. */
function argumentsIn(text: string): readonly string[] {
  const found: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '(' || char === '{') depth++
    else if (char === ')' || char === '}') depth--
    else if (char === ',' && depth === 0) {
      found.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...found, text.slice(start)]
}

/** What a shell runs to put a text together, whatever becomes of the rest. */
function substitutionsIn(text: string): string {
  let found = ''
  for (let at = text.indexOf('$('); at >= 0; at = text.indexOf('$(', at)) {
    const end = closing(text, at + 1)
    found += text.slice(at, end + 1)
    at = end + 1
  }
  return found
}
