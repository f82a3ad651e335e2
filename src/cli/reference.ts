// What does the reference page of the commands say? Made from the commands themselves; a test compares docs/cli.md with it.
import type { CommandSpec } from './command.ts'

export const referencePage = (commands: readonly CommandSpec[]): string =>
  `${[HEAD, ...commands.flatMap((spec) => sectionsOf(spec, 'prudent')), TAIL].join('\n\n')}\n`

const HEAD = `# The command line

<!-- Made from src/cli by \`npx vitest run test/docs/docs.test.ts -u\`. Change the commands, not this page. -->

\`prudent\` judges calls; it never runs them. Output is coloured on a terminal only; \`NO_COLOR\` and \`FORCE_COLOR\` are respected. Mistakes are told in one line on standard error.

| exit code | meaning |
|---|---|
| 0 | allow, or done |
| 1 | an example fails (\`test\`), a pattern matches nowhere (\`rules try\`), something was left alone (\`init\`, \`uninstall\`) or fails (\`doctor\`) |
| 2 | the words on the command line cannot be used |
| 3 | ask |
| 4 | deny |

\`prudent hook\` alone has exit codes of its own: those of the agent that started it.`

const TAIL = `## Many calls: check --jsonl

One call a line in:

\`\`\`json
{"id": "1", "tool": "Bash", "input": {"command": "git push --force"}, "cwd": "/home/dev/app", "home": "/home/dev", "project": "/home/dev/app"}
\`\`\`

One decision a line out, in the same order: \`id\`, \`verdict\`, \`reason\`, \`findings\` (\`rule\`, \`severity\`, \`confidence\`, \`verdict\`, \`title\`, \`instead\`, \`span\`), and \`warnings\` where there are any. \`cwd\`, \`home\` and \`project\` may be left out. \`mcp__server__tool\` is the tool of a server. Embedded defaults judge: neither settings nor files nor the network are looked at.

A line that is no call is answered \`ask\`, with \`error: {code, message}\`:

| code | meaning |
|---|---|
| \`not-json\` | the line is not JSON |
| \`wrong-shape\` | it is JSON, but \`tool\` is not text, \`input\` is not an object, or a folder is not text |
| \`not-utf8\` | the bytes are not UTF-8 |
| \`too-large\` | more than 16 MB |
| \`too-deep\` | nested more than 200 deep |
| \`named-twice\` | one object has the same name twice |
| \`failed\` | the gate itself failed; please report it |

## Settings

| file | who | may |
|---|---|---|
| \`/etc/prudent/settings.yaml\` | administrator | everything, and \`lock\`; counts only when root owns file and folder and nobody else may write them |
| \`~/.config/prudent/settings.yaml\` | you | loosen what is not locked |
| \`.prudent/settings.yaml\` in the project | whoever edits the project | only tighten |

\`\`\`yaml
preset: strict                       # standard, relaxed, strict, bare …
overrides: { git.force-push: deny }  # a rule or a glob of rules: allow, ask, deny, off
thresholds: { confidence: 60 }       # findings below are not made
profile: [plain.push]                # rules that are silent unless named
include: [~/rules/mine.yaml]         # pack files of your own
\`\`\`

[settings.md](settings.md) has every key, locks, and what happens when a file is damaged. What they compile to is kept under \`~/.cache/prudent/\` and made again when a file changes. A file that must be corrected is named by line and column, and the last good settings hold. Without any, that file does not count and every call is asked about until it is corrected.

## Corpus

\`prudent test\` also runs \`corpus/{dangerous,benign,evasions}/*.yaml\` where that folder exists: whole calls with whole decisions.

\`\`\`yaml
cases:
  - { command: rm -rf ~, want: deny, note: the whole home }
  - { command: git push --force, want: flag, cwd: /home/dev/app, home: /home/dev, project: /home/dev/app }
\`\`\`

\`want\` is \`allow\`, \`ask\`, \`deny\` or \`flag\` (ask or deny). \`corpus/evasions/open.yaml\` holds known gaps: what is wanted there and not yet given. A case of it that is caught fails, so that it moves to the cases that hold.`

function sectionsOf(spec: CommandSpec, parent: string): string[] {
  const name = `${parent} ${spec.name}`
  const operands = spec.operands.map((one) => (one.required === true ? `<${one.name}>` : `[${one.name}${one.many === true ? '…' : ''}]`))
  const rows = [...spec.operands.map((one) => [one.name, one.summary] as const), ...spec.options.map(({ flags, summary }) => [flags, summary] as const)]
  const text = [
    `## ${[name, ...operands].join(' ')}`,
    `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.${spec.details === undefined ? '' : ` ${spec.details.replaceAll('\n', ' ')}`}`,
    ...(rows.length === 0 ? [] : [`| | |\n|---|---|\n${rows.map(([what, summary]) => `| \`${what}\` | ${summary.replaceAll('|', '\\|')} |`).join('\n')}`]),
    `\`\`\`sh\n${spec.examples.map(([command, remark]) => (remark === '' ? command : `${command}  # ${remark}`)).join('\n')}\n\`\`\``,
  ].join('\n\n')
  return [text, ...(spec.commands ?? []).flatMap((inner) => sectionsOf(inner, name))]
}
