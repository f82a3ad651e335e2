// Sets Codex up to ask us, and tells whether its user has approved our hooks yet.
import type { Json, JsonObject } from '../../core/model.ts'
import { claudeCanary, movable, patientEntry, systemFiles, underHooks } from '../_frame/install.ts'
import type { HostInstall, InstallPlace, Obstacle, ObstacleScene } from '../_frame/install.ts'

const folder = (place: InstallPlace): string => movable(place, 'CODEX_HOME', '.codex')
const APPROVE = 'start codex, open `/hooks` and approve the hooks of prudent'

const at = (value: Json | undefined, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>((now, name) => (isObject(now) ? now[name] : undefined), value)
const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

/** What Codex trusts is the hash of this, keys in order: the event, the matcher and the one handler, with what it takes for left out. */
function identity(event: string, group: JsonObject, handler: JsonObject): string {
  const { command = '', timeout, statusMessage, additionalContextLimit } = handler
  const seconds = typeof timeout === 'number' ? Math.max(timeout, 1) : 600
  const known: JsonObject = {
    ...(additionalContextLimit === undefined ? {} : { additionalContextLimit }),
    async: handler['async'] === true,
    command,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    timeout: seconds,
    type: 'command',
  }
  const { matcher } = group
  return JSON.stringify({ event_name: event, hooks: [known], ...(matcher === undefined ? {} : { matcher }) })
}

/** Null when the hook that judges calls is trusted as it stands. */
function untrusted(file: string, { held, place, isOurs, real, sha256 }: ObstacleScene): Obstacle | null {
  const config = `${folder(place)}/config.toml`
  const states = at(held.find((one) => one.file === config)?.value ?? undefined, 'hooks', 'state')
  const groups = listOf(at(held.find((one) => one.file === file)?.value ?? undefined, 'hooks', 'PreToolUse'))
  for (const [group, entry] of groups.entries())
    for (const [index, handler] of listOf(at(entry, 'hooks')).entries()) {
      if (!isObject(handler) || !isObject(entry) || typeof handler['command'] !== 'string' || !isOurs(handler['command'])) continue
      const state = [file, real(file)].map((name) => at(states, `${name}:pre_tool_use:${group}:${index}`)).find((one) => one !== undefined)
      if (at(state, 'enabled') === false)
        return { kind: 'switched-off', file: config, says: 'our hook is switched off in Codex', mend: 'start codex, open `/hooks` and switch it on' }
      if (at(state, 'trusted_hash') !== `sha256:${sha256(identity('pre_tool_use', entry, handler))}`)
        return {
          kind: 'approval',
          file: config,
          says: state === undefined ? 'Codex does not run our hook before you approve it' : 'our hook changed since you approved it: Codex does not run it',
          mend: APPROVE,
        }
    }
  return null
}

function obstacles(scene: ObstacleScene): readonly Obstacle[] {
  const { held, files, scope, place } = scene
  const trust = files.flatMap((file) => untrusted(file, scene) ?? [])
  const config = held.find(({ file }) => file === `${folder(place)}/config.toml`)
  const level = at(config?.value ?? undefined, 'projects', place.project, 'trust_level')
  const untold: readonly Obstacle[] =
    scope === 'project' && level !== 'trusted'
      ? [{ kind: 'approval', file: config?.file ?? '', says: 'Codex reads hooks of trusted projects only', mend: 'start codex here and trust the project' }]
      : []
  return [...trust, ...untold]
}

const OFF = 'switches every hook off'
const MANAGED_ONLY = '`allow_managed_hooks_only` leaves only the hooks of the administrator'

export const install: HostInstall = {
  host: 'codex',
  programs: ['codex'],
  marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID'],
  packages: ['@openai/codex'],
  folders: (place) => [folder(place)],
  edits: (scope, place, ours) => [
    {
      kind: 'json',
      file: scope === 'user' ? `${folder(place)}/hooks.json` : `${place.project}/.codex/hooks.json`,
      reads: 'json',
      add: underHooks({
        PreToolUse: patientEntry(ours, { statusMessage: 'Prudent' }),
        PermissionRequest: patientEntry(ours, {}, null),
        PostToolUse: patientEntry(ours),
        UserPromptSubmit: patientEntry(ours, {}, null),
      }),
    },
  ],
  steering: (place) => [
    `${folder(place)}/config.toml`,
    `${place.project}/.codex/config.toml`,
    ...systemFiles(place, '/etc/codex', '/Library/Application Support/Codex', 'C:/ProgramData/OpenAI/Codex', [
      'config.toml',
      'managed_config.toml',
      'requirements.toml',
    ]),
  ],
  switches: [
    { at: ['features', 'hooks'], is: false, says: `\`features.hooks\` ${OFF}` },
    { at: ['features', 'codex_hooks'], is: false, says: `\`features.codex_hooks\` ${OFF}` },
    { at: ['allow_managed_hooks_only'], is: true, says: MANAGED_ONLY },
    { at: ['hooks', 'allow_managed_hooks_only'], is: true, says: MANAGED_ONLY },
  ],
  variables: [{ name: 'CODEX_HOME', is: 'folder' }],
  obstacles,
  starts: 'shell',
  onWindows: 'cmd',
  canary: (command, cwd, id) =>
    claudeCanary('Bash', { turn_id: crypto.randomUUID(), model: 'gpt-5-codex', permission_mode: 'default', transcript_path: null })(command, cwd, id),
  notes: ['a project file is used in trusted projects only'],
}
