// Of which pieces, and in which calls, is text made that might take too long to read?
import { MORE_FRAGMENTS, moreKinds } from './costs.more.mjs'

const words = (text) => text.split('\n').filter((line) => line !== '')

/** Whatever opens, closes, quotes, comments, expands or repeats, by language. `¤` becomes a number that grows. */
export const FRAGMENTS = {
  ...MORE_FRAGMENTS,
  shell: [
    ...words(`$(
)
\`
\${x:-
\${x:|
\${x//
\${x#
\${x[
\${!x
}
$((
))
$[
]
(
{
{a,
..
,b}
<(
>(
[[
]]
[
((
"
'
$'
$"
"$@"
\\
#
#
;
&&
||
|
&
>
>f
<
<<<
<<E
<<'E'
<<-E
E
case a in
a)
;;
esac
if
then
elif
else
fi
for i in
for ((
do
done
while
until
select
function f
f()
f¤()
coproc
time
!
a=
a¤=b
a=(
a+=
a[
a[1]=
=x
$a
$a$a
$1
$#
shift
set --
eval
trap
exec
cd a
export
local
declare -A x
alias a=b
unset a
read a
printf %s
echo
test
-eq
=~
sh -c
sudo
env
xargs
find . -exec
{} +
ls
rm
cat f
/c
../
~
~/
/
*
?
@(
!(
a*b
[!a-
x
x¤
-x
--opt¤
--a=b
/etc/passwd
http://a.b/c
é
\\\\
%
^
=
:
,
0x1
1+`),
    '\n',
    ' ',
    '\t',
    '\\\n',
    '\n#',
    ' #',
    ';\n',
  ],
  powershell: words(`$(
@(
@{
{
}
)
"
'
@"
"@
@'
'@
\`
$x
$x=
\${
[
]
::
.
|
;
foreach
if (
Remove-Item
-Recurse
-EncodedCommand
&
iex
(
#
<#
#>
%
!
^
>
/c
\\
,
function f {
try {
catch {
\n`),
  code: [
    ...words(`(
)
[
]
{
}
"
'
"""
'''
\`
\${
f"{
f'{
#
//
/*
*/
/
/a
\\
=>
->
lambda
lambda:
def f():
def f¤():
class a:
class a{
function f(){
function(
async
await
import os
import a¤
from a import b
require("a")
os.system("
subprocess.run([
exec(
eval(
open("
a
a¤
a.b
a.b.
a=
a¤=1
a=a+a
a+=a
a[
1
1,
,
;
:
?
+
*
**
-
!
not
if
if a:
else:
for a in
for(
while(
return
yield
with
try:
except:
%s
%w[
%q(
#{
<<E
E
=begin
=end
do |x|
end
begin
system
qx{
s/a/b/
m{
@a
$a
my $a
q(
<?php
?>
$a[
->x
&&
||
<
>
<a>
</a>
{/*
...
@x
@a.b`),
    '\n',
    ' ',
    '\n ',
    '\n    ',
    '\t',
    '\\\n',
  ],
  query: [
    ...words(`SELECT
DELETE FROM a
DROP TABLE
UPDATE a SET
WHERE
(
)
'
"
\`
$$
$a$
--
/*
*/
#
;
,
a
a.b
a¤
=
1
UNION
WITH a AS (
CASE WHEN
END
BEGIN
BEGIN;
DO $$
EXECUTE '
[
]
{
}
db.a.
.remove(
:
N'
E'
\\
||
INSERT INTO a VALUES
COPY a FROM
EXPLAIN
OR
AND
FLUSHALL
MATCH (a)
*`),
    '\n',
    ' ',
  ],
  /** Plain commands, one after the other. */
  chain: [
    'cd a¤;',
    'cd ~/.c*/p¤;',
    'cd ..;',
    '(cd a¤; rm x);',
    'mv a¤ b¤;',
    'mv a¤ a;',
    'cp a¤ b¤;',
    'cp -r a¤ ~/.config/b¤;',
    'ln -s a¤ b¤;',
    'ln -s ~/.claude l¤;',
    'echo x > l¤/settings.json;',
    'echo x > ~/.c*/p*/b¤*;',
    'echo x > $(cat t¤);',
    'cat ~/.local/*/p¤*/k*;',
    'find ~ -name "*¤.json" -delete;',
    'find a¤ -exec rm {} +;',
    'rm -rf ~/**/x¤;',
    'tar cz ~/.l*/s¤ | base64;',
    'grep -r . a¤;',
    'awk \'{print > ENVIRON["HOME"] "/a¤"}\' x;',
    'vim -es -c \'call writefile([], "a¤")\' -c q;',
    'cp /bin/true $(which node¤);',
    "python3 -c \"open('a¤', 'w')\";",
    'node -e "fs.rmSync(\'a¤\')";',
    "perl -e 'unlink ¤';",
    'git checkout a¤ -- .;',
    'npm i -g ./a¤;',
    'sh ./s¤.sh;',
    'tar xf a¤.tar;',
    'a¤=x;',
    'rm $a¤;',
  ],
  /** What one program runs in turn, in one command line. */
  keys: [
    'send-keys a¤ Enter \\; ',
    'new-window "ls a¤" \\; ',
    'split-window rm\\ a¤ \\; ',
    'set-buffer a¤ \\; paste-buffer \\; ',
    'source f¤ \\; ',
    'run-shell "cat ~/.c*/a¤" \\; ',
  ],
  fetching: [
    '-H "a: b¤" ',
    '-d @f¤ ',
    '-d a=b¤ ',
    '-o f¤ ',
    '-o ~/.c*/f¤ ',
    '-F a=@~/.s*/b¤ ',
    'http://a¤.b/c ',
    'http://127.0.0.¤/ ',
    'file:///etc/a¤ ',
    '--next ',
    '-K c¤ ',
    '-x http://p¤:1 ',
    '--resolve a¤:1:2.3.4.5 ',
    '-T ~/.a* ',
    '-u a:b¤ ',
    '{a,b¤} ',
  ],
  /** Keys and values of an object; `¤` keeps them apart. */
  fields: [
    'path¤',
    'command¤',
    'url¤',
    'sql¤',
    'a¤',
    '/etc/a¤',
    'rm -rf ~/**/a¤',
    'http://a¤.b/c',
    'SELECT ¤',
    '~/.c*/p*/b¤*',
    '{"a": "b¤"}',
    'token=abcdefghijk¤',
  ],
  editing: [
    ...words(`s/a/b/
s/
/
y/
e
w f
r f
{
}
;
p
$!N
a\\
i\\
c\\
/a/,/b/
\\
&
\\1
BEGIN{
END{
system("
print >
|
getline
"
a
$1
function f(
(
)
[
]
#
:a
ta
ba
1d
1,2
!
,`),
    '\n',
    ' ',
  ],
  data: [
    ...words(`{
}
[
]
"
"a":
"a¤":"b",
,
:
- a
- a¤: b
a:
  a: &a
*a
<<: *a
|
>
'
#
%
$(A)
$(
\${
A:=
A+=$(A)
a:b
a¤: b
\ta
define A
endef
include a
ifeq (
endif
.PHONY: a
$(foreach a,
$(call a,
$(eval
FROM a
RUN
RUN a && \\
COPY a b
ENV A=b
*** Begin Patch
*** Add File: a
*** Add File: a¤.sh
*** Update File: a
*** Delete File: a
*** Move to: b
*** End Patch
@@
@@ -1,2 +3,4 @@
+a
-a
 a
--- a/a
+++ b/a
diff --git a/a b/a
\\
"scripts":{
"hooks":[
"command":"
run:
uses: a
script:
* * * * *
[alias]
[core]
export A=
@echo
-rm
<a>
</a>
<!--
-->
<![CDATA[
&a;
\`\`\`
\`\`\`sh
~~~`),
    '\n',
    '\n\t',
    '\n  ',
    ' ',
  ],
  address: words(`http://
https://
//
/
../
./
a
a.
.
..
:
@
:80
%2e
%2F
%25
%
?
&
a=b&
#
[
]
[::1]
1.
127.0.0.1
0x7f
*
**
**/
?
[a-
!(
{a,
}
\\
C:\\
~
~/
$HOME
$(
é
xn--
-
_
;
,
 
=
a¤
/etc/
.ssh/
.git/
node_modules/
|
^`),
  secret: words(`AKIA
ghp_
sk-
token=
password:
-----BEGIN PRIVATE KEY-----
-----END PRIVATE KEY-----
eyJ
.
a
A1
QUJD
=
"
'
:
://
a:b@
Bearer
-
_
/
+
\\n
@
1
1234
4111 1111
{
}
,
abcdefghijk1
\u200b
\u202e
\ud83d
аb`).concat(['\n', ' ', '\u0000', '\u001b[', '\r']),
}

/** At the numbers that keep them apart. */
const pieces = (text) => text.match(/.*?\d+\D{0,8}/gs) ?? [text]
const bash = (make) => (text) => ({ tool: 'Bash', input: { command: make(text) } })
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
const argument = (program, end = '') => bash((text) => `${program} ${quoted(text)}${end}`)
const written = (file) => (text) => ({ tool: 'Write', input: { file_path: file, content: text } })
const heredoc = (file, run) => bash((text) => `cat > ${file} <<'EndOfFile'\n${text}\nEndOfFile\n${run}`)

/** By name: whose pieces it is made of, and the call that carries them. */
export const KINDS = {
  bash: ['shell', bash((text) => text)],
  'bash in double quotes': ['shell', bash((text) => `echo "${text}`)],
  'bash heredoc': ['shell', bash((text) => `cat <<E\n${text}\nE`)],
  'bash -c': ['shell', argument('bash -c')],
  eval: ['shell', argument('eval')],
  'ssh host': ['shell', argument('ssh host')],
  'script run': ['shell', heredoc('f.sh', 'sh f.sh')],
  'docker sh -c': ['shell', argument('docker run a sh -c')],
  powershell: ['powershell', (text) => ({ tool: 'PowerShell', input: { command: text } })],
  'pwsh -c': ['powershell', argument('pwsh -c')],
  'cmd /c': ['powershell', argument('cmd /c')],
  'Write a.sh': ['shell', written('/home/dev/app/a.sh')],
  'Write hook': ['shell', written('/home/dev/app/.git/hooks/pre-commit')],
  'Write .bashrc': ['shell', written('/home/dev/.bashrc')],
  'Write a.ps1': ['powershell', written('/home/dev/app/a.ps1')],
  'Write a.bat': ['powershell', written('/home/dev/app/a.bat')],
  'Write a.py': ['code', written('/home/dev/app/a.py')],
  'Write a.js': ['code', written('/home/dev/app/a.js')],
  'Write a.ts': ['code', written('/home/dev/app/a.ts')],
  'Write a.rb': ['code', written('/home/dev/app/a.rb')],
  'Write a.pl': ['code', written('/home/dev/app/a.pl')],
  'Write a.php': ['code', written('/home/dev/app/a.php')],
  'Write a.go': ['code', written('/home/dev/app/a.go')],
  'Write a.md': ['data', written('/home/dev/app/a.md')],
  'Write a.sql': ['query', written('/home/dev/app/a.sql')],
  'Write Makefile': ['data', written('/home/dev/app/Makefile')],
  'Write package.json': ['data', written('/home/dev/app/package.json')],
  'Write ci.yml': ['data', written('/home/dev/app/.github/workflows/ci.yml')],
  'Write Dockerfile': ['data', written('/home/dev/app/Dockerfile')],
  'Write settings.json': ['data', written('/home/dev/.claude/settings.json')],
  'Write prudent.yaml': ['data', written('/home/dev/app/.prudent.yaml')],
  'Write .env': ['secret', written('/home/dev/app/.env')],
  'Write a.txt': ['secret', written('/home/dev/app/a.txt')],
  'Write .gitconfig': ['data', written('/home/dev/.gitconfig')],
  'Write crontab': ['shell', written('/etc/cron.d/a')],
  'Write path': ['address', (text) => ({ tool: 'Write', input: { file_path: text, content: 'x' } })],
  Edit: ['code', (text) => ({ tool: 'Edit', input: { file_path: '/home/dev/app/a.sh', old_string: 'x', new_string: text } })],
  MultiEdit: ['code', (text) => ({ tool: 'MultiEdit', input: { file_path: '/home/dev/app/a.py', edits: [{ old_string: text, new_string: text }] } })],
  apply_patch: ['data', (text) => ({ tool: 'apply_patch', input: { input: text } })],
  'git apply': ['data', heredoc('p', 'git apply p')],
  'python3 -c': ['code', argument('python3 -c')],
  'node -e': ['code', argument('node -e')],
  'ruby -e': ['code', argument('ruby -e')],
  'perl -e': ['code', argument('perl -e')],
  'php -r': ['code', argument('php -r')],
  'lua -e': ['code', argument('lua -e')],
  osascript: ['code', argument('osascript -e')],
  'python run': ['code', heredoc('f.py', 'python3 f.py')],
  'node run': ['code', heredoc('f.js', 'node f.js')],
  'ruby run': ['code', heredoc('f.rb', 'ruby f.rb')],
  'make run': ['data', heredoc('Makefile', 'make')],
  'npm run': ['data', heredoc('package.json', 'npm run a')],
  'psql -c': ['query', argument('psql -c')],
  'mysql -e': ['query', argument('mysql -e')],
  'mongosh --eval': ['query', argument('mongosh --eval')],
  'redis-cli': ['query', argument('redis-cli')],
  'curl elastic': ['query', argument('curl -XPOST localhost:9200/_search -d')],
  cypher: ['query', argument('cypher-shell')],
  chains: ['chain', bash((text) => text)],
  sed: ['editing', argument('sed -i', ' a')],
  'sed piped': ['editing', bash((text) => `echo a | sed ${quoted(text)} | sh`)],
  awk: ['editing', argument('awk')],
  jq: ['editing', argument('jq')],
  'perl -pi': ['editing', argument('perl -pi -e', ' a')],
  vim: ['editing', argument('vim -c')],
  find: ['address', bash((text) => `find ${text}`)],
  'find -regex': ['address', argument('find . -regex', ' -delete')],
  'rm path': ['address', bash((text) => `rm -rf ${text}`)],
  'rm quoted path': ['address', argument('rm -rf')],
  'git add': ['address', bash((text) => `git add ${text}`)],
  'git config': ['address', argument('git config alias.x')],
  'curl url': ['address', argument('curl')],
  'curl header': ['secret', argument('curl -H', ' http://a.b')],
  'ssh option': ['address', argument('ssh -o')],
  'printf | sh': ['shell', bash((text) => `printf ${quoted(text)} | sh`)],
  'base64 | sh': ['secret', bash((text) => `echo ${quoted(Buffer.from(text).toString('base64'))} | base64 -d | sh`)],
  'git commit -m': ['secret', argument('git commit -m')],
  crontab: ['shell', bash((text) => `crontab - <<'EndOfFile'\n${text}\nEndOfFile`)],
  'tmux send-keys': ['shell', argument('tmux send-keys', ' Enter')],
  kubectl: ['data', bash((text) => `kubectl apply -f - <<'EndOfFile'\n${text}\nEndOfFile`)],
  terraform: ['data', bash((text) => `cat > main.tf <<'EndOfFile'\n${text}\nEndOfFile\nterraform apply`)],
  WebFetch: ['address', (text) => ({ tool: 'WebFetch', input: { url: text, prompt: 'x' } })],
  'WebFetch host': ['address', (text) => ({ tool: 'WebFetch', input: { url: `https://${text}`, prompt: 'x' } })],
  WebSearch: ['secret', (text) => ({ tool: 'WebSearch', input: { query: text } })],
  Read: ['address', (text) => ({ tool: 'Read', input: { file_path: text } })],
  Glob: ['address', (text) => ({ tool: 'Glob', input: { pattern: text } })],
  Grep: ['address', (text) => ({ tool: 'Grep', input: { pattern: text, path: text } })],
  Task: ['secret', (text) => ({ tool: 'Task', input: { prompt: text, description: 'x' } })],
  'mcp text': ['shell', (text) => ({ tool: 'mcp__a__b', input: { text } })],
  'mcp path': ['address', (text) => ({ tool: 'mcp__a__write_file', input: { path: text, content: text } })],
  'mcp sql': ['query', (text) => ({ tool: 'mcp__postgres__query', input: { sql: text } })],
  'mcp command': ['shell', (text) => ({ tool: 'mcp__a__run_command', input: { command: text } })],
  'mcp json': ['data', (text) => ({ tool: 'mcp__a__b', input: { payload: text } })],
  'mcp secret': ['secret', (text) => ({ tool: 'mcp__slack__post_message', input: { channel: 'a', text } })],
  tmux: ['keys', bash((text) => `tmux ${text}`)],
  'curl options': ['fetching', bash((text) => `curl ${text}`)],
  'wget options': ['fetching', bash((text) => `wget ${text}`)],
  substitutions: ['chain', bash((text) => text.replaceAll(/[^;]+;/g, (one) => `$(${one}) `))],
  heredocs: ['chain', bash((text) => text.replaceAll(/[^;]+;/g, (one, at) => `sh <<E${at}\n${one}\nE${at}\n`))],
  functions: ['chain', bash((text) => text.replaceAll(/[^;]+;/g, (one, at) => `f${at}() { ${one} }; f${at};`))],
  loops: ['chain', bash((text) => text.replaceAll(/[^;]+;/g, (one) => `for i in a b; do ${one} done;`))],
  'mcp wide': ['fields', (text) => ({ tool: 'mcp__a__b', input: Object.fromEntries(pieces(text).map((one, at) => [`k${at}`, one])) })],
  'mcp named': ['fields', (text) => ({ tool: 'mcp__a__b', input: Object.fromEntries(pieces(text).map((one) => [one, one])) })],
  'mcp list': ['fields', (text) => ({ tool: 'mcp__a__delete_files', input: { paths: pieces(text) } })],
  'mcp deep': [
    'fields',
    (text) => ({
      tool: 'mcp__a__b',
      input: pieces(text)
        .slice(0, 60)
        .reduce((inner, one) => ({ [one]: inner, other: one }), {}),
    }),
  ],
  'mcp rows': ['fields', (text) => ({ tool: 'mcp__a__b', input: { rows: pieces(text).map((one, at) => ({ id: at, command: one, path: one })) } })],
  ...moreKinds({ pieces, bash, quoted, argument, written, heredoc }),
  'unknown tool': ['code', (text) => ({ tool: 'mystery', input: { a: { b: [text, { command: text }] } } })],
}

const lines = (size, make) => {
  let text = ''
  for (let at = 0; text.length < size; at++) text += make(at)
  return text
}
const rule = (at, text) =>
  `    - id: mine.r${at}\n      severity: high\n      title: t\n      why: w\n      match: { text: { ${text} } }\n      hits: []\n      misses: []\n`
/** Rules of one's own that look for these. */
const including = (size, textOf) => ({
  settings: `include: [mine.yaml]\n`,
  files: {
    'mine.yaml': `pack: mine\ntitle: t\nrules:\n${lines(Math.min(size, 16_000), (at) => rule(at, textOf(at)))
      .replaceAll('\n    ', '\n  ')
      .replace(/^ {4}/, '  ')}`,
  },
})

/** Settings that take long to read, or that make every call take long: by size, and the call they are tried with. */
export const SETTINGS = {
  'unknown overrides': { at: (size) => ({ settings: `overrides:\n${lines(size, (at) => `  no.such${at}: deny\n`)}` }) },
  'known overrides': { at: (size) => ({ settings: `overrides:\n${lines(size, (at) => `  git.stash-drop${at % 9 === 0 ? '' : at}: deny\n`)}` }) },
  "a project's overrides": { at: (size) => ({ project: `overrides:\n${lines(size, (at) => `  no.such${at}: deny\n`)}` }) },
  'deep settings': { at: (size) => ({ settings: `a: ${'['.repeat(size)}` }) },
  'anchors that double': { at: (size) => ({ settings: `a0: &a0 [x, x]\n${lines(size, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`)}` }) },
  'patterns that go back': {
    at: (size) => including(size, (at) => `pattern: '(a+)+${at}$'`),
    command: (size) => `echo ${'a'.repeat(size)}!`,
  },
  'look-around that compiles slowly': {
    at: (size) => including(size, (at) => `pattern: '${'[^\\p{L}x]'.repeat(190)}(?!${at})', look-around: true`),
    command: () => 'echo \u0416\u0416\u0416 12',
  },
  'look-around that compiles fast enough': {
    at: (size) => including(size, (at) => `pattern: '${'\\P{L}'.repeat(12)}(?!${at})', look-around: true`),
    command: () => 'echo \u0416\u0416\u0416 12',
  },
  'classes that compile slowly': {
    at: (size) => including(size, (at) => `regex: '${'\\p{L}*1*'.repeat(90)}${at}'`),
    command: () => 'echo \u0416\u0416\u0416 12',
  },
}
