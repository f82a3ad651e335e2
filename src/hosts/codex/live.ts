// How is Codex started for a trial? What its user trusts comes along as they have it; nothing else is trusted but the folder of the trial.
import type { Json, JsonObject } from '../../core/model.ts'
import { LIVE_KEY } from '../_frame/live.ts'
import type { LiveHost, LivePlace } from '../_frame/live.ts'

const objectOf = (value: Json | undefined): JsonObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {})
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])
const isOurs = (handler: Json): boolean => /prudent-hook|prudent['"]? hook/.test(JSON.stringify(objectOf(handler)['command'] ?? ''))
const snake = (event: string): string => event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** It names what is trusted by file, event and place in the list: the file is another one here, and others' entries are not in it. */
function trust({ own, folder, copy }: LivePlace): readonly string[] {
  const states = objectOf(objectOf(own('config.toml')?.['hooks'])['state'])
  const hooks = objectOf(own('hooks.json')?.['hooks'])
  return Object.entries(hooks).flatMap(([event, groups]) => {
    let group = -1
    return listOf(groups).flatMap((entry, at) => {
      const handlers = listOf(objectOf(entry)['hooks'])
      if (handlers.some(isOurs)) group++
      let index = -1
      return handlers.flatMap((handler, place) => {
        if (!isOurs(handler)) return []
        index++
        const state = objectOf(states[`${folder}/hooks.json:${snake(event)}:${at}:${place}`])
        const fields = Object.entries(state).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean')
        if (fields.length === 0) return []
        return [
          `[hooks.state.${text(`${copy}/hooks.json:${snake(event)}:${group}:${index}`)}]`,
          ...fields.map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
        ]
      })
    })
  })
}

/** A text of JSON is one of TOML. */
const text = (value: string): string => JSON.stringify(value)

/** Its switches, and who is asked: we are to stop it, not its sandbox. */
const config = (place: LivePlace): string => {
  const { url, project, mcp, own } = place
  const features = Object.entries(objectOf(own('config.toml')?.['features'])).filter(([, value]) => typeof value === 'boolean')
  return [
    // By a name that it knows it offers the tools that its user has.
    'model = "gpt-5.5"',
    'model_provider = "fake"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    'check_for_update_on_startup = false',
    ...(own('config.toml')?.['allow_managed_hooks_only'] === true ? ['allow_managed_hooks_only = true'] : []),
    ...(features.length === 0 ? [] : ['[features]', ...features.map(([name, value]) => `${name} = ${JSON.stringify(value)}`)]),
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = ${text(`${url}/v1`)}`,
    'env_key = "TRIAL_KEY"',
    'wire_api = "responses"',
    `[projects.${text(project)}]`,
    'trust_level = "trusted"',
    `[mcp_servers.${mcp.name}]`,
    `command = ${text(mcp.command)}`,
    `args = ${JSON.stringify(mcp.args)}`,
    ...trust(place),
    '',
  ].join('\n')
}

export const live: LiveHost = {
  host: 'codex',
  // It starts in a repository only.
  files: (place) => ({ '.codex/config.toml': config(place), '../project/.git/HEAD': 'ref: refs/heads/main\n' }),
  env: () => ({ TRIAL_KEY: LIVE_KEY }),
  hidden: (server, tool) => ({ name: tool, group: `mcp__${server}` }),
  args: ({ prompt }) => ['exec', prompt],
}
