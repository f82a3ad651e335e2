// Which files does a patch touch, and what does it add? apply_patch envelopes and unified diffs.
export interface PatchedFile {
  readonly does: 'write' | 'edit' | 'delete' | 'move'
  readonly path: string
  /** Where in the patch the path stands that is written, or deleted. */
  readonly at: { readonly start: number; readonly end: number }
  /** Only the added lines: a diff is judged by what it adds. */
  readonly added: string
  /** As they stand in the patch. */
  readonly lines: readonly string[]
  /** Where a moved file goes. */
  readonly to?: string
  /** What is added is where a link leads. */
  readonly link?: true
}

/** Whoever applies them trims the lines that name files. */
const HEADER = /^\s*\*\*\*\s*(Add|Update|Delete)\s+File:\s*(\S.*)$/i
const MOVE = /^\s*\*\*\*\s*Move\s+to:\s*(\S.*)$/i
const GIT = /^(rename from|rename to|copy to|new file mode|deleted file mode) (.+)$/

type Draft = { -readonly [Key in keyof Omit<PatchedFile, 'added' | 'lines'>]: PatchedFile[Key] } & { added: string[]; lines: string[] }

/** None where it is no patch; no more than one over `most`, which says that there are more. */
export function readPatch(text: string, most = Infinity): readonly PatchedFile[] {
  const files: Draft[] = []
  let before = ''
  let offset = 0
  /** What git says of a file before its lines, or instead of them. */
  let git: { readonly path: string; readonly at: PatchedFile['at']; from: string; deleted: boolean; link: boolean; told: boolean } | null = null
  const placeOf = (line: string, path: string): PatchedFile['at'] => {
    const start = offset + Math.max(line.lastIndexOf(path), 0)
    return { start, end: start + path.length }
  }
  const push = (does: Draft['does'], path: string, at: Draft['at'], more: { to?: string; link?: true } = {}): void => {
    files.push({ does, path, at, added: [], lines: [], ...more })
  }
  const endGit = (): void => {
    if (git !== null && !git.told) push(git.deleted ? 'delete' : 'edit', git.path, git.at)
    git = null
  }
  for (let from = 0; from <= text.length && files.length <= most;) {
    const stop = text.indexOf('\n', from)
    const raw = text.slice(from, stop < 0 ? text.length : stop)
    from += raw.length + 1
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const header = HEADER.exec(line)
    const move = MOVE.exec(line)
    const current = files.at(-1)
    const said = git === null ? null : GIT.exec(line)
    if (header !== null) {
      const path = (header[2] ?? '').trim()
      const verb = header[1]?.toLowerCase()
      push(verb === 'add' ? 'write' : verb === 'delete' ? 'delete' : 'edit', path, placeOf(line, path))
    } else if (move !== null && current !== undefined) {
      current.does = 'move'
      current.to = (move[1] ?? '').trim()
      current.at = placeOf(line, current.to)
    } else if (line.startsWith('diff --git ')) {
      endGit()
      const path = gitPath(line.slice(11))
      git = { path, at: placeOf(line, path), from: '', deleted: false, link: false, told: false }
    } else if (git !== null && said !== null) {
      const [, key, value = ''] = said
      const path = diffPath(value)
      if (key === 'deleted file mode') git.deleted = true
      else if (key === 'new file mode') git.link = value.trim() === '120000'
      else if (key === 'rename from') git.from = path
      else {
        if (key === 'rename to') push('move', git.from, placeOf(line, path), { to: path })
        else push('write', path, placeOf(line, path))
        git.told = true
      }
    } else if (line.startsWith('--- ')) before = diffPath(line.slice(4))
    else if (line.startsWith('+++ ')) {
      const after = diffPath(line.slice(4))
      const link: { link?: true } = git?.link === true ? { link: true } : {}
      if (git !== null) git.told = true
      if (after === '/dev/null') push('delete', before, placeOf(line, after))
      else push(before === '/dev/null' ? 'write' : 'edit', after, placeOf(line, after), link)
    } else if (current !== undefined) {
      current.lines.push(line)
      if (line.startsWith('+')) current.added.push(line.slice(1))
    }
    offset += raw.length + 1
  }
  endGit()
  return files.map(({ added, ...file }) => ({ ...file, added: added.join('\n') }))
}

/** `a/x b/y`: the second of two paths, which may hold blanks. */
function gitPath(paths: string): string {
  const at = Math.max(paths.lastIndexOf(' b/'), paths.lastIndexOf(' "b/'))
  return diffPath(at < 0 ? paths.slice(Math.floor(paths.length / 2)) : paths.slice(at + 1))
}

const diffPath = (text: string): string =>
  (text.split('\t')[0] ?? '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^[ab]\//, '')
