// Which members does a family have? A list is made from its folders; with --check, one that is out of date is only told.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const identifier = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())

function hosts() {
  const folder = join(root, 'src/hosts')
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .toSorted()
  return `// Which hosts are there? Made from the folders by scripts/build-registries.mjs: add a folder, not a line.
import type { Host } from '../gate/seams.ts'
${names.map((name) => `import { host as ${identifier(name)} } from './${name}/index.ts'`).join('\n')}

export const HOSTS: readonly Host[] = [
${names.map((name) => `  ${identifier(name)},`).join('\n')}
]
`
}

/** Apart from the hosts: only commands that set them up read it, never the hook. */
function installs() {
  const folder = join(root, 'src/hosts')
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'install.ts')))
    .toSorted()
  return `// Which hosts can be set up? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { HostInstall } from '../gate/host-install.ts'
${names.map((name) => `import { install as ${identifier(name)} } from './${name}/install.ts'`).join('\n')}

export const INSTALLS: readonly HostInstall[] = [
${names.map((name) => `  ${identifier(name)},`).join('\n')}
]
`
}

function stores() {
  const folder = join(root, 'src/stores')
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .toSorted()
  return `// Which stores are there? Made from the folders by scripts/build-registries.mjs: add a folder, not a line.
import type { StoreKind } from '../gate/seams.ts'
${names.map((name) => `import { store as ${identifier(name)} } from './${name}/index.ts'`).join('\n')}

export const STORES: readonly StoreKind[] = [
${names.map((name) => `  ${identifier(name)},`).join('\n')}
]
`
}

/** Returns the files that were not what their folders say. */
export function buildRegistries(check = false) {
  const due = { 'src/stores/registry.gen.ts': stores(), 'src/hosts/registry.gen.ts': hosts(), 'src/hosts/install.gen.ts': installs() }
  const stale = Object.entries(due).filter(([name, text]) => !existsSync(join(root, name)) || readFileSync(join(root, name), 'utf8') !== text)
  if (!check) for (const [name, text] of stale) writeFileSync(join(root, name), text)
  return stale.map(([name]) => name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check')
  const stale = buildRegistries(check)
  for (const name of stale) console.log(`${name} ${check ? 'is out of date: run npm run build' : 'is made anew'}`)
  process.exitCode = check && stale.length > 0 ? 1 : 0
}
