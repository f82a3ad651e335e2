// Which agents can be started against a made-up model, and how? `place` holds home, project, bin (its programs) and url (of the model).
// `settings`: the file that names us; it is emptied in mid-session to see what becomes of us.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { approve } from './live-trials.mjs'

const ACP = fileURLToPath(new URL('acp-client.mjs', import.meta.url))
const VSCODE = fileURLToPath(new URL('vscode-client.mjs', import.meta.url))
const CURSOR = fileURLToPath(new URL('cursor-client.mjs', import.meta.url))
/** Several want a newer Node than Prudent does. */
export const NODE = 'node@24.16.0'
const PROMPT = 'Run the command.'
const KEY = 'none'

export const AGENTS = {
  'claude-code': {
    packages: ['@anthropic-ai/claude-code@2.1.328'],
    settings: '.claude/settings.json',
    env: ({ url }) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' }),
    start: ({ bin }) => [`${bin}/claude`, '-p', PROMPT, '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
  },
  codex: {
    packages: ['@openai/codex@0.169.0'],
    settings: '.codex/hooks.json',
    env: () => ({ TRY_KEY: KEY }),
    files: ({ url }) => ({
      '.codex/config.toml': `model = "fake"\nmodel_provider = "fake"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n\n[model_providers.fake]\nname = "fake"\nbase_url = "${url}/v1"\nenv_key = "TRY_KEY"\nwire_api = "responses"\n`,
    }),
    afterInit: ({ home }) => approve(home),
    start: ({ bin }) => [`${bin}/codex`, 'exec', PROMPT],
  },
  'gemini-cli': {
    packages: ['@google/gemini-cli@0.61.0'],
    settings: '.gemini/settings.json',
    env: ({ url }) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
    files: ({ project }) => ({
      '.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } }, general: { enableAutoUpdate: false } },
      '.gemini/trustedFolders.json': { [project]: 'TRUST_FOLDER' },
    }),
    start: ({ bin }) => [`${bin}/gemini`, '--yolo', '-m', 'gemini-2.5-flash', '-p', PROMPT],
  },
  'qwen-code': {
    packages: ['@qwen-code/qwen-code@0.24.4'],
    settings: '.qwen/settings.json',
    // Its own mark, which it would add otherwise.
    files: () => ({ '.qwen/settings.json': '{\n  "$version": 4\n}' }),
    env: ({ url }) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake' }),
    start: ({ bin }) => [`${bin}/qwen`, '--yolo', '--auth-type', 'openai', '-p', PROMPT],
  },
  'copilot-cli': {
    packages: ['@github/copilot@1.0.102'],
    env: ({ url }) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: 'fake',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    start: ({ bin }) => [`${bin}/copilot`, '-p', PROMPT, '--allow-all-tools'],
  },
  goose: {
    packages: ['@aaif/goose-binary-linux-x64@1.52.0'],
    env: ({ url }) => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'fake',
      OPENAI_HOST: url,
      OPENAI_API_KEY: KEY,
      GOOSE_MODE: 'auto',
      GOOSE_DISABLE_KEYRING: '1',
    }),
    start: ({ modules }) => [`${modules}/@aaif/goose-binary-linux-x64/bin/goose`, 'run', '--no-session', '--with-builtin', 'developer', '-t', PROMPT],
  },
  'kimi-code': {
    packages: ['@moonshot-ai/kimi-code@2.1.0'],
    files: ({ url }) => ({
      '.kimi-code/config.toml': `default_model = "fake"\n\n[providers.fake]\ntype = "openai"\nbase_url = "${url}/v1"\napi_key = "none"\n\n[models.fake]\nprovider = "fake"\nmodel = "fake"\nmax_context_size = 100000\n`,
    }),
    start: ({ bin }) => [`${bin}/kimi`, '-p', PROMPT],
  },
  grok: {
    packages: ['@xai-official/grok@1.0.41'],
    env: () => ({ XAI_API_KEY: KEY }),
    files: ({ url }) => ({
      '.grok/config.toml': `[models]\ndefault = "fake"\n\n[model.fake]\nmodel = "fake"\nname = "fake"\nbase_url = "${url}/v1"\nenv_key = "XAI_API_KEY"\ncontext_window = 100000\n`,
    }),
    start: ({ bin }) => [`${bin}/grok`, '-p', PROMPT, '-m', 'fake', '--always-approve'],
  },
  cline: {
    packages: ['cline@3.0.65'],
    prepare: ({ bin, url }) => [`${bin}/cline`, 'auth', '-p', 'openai', '-k', KEY, '-m', 'fake', '-b', `${url}/v1`],
    start: ({ bin }) => [`${bin}/cline`, '--json', '--auto-approve', 'true', PROMPT],
  },
  droid: {
    packages: ['@factory/cli-linux-x64@0.225.2'],
    env: () => ({ FACTORY_API_KEY: 'fk-none', FACTORY_AIRGAP_ENABLED: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' }),
    files: ({ url }) => ({
      '.factory/settings.json': {
        customModels: [
          { model: 'fake', displayName: 'fake', baseUrl: `${url}/v1`, apiKey: KEY, provider: 'generic-chat-completion-api', maxOutputTokens: 1000 },
        ],
      },
    }),
    start: ({ modules }) => [`${modules}/@factory/cli-linux-x64/bin/droid`, 'exec', '--auto', 'high', '-m', 'custom:fake-0', PROMPT],
  },
  auggie: {
    packages: ['@augmentcode/auggie@0.36.0'],
    settings: '.augment/settings.json',
    env: ({ url }) => ({
      AUGMENT_SESSION_AUTH: JSON.stringify({ accessToken: KEY, tenantURL: `${url}/`, scopes: ['email'] }),
      AUGMENT_DISABLE_AUTO_UPDATE: '1',
    }),
    start: ({ bin }) => [`${bin}/auggie`, '--print', '--quiet', PROMPT],
  },
  amp: { cannot: "its threads live on its vendor's server, which no stand-in replaces; `amp permissions test` was run instead, see below" },
  antigravity: { cannot: 'its vendor has it in no registry of packages that was in reach (npm, Debian)' },
  crush: { cannot: 'its package of npm (0.96.1) fetches the program from GitHub, which was out of reach, and so were the modules of Go' },
  // Its program is not in the registry of npm; its SDK is, with the same hooks. For its vendor's server we put a stand-in.
  cursor: {
    packages: ['@cursor/sdk@1.0.32'],
    env: ({ url }) => ({ CURSOR_BACKEND_URL: url, CURSOR_API_KEY: KEY }),
    settings: '.cursor/hooks.json',
    start: ({ modules }) => ['node', CURSOR, `${modules}/@cursor/sdk`, PROMPT],
  },
  hermes: { cannot: 'PyPI was out of reach; what npm has is not its vendor’s, and fetches it from GitHub' },
  'letta-code': {
    packages: ['@letta-ai/letta-code@0.32.18'],
    settings: '.letta/settings.json',
    // It names packages that the registry may not have, and loads none of them.
    without: ['@letta-ai/letta-agent-sdk', '@letta-ai/trajectory', '@janhapke/sharp-electron'],
    env: () => ({ LETTA_CODE_TELEM: '0', DISABLE_AUTOUPDATER: '1' }),
    // It keeps its agents in the file that holds its hooks: one is made before, and goes on.
    prepare: ({ bin, url }) => [
      'sh',
      '-c',
      `"$0" connect openai-compatible --base-url "$1" --api-key ${KEY} --backend local && "$0" -p hello --backend local --new-agent -m fake`,
      `${bin}/letta`,
      `${url}/v1`,
    ],
    start: ({ bin }) => ['env', 'LETTA_DISABLE_SESSION_PERSIST=1', `${bin}/letta`, '-p', PROMPT, '--backend', 'local'],
  },
  'mistral-vibe': { cannot: 'it is in PyPI only, which was out of reach' },
  openhands: { cannot: 'it is in PyPI only, which was out of reach; npm has a client for its server' },
  // As a server for browsers, with its own agent; the browser is Debian's. A person allows what it asks about by itself, and leaves our question open.
  vscode: {
    packages: ['code-server@4.139.1'],
    version: '1.139.1',
    files: () => ({ '.vscode/argv.json': {} }),
    wants: (command) => ({ 'allows.txt': String(!command.includes('ran-asked')) }),
    start: ({ modules, base, url }) => ['node', VSCODE, modules, base, url],
  },
  kiro: { cannot: 'its vendor has it in no registry of packages that was in reach (npm, Debian)' },
  windsurf: { cannot: 'its vendor has it in no registry of packages that was in reach (npm, Debian)' },
  qoder: {
    packages: ['@qoder-ai/qodercli@1.1.52'],
    // Its own marks, which it would add otherwise.
    files: () => ({ '.qoder/settings.json': JSON.stringify({ securityScan: { l1StaticCheck: true, l2LightweightScan: true, l3DeepScan: true } }, null, 2) }),
    // It asks no model without an account, and has a stand-in for one; only over ACP does that do without an account too.
    wants: (command) => ({
      'answers.jsonl': [{ functionCall: { id: 'call', name: 'Bash', args: { command, description: 'a trial' } } }, { text: 'That is all.' }]
        .map((part) => ({ candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }] }))
        .map((answer) => `${JSON.stringify({ method: 'generateContentStream', response: [answer] })}\n`)
        .join(''),
    }),
    start: ({ bin, base }) => ['node', ACP, 'yolo', `${bin}/qodercli`, '--acp', '--fake-responses', `${base}/answers.jsonl`],
    told: ({ home }) => resultsIn(`${home}/.qoder/projects`),
  },
  codebuddy: {
    packages: ['@tencent-ai/agent-sdk@0.3.201'],
    settings: '.codebuddy/settings.json',
    version: '2.117.0',
    env: ({ url }) => ({ CODEBUDDY_API_KEY: KEY, CODEBUDDY_BASE_URL: `${url}/v1` }),
    start: ({ modules }) => [`${modules}/@tencent-ai/agent-sdk/cli/bin/codebuddy`, '-p', PROMPT, '-y'],
  },
  opencode: {
    packages: ['opencode-ai@1.18.33'],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    files: ({ url }) => ({ '.config/opencode/opencode.json': openCode(url) }),
    start: ({ bin }) => [`${bin}/opencode`, 'run', '-m', 'fake/fake', PROMPT],
  },
  kilo: {
    packages: ['@kilocode/cli-linux-x64@7.7.9'],
    env: () => ({ KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1' }),
    files: ({ url }) => ({ '.config/kilo/kilo.json': openCode(url) }),
    start: ({ modules }) => [`${modules}/@kilocode/cli-linux-x64/bin/kilo`, 'run', '--auto', '-m', 'fake/fake', PROMPT],
  },
  openclaw: {
    packages: ['openclaw@2026.9.6'],
    env: () => ({ OPENCLAW_NO_ONBOARD: '1' }),
    files: ({ url, project }) => ({
      '.openclaw/openclaw.json': {
        models: {
          providers: {
            fake: {
              baseUrl: `${url}/v1`,
              apiKey: KEY,
              api: 'openai-completions',
              models: [{ id: 'fake', name: 'fake', contextWindow: 100000, maxTokens: 1000 }],
            },
          },
        },
        agents: { defaults: { model: { primary: 'fake/fake' }, workspace: project } },
        tools: { exec: { security: 'full', ask: 'off' } },
      },
    }),
    start: ({ bin }) => [`${bin}/openclaw`, 'agent', '--local', '--agent', 'main', '-m', PROMPT],
  },
  pi: {
    packages: ['@earendil-works/pi-coding-agent@0.87.1'],
    files: ({ url }) => ({
      '.pi/agent/models.json': { providers: { fake: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: KEY, models: [{ id: 'fake' }] } } },
    }),
    start: ({ bin }) => [`${bin}/pi`, '-p', '--provider', 'fake', '--model', 'fake', PROMPT],
  },
}

/** Where an agent keeps what was said: what its tools gave back in the last conversation. */
function resultsIn(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.jsonl')) : []
  const [last] = files.map((file) => join(folder, file)).sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  const lines = last === undefined ? [] : readFileSync(last, 'utf8').split('\n')
  return lines.filter((line) => line.includes('tool_result'))
}

/** OpenCode and its relative: whole packages of models come with it, so one is named. */
function openCode(url) {
  const models = { fake: { name: 'fake', tool_call: true, limit: { context: 100000, output: 1000 } } }
  return {
    model: 'fake/fake',
    small_model: 'fake/fake',
    provider: { fake: { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${url}/v1`, apiKey: KEY }, models } },
  }
}
