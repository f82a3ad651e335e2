// What does our plugin for Claude Code consist of? The same hooks as `prudent init` adds, and a script that finds the installed gate; made at build time.
import about from '../../package.json' with { type: 'json' }
import type { JsonObject } from '../core/model.ts'
import type { JsonAddition, Ours } from '../hosts/_frame/install.ts'
import { install } from '../hosts/claude-code/install.ts'

const OWNER: JsonObject = { name: 'Prudent' }
const FOLDER = 'plugins/claude-code'
const DESCRIPTION = 'A safety gate: every tool call is read, judged and answered before it runs'
/** Claude Code replaces the variable, and sets it too; the script need not be executable. */
const SCRIPT = 'sh "${CLAUDE_PLUGIN_ROOT}/hooks/prudent-hook"'

/** A plugin is copied to a folder of Claude Code's own, so nothing beside it can be relied on. */
const script = `#!/bin/sh
# Finds the installed gate; where there is none, or it fails, the call is denied.
own="\${HOME:-/nowhere}/.config/prudent/bin/prudent-hook"
if [ -x "$own" ]; then
  "$own" "$@"
elif command -v prudent > /dev/null 2>&1; then
  unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE
  prudent hook "$@"
else
  echo "prudent: the gate is not installed, so this call is not let through; the user can run: npm install --global prudent" >&2
  exit 2
fi
code=$?
case $code in 0|2) exit $code ;; esac
echo "prudent: the gate could not run (exit code $code), so this call is not let through; the user can run: prudent doctor" >&2
exit 2
`

const readme = `# Prudent for Claude Code

${DESCRIPTION}. The plugin registers the hooks that \`prudent init\` would add to your settings; the gate itself is the npm package.

\`\`\`sh
npm install --global prudent
claude plugin marketplace add "$(npm root --global)/prudent"
claude plugin install prudent@prudent
\`\`\`

While the package is not installed, the plugin denies every call. With both the plugin and \`prudent init\`, a call is judged twice and written down once. \`prudent doctor\` looks at your settings, not at plugins: to see this one at work, ask Claude Code to run \`git push --force\`.

Made from \`src/hosts/claude-code\` by \`npm run build\`.
`

const json = (value: JsonObject): string => `${JSON.stringify(value, null, 2)}\n`

/** Files of the repository, by path. */
export function claudePlugin(): Readonly<Record<string, string>> {
  const command = `${SCRIPT} --host claude-code`
  const ours: Ours = { program: '', plugin: '', home: '', command, and: (more) => `${command} ${more}` }
  const [edit] = install.edits('user', { home: '/', project: '/', env: {} }, ours) ?? []
  const hooks: Record<string, JsonObject[]> = {}
  for (const { at, value } of edit?.kind === 'json' ? edit.add : ([] as readonly JsonAddition[])) {
    const event = at({}, '').at(-1) ?? ''
    hooks[event] = [...(hooks[event] ?? []), value]
  }
  const { version, license } = about
  return {
    [`${FOLDER}/.claude-plugin/plugin.json`]: json({ name: 'prudent', version, description: DESCRIPTION, author: OWNER, license }),
    [`${FOLDER}/hooks/hooks.json`]: json({ description: DESCRIPTION, hooks }),
    [`${FOLDER}/hooks/prudent-hook`]: script,
    [`${FOLDER}/README.md`]: readme,
    '.claude-plugin/marketplace.json': json({
      name: 'prudent',
      description: DESCRIPTION,
      owner: OWNER,
      plugins: [{ name: 'prudent', source: `./${FOLDER}`, description: DESCRIPTION, version, license }],
    }),
  }
}
