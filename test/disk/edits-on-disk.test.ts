// Is an edit of a piece judged by the command it becomes in the file that lies there? Real folders.
import { rmSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { home, project, put, decided } = projectOnDisk('edits')

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  put({
    'package.json': '{ "scripts": { "lint": "eslint .", "clean": "rm -rf dist ~/.cache/app" } }\n',
    Makefile: 'OUT ?= dist\n\nclean:\n\trm -rf $(OUT)\n\tmkdir -p $(OUT)\n',
    'scripts/build.sh': '#!/bin/sh\nset -e\nrm -rf dist\ncp -r src dist\n',
    'README.md': 'Run it.\n',
  })
})
const edit = (file: string, old_string: string, new_string: string): string =>
  decided('Edit', { file_path: `${project}/${file}`, old_string, new_string }).decision.verdict

test.each([
  ['package.json', 'eslint .', 'eslint . ; rm -rf ~'],
  ['package.json', 'dist ~/.cache/app', 'dist ~'],
  ['Makefile', 'OUT ?= dist', `OUT ?= ${home}`],
  ['Makefile', 'rm -rf $(OUT)', 'rm -rf $(HOME)'],
  ['scripts/build.sh', '-rf dist', '-rf ~'],
  ['scripts/build.sh', 'dist\ncp', '~\ncp'],
])('%s: %s becomes %s', (file, old, fresh) => expect(edit(file, old, fresh)).not.toBe('allow'))

test('each of several edits', () => {
  const edits = [
    { old_string: 'set -e', new_string: 'set -eu' },
    { old_string: '-rf dist', new_string: '-rf ~' },
  ]
  expect(decided('MultiEdit', { file_path: `${project}/scripts/build.sh`, edits }).decision.verdict).not.toBe('allow')
})

test.each([
  ['package.json', 'eslint .', 'eslint src --fix'],
  ['Makefile', 'OUT ?= dist', 'OUT ?= build'],
  ['Makefile', 'mkdir -p $(OUT)', 'mkdir -p $(OUT)/x'],
  ['scripts/build.sh', 'cp -r src dist', 'cp -r src dist && echo done'],
  ['README.md', 'Run it.', 'Run `rm -rf ~`.'],
])('%s: %s may become %s, whatever else stands there', (file, old, fresh) => expect(edit(file, old, fresh)).toBe('allow'))

test.each([
  ['str_replace_based_edit_tool', { command: 'str_replace', path: 'package.json', old_str: 'eslint .', new_str: 'rm -rf ~' }, 'ask'],
  ['str_replace_based_edit_tool', { command: 'str_replace', path: 'package.json', old_str: 'eslint .', new_str: 'eslint src' }, 'allow'],
  ['str_replace_based_edit_tool', { command: 'insert', path: 'scripts/build.sh', insert_line: 2, insert_text: 'rm -rf ~\n' }, 'ask'],
  ['str_replace_based_edit_tool', { command: 'insert', path: 'scripts/build.sh', insert_line: 2, insert_text: 'rm -rf dist\n' }, 'allow'],
  ['apply_patch', { input: `*** Begin Patch\n*** Update File: Makefile\n@@\n-OUT ?= dist\n+OUT ?= ${home}\n*** End Patch` }, 'ask'],
  ['apply_patch', { input: '*** Begin Patch\n*** Update File: Makefile\n@@\n-OUT ?= dist\n+OUT ?= build\n*** End Patch' }, 'allow'],
])('by another tool: %s %j', (tool, input, verdict) => expect(decided(tool, input).decision.verdict).toBe(verdict))
