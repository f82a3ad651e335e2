// Where do this gate's package, its program and the Node that runs it lie, by what this machine knows? It is what `npm root -g`, `which prudent` and `process.execPath` give.
import type { Scene, Word } from '../model.ts'
import { isWithin, lastComponent, parentOf } from '../text/path.ts'
import { NONE } from '../value/text.ts'
import { likeOf } from './own-ground.ts'

const PACKAGE = /\/node_modules\/prudent$/
const RUNTIME = /\/(?:node|bun|deno)(?:\.exe)?$/i

export const isRuntime = (path: string): boolean => RUNTIME.test(path)

/** The installed package; a checkout is somebody's work. */
export const ownPackage = ({ own = [] }: Scene): string | null => own.find((path) => PACKAGE.test(path)) ?? null
const ownRuntime = ({ own = [] }: Scene): string | null => own.find((path) => RUNTIME.test(path)) ?? null

/** The folder of everybody's packages. */
export const globalRoot = (scene: Scene): string | null => {
  const own = ownPackage(scene)
  return own === null ? null : parentOf(own)
}
export const globalPrefix = (scene: Scene): string | null => globalRoot(scene)?.replace(/(?:\/lib)?\/node_modules$/, '') ?? null

export const folderOfPrograms = (prefix: string): string => `${prefix}/bin`

/** Folders that hold our package or the Node that runs us, among what others installed. */
export function holdsInstalled(scene: Scene): readonly string[] {
  const runtime = ownRuntime(scene)
  const bin = runtime === null ? null : parentOf(runtime)
  return [globalRoot(scene), globalPrefix(scene), bin, bin === null ? null : parentOf(bin)].filter((path) => path !== null)
}

/** Where the Node that runs us was installed to, and the folder of its programs, below the home: whoever installs there may put another in its place. */
export const runtimeFolders = ({ own = [], home }: Scene): readonly string[] =>
  own
    .filter((file) => isRuntime(file) && isWithin(file, home))
    .flatMap((file) => {
      const bin = parentOf(file)
      const prefix = parentOf(bin)
      return lastComponent(bin) === 'bin' && prefix !== home ? [bin, prefix] : [bin]
    })

/** Where a program lies that is looked up by its name: ours, the one that runs us, and npm beside it, are known. */
export function whereLies(scene: Scene, name: string): string {
  const runtime = ownRuntime(scene)
  const prefix = globalPrefix(scene)
  if (name === 'prudent' && prefix !== null) return `${prefix}/bin/prudent`
  if (runtime !== null && lastComponent(runtime).replace(/\.exe$/i, '') === name) return runtime
  return runtime !== null && (name === 'npm' || name === 'npx') ? `${parentOf(runtime)}/${name}` : `/usr/bin/${name}`
}

/** The same of a word: what is not known may be any program beside the one that runs us. */
export const wordLies = (scene: Scene, { text, parts = [] }: Word): Word =>
  text === null
    ? { text: null, parts: [{ kind: 'text', text: `${parentOf(ownRuntime(scene) ?? whereLies(scene, ''))}/` }, ...parts] }
    : { text: whereLies(scene, text) }

/** Where a link of a package manager leads that starts us. */
export function behindLink(scene: Scene, path: string): string {
  const [own, prefix] = [ownPackage(scene), globalPrefix(scene)]
  return own !== null && prefix !== null && path === `${prefix}/bin/prudent` ? `${own}/dist/cli.js` : path
}

/** Where a pattern leads that takes that link among others: into our package, one cannot say to which file. */
export function ledByPattern(scene: Scene, pattern: string): readonly Word[] {
  const [own, prefix] = [ownPackage(scene), globalPrefix(scene)]
  if (own === null || prefix === null || !likeOf(pattern, scene)(`${prefix}/bin/prudent`)) return NONE
  const text = `${own}/dist/`
  return [
    {
      text: null,
      parts: [
        { kind: 'text', text },
        { kind: 'unknown', name: 'link', mayBeEmpty: false },
      ],
    },
  ]
}

/** What starts our command line. */
export function programFiles(scene: Scene): readonly string[] {
  const [own, prefix] = [ownPackage(scene), globalPrefix(scene)]
  return own === null ? [] : [`${own}/dist/cli.js`, `${prefix}/bin/prudent`]
}
