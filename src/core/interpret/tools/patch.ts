// Which files does a patch touch, and what does it add? apply_patch envelopes and unified diffs.
export interface PatchedFile {
  readonly does: 'write' | 'edit' | 'delete' | 'move'
  readonly path: string
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
  const files: { does: PatchedFile['does']; path: string; added: string[]; lines: string[]; to?: string }[] = []
  let before = ''
  for (const line of text.split(/\r?\n/)) {
    const header = HEADER.exec(line)
    const current = files.at(-1)
    if (header !== null)
      files.push({ does: header[1] === 'Add' ? 'write' : header[1] === 'Delete' ? 'delete' : 'edit', path: (header[2] ?? '').trim(), added: [], lines: [] })
    else if (MOVE.test(line) && current !== undefined) {
      current.does = 'move'
      current.to = line.slice(13).trim()
    } else if (line.startsWith('--- ')) before = diffPath(line.slice(4))
    else if (line.startsWith('+++ ')) {
      const after = diffPath(line.slice(4))
      if (after === '/dev/null') files.push({ does: 'delete', path: before, added: [], lines: [] })
      else files.push({ does: before === '/dev/null' ? 'write' : 'edit', path: after, added: [], lines: [] })
    } else if (current !== undefined) {
      current.lines.push(line)
      if (line.startsWith('+')) current.added.push(line.slice(1))
    }
  }
  return files.map(({ added, ...file }) => ({ ...file, added: added.join('\n') }))
}

const diffPath = (text: string): string =>
  (text.split('\t')[0] ?? '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^[ab]\//, '')
