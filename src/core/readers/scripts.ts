// npm, pnpm, yarn and bun: which scripts of package.json would run, or which command of a dependency?
import { wordSet } from '../text/word-set.ts'
import type { Word } from '../model.ts'
import { actAll } from '../machine/act.ts'
import { manifestChanges } from '../machine/manifests.ts'
import { contentOf, keepContent, locate } from '../disk/paths.ts'
import { fork } from '../machine/process.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { literal, unknownWord } from '../value/text.ts'
import { executeFile } from '../machine/execute-file.ts'
import { runLocalCommand } from '../machine/local-command.ts'
import { withScripts } from '../disk/substitutions.ts'
import { hasPut } from '../disk/copies.ts'
import { hasTrait } from '../meaning/traits.ts'
import { firstKnown, folderFor, foldersUp, quoted, within } from '../machine/project-files.ts'
import { runAll, scriptsIn } from './package-scripts.ts'
import { acrossPackages, runAcross } from './scripts-across.ts'
import { noteGlobalPackage } from './global-package.ts'
import { setVariable } from '../machine/env.ts'
import type { ReaderLine, Shell } from '../machine/shell.ts'
import { noteScriptSettings } from './script-settings.ts'

const RUN = new Set(['run', 'run-script', 'rum', 'urn'])
/** Words that name a script by themselves. */
const SCRIPTS: Readonly<Record<string, string>> = { test: 'test', t: 'test', tst: 'test', start: 'start', stop: 'stop', restart: 'restart' }
const INSTALLS = new Set(['install', 'i', 'ci', 'clean-install'])
const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepare']
/** Commands that run scripts of the project besides what they do themselves. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  version: ['preversion', 'version', 'postversion'],
  verison: ['preversion', 'version', 'postversion'],
  publish: ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'],
  pack: ['prepack', 'prepare', 'postpack'],
}

/** `npm pkg set scripts.x=…`, `npm set-script x …`: a script that is written into package.json. */
function scriptsSet(operands: readonly Word[]): readonly (readonly [name: string, script: string])[] {
  const texts = operands.map((word) => word.text ?? '')
  if (texts[0] === 'set-script') return texts[1] !== undefined && texts[2] !== undefined ? [[texts[1], texts.slice(2).join(' ')]] : []
  const at = texts[0] === 'pm' ? 1 : 0
  if (texts[at] !== 'pkg' || texts[at + 1] !== 'set') return []
  return texts.slice(at + 2).flatMap((text) => {
    const [, name, script] = /^scripts(?:\.|\[["']?)([\w:-]{1,60})(?:["']?\])?=([^]{1,4000})$/.exec(text) ?? []
    return name === undefined || script === undefined ? [] : [[name, script] as const]
  })
}

const JUST_SET = 'npm_package_scripts_'
function scriptsJustSet({ vars }: Shell): Readonly<Record<string, unknown>> | null {
  const set = [...vars].flatMap(([name, { words }]) => (name.startsWith(JUST_SET) ? [[name.slice(JUST_SET.length), words[0]?.text ?? null] as const] : []))
  return set.length === 0 ? null : Object.fromEntries(set)
}
const MANIFEST = literal('package.json')

/** It runs when somebody runs or installs the project: the same as if a tool had written it there. */
function setScript({ shell, command, id }: ReaderLine, name: string, script: string): void {
  const inner = fork(shell, { by: id, certain: false, depth: shell.depth + 1, span: shell.span ?? command.span, later: true })
  actAll(manifestChanges(shell.trace.books.places, 'package.json', JSON.stringify({ [name]: script })), shell, command.span, id)
  const manifest = contentOf(shell, MANIFEST)
  // Nobody has seen what stands there besides: npm tells its scripts of it by a variable of this name.
  if (manifest?.text == null) setVariable(shell, `${JUST_SET}${name}`, literal(script))
  const after = manifest?.text == null ? null : withScripts(manifest.text, [[name, script]])
  if (after !== null) {
    keepContent(shell, MANIFEST, literal(after, manifest?.from))
    shell.disk.unsettle(locate(shell, MANIFEST).resolved ?? '')
  }
  shell.read.text(inner, script, null)
}

export function readScripts(line: ReaderLine): Word | null {
  noteGlobalPackage(line)
  const { shell, command, parsed } = line
  const manager = parsed.chain[0]?.name ?? ''
  noteScriptSettings(line)
  if (manager === 'npx') return null
  const several = acrossPackages(line, manager)
  if (several !== null) return runAcross(line, several)
  if (!hasTrait(shell.trace.books.meaning, manager, 'package-manager') || parsed.chain.some((node) => node.runs.some((carrier) => carrier.kind === 'words')))
    return null
  for (const [name, script] of scriptsSet(parsed.operands)) setScript(line, name, script)
  if (parsed.operands[0]?.text === 'pkg' && parsed.operands.some((one) => one.text === null || /^name=.*prudent/i.test(one.text)))
    keepContent(shell, MANIFEST, unknownWord('file'))
  const [verb, next] = parsed.operands
  const word = verb === undefined ? (manager === 'yarn' ? 'install' : null) : verb.text
  if (word === null || has(parsed.options, ['--workspace', '--workspaces', '--filter', '--recursive', '--eval', '--print'])) return null
  const moves = ['--prefix', '-C', '--dir', '--cwd'].flatMap((option) => valuesOf(parsed.options, option))
  const folder = folderFor(shell, moves)
  if (folder === null) return null
  const run = RUN.has(word)
  // Bun runs files too.
  const file = run ? next : verb
  if (manager === 'bun' && file !== undefined && /\.[cm]?[jt]sx?$/.test(file.text ?? '')) {
    const inner = fork(shell, { by: line.id, depth: shell.depth + 1, span: shell.span ?? command.span, cwd: literal(folder) })
    return executeFile(inner, 'javascript', file, command.span, command.stdin, [])
  }
  if (INSTALLS.has(word) && next?.text != null && /^(?:file:|\.{0,2}\/)/.test(next.text) && hasPut(shell)) installFolder(line, next.text)
  const lifecycle = INSTALLS.has(word) && (next === undefined || (manager === 'npm' && word === 'ci')) && !has(parsed.options, ['--ignore-scripts', '--global'])
  const name = run ? (next?.text ?? null) : manager === 'bun' ? null : Object.hasOwn(SCRIPTS, word) ? (SCRIPTS[word] ?? null) : null
  const maybe = manager !== 'npm' && !run && name === null && parsed.depth === 0 ? word : null
  // `npm version` alone only tells which it is.
  const tells = word.startsWith('ver') && next === undefined && manager !== 'yarn'
  const hooks = !run && !tells && Object.hasOwn(HOOKS, word) && !has(parsed.options, ['--ignore-scripts', '--dry-run']) ? HOOKS[word] : undefined
  if (name === null && maybe === null && !lifecycle && hooks === undefined) return null

  const found = firstKnown(
    shell,
    foldersUp(shell, folder).map((at) => within(at, 'package.json')),
  )
  const scripts = found === null ? (shell.vars.size === 0 ? null : scriptsJustSet(shell)) : scriptsIn(found.text)
  const manifest = found?.path ?? within(folder, 'package.json')
  const wanted = name ?? maybe
  if (lifecycle) return runAll(line, manifest, scripts, LIFECYCLE, '')
  if (hooks !== undefined && (maybe === null || scripts === null || !Object.hasOwn(scripts, maybe))) return runAll(line, manifest, scripts, hooks, '')
  if (wanted === null) return null
  if (scripts !== null && [wanted, ...(found === null ? [`pre${wanted}`, `post${wanted}`] : [])].some((one) => Object.hasOwn(scripts, one))) {
    const position = command.words.findIndex((one) => one === (run ? next : verb))
    const rest = command.words.slice(position + 1)
    // npm keeps this one for itself, and runs the script all the same.
    const kept = manager === 'npm' && rest.findIndex((one) => one.text === '--dry-run')
    const ended = rest.findIndex((one) => one.text === '--')
    const args = rest.filter((one, index) => (index > 0 || one.text !== '--') && (index !== kept || (ended >= 0 && ended < index)))
    const names = word === 'restart' && !Object.hasOwn(scripts, 'restart') ? ['stop', 'start'] : [wanted]
    // Yarn's newer versions and pnpm run no pre and post scripts of their own accord; what they might run is read all the same.
    return runAll(
      line,
      manifest,
      scripts,
      names.flatMap((one) => [`pre${one}`, one, `post${one}`]),
      args.map(quoted).join(' '),
      wanted,
    )
  }
  return maybe === null ? null : runCommand(line, maybe, found !== null)
}

/** `npm i ./x`: a package that lies here runs its own scripts, too. What was there before the call is as good as any other. */
function installFolder(line: ReaderLine, said: string): void {
  const { resolved } = locate(line.shell, literal(said.replace(/^file:/, '')))
  const manifest = resolved === null ? null : within(resolved, 'package.json')
  const found = manifest === null || !line.shell.disk.wasWritten(manifest) ? null : firstKnown(line.shell, [manifest])
  if (found !== null) runAll(line, found.path, scriptsIn(found.text), LIFECYCLE, '')
}

/** Names that scripts have as often as programs do: without package.json nobody can tell. */
const AMBIGUOUS = wordSet(
  'at build check clean date db deploy dev dump format install kill link lint mount release reset restore seed serve shutdown sort sync time up ' +
    'wait watch',
)

/** `pnpm prisma migrate reset`: no script of that name, so a dependency's command. */
function runCommand(line: ReaderLine, name: string, sure: boolean): Word | null {
  const { shell, command, parsed, id } = line
  const position = parsed.positions[0]
  if (position === undefined || (!sure && (AMBIGUOUS.has(name) || parsed.operands.length < 2 || name.includes(':')))) return null
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
  runLocalCommand(inner, { ...command, words: command.words.slice(position) })
  return shell.read.perform(inner, { words: command.words.slice(position), assigns: command.assigns, stdin: command.stdin, span: command.span })
}
