// What stands in a file that a host loads into its own process? Two lines that load our plugin, and a denial of everything where it cannot be loaded.
import { OUR_FILE } from './install.ts'
import type { Ours } from './install.ts'

export const NOT_LOADED = 'Prudent could not be loaded, so nothing is let through; the user can run: prudent doctor'

/**
 * `exported`: how the host wants it, `export default ` or `export const NAME = `; `denying`: the plugin that stands in, where `why` is the reason.
 * Loaded by Node's own `require`: a host that translates what it imports would take seconds for ours.
 */
export const loader = (
  { plugin, home }: Ours,
  exported: string,
  denying: string,
): string => `// Prudent: every call is judged before it runs. This file is ${OUR_FILE}.
import { createRequire } from 'node:module'
const why = ${JSON.stringify(NOT_LOADED)}
const load = () => { try { return createRequire(import.meta.url)(${JSON.stringify(plugin)}).pluginAt(${JSON.stringify(packageOf(plugin))}, ${JSON.stringify(home)}) } catch { return undefined } }
${exported}load() ?? (${denying})
`
/** Of `PACKAGE/dist/plugins/NAME.js`. */
const packageOf = (plugin: string): string => plugin.replace(/[\\/]dist[\\/]plugins[\\/][^\\/]+$/, '')
