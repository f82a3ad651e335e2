// What do only some events need? A bundle of its own, read by whoever must.
export { compileLate } from '../answer/compile-late.ts'
export { askPeople } from '../ask/people.ts'
export { compileUserRegex } from '../config/user-regex.ts'
export { compileSettings } from '../gate/compile-settings.ts'
export { undoneBy } from '../install/undone.ts'
export { liftingIn } from '../answer/lifting.ts'
export { observeHosts } from '../observe/net/hosts.ts'
