// Can nobody publish a package from this folder? Proves that no login for a registry is anywhere one is taken from, or says no. What the places hold never leaves.
import { lstatSync, readdirSync } from 'node:fs'
import type { Scene } from '../core/model.ts'
import { parentOf } from '../core/text/path.ts'
import type { Variables } from './environment.ts'
import { readText } from './read-file.ts'
import { realPath } from './real-path.ts'

/** `folder`, or `folder/**` for whatever publishes each package of a project. False where anything cannot be seen. Never throws. */
export function isLoggedOut(path: string, { home, platform }: Pick<Scene, 'home' | 'platform'>, variables: Variables): boolean {
  if (
    platform === 'windows' ||
    !home.startsWith('/') ||
    (variables['HOME'] ?? home) !== home ||
    Object.keys(variables).some((name) => isTelling(name, variables))
  )
    return false
  const across = path.endsWith('/**')
  const folder = across ? path.slice(0, -3) || '/' : path
  const real = realPath(folder)
  if (real?.stats?.isDirectory() !== true) return false
  const folders = [...new Set([...upwards(folder), ...upwards(real.path)])]
  const kept = [`${home}/.config`, variables['XDG_CONFIG_HOME'] ?? home, `${home}/Library/Preferences`]
  const prefixes = prefixesOf(home, variables)
  return (
    folders.length <= MOST_FOLDERS &&
    [...folders, home, ...kept].every((at) => SETTINGS.every((name) => isSilent(`${at}/${name}`, home))) &&
    kept.every((at) => PERSONAL.every((name) => isSilent(`${at}/${name}`, home))) &&
    folders.every((at) => LOADED.every((name) => setsNothing(`${at}/${name}`)) && isPlainPackage(`${at}/package.json`, across)) &&
    STARTED.every((name) => setsNothing(`${home}/${name}`)) &&
    folders.every((at) => [...HOOKS, ...(across ? WORKSPACES : [])].every((name) => lies(`${at}/${name}`) === false)) &&
    prefixes !== null &&
    prefixes.every((at) => GLOBAL.every((name) => isSilent(`${at}/${name}`, home)))
  )
}

const MOST_FOLDERS = 64
const MOST_PREFIXES = 200
const MOST_BYTES = 64 * 1024
const MOST_OF_PACKAGE = 1024 * 1024

/** Settings of package managers: in the folder, above it, at home; and where settings of a person are kept. */
const SETTINGS = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml', '.bunfig.toml', 'pnpm-workspace.yaml', 'node_modules/npm/npmrc']
const PERSONAL = ['pnpm/rc', 'pnpm/auth.ini', 'pnpm/config.yaml']
const GLOBAL = ['etc/npmrc', 'etc/yarnrc', 'lib/node_modules/npm/npmrc']
/** Files that something may load into the environment, of the project and of a person's shell. */
const LOADED = '.env .env.local .env.production .env.production.local .env.development .env.development.local .envrc mise.toml .mise.toml'.split(' ')
const STARTED =
  '.profile .bashrc .bash_profile .bash_login .bash_aliases .zshenv .zshrc .zprofile .zlogin .config/fish/config.fish .config/op/plugins.sh .op/plugins.sh .config/mise/config.toml'.split(
    ' ',
  )
/** Code that may change the settings. */
const HOOKS = ['.pnpmfile.cjs', '.pnpmfile.mjs']
/** Where there are several packages, each may have settings of its own. */
const WORKSPACES = ['pnpm-workspace.yaml', 'lerna.json', 'rush.json']

/** Variables from which a login, or where to find one, is taken; and those by which a pipeline that may publish is known. */
const TELLING =
  /^(?:npm|yarn|pnpm|bun)_|^(?:CI|PREFIX|DESTDIR|NODE_AUTH_TOKEN|KPM_AUTH_TOKEN|GITHUB_ACTIONS|GITLAB_CI|CIRCLECI|ACTIONS_ID_TOKEN_REQUEST_\w+)$|(?:npm|yarn|pnpm|registry).*(?:token|auth|pass|key|secret)|(?:token|auth|pass|key|secret).*(?:npm|yarn|pnpm|registry)/i
/** What installers and images set, and what says nothing of a login. */
const HARMLESS = new Set(['PNPM_HOME', 'YARN_VERSION', 'BUN_INSTALL'])
const isTelling = (name: string, variables: Variables): boolean => (variables[name] ?? '') !== '' && TELLING.test(name) && !HARMLESS.has(name)

function upwards(folder: string): readonly string[] {
  const folders = [folder === '/' ? '' : folder]
  for (let at = folder; at !== '/' && folders.length <= MOST_FOLDERS;) folders.push((at = parentOf(at)) === '/' ? '' : at)
  return folders
}

/** Whether something lies there; null when that cannot be seen. */
function lies(path: string): boolean | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return (error as { code?: unknown }).code === 'ENOTDIR' ? false : null
  }
}

/** The text of a file, `''` where none lies; null for what cannot be read, is too large, or is a link. */
function textAt(path: string, most: number): string | null {
  const there = lies(path)
  if (there === false) return ''
  return there === null || isLink(path) ? null : readText(path, most)
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return true
  }
}

/** By which a login is kept, or one is looked for elsewhere. */
const LOGIN = /auth|token|passw|username|credential|cert(?:file\w*)?["'\]]*\s*[=:]|key(?:file\w*)?["'\]]*\s*[=:]|secret|(?:user|global)config|npmrc|plugin/i
/** Packages go there unless somebody says otherwise, and it takes none from strangers. */
const PUBLIC = /https?:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)(?=[/"'\s]|$)\/?/g
/** A name, or a way to write one so that it is not recognised, or an address that somebody chose. */
const names = (text: string): boolean => LOGIN.test(text) || /\/\/|\\|\$\{(?!HOME\})/.test(text.replaceAll(PUBLIC, ''))
const PREFIX = /^[ \t]*prefix[ \t]*=[ \t]*["']?([^\n"']*)/gm

function isSilent(path: string, home: string, follows = true): boolean {
  const text = textAt(path, MOST_BYTES)
  if (text === null || names(text)) return false
  // What is installed for everybody may lie elsewhere, with settings of its own.
  return [...text.matchAll(PREFIX)].every(([, value = '']) => {
    const prefix = value.trim().replace(/^(?:~|\$\{HOME\}|\$HOME)(?=\/|$)/, home)
    return follows && prefix.startsWith('/') && !prefix.includes('$') && GLOBAL.every((name) => isSilent(`${prefix}/${name}`, home, false))
  })
}

const SETS = /npm[\w -]*(?:token|auth|config|pass)|(?:yarn|bun|pnpm|node)_\w*(?:auth|token|config|rc)|npmrc|_auth|op plugin|\b(?:CI|PREFIX|DESTDIR)=/i
const setsNothing = (path: string): boolean => {
  const text = textAt(path, MOST_OF_PACKAGE)
  return text !== null && !SETS.test(text)
}

/** What package.json says of publishing: not where to, not from which other folder, not with what. */
function isPlainPackage(path: string, across: boolean): boolean {
  const text = textAt(path, MOST_OF_PACKAGE)
  if (text === null || text === '') return text === ''
  try {
    const { publishConfig = {}, workspaces } = JSON.parse(text.replace(/^\uFEFF/, '')) as { publishConfig?: unknown; workspaces?: unknown }
    if (typeof publishConfig !== 'object' || publishConfig === null || (across && workspaces !== undefined)) return false
    return (
      !names(JSON.stringify(publishConfig)) &&
      !Object.keys(publishConfig).some((key) => /directory|prefix|registry$/i.test(key) && !isPublic(publishConfig, key))
    )
  } catch {
    return false
  }
}
const isPublic = (config: object, key: string): boolean =>
  /registry$/i.test(key) &&
  !JSON.stringify(config[key as keyof object])
    .replaceAll(PUBLIC, '')
    .includes('//')

/** Where versions of node are installed side by side, each with settings for everybody. */
const VERSIONS =
  '.nvm/versions/node .volta/tools/image/node .asdf/installs/nodejs .nodenv/versions .local/share/mise/installs/node .local/share/fnm/node-versions .fnm/node-versions'.split(
    ' ',
  )

/** Every prefix that npm may be installed under; null when they cannot be seen. */
function prefixesOf(home: string, variables: Variables): readonly string[] | null {
  const programs = [...(variables['PATH'] ?? '').split(':').filter((at) => at.startsWith('/')), parentOf(process.execPath)]
  const beside = programs.flatMap((at) => {
    const node = realPath(`${at}/node`)
    return [parentOf(at), ...(node?.stats == null ? [] : [parentOf(parentOf(node.path))])]
  })
  const versions: string[] = []
  for (const folder of [...VERSIONS.map((at) => `${home}/${at}`), ...(variables['NVM_DIR'] === undefined ? [] : [`${variables['NVM_DIR']}/versions/node`])]) {
    const there = lies(folder)
    if (there === null) return null
    if (!there) continue
    try {
      for (const name of readdirSync(folder)) versions.push(`${folder}/${name}`, `${folder}/${name}/installation`)
    } catch {
      return null
    }
  }
  const all = [...new Set(['', '/usr', '/usr/local', '/opt/homebrew', ...beside, ...versions])]
  return all.length > MOST_PREFIXES ? null : all
}
