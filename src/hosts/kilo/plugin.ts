// How is Kilo served from inside its process?
export { opencodePlugin as plugin } from '../../gate/host-opencode.ts'
