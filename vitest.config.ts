// How are the tests run?
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import type { ViteUserConfig } from 'vitest/config'

// A fresh machine may have no git: what lays out real repositories cannot run there. CI has one, so nothing is left out where it counts.
const USES_GIT = /(?:execFileSync|spawnSync)\('git'|from '\.{1,2}\/project-on-disk\.ts'/
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

// The repositories that tests lay out are nobody's: whoever runs the tests has settings of git, and a hook of git's even a repository in its environment.
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name]
Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' })
// What they write is written as most people write: some tests are about who else may.
process.umask(0o022)

// The tests read shell code with the parser that the package has.
const { metered } = (await import(new URL('scripts/metered.mjs', import.meta.url).href)) as {
  readonly metered: () => NonNullable<ViteUserConfig['plugins']>[number]
}

// For proving that a change of the code changes no reading: see scripts/proof.mjs.
const { recordCalls } = (await import(new URL('scripts/record-calls.mjs', import.meta.url).href)) as {
  readonly recordCalls: () => readonly NonNullable<ViteUserConfig['plugins']>[number][]
}

// CI asks for a report that a program can count.
const report = process.env['PRUDENT_TEST_REPORT']

export default defineConfig({
  plugins: [metered(), ...recordCalls()],
  test: {
    // What is not taken in is not metered.
    server: { deps: { inline: ['unbash'] } },
    include: ['src/**/*.test.ts', 'ui/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: hasGit ? [...configDefaults.exclude] : [...configDefaults.exclude, ...needGit],
    environment: 'node',
    // Most of what takes long waits: for processes, terminals, browsers. One less than there are, as usual, would leave a small machine idle.
    maxWorkers: Math.max(2, availableParallelism()),
    globalSetup: 'test/ground.ts',
    // A generated or hostile input that takes this long is a failure, not patience.
    testTimeout: 60_000,
    // What is laid out or built before tests begin takes as long as the machine needs.
    hookTimeout: 120_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
