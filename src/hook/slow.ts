// What do only some calls need? Settings that are read anew, and the engine for people's own patterns: a bundle of its own.
export { compileUserRegex } from '../config/user-regex.ts'
export { compileSettings } from '../gate/compile-settings.ts'
