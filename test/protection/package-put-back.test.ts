// What a call changes in the hook's own files is put back from the copy that `prudent init` kept; an update of the package is left alone.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { factsOf } from '../../src/install/ground-make.ts'
import { noticeFiles } from '../../src/install/ground-files.ts'
import { writeGround } from '../../src/install/ground.ts'
import type { Ground } from '../../src/install/ground.ts'
import { makeLookout } from '../../src/install/lookout.ts'
import { markCall } from '../../src/install/marks.ts'
import { copyOf, keepPackage } from '../../src/install/package-copy.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { emptyHome } from '../built.ts'

const FILES = { 'package.json': '{"version":"1.0.0"}', 'dist/hook.cjs': 'judge()', 'dist/hook-engine.cjs': 'engine()', 'dist/index.js': 'library()' }

describe('the hook’s own files', () => {
  let home = ''
  let state = ''
  let folder = ''
  const file = (name: string): string => join(folder, name)
  const text = (name: string): string => readFileSync(file(name), 'utf8')
  beforeEach(() => {
    home = realpathSync(emptyHome())
    state = join(home, '.local/state/prudent')
    folder = join(home, 'lib/prudent')
    mkdirSync(join(folder, 'dist'), { recursive: true })
    for (const [name, holds] of Object.entries(FILES)) writeFileSync(file(name), holds)
    const files = Object.fromEntries(
      Object.keys(FILES).map((name) => {
        const about = factsOf(file(name))
        return [name, [about?.size ?? 0, about?.mtimeMs ?? 0, about?.digest() ?? ''] as const]
      }),
    )
    const ground: Ground = { version: '1.0.0', at: '', scripts: [], entries: [], package: { folder, files }, node: { path: process.execPath, size: 0 } }
    writeGround(home, state, ground, openJsonLines({ state }).digest)
    keepPackage(state, ground.package)
  })
  /** A call runs, changes what it changes, and somebody looks often enough to see that it stands still. */
  const afterCall = (change: () => void): readonly string[] => {
    const look = makeLookout({ home, state })
    markCall(state, { at: Date.now(), host: 'claude-code', session: 's', call: 't1', unread: true })
    look(Date.now())
    change()
    return [1, 2, 3].flatMap(() => look(Date.now()).found)
  }

  test.each<readonly [string, () => void]>([
    ['replaced', () => writeFileSync(file('dist/hook.cjs'), 'process.exit(0)')],
    ['replaced by one of the same length', () => writeFileSync(file('dist/hook.cjs'), 'allow()')],
    ['taken away', () => rmSync(file('dist/hook.cjs'))],
    [
      'put behind a link',
      () => {
        rmSync(file('dist/hook.cjs'))
        writeFileSync(join(home, 'evil.cjs'), 'process.exit(0)')
        symlinkSync(join(home, 'evil.cjs'), file('dist/hook.cjs'))
      },
    ],
  ])('one that was %s by a call is as it was, and that is said', (_, change) => {
    const found = afterCall(change)
    expect(text('dist/hook.cjs')).toBe(FILES['dist/hook.cjs'])
    expect(found.join('\n')).toMatch(/hook\.cjs` .* while a call of claude-code ran, and was put back/)
  })
  test('an update of the whole package is told, and left as it is', () => {
    afterCall(() => {
      writeFileSync(file('package.json'), '{"version":"1.0.1"}')
      writeFileSync(file('dist/hook.cjs'), 'judgeBetter()')
    })
    expect(text('dist/hook.cjs')).toBe('judgeBetter()')
  })
  test('a copy that somebody changed is no copy', () => {
    const digest = createHash('sha256').update(FILES['dist/hook.cjs']).digest('base64url')
    expect(Buffer.from(copyOf(state, digest) ?? []).toString()).toBe(FILES['dist/hook.cjs'])
    writeFileSync(join(noticeFiles(state).copies, digest), 'process.exit(0)')
    expect(copyOf(state, digest)).toBeNull()
    afterCall(() => writeFileSync(file('dist/hook.cjs'), 'evil()'))
    expect(text('dist/hook.cjs')).toBe('evil()')
  })
})
