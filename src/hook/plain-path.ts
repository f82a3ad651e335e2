// What stands in for the default of `node:path` in the hook's bundle? The module itself: a bundler would wrap each of its members.
import type * as NodePath from 'node:path'

const path: typeof NodePath = process.getBuiltinModule('node:path')
// eslint-disable-next-line import/no-default-export -- It stands in for a module that has one.
export default path
