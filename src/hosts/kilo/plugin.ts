// How is Kilo served from inside its process?
export { opencodePlugin as plugin } from '../_frame/opencode.ts'
