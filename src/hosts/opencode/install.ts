// How is OpenCode set up to ask us? By a plugin file; only a throw stops a call there.
import { configFolder } from '../../gate/host-install.ts'
import type { HostInstall, Ours } from '../../gate/host-install.ts'
import { moduleCanary, moduleHead } from '../../gate/host-module.ts'

const plugin = (ours: Ours): string => `${moduleHead(ours)}
// A server's tool is named \`server_tool\`; these are OpenCode's own.
const OWN = /^(?:apply_patch|todo_write|todo_read|plan_enter|plan_exit|lsp_.*|code_search|web_fetch|web_search|multi_edit|external_directory)$/
const named = (name) => {
  const at = OWN.test(name) ? -1 : name.indexOf('_')
  return at < 1 ? { tool: name } : { server: name.slice(0, at), tool: name.slice(at + 1) }
}

export const Prudent = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
    const said = await judge({ ...named(tool), input: output.args ?? {}, cwd: output.args?.workdir || directory, session: sessionID, id: callID })
    if (said.verdict === 'deny') throw new Error(said.reason)
    if (said.verdict !== 'allow') throw new Error(said.reason + ' OpenCode lets no plugin ask: stop here and let the user run it.')
  },
})
`

export const install: HostInstall = {
  host: 'opencode',
  programs: ['opencode'],
  folders: (place) => [configFolder(place, 'opencode')],
  edits: (scope, place, ours) => [
    {
      kind: 'file',
      file: `${scope === 'user' ? configFolder(place, 'opencode') : `${place.project}/.opencode`}/plugins/prudent.ts`,
      text: plugin(ours),
    },
  ],
  starts: 'module',
  canary: moduleCanary('bash'),
  notes: ['what we would ask about is denied there: no plugin can ask'],
}
