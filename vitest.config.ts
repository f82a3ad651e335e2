// How are the tests run?
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'

// A fresh machine may have no git: what lays out real repositories cannot run there. CI has one, so nothing is left out where it counts.
const USES_GIT = /(?:execFileSync|spawnSync)\('git'|from '\.\/project-on-disk\.ts'/
const needGit = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts') && USES_GIT.test(readFileSync(name, 'utf8'))),
)
const hasGit = spawnSync('git', ['--version']).status === 0
if (!hasGit) {
  if (process.env['CI'] !== undefined) throw new Error('git is missing: these tests must not be left out in CI')
  console.warn(`git is missing: left out ${needGit.join(', ')}`)
}

// CI asks for a report that a program can count.
const report = process.env['PRUDENT_TEST_REPORT']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: hasGit ? [...configDefaults.exclude] : [...configDefaults.exclude, ...needGit],
    environment: 'node',
    // A generated or hostile input that takes this long is a failure, not patience.
    testTimeout: 20_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
