// What would `make target` run? The recipes of that target and of what it needs; what cannot be known stays a variable.
import type { Word } from '../../model.ts'
import { isRooted, normalise } from '../../text/path.ts'
import { askEdited } from '../../machine/edits.ts'
import { has, valuesOf } from '../../meaning/options.ts'
import { addUnread, firstKnown, folderFor, runText, within } from '../../machine/project-files.ts'
import type { ReaderLine } from '../../machine/shell.ts'
import { expandMake, readMakefile } from './makefile.ts'
import type { Makefile } from './makefile.ts'
import { givenTo, isSharp } from './given.ts'
import { otherShell, runWith } from '../../machine/run-with.ts'

const NAMES = ['GNUmakefile', 'makefile', 'Makefile']
const MOST_RULES = 1000
const MOST_LINES = 600
/** Of all rules together: thousands of goals may each need the same thousands. */
const MOST_NEEDS = 20_000

export function readMake(line: ReaderLine): Word | null {
  const { shell, command, parsed } = line
  const folder = folderFor(shell, valuesOf(parsed.options, '--directory')) ?? '/'
  const given = givenTo(line)
  if (given.unread !== null) addUnread(line, null, given.unread)
  for (const code of given.atOnce) runText(line, { file: null, folder, name: 'make $(shell)' }, expandMake(readMakefile('', given.variables), code, {}))
  const files = valuesOf(parsed.options, '--file')
  const fromInput = files.some((word) => word.text === '-' || word.text === '/dev/stdin') ? (command.stdin?.text ?? null) : null
  if (fromInput === null && command.stdin !== null && files.some((word) => word.text === '-')) askEdited(shell, command.stdin)
  const known = fromInput === null ? findMakefiles(line, folder, files) : [{ path: null, text: fromInput }]
  const found = [...given.files.flatMap((name) => firstKnown(shell, [normalise(atHome(line, name), folder)]) ?? []), ...known]
  if (found.length === 0 && given.evals.length === 0)
    runOtherShell({ line, file: null, folder, makefile: readMakefile('', given.variables, given.outside), given: given.variables }, '')
  if ((found.length === 0 && given.evals.length === 0) || has(parsed.options, ['--question', '--touch'])) return null
  const included: string[] = []
  const text = [...given.evals, ...found.map((file) => withIncludes({ line, folder, given: given.variables, included }, file.text, 0))].join('\n')
  const outside = new Map([...given.outside].filter(([name]) => text.includes(name)))
  const winning = new Map([['CURDIR', folder], ...(given.overrides ? outside : []), ...given.variables])
  const sharp = new Set([...outside, ...given.variables].filter(([, value]) => isSharp(value)).map(([name]) => name))
  const makefile = readMakefile(text, winning, outside, sharp)
  // As trustworthy as the least of what it is put together from.
  const paths = [...included, ...found.map(({ path }) => path)]
  const source = given.evals.length > 0 || sharp.size > 0 ? null : (paths.find((path) => path === null || !shell.disk.isSettled(path)) ?? paths.at(-1) ?? null)
  const run: Running = { line: { ...line, shell: given.shell }, file: source, folder, makefile, given: given.variables, seen: new Set(), lines: 0, needs: 0 }
  for (const code of makefile.atOnce) runCode(run, 'make $(shell)', expandMake(makefile, code, {}))
  // What is only printed does not run; what the makefile asks the shell for while it is read does.
  if (has(parsed.options, ['--just-print'])) return null
  const [first] = makefile.first === null ? [] : [makefile.first]
  for (const goal of given.goals.length > 0 ? given.goals : first === undefined ? [] : [first]) build(run, goal)
  if (makefile.followed.cut) addUnread(line, source, 'more of a makefile than is read')
  if (makefile.followed.hidden === true) addUnread(line, null, 'what a makefile makes of a given text')
  return null
}

const atHome = ({ shell }: ReaderLine, path: string): string => (path.startsWith('~/') ? shell.trace.scene.home + path.slice(1) : path)

function findMakefiles(line: ReaderLine, folder: string, given: readonly Word[]): readonly { readonly path: string; readonly text: string }[] {
  if (folderFor(line.shell, []) === null) return []
  const choices =
    given.length === 0 ? [NAMES.map((name) => within(folder, name))] : given.flatMap(({ text }) => (text === null ? [] : [[normalise(text, folder)]]))
  return choices.flatMap((paths) => (paths.every((path) => isRooted(path)) ? (firstKnown(line.shell, paths) ?? []) : []))
}

/** As a shell reads it, and as what else `SHELL` names would. */
function runCode(run: Running, name: string, code: string): void {
  runText(run.line, { file: run.file, folder: run.folder, name }, code)
  runOtherShell(run, code)
}

function runOtherShell(
  { line, file, folder, makefile, given }: Pick<Running, 'line' | 'file' | 'folder' | 'makefile'> & { readonly given: ReadonlyMap<string, string> },
  code: string,
): void {
  const value = (name: string, usual: string): string => expandMake(makefile, makefile.variables.get(name) ?? usual, {})
  const shell = otherShell(value('SHELL', 'sh'), value('.SHELLFLAGS', '-c'))
  if (shell === null) return
  const told = given.has('SHELL') || given.has('.SHELLFLAGS')
  if (!shell.includes('$')) runWith(line, { file: told ? null : file, folder, name: 'make SHELL' }, shell, code)
  // The file's own choice between several is no surprise.
  else if (told) addUnread(line, null, 'a shell for make that cannot be read')
}

const MOST_INCLUDES = 30

interface Including {
  readonly line: ReaderLine
  readonly folder: string
  readonly given: ReadonlyMap<string, string>
  /** Gets the paths of those that were read. */
  readonly included: string[]
}

function withIncludes(including: Including, text: string, depth: number): string {
  if (depth > 2 || !/^[-s]?include\s/m.test(text)) return text
  const { line, folder, given, included } = including
  const folders = [folder, ...valuesOf(line.parsed.options, '--include-dir').flatMap((word) => (word.text === null ? [] : [normalise(word.text, folder)]))]
  let left = MOST_INCLUDES
  let variables: Makefile | null = null
  return text.replace(/^[-s]?include[ \t]+([^\n#]+)$/gm, (whole, said: string) => {
    const names = said.includes('$') ? expandMake((variables ??= readMakefile(text, given)), said, {}) : said
    return (
      names
        .trim()
        .split(/\s+/)
        .map((name) => {
          // What a compiler found out about headers, and what only patterns name.
          if (/[$*?%]|\.(?:d|dep|P)$/.test(name)) return ''
          if (left-- <= 0) {
            if (left === -1) addUnread(line, null, 'more included makefiles than are read')
            return ''
          }
          const found = firstKnown(
            line.shell,
            folders.map((one) => normalise(name, one)),
          )
          if (found === null) return ''
          included.push(found.path)
          return withIncludes(including, found.text, depth + 1)
        })
        .join('\n') || whole
    )
  })
}

interface Running {
  readonly line: ReaderLine
  readonly file: string | null
  readonly folder: string
  readonly makefile: Makefile
  /** Variables of the command line. */
  readonly given: ReadonlyMap<string, string>
  readonly seen: Set<string>
  lines: number
  /** Of all the rules that were built. */
  needs: number
}

function build(run: Running, goal: string): void {
  const { line, folder, makefile, seen } = run
  if (seen.has(goal) || line.shell.calling.includes(`make ${folder} ${goal}`)) return
  if (seen.size >= MOST_RULES) {
    makefile.followed.cut = true
    return
  }
  seen.add(goal)
  const explicit = makefile.rules.get(goal)
  const rules = explicit === undefined || explicit.every((rule) => rule.recipe.length === 0) ? [...(explicit ?? []), ...patternFor(makefile, goal)] : explicit
  for (const { needs } of rules) {
    run.needs += needs.length
    if (run.needs > MOST_NEEDS) {
      makefile.followed.cut = true
      return
    }
    for (const need of needs) build(run, need)
  }
  for (const { needs, recipe, stem } of rules) {
    const values = { '@': goal, '<': needs[0] ?? '', '^': needs.join(' '), '+': needs.join(' '), '?': needs.join(' '), '*': stem ?? '', '@D': '.', '@F': goal }
    for (const text of recipe) {
      if (++run.lines > MOST_LINES) {
        makefile.followed.cut = true
        return
      }
      const code = expandMake(makefile, text, values).replace(/^[\s@+-]+/, '')
      if (code !== '') runCode(run, `make ${folder} ${goal}`, code)
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
