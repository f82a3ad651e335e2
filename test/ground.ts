// What is there before the first test and gone after the last? What was built, and one folder for all that tests lay out.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
let folder = ''

export function setup(): void {
  // Test files run side by side: were each of them to build, they would build over one another.
  if (!existsSync(join(ROOT, 'dist/cli.js'))) execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { cwd: ROOT, stdio: 'inherit' })
  folder = mkdtempSync(join(tmpdir(), 'prudent-tests-'))
  // Some tests become somebody else, who has to get in.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
}

/** A run leaves hundreds of megabytes: a few dozen runs, and tests fail because there is no room. */
export function teardown(): void {
  // Some tests take away what may be done with their folders.
  if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'u+rwx', folder])
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  } catch (error) {
    console.warn(`left behind: ${folder} (${(error as Error).message})`)
  }
}
