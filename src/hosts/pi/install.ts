// How is Pi set up to ask us? By an extension file; a throw blocks there.
import type { HostInstall, Ours } from '../../gate/host-install.ts'
import { moduleCanary, moduleHead } from '../../gate/host-module.ts'

const extension = (ours: Ours): string => `${moduleHead(ours)}
export default function (pi) {
  pi.on('tool_call', async ({ toolCallId, toolName, input }, ctx) => {
    const said = await judge({ tool: toolName, input: input ?? {}, cwd: ctx?.cwd ?? process.cwd(), session: 'pi', id: toolCallId })
    if (said.verdict === 'allow') return undefined
    const agreed = said.verdict === 'ask' && ctx?.hasUI === true && (await ctx.ui.confirm('Prudent', said.reason)) === true
    return agreed ? undefined : { block: true, reason: said.reason }
  })
}
`

export const install: HostInstall = {
  host: 'pi',
  programs: ['pi'],
  folders: ({ home }) => [`${home}/.pi`],
  edits: (scope, { home, project }, ours) => [
    { kind: 'file', file: `${scope === 'user' ? `${home}/.pi/agent` : `${project}/.pi`}/extensions/prudent.ts`, text: extension(ours) },
  ],
  starts: 'module',
  canary: moduleCanary('bash'),
  notes: ['a project file counts in trusted projects only'],
}
