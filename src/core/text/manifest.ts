// What will installing packages run, and where will they come from, once this text is the project's manifest or lockfile?
import { wordSet } from './word-set.ts'

const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()

const ON_INSTALL =
  /"(preinstall|install|postinstall|preprepare|prepare|postprepare|pre-install-cmd|post-install-cmd|pre-update-cmd|post-update-cmd|post-autoload-dump)"\s{0,20}:\s{0,20}(?:"((?:[^"\\]|\\.){1,4000})"|\[([^\]]{1,4000})\])/g
/** So many are told of; a manifest with more is not read whole. */
export const MOST_NAMED = 500

/** Scripts that run by themselves when packages are installed. */
export function installScripts(path: string, content: string): readonly string[] {
  const name = nameOf(path)
  if (name !== 'package.json' && name !== 'composer.json') return []
  return [...content.matchAll(ON_INSTALL)].slice(0, MOST_NAMED).map((match) => (match[2] ?? match[3] ?? '').replace(/\\"/g, '"'))
}

export interface PackageSource {
  readonly url: string
  readonly host: string
}

const LOCKS = new Set(
  'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock poetry.lock uv.lock pdm.lock pipfile.lock cargo.lock composer.lock gemfile.lock deno.lock'.split(
    ' ',
  ),
)
const SETTINGS = wordSet('.npmrc .yarnrc .yarnrc.yml pip.conf pip.ini .pypirc uv.toml bunfig.toml nuget.config gemfile pipfile pyproject.toml')
const isSettings = (name: string): boolean => SETTINGS.has(name) || (name.startsWith('requirements') && /^requirements[\w.-]*\.txt$/.test(name))
/** In a lockfile only the lines that say where a package lies. */
const LOCK_URL =
  /(?:resolved|tarball|registry|source|url|remote|dist)["']?\s{0,4}[:=]?\s{0,4}\{?\s{0,4}["']?(?:tarball:\s{0,4}|type["']?:[^,]{0,40},\s*["']url["']\s{0,4}:\s{0,4}["'])?(?:registry\+|git\+|sparse\+)?((?:https?|git|ssh):\/\/[^\s"'<>,}]{1,500})/gi
const SETTING_URL =
  /(?:registry|index-url|index_url|index|extra-index-url|find-links|npmRegistryServer|source|url|repository|trusted-host)["']?\s{0,4}[:=\s]\s{0,4}["']?(https?:\/\/[^\s"'<>,}]{1,500})/gi

/** Where packages would come from: one entry a host. */
export function packageSources(path: string, content: string): readonly PackageSource[] {
  const name = nameOf(path)
  const pattern = LOCKS.has(name) ? LOCK_URL : isSettings(name) ? SETTING_URL : null
  if (pattern === null) return []
  const found = new Map<string, PackageSource>()
  for (const match of content.matchAll(pattern)) {
    const url = match[1] ?? ''
    const host = /^\w+:\/\/(?:[^/@]*@)?([^/:?#]+)/.exec(url)?.[1]?.toLowerCase()
    const key = host === undefined ? '' : `${url.slice(0, 5)} ${host}`
    if (host !== undefined && !found.has(key)) found.set(key, { url, host })
    if (found.size >= MOST_NAMED) break
  }
  return [...found.values()]
}

const RUNNERS = wordSet('.npmrc npmrc .yarnrc pnpm-workspace.yaml')
const RUNNER = /^[ \t]*["']?(script-shell|scriptShell|node-options|nodeOptions)["']?(?:\[\])?[ \t]*[=: \t][ \t]*([^\n]{1,500})/gm
const USUAL_SHELL = /^(?:[a-z]:)?[\w \\/().-]{0,200}?(?:^|[\\/])(?:bash|sh|zsh|dash|ksh|pwsh|powershell|cmd)(?:\.exe)?$/i

/** What a package manager's settings start with every script: another shell, or code that node loads. */
export function scriptRunners(path: string, content: string): readonly string[] {
  if (!RUNNERS.has(nameOf(path))) return []
  return [...content.matchAll(RUNNER)].slice(0, MOST_NAMED).flatMap(([, name = '', value = '']) => {
    const said = value.trim().replace(/^(["'])(.*)\1$/, '$2')
    const usual = name.startsWith('script')
      ? USUAL_SHELL.test(said) && !/^\.{1,2}[\\/]/.test(said)
      : !/(?:^|\s)(?:-r|--(?:require|import|loader|experimental-loader))\b/.test(said)
    return usual ? [] : [said]
  })
}
