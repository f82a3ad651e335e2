// Tells which folders of this machine the containers of a compose file would get.
import type { Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import { locate } from '../disk/paths.ts'
import { altered } from '../machine/process.ts'
import { literal } from '../value/text.ts'
import { valuesOf } from '../meaning/options.ts'
import { userPath } from '../machine/user-path.ts'
import { firstKnown, folderFor, within } from '../machine/project-files.ts'
import { rowsOf } from '../text/rows.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { doerOf } from '../log/process.ts'
import { act } from '../machine/act.ts'

const NAMES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']
const STARTS = new Set(['up', 'run', 'start', 'create', 'restart', 'watch'])
const MOST_MOUNTS = 64

export function readCompose(line: ReaderLine): Word | null {
  const { shell, command, parsed } = line
  const verb = parsed.chain.at(-1)?.name ?? ''
  const last = parsed.operands[parsed.depth - 1]?.text ?? verb
  if (!STARTS.has(last)) return null
  const folder = folderFor(shell, valuesOf(parsed.options, '--project-directory'))
  if (folder === null) return null
  const files = valuesOf(parsed.options, '--file')
  const named = files.flatMap((file) => (file.text === null || file.text === '-' ? [] : [normalise(file.text, folderFor(shell, []) ?? folder)]))
  const texts =
    files.length === 0
      ? [
          firstKnown(
            shell,
            NAMES.map((name) => within(folder, name)),
          ),
        ]
      : named.map((path) => firstKnown(shell, [path]))
  const doer = doerOf(shell, command.span)
  const mounts = texts.flatMap((found) => (found === null ? [] : mountsIn(found.text)))
  for (const { source, readOnly } of shell.trace.budget.cut(mounts, MOST_MOUNTS, doer, 'more folders are mounted than are followed')) {
    const target = userPath(altered(shell, { cwd: literal(folder) }), source)
    const { places } = locate(altered(shell, { cwd: literal(folder) }), target)
    act({ do: 'change', what: 'container-mount', target, places, value: literal(readOnly ? 'read' : 'write') }, shell, command.span)
  }
  return null
}

interface Mount {
  readonly source: string
  readonly readOnly: boolean
}

/** Host folders under `volumes:`, short (`- /a:/b:ro`) and long (`source: /a`). Named volumes have no slash. */
export function mountsIn(text: string): readonly Mount[] {
  const mounts: Mount[] = []
  let indent = -1
  for (const row of rowsOf(text)) {
    const depth = row.search(/\S/)
    if (depth < 0 || row[depth] === '#') continue
    const opens = /^\s*(?:- )?(?:volumes|devices)\s*:\s*(\[.*\])?\s*(?:#.*)?$/.exec(row)
    if (opens !== null) {
      indent = depth
      for (const item of (opens[1] ?? '').slice(1, -1).split(',')) addShort(mounts, item)
      continue
    }
    // A list may stand as deep as its key.
    if (indent < 0 || depth < indent || (depth === indent && row[depth] !== '-')) {
      indent = -1
      continue
    }
    const long = /^\s*(?:- )?(?:source|src|device)\s*:\s*(.+?)\s*$/.exec(row)
    if (long?.[1] !== undefined) addMount(mounts, unquoted(long[1]), false)
    else if (/^\s*-\s/.test(row)) addShort(mounts, row.replace(/^\s*-\s+/, ''))
  }
  return mounts
}

function addShort(mounts: Mount[], item: string): void {
  const text = unquoted(item.replace(/\s#.*$/, '').trim())
  // `${HOME:-/root}:/x`: the colon inside braces is the variable's own.
  const plain = text.replaceAll(/\$\{(\w{1,64})[^{}]{0,200}\}/g, '$${$1}')
  const found = /^(.+?):(\/[^:]*)(?::(.*))?$/.exec(plain)
  if (found?.[1] !== undefined) addMount(mounts, found[1], /(?:^|,)ro(?:,|$)/.test(found[3] ?? ''))
}

function addMount(mounts: Mount[], source: string, readOnly: boolean): void {
  if (/^[~/$.]/.test(source)) mounts.push({ source, readOnly })
}

const unquoted = (text: string): string => text.replace(/^(["'])(.*?)\1.*$/, '$2')
