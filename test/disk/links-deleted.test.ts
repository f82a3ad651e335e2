// Where a folder that is deleted is a link on disk, does only the link count, and all that it leads to where it is followed?
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('links-deleted')
beforeAll(() => {
  disk.put({ 'src/a.ts': 'text\n', 'real/a.txt': 'text\n' })
  mkdirSync(`${disk.home}/Documents`, { recursive: true })
  writeFileSync(`${disk.home}/Documents/a.txt`, 'text\n')
  symlinkSync(`${disk.home}/Documents`, `${disk.project}/assets`)
  symlinkSync('real', `${disk.project}/near`)
  symlinkSync(disk.home, `${disk.project}/all`)
})

describe('a link', () => {
  test.each(['rm -rf assets', 'rm -r ./assets', 'rm -rf "$PWD/assets"', 'rm -rf near all', 'D=assets; rm -rf "$D"', 'ls && rm -rf assets'])(
    'goes alone: %s',
    (command) => {
      expect(disk.verdict(command)).toBe('allow')
    },
  )
  test.each([
    'rm -rf assets/',
    'rm -rf assets/.',
    'rm -rf assets/*',
    'rm -rf -- assets//',
    'rm -rf near/',
    'rm -rf assets src',
    'D=assets; rm -rf $D/',
    'cd assets && rm -rf *',
    'find -L assets -delete',
    'find assets/ -delete',
    'rm -rf real',
    'rm -rf assets/../src',
    'rm assets; mv src assets; rm -rf assets',
    'rm assets; mkdir assets; mv src assets/; rm -rf assets',
    'rm -rf assets "$X"/src',
    'rsync -a --delete empty/ assets/',
    'python3 -c "import shutil; shutil.rmtree(\'assets/\')"',
  ])('is not all that goes: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
  test('to the home folder takes all of it with a slash', () => {
    expect(disk.verdict('rm -rf all/')).toBe('deny')
  })
})
