// Is every spelling of a path the path that a program would open?
import { describe, expect, it } from 'vitest'
import { expandHome, folderOfGlob, isWithin, lastComponent, normalise, parentOf, windowsSpelling } from './path.ts'

describe('normalise', () => {
  it.each([
    ['/a/b', '/x', '/a/b'],
    ['b', '/a', '/a/b'],
    ['./b', '/a', '/a/b'],
    ['../b', '/a/c', '/a/b'],
    ['.', '/a', '/a'],
    ['', '/a', '/a'],
    ['..', '/a', '/'],
    ['../../..', '/a', '/'],
    ['/a//b/', '/x', '/a/b'],
    ['/a/./b/../c', '/x', '/a/c'],
    ['//a', '/x', '/a'],
    ['/', '/x', '/'],
    ['.env', '/a', '/a/.env'],
    ['...', '/a', '/a/...'],
    ['a\\b', '/x', '/x/a\\b'],
    ['b', '/', '/b'],
    ['C:\\a\\..\\b', '/x', 'C:/b'],
    ['c:/a', '/x', 'C:/a'],
    ['C:\\', '/x', 'C:/'],
    ['C:', '/x', 'C:/'],
    ['C:\\..\\..', '/x', 'C:/'],
    ['a\\b', 'C:\\x', 'C:/x/a/b'],
    ['..\\b', 'C:/x', 'C:/b'],
    ['\\b', 'C:\\x', 'C:/b'],
    ['C:b', 'C:\\x', 'C:/x/b'],
    ['D:b', 'C:\\x', 'D:/b'],
    ['/c/a', 'C:\\x', '/c/a'],
    ['\\\\server\\share\\a\\..\\b', '/x', '//server/share/b'],
    ['\\\\.\\PhysicalDrive0', '/x', '//./PhysicalDrive0'],
    ['\\\\?\\C:\\a', '/x', 'C:/a'],
    ['\\\\?\\UNC\\s\\h\\a', '/x', '//s/h/a'],
    ['C:\\a. \\b::$DATA', '/x', 'C:/a/b'],
    ['\0', '/a', '\0'],
    ['\0/b/../c', '/a', '\0/c'],
    ['/a/\0/b', '/x', '/a/\0/b'],
    ['/a/x\0/../b', '/x', '\0/b'],
    ['b', '\0/a', '\0/a/b'],
    ['/a/\0/b/../c', '/x', '/a/\0/c'],
    ['\0/..', '/a', '\0'],
    ['a/\0', '/x', '/x/a/\0'],
  ])('%j against %j is %j', (path, base, expected) => {
    expect(normalise(path, base)).toBe(expected)
  })
  it('does nothing to what is normal already', () => {
    for (const path of ['/a/b', 'C:/a', '//s/h/a', '\0/a', '/']) expect(normalise(path, 'C:/x')).toBe(path)
  })
})

describe('expandHome', () => {
  it.each([
    ['~', '/home/dev', '/home/dev'],
    ['~/a', '/home/dev', '/home/dev/a'],
    ['~ann/a', '/home/dev', '/home/ann/a'],
    ['~root', '/home/dev', '/root'],
    ['~ann', '/root', '/home/ann'],
    ['a~', '/home/dev', 'a~'],
    ['~+', '/home/dev', '~+'],
    ['~\\a', 'C:/Users/dev', 'C:/Users/dev\\a'],
    ['~ann', 'C:/Users/dev', 'C:/Users/ann'],
  ])('%s in %s is %s', (path, home, expected) => {
    expect(expandHome(path, home)).toBe(expected)
  })
})

describe('other questions', () => {
  it.each([
    ['/mnt/c/a', 'C:/a'],
    ['/c/a', 'C:/a'],
    ['/cygdrive/d', 'D:/'],
    ['/mnt/c', 'C:/'],
    ['//host/c$/a', 'C:/a'],
    ['/mnt/data/a', null],
    ['/etc/a', null],
    ['/', null],
    ['//host/share/a', null],
  ])('%s spells %s', (path, expected) => {
    expect(windowsSpelling(path)).toBe(expected)
  })
  it.each([
    ['/a/*', '/a'],
    ['/a/.*', '/a'],
    ['/*', '/'],
    ['/a/**/*', '/a'],
    ['/a/**', '/a'],
    ['/a/.[!.]*', '/a'],
    ['/a/[!x]*', '/a'],
    ['/a/[a-zA-Z0-9]*', '/a'],
    ['/a/[[:alnum:]]*', '/a'],
    ['/a/??*', '/a'],
    ['/a/.[a-z]*', '/a'],
    ['/a/*[aeiou]*', '/a'],
    ['/a/[aeiou]*', '/a/[aeiou]*'],
    ['/a/[0-9]*', '/a/[0-9]*'],
    ['/a/[a-z]*.log', '/a/[a-z]*.log'],
    ['/a/?????*', '/a/?????*'],
    ['/a/*.pyc', '/a/*.pyc'],
    ['/a', '/a'],
    ['C:/*', 'C:/'],
    ['/home/*/*', '/home/*'],
    ['\0/*', '\0'],
  ])('the contents of %s are those of %s', (path, expected) => {
    expect(folderOfGlob(path)).toBe(expected)
  })
  it('knows inside from beside', () => {
    expect(isWithin('/a/b', '/a')).toBe(true)
    expect(isWithin('/a', '/a')).toBe(true)
    expect(isWithin('/ab', '/a')).toBe(false)
    expect(isWithin('/a', '/')).toBe(true)
    expect(lastComponent('/a/b')).toBe('b')
    expect([parentOf('/a/b'), parentOf('/a'), parentOf('/'), parentOf('C:/a'), parentOf('C:/')]).toEqual(['/a', '/', '/', 'C:/', 'C:/'])
  })
})
