// Which secrets would `git add` take along? Those it is told by name, copies that this text made, and what a changed .gitignore no longer keeps out.
import type { PathAction, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin } from '../text/path.ts'
import { locate } from '../disk/paths.ts'
import type { Shell } from '../machine/process.ts'
import { addNeed } from '../log/trace.ts'
import { has } from '../meaning/options.ts'
import type { Line } from '../machine/shell.ts'
import { act } from '../machine/act.ts'

const SECRET: ReadonlySet<string> = new Set(['environment-file', 'credentials', 'private-key'])
const isSecret = (places: readonly string[]): boolean => places.some((place) => SECRET.has(place))

export function noteStaged(there: Shell, line: Line): void {
  const { command, parsed } = line
  const stage = (what: string, target: Word, places: readonly string[]): void => void act({ do: 'change', what, target, places }, there, command.span)
  const targets: string[] = []
  for (const target of parsed.operands.slice(1)) {
    const { places, resolved } = locate(there, target)
    if (isSecret(places)) stage('git-stage', target, places)
    if (resolved !== null) targets.push(resolved)
  }
  if (has(parsed.options, ['--update', '--dry-run'])) return
  if (targets.length === 0 && has(parsed.options, ['--all'])) targets.push(there.trace.scene.project)
  const isTaken = (path: string): boolean => targets.some((target) => isWithin(path, target))
  for (const action of there.trace.actions.slice()) {
    if ((action.does !== 'write' && action.does !== 'delete') || action.at !== 'here' || action.resolved === null || action.later === true) continue
    if (action.does === 'write' && isSecret(action.places) && isTaken(action.resolved) && isCopy(there, action) && !isIgnored(there, action.resolved))
      stage('git-stage-copy', action.path, action.places)
    const folder = IGNORES.exec(action.resolved)?.[1]
    if (folder !== undefined && targets.some((target) => isWithin(folder, target)) && letsSecretsIn(there, action, folder))
      stage('git-unignored', action.path, [])
  }
}

const IGNORES = /^(\/.*?|)\/(?:\.gitignore|\.git\/info\/exclude)$/

const isCopy = ({ trace }: Shell, { takes }: PathAction): boolean =>
  takes.some((id) => {
    const from = trace.actions[id]
    return from?.does === 'read' && isSecret(from.places)
  })

/** What the project's .gitignore says, and that of the file's own folder; asks for them. Where neither is known it counts as taken. */
function isIgnored({ disk, trace }: Shell, path: string): boolean {
  const { project } = trace.scene
  const own = path.slice(0, path.lastIndexOf('/'))
  return [...new Set([project, own])].some((folder) => {
    if (!isWithin(path, folder)) return false
    const file = `${folder}/.gitignore`
    const content = disk.contentAt(file)
    if (content === undefined) addNeed(trace, { kind: 'file', path: file })
    return content?.text != null && keepsOut(content.text, path.slice(folder.length + 1))
  })
}

const LONGEST = 100_000
const rowsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '' && !row.startsWith('#'))

/** The last row that is about it decides. What is longer than people write keeps nothing out. */
function keepsOut(text: string, path: string): boolean {
  if (text.length > LONGEST) return false
  let out = false
  const parts = path.split('/')
  for (const row of rowsOf(text)) {
    const isBack = row.startsWith('!')
    const pattern = row.slice(isBack ? 1 : 0).replace(/\/$/, '')
    const plain = pattern.replace(/^\/|^\*\*\//, '')
    const matches = compileGlob(plain)
    const about = plain.includes('/') || pattern.startsWith('/') ? parts.some((_, at) => matches(parts.slice(0, at + 1).join('/'))) : parts.some(matches)
    if (about) out = !isBack
  }
  return out
}

/** Names that hold secrets in most projects. */
const NAMES = ['.env', '.env.local', '.env.production', 'server.key', 'id_rsa', 'key.pem', 'credentials.json', 'secrets.yaml', 'service-account.json']
const SAYS_SECRET = /env|secret|credential|\.pem|\.key|\*/i

/** Whether what was kept out before is kept out no longer. Where what it holds then is not known, its command may say what it is about. */
function letsSecretsIn({ disk, trace }: Shell, { resolved, does, by, how }: PathAction, folder: string): boolean {
  const path = resolved ?? ''
  const before = disk.layAt(path)
  if (before === undefined) addNeed(trace, { kind: 'file', path })
  if (before == null) return false
  if (before.length > LONGEST) return true
  const was = NAMES.filter((name) => keepsOut(before, name))
  const after = does === 'delete' ? '' : (disk.contentAt(path)?.text ?? null)
  if (after !== null && (how !== 'edit' || after !== before)) return was.some((name) => !keepsOut(after, name) && folder !== '')
  const run = by === null ? undefined : trace.actions[by]
  return was.length > 0 && (run?.does !== 'run' || run.operands.some(({ text }) => text === null || (!text.endsWith('.gitignore') && SAYS_SECRET.test(text))))
}
