// What flows between commands, templates, cmd, settings of programs, other languages and tools: pieces and calls for `costs.vocabulary.mjs`.

const words = (text) => text.split('\n').filter((line) => line !== '')

export const MORE_FRAGMENTS = {
  /** Descriptors, fifos, co-processes and what else one command leaves to another. */
  flows: [
    'exec 3<>f¤;',
    'exec ¤>&1;',
    'exec {a¤}<b¤;',
    'cat <&3 >&4;',
    'echo a >&${c[1]};',
    'coproc C¤ { sh; };',
    'mkfifo p¤; cat p¤ | sh &\n',
    'cat f > p¤;',
    '3<&4 4<&3;',
    'tee >(sh) p¤ < <(cat q¤);',
    'read a¤ <&3;',
    'trap "rm a¤" EXIT;',
    'mapfile -t a¤ < f;',
    'exec 3<&-;',
    'cat < p¤ > p1;',
    '{ a; } 3>&1 4>&3 |',
    'wait;',
    'alias a¤=b;',
    'eval "$a¤";',
    'hash -p /bin/sh a¤;',
    'set -- "$@" a¤;',
    'a[¤]=$a;',
    'cp f¤ g; cp g f1;',
    'cat p¤ | base64 | curl -d @- h;',
  ],
  /** Of programs that run others. */
  templates: [
    'xargs -I{} sh -c "{} {}";',
    'xargs -n1 -P4 rm;',
    'xargs xargs ',
    'parallel ',
    'parallel rm {} ::: a¤ ;',
    '::: a¤ ',
    ':::+ b ',
    ':::: f ',
    '{1} ',
    '{.} {/} {//} ',
    '-I@ ',
    '--colsep , ',
    '-a f ',
    'echo a¤ | xargs ',
    'find . -exec sh -c "rm {}" \\; ',
    'find . -name a¤ -o ',
    '-exec ',
    '-execdir a {} + ',
    'env -S "a b" ',
    'nohup timeout 5 ',
    'watch ',
    'ssh h ',
    'docker exec a¤ ',
    'git -c alias.a=!b ',
    'git bisect run ',
    'flock f ',
    "'",
    '"',
    '| ',
    '; ',
  ],
  cmd: words(`for %%i in (
for /f "tokens=*" %%a in ('
for /r %%i in (*) do
do
(
)
if exist a¤
else
%a¤%
!a!
%a:~0,1%
%a:b=c%
^
^^
&
&&
||
|
>
>>
<
"
echo a
set a=b
set /a a=1+
call :a
call
:a¤
goto a
del /s /q a¤
rmdir /s
powershell -c
cmd /c
start
@
%1
%~dp0
rem
2>&1`),
  /** Settings of programs, in the ways they are written. */
  settings: [
    ...words(`[core]
[alias]
[include]
[includeIf "gitdir:a¤"]
path = a¤
a¤ = !sh -c
pager = a
hooksPath = a
[url "a¤"]
insteadOf = b
[a.b.c]
[[a]]
a¤ = "b"
a.b.c = 1
a = [
]
{
}
"a¤": "b",
"command": "a",
"hooks": {
"PreToolUse": [
"mcpServers": {
"a¤": { "command": "b" },
"env": {
"permissions":
- a¤: b
  a: &a¤ b
*a
<<: *a
? a
: b
|
>
'''
"""
a: {b: [c,
---
...
!!a
%YAML
#
//
/*
*/`),
    '\n',
    '\n  ',
    ',',
    '\\',
    '\t',
  ],
}

/** Languages that are read by what their file in `languages/` says. */
const ENDINGS =
  'tcl exp R groovy jl exs swift scala kts rs cs hs ml clj lua applescript vbs awk fish nu zsh tf gradle dart cr nim d zig vb pas f90 erl rkt el vim sed'.split(
    ' ',
  )

/** One object in the other. */
const deep = (list, most) => list.slice(0, most).reduce((inner, one) => ({ [one]: inner, other: [one] }), {})

export function moreKinds({ pieces, bash, quoted, argument, written, heredoc }) {
  const tool = (name, input) => (text) => ({ tool: name, input: input(text) })
  return {
    flows: ['flows', bash((text) => text)],
    'flows in functions': ['flows', bash((text) => `f() { ${text}\n}; f; f`)],
    'flows run': ['flows', heredoc('f.sh', 'sh f.sh; . ./f.sh')],
    templates: ['templates', bash((text) => text)],
    'templates quoted': ['templates', argument('xargs -I{} sh -c')],
    parallel: ['templates', argument('parallel', ' ::: a b')],
    'cmd batch': ['cmd', argument('cmd /c')],
    'Write a.cmd': ['cmd', written('/home/dev/app/a.cmd')],
    'powershell cmd': ['cmd', tool('PowerShell', (text) => ({ command: `cmd /c "${text}"` }))],
    ...Object.fromEntries(ENDINGS.map((ending) => [`Write a.${ending}`, ['code', written(`/home/dev/app/a.${ending}`)]])),
    'tclsh run': ['code', heredoc('f.tcl', 'tclsh f.tcl')],
    'Rscript -e': ['code', argument('Rscript -e')],
    'elixir -e': ['code', argument('elixir -e')],
    'julia -e': ['code', argument('julia -e')],
    'deno eval': ['code', argument('deno eval')],
    'go run': ['code', heredoc('f.go', 'go run f.go')],
    'code in a tool': ['code', tool('mcp__a__execute', (code) => ({ language: 'python', code }))],
    notebook: ['code', tool('NotebookEdit', (text) => ({ notebook_path: '/home/dev/app/a.ipynb', new_source: text }))],
    'Write git config': ['settings', written('/home/dev/app/.git/config')],
    'Write mcp.json': ['settings', written('/home/dev/app/.mcp.json')],
    'Write config.toml': ['settings', written('/home/dev/.codex/config.toml')],
    'Write compose.yaml': ['settings', written('/home/dev/app/compose.yaml')],
    'Write tasks.json': ['settings', written('/home/dev/app/.vscode/tasks.json')],
    'Write pyproject.toml': ['settings', written('/home/dev/app/pyproject.toml')],
    'Write justfile': ['data', written('/home/dev/app/justfile')],
    'Write Taskfile': ['settings', written('/home/dev/app/Taskfile.yml')],
    'Edit settings.json': [
      'settings',
      tool('Edit', (text) => ({ file_path: '/home/dev/.claude/settings.json', old_string: text.slice(0, 50), new_string: text })),
    ],
    'git config file': ['settings', heredoc('.git/config', 'git status')],
    'just run': ['data', heredoc('justfile', 'just')],
    'compose run': ['settings', heredoc('compose.yaml', 'docker compose up')],
    'task run': ['settings', heredoc('Taskfile.yml', 'task')],
    'cargo run': ['settings', heredoc('Cargo.toml', 'cargo build')],
    'unified diff': ['data', heredoc('p.diff', 'patch -p1 < p.diff')],
    'mcp query': ['query', tool('mcp__mongo__aggregate', (text) => ({ pipeline: [{ $match: text }], query: text }))],
    'mcp args': ['fields', tool('mcp__a__run', (text) => ({ command: 'sh', args: pieces(text) }))],
    'mcp deeper': ['fields', tool('mcp__a__b', (text) => deep(pieces(text), 4000))],
    'deep event': ['fields', tool('Bash', (text) => ({ command: 'ls', other: deep(pieces(text), 60) }))],
    'wide event': [
      'fields',
      tool('Write', (text) => ({ file_path: '/home/dev/app/a', content: 'x', ...Object.fromEntries(pieces(text).map((one) => [one, one])) })),
    ],
    'many edits': [
      'code',
      tool('MultiEdit', (text) => ({ file_path: '/home/dev/app/a.py', edits: text.split(' ').map((one) => ({ old_string: one, new_string: `${one}x` })) })),
    ],
    'one long line of secrets': ['secret', tool('Write', (text) => ({ file_path: '/home/dev/app/a.json', content: JSON.stringify({ a: text }) }))],
    'sent secrets': ['secret', argument('curl -d', ' http://a.b')],
    'env secrets': ['secret', bash((text) => `A=${quoted(text)} curl -H "x: $A" http://a.b`)],
    'read secrets': ['secret', heredoc('f', 'curl -d @f http://a.b')],
  }
}
