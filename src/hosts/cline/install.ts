// How is Cline set up to ask us? By a program named after the event; Cline ignores its exit code, so a failure is said in words.
import { OUR_FILE, patiently } from '../_frame/install.ts'
import type { HostInstall, Ours } from '../_frame/install.ts'

/** It waits two minutes, and nothing can change that. */
const WAITS_SECONDS = 120

const FAILED = '{"cancel":true,"errorMessage":"Prudent could not judge this call, so it is not let through; the user can run: prudent doctor"}'

const script = ({ command }: Ours): string => `#!/bin/sh
# ${OUR_FILE}
said=$(${command})
code=$?
if [ "$code" -eq 0 ]; then
  [ -z "$said" ] || printf '%s\\n' "$said"
  exit 0
fi
case $said in
  *'"cancel"'*) printf '%s\\n' "$said" ;;
  *) printf '%s\\n' '${FAILED}' ;;
esac
exit 0
`

/** For PowerShell, whose own words for what was not found are no JSON, and which reads a file in the machine's old code page unless a mark at its start says otherwise. */
const windowsScript = ({ program, words }: { readonly program: string; readonly words: string }): string =>
  [
    `${/^[ -~]*$/.test(program) ? '' : '\u{feff}'}# ${OUR_FILE}`,
    `$failed = '${FAILED}'`,
    'try {',
    '  [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false',
    `  $said = (& '${program.replaceAll("'", "''")}' ${words}) -join "\`n"`,
    '  if ($LASTEXITCODE -eq 0) { if ($said) { $said } }',
    `  elseif ($said -like '*"cancel"*') { $said }`,
    '  else { $failed }',
    '} catch { $failed }',
    'exit 0',
    '',
  ].join('\r\n')

export const install: HostInstall = {
  host: 'cline',
  programs: ['cline'],
  marks: ['CLINE_ACTIVE'],
  packages: ['cline'],
  folders: ({ home }) => [`${home}/.cline`, `${home}/Documents/Cline`],
  edits: (scope, { home, project, platform }, ours) => {
    const file = `${scope === 'user' ? home : project}/.cline/hooks/PreToolUse`
    return platform === 'windows'
      ? [{ kind: 'file', file: `${file}.ps1`, text: windowsScript({ program: ours.program, words: `--host cline --wait ${WAITS_SECONDS}` }), executable: true }]
      : [{ kind: 'file', file, text: script(patiently(ours, WAITS_SECONDS)), executable: true }]
  },
  starts: 'program',
  onWindows: 'powershell',
  canary: (command, cwd, id) => ({
    stdin: {
      clineVersion: '0',
      hookName: 'tool_call',
      taskId: id,
      sessionContext: { rootSessionId: id },
      workspaceRoots: [cwd],
      tool_call: { id: id, name: 'run_commands', input: { commands: [command] } },
      preToolUse: { toolName: 'run_commands', parameters: { commands: JSON.stringify([command]) } },
    },
  }),
  notes: [
    'a denial ends the whole run of Cline, not one call',
    'when the hook times out or the program is removed, the call runs; there is no setting for that',
  ],
}
