// What stands in for the default of `node:path` in the hook's bundle? The module itself: a bundler would wrap each of its members. But for joining what needs no tidying: Node compiles its own way at every start.
import type * as NodePath from 'node:path'

const given: typeof NodePath = process.getBuiltinModule('node:path')
const UNTIDY = ['//', '/./', '/../']

/** As Node's, on systems that separate by a slash. */
export function joined(...parts: string[]): string {
  const text = parts.join('/')
  const isPlain =
    parts[0]?.startsWith('/') === true && !text.endsWith('/') && !text.endsWith('/.') && !text.endsWith('/..') && !UNTIDY.some((piece) => text.includes(piece))
  return isPlain ? text : given.join(...parts)
}

const path: typeof NodePath = given.sep === '/' ? Object.assign(Object.create(given) as typeof NodePath, { join: joined }) : given
// eslint-disable-next-line import/no-default-export -- It stands in for a module that has one.
export default path
