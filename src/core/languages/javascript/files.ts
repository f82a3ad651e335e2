// Which files does JavaScript mean that takes in `./x`, and which does `node x` run?
import { normalise, parentOf } from '../../text/path.ts'
import type { CodeFiles, Named } from '../_code/files.ts'

const CODE = /\.[cm]?[jt]sx?$/
const NO_CODE = /\.(?:json5?|css|scss|less|node|svg|png|html?|txt|md|wasm|graphql|gql|vue|svelte|ya?ml|toml|sql)$/

/** `./x` and its kin; whatever else is a package. */
const named: Named = (name, folder, from) => {
  if (!/^\.{1,2}(?:\/|$)/.test(name) && !name.startsWith('/')) return []
  const path = normalise(name, from === null ? folder : parentOf(from))
  const typed = from !== null && /\.[cm]?tsx?$/.test(from)
  if (NO_CODE.test(path)) return []
  if (CODE.test(path)) return /\.[cm]?jsx?$/.test(path) ? [path, path.replace(/js(x?)$/, 'ts$1')] : [path]
  const endings = typed ? ['.ts', '.tsx', '/index.ts', '.js'] : ['.js', '/index.js', '.mjs', '.cjs', '.ts']
  return endings.map((ending) => path + ending)
}

/** `prudent/dist/cli.js`, by the name of the package or by an address. */
function ours(name: string, folder: string): readonly string[] {
  const [, address, inside] = /^file:\/\/(\/[^?#]+)|^(?:npm:\/?)?(prudent(?:@[^/]+)?\/.+)$/.exec(name) ?? []
  if (address !== undefined) return [normalise(address, '/')]
  return inside === undefined ? [] : [normalise(`node_modules/${inside.replace(/@[^/]+/, '')}`, folder)]
}

/** Of a package.json. */
function main(manifest: string): string | null {
  const said = /"main"\s{0,9}:\s{0,9}"([^"\\]{1,200})"/.exec(manifest)?.[1] ?? null
  return said === null || /\.\w{1,4}$/.test(said) ? said : `${said}.js`
}

export const files: CodeFiles = { name: 'javascript', named, ours, manifest: { file: 'package.json', main } }
