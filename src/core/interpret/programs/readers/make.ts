// What would `make target` run? The recipes of that target and of what it needs; what cannot be known stays a variable.
import type { Word } from '../../../model.ts'
import { normalise } from '../../../text/path.ts'
import { has, valuesOf } from '../options.ts'
import { addUnread, firstKnown, folderFor, runText, within } from './project-files.ts'
import type { ReaderLine } from './run-shell.ts'
import { ARGUMENT } from '../../given.ts'
import { contentOf } from '../../paths.ts'
import type { Shell } from '../../shell/state.ts'
import { addNeed, literal } from '../../trace.ts'
import { expandMake, readMakefile } from './makefile-text.ts'
import type { Makefile } from './makefile-text.ts'

const NAMES = ['GNUmakefile', 'makefile', 'Makefile']
const MOST_RULES = 1000
const MOST_LINES = 600

export function readMake(line: ReaderLine): Word | null {
  const { shell, command, parsed } = line
  const folder = folderFor(shell, valuesOf(parsed.options, '--directory')) ?? '/'
  const variables = new Map<string, string>()
  const goals: string[] = []
  for (const text of parsed.operands.map(asWritten)) {
    const assign = /^([\w.-]+)\s*[:?+]?:?=(.*)$/s.exec(text)
    if (assign?.[1] === undefined) goals.push(text)
    else {
      variables.set(assign[1], assign[2] ?? '')
      if ((assign[1] === 'SHELL' || assign[1] === '.SHELLFLAGS') && /\s/.test(assign[2] ?? ''))
        runText(line, { file: null, folder, name: 'make SHELL' }, assign[2] ?? '')
    }
  }
  const given = valuesOf(parsed.options, '--file')
  const fromInput = given.some((word) => word.text === '-' || word.text === '/dev/stdin') ? (command.stdin?.text ?? null) : null
  const said = valuesOf(parsed.options, '--eval').map((word) => word.text ?? '')
  const file = fromInput === null ? findMakefile(line, folder, given) : { path: null, text: fromInput }
  const found = file === null && said.length > 0 ? { path: null, text: '' } : file
  if (found === null || has(parsed.options, ['--question', '--touch'])) return null
  const included: string[] = []
  const text = [...said, withIncludes(line, folder, found.text, 0, included)].join('\n')
  const outside = [...shell.vars.keys()]
  const winning = has(parsed.options, ['--environment-overrides']) ? outside.map((name) => [name, `$\${${name}}`] as const) : []
  const makefile = readMakefile(text, new Map([['CURDIR', folder], ...winning, ...variables]), new Set(outside))
  // As trustworthy as the least of what it is put together from.
  const source = said.length > 0 ? null : (included.find((path) => !shell.settled.has(path)) ?? found.path)
  for (const code of makefile.atOnce) runText(line, { file: source, folder, name: 'make $(shell)' }, expandMake(makefile, code, {}))
  // What is only printed does not run; what the makefile asks the shell for while it is read does.
  if (has(parsed.options, ['--just-print'])) return null
  const run: Running = { line: { ...line, shell: handingOn(shell, variables) }, file: source, folder, makefile, seen: new Set(), lines: 0 }
  const [first] = makefile.first === null ? [] : [makefile.first]
  for (const goal of goals.length > 0 ? goals : first === undefined ? [] : [first]) build(run, goal)
  if (makefile.followed.cut) addUnread(line, found.path, 'more of a makefile than is read')
  return null
}

/** Unknown parts stay a variable of the shell. */
const asWritten = (word: Word): string => word.text ?? word.parts?.map((part) => (part.kind === 'unknown' ? `$\${${ARGUMENT}}` : part.text)).join('') ?? ''

/** Variables of the command line reach the makes that recipes start; what has spaces in it is not followed. */
function handingOn(shell: Shell, variables: ReadonlyMap<string, string>): Shell {
  const plain = [...variables].filter(([, value]) => !/\s/.test(value)).map(([name, value]) => `${name}=${value}`)
  if (plain.length === 0) return shell
  return { ...shell, vars: new Map(shell.vars).set('MAKEFLAGS', { words: [literal(plain.join(' '))], array: false }) }
}

function findMakefile(line: ReaderLine, folder: string, given: readonly Word[]): { readonly path: string; readonly text: string } | null {
  const [file] = given
  if (file !== undefined && file.text === null) return null
  const paths = file === undefined ? NAMES.map((name) => within(folder, name)) : [normalise(file.text ?? '', folder)]
  return paths.every((path) => path.startsWith('/')) && folderFor(line.shell, []) !== null ? firstKnown(line.shell, paths) : null
}

const MOST_INCLUDES = 30

/** `included` gets the paths of those that were read. */
function withIncludes(line: ReaderLine, folder: string, text: string, depth: number, included: string[]): string {
  if (depth > 2 || !/^[-s]?include\s/m.test(text)) return text
  let left = MOST_INCLUDES
  return text.replace(
    /^[-s]?include[ \t]+([^\n#$*?]+)$/gm,
    (whole, names: string) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => {
          if (--left < 0) return ''
          const path = normalise(name, folder)
          const found = contentOf(line.shell, literal(path))?.text
          if (found == null) addNeed(line.shell.trace, { kind: 'file', path })
          else included.push(path)
          return found == null ? '' : withIncludes(line, folder, found, depth + 1, included)
        })
        .join('\n') || whole,
  )
}

interface Running {
  readonly line: ReaderLine
  readonly file: string | null
  readonly folder: string
  readonly makefile: Makefile
  readonly seen: Set<string>
  lines: number
}

function build(run: Running, goal: string): void {
  const { line, file, folder, makefile, seen } = run
  if (seen.has(goal) || line.shell.calling.includes(`make ${folder} ${goal}`)) return
  if (seen.size >= MOST_RULES) {
    makefile.followed.cut = true
    return
  }
  seen.add(goal)
  const explicit = makefile.rules.get(goal)
  const rules = explicit === undefined || explicit.every((rule) => rule.recipe.length === 0) ? [...(explicit ?? []), ...patternFor(makefile, goal)] : explicit
  for (const { needs } of rules) for (const need of needs) build(run, need)
  for (const { needs, recipe, stem } of rules) {
    const values = { '@': goal, '<': needs[0] ?? '', '^': needs.join(' '), '+': needs.join(' '), '?': needs.join(' '), '*': stem ?? '', '@D': '.', '@F': goal }
    for (const text of recipe) {
      if (++run.lines > MOST_LINES) {
        makefile.followed.cut = true
        return
      }
      const code = expandMake(makefile, text, values).replace(/^[\s@+-]+/, '')
      if (code !== '') runText(line, { file, folder, name: `make ${folder} ${goal}` }, code)
    }
  }
}

function patternFor(
  makefile: Makefile,
  goal: string,
): readonly { readonly needs: readonly string[]; readonly recipe: readonly string[]; readonly stem: string }[] {
  for (const { target, needs, recipe } of makefile.patterns) {
    const at = target.indexOf('%')
    const [start, end] = [target.slice(0, at), target.slice(at + 1)]
    if (goal.length < start.length + end.length || !goal.startsWith(start) || !goal.endsWith(end) || recipe.length === 0) continue
    const stem = goal.slice(start.length, goal.length - end.length)
    return [{ needs: needs.map((need) => need.replaceAll('%', stem)), recipe, stem }]
  }
  return []
}
