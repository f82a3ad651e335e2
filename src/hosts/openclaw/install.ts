// How is OpenClaw set up to ask us? By a plugin in its folder of extensions, found by itself; a throw blocks there.
import type { Json, JsonObject } from '../../core/model.ts'
import { jsonFile, moduleCanary, movable, OUR_NOTE } from '../_frame/install.ts'
import type { HostInstall, InstallPlace } from '../_frame/install.ts'
import { loader } from '../_frame/module.ts'

const folder = (place: InstallPlace): string => movable(place, 'OPENCLAW_STATE_DIR', '.openclaw')

/** Every call blocked, before any other plugin has its say. */
const DENYING = `{
  id: 'prudent',
  name: 'Prudent',
  description: why,
  register: (api) => api.on('before_tool_call', async () => ({ block: true, blockReason: why }), { priority: 100 }),
}`

export const install: HostInstall = {
  host: 'openclaw',
  programs: ['openclaw'],
  packages: ['openclaw'],
  folders: (place) => [folder(place)],
  // A workspace's own plugins are not started until the user enables each.
  edits: (scope, place, ours) => {
    if (scope === 'project') return null
    const at = `${folder(place)}/extensions/prudent`
    const configSchema = { type: 'object', additionalProperties: false, properties: {} }
    return [
      { kind: 'file', file: `${at}/index.js`, text: loader(ours, 'export default ', DENYING) },
      jsonFile(`${at}/package.json`, {
        name: 'prudent-openclaw',
        private: true,
        type: 'module',
        description: OUR_NOTE,
        openclaw: { extensions: ['./index.js'] },
      }),
      jsonFile(`${at}/openclaw.plugin.json`, { id: 'prudent', name: 'Prudent', description: OUR_NOTE, activation: { onStartup: true }, configSchema }),
      // What lies in its folder is found by itself, and loaded for certain only where it is named.
      {
        kind: 'json',
        file: `${folder(place)}/openclaw.json`,
        add: [],
        own: [{ at: ['plugins', 'entries', 'prudent'], value: { enabled: true } }],
        off: [
          { at: ['plugins', 'entries', 'prudent', 'enabled'], is: false, says: 'our plugin is switched off there' },
          { at: ['plugins', 'enabled'], is: false, says: '`plugins.enabled` switches every plugin off' },
        ],
      },
    ]
  },
  // A list of plugins that are let in, without ours, keeps it out.
  obstacles: ({ held, place }) => {
    const file = `${folder(place)}/openclaw.json`
    const plugins = held.find((one) => one.file === file)?.value?.['plugins'] as JsonObject | undefined
    const allowed = plugins?.['allow']
    if (!Array.isArray(allowed) || (allowed as readonly Json[]).includes('prudent')) return []
    return [{ kind: 'switched-off', file, says: '`plugins.allow` does not list ours', mend: `add "prudent" to plugins.allow in ${file}` }]
  },
  starts: 'module',
  drive: `let call
module.default.register({ on: (name, handler) => { if (name === 'before_tool_call') call = handler } })
const params = { command: event.command, workdir: event.cwd }
return await call({ toolName: 'exec', params, toolCallId: event.id }, { sessionId: event.id, toolName: 'exec', toolCallId: event.id })`,
  canary: moduleCanary,
  notes: ['restart a running gateway'],
}
