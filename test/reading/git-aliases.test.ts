// What does git do by another name: an alias kept in its settings, a part of it called by its own file?
import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { home, project, put, verdict } = projectOnDisk('git-aliases')

const LOCAL = `[core]
\tbare = false
[alias]
\tp2 = push -f origin main
\tx2 = "!rm -rf ~"
\tf2 = "!f() { rm -rf \\"$1\\"; }; f"
\tloop = loop
\tst = status -sb # short
[alias "odd"]
\tst2 = push -f
[branch "main"]
\trebase = clean -fdx
`
const prepare = (): void => {
  put({ 'src/a.js': 'x\n' })
  mkdirSync(`${project}/.git`, { recursive: true })
  writeFileSync(`${project}/.git/config`, LOCAL)
  writeFileSync(`${home}/.gitconfig`, '[Alias]\n  Wipe = reset --hard\n  co = checkout\n  unpush = push --force \\\n    origin main\n')
}

describe('aliases that are kept', () => {
  test.each([
    ['git p2', 'deny'],
    ['git x2', 'deny'],
    ['git f2 ~', 'deny'],
    ['git unpush', 'deny'],
    ['git -C src x2', 'deny'],
    ['git -c alias.z="!rm -rf" z ~', 'deny'],
    ['git st', 'allow'],
    ['git co -b feature', 'allow'],
    ['git loop', 'allow'],
    ['git st2', 'allow'],
    ['git rebase main', 'allow'],
    ['git nosuch', 'allow'],
  ])('%s', (command, wanted) => {
    prepare()
    expect(verdict(command)).toBe(wanted)
  })
})

describe('parts of git by their own file', () => {
  test.each([
    ['/usr/lib/git-core/git-push -f origin main', 'deny'],
    ['git-push --force origin main', 'deny'],
    ['$(git --exec-path)/git-push -f origin main', 'deny'],
    ['/usr/lib/git-core/git-push origin feature', 'allow'],
    ['git-status', 'allow'],
    ['git-cliff --output CHANGELOG.md', 'allow'],
  ])('%s', (command, wanted) => {
    prepare()
    expect(verdict(command)).toBe(wanted)
  })
})
