// Is what a tool takes in by its own rules read, however it came there, and does ordinary code in the same places pass? Real folders.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'
import { LOADED } from './loads.ts'
import type { Danger, Loaded } from './loads.ts'

const disk = projectOnDisk('loads')
const MANIFEST = '{"name":"x","workspaces":["packages/*"]}\n'
beforeAll(() => {
  disk.put({
    'README.md': '# x\n',
    'x.py': 'print(1)\n',
    'app.py': 'app = None\n',
    'a.R': 'print(1)\n',
    'package.json': MANIFEST,
    'docs/Makefile': 'html:\n\tsphinx-build . out\n',
  })
  disk.commit()
})

/** The verdict of each tool with a file as it lies there, not committed. */
function lying({ file, text, tools }: Loaded, danger: Danger): readonly string[] {
  disk.put({ [file]: text(danger) })
  const verdicts = tools.map((tool) => disk.verdict(tool))
  if (file === 'package.json') disk.put({ [file]: MANIFEST })
  else rmSync(`${disk.project}/${file}`)
  return verdicts
}
const written = ({ file, text, tools }: Loaded, danger: Danger): readonly string[] =>
  tools.map((tool) => disk.verdict(`mkdir -p ${dirname(file)}\ncat > ${file} <<'END'\n${text(danger)}END\n${tool}`))
const unread = (rows: readonly Loaded[], danger: Danger, verdicts: typeof lying): readonly string[] =>
  rows.flatMap((one) => verdicts(one, danger).flatMap((verdict, at) => (verdict === 'allow' ? [`${one.file} ${one.tools[at]}`] : [])))

const WAYS = { 'lies there': lying, 'is written in the same call': written }
describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('what a tool takes in that %s', (way) => {
  test.each(['deletes', 'sends'] as const)('and %s is noticed', (danger) => expect(unread(LOADED, danger, WAYS[way])).toEqual([]))
  test('and fetches what it runs is noticed where it runs at once', () =>
    expect(
      unread(
        LOADED.filter(({ maybe }) => !maybe),
        'fetches',
        WAYS[way],
      ),
    ).toEqual([]))
  test('and does nothing changes nothing', () => {
    const plain = new Map(LOADED.flatMap(({ tools }) => tools).map((tool) => [tool, disk.verdict(tool)]))
    // Git's own hooks ask where they are written.
    const other = LOADED.filter(({ file }) => way === 'lies there' || !file.startsWith('.git/')).flatMap((one) =>
      WAYS[way](one, 'nothing').flatMap((verdict, at) => (verdict === plain.get(one.tools[at] ?? '') ? [] : [`${one.file} ${one.tools[at]} ${verdict}`])),
    )
    expect(other).toEqual([])
  })
})
