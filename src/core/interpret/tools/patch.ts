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
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVE = /^\*\*\* Move to: (.+)$/

export function readPatch(text: string): readonly PatchedFile[] {
  const files: { does: PatchedFile['does']; path: string; at: PatchedFile['at']; added: string[]; lines: string[]; to?: string }[] = []
  let before = ''
  let offset = 0
  const placeOf = (line: string, path: string): PatchedFile['at'] => {
    const start = offset + Math.max(line.lastIndexOf(path), 0)
    return { start, end: start + path.length }
  }
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const header = HEADER.exec(line)
    const current = files.at(-1)
    if (header !== null) {
      const path = (header[2] ?? '').trim()
      files.push({ does: header[1] === 'Add' ? 'write' : header[1] === 'Delete' ? 'delete' : 'edit', path, at: placeOf(line, path), added: [], lines: [] })
    } else if (MOVE.test(line) && current !== undefined) {
      current.does = 'move'
      current.to = line.slice(13).trim()
      current.at = placeOf(line, current.to)
    } else if (line.startsWith('--- ')) before = diffPath(line.slice(4))
    else if (line.startsWith('+++ ')) {
      const after = diffPath(line.slice(4))
      if (after === '/dev/null') files.push({ does: 'delete', path: before, at: placeOf(line, after), added: [], lines: [] })
      else files.push({ does: before === '/dev/null' ? 'write' : 'edit', path: after, at: placeOf(line, after), added: [], lines: [] })
    } else if (current !== undefined) {
      current.lines.push(line)
      if (line.startsWith('+')) current.added.push(line.slice(1))
    }
    offset += raw.length + 1
  }
  return files.map(({ added, ...file }) => ({ ...file, added: added.join('\n') }))
}

const diffPath = (text: string): string =>
  (text.split('\t')[0] ?? '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^[ab]\//, '')
