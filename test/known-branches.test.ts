// Does a script count by the branch that its words choose, and by all of them where they do not say?
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from './project-on-disk.ts'

const WIPE = 'git clean -fdx'
const SCRIPTS: Readonly<Record<string, string>> = {
  'command.sh': `set -euo pipefail\ncase "\${1:-up}" in\n  up) echo up ;;\n  -h|--help) echo help ;;\n  reset) ${WIPE} ;;\n  *) echo usage; exit 1 ;;\nesac\n`,
  'fallen.sh': `case "$1" in\n  up) echo up ;&\n  reset) ${WIPE} ;;\nesac\n`,
  'pattern.sh': `case "$1" in\n  --wipe=*) ${WIPE} ;;\n  *.txt) cat "$1" ;;\nesac\n`,
  'options.sh': `RESET=false\nwhile [ $# -gt 0 ]; do\n  case "$1" in\n    --reset) RESET=true; shift ;;\n    *) shift ;;\n  esac\ndone\nif [ "$RESET" = true ]; then\n  ${WIPE}\nfi\n`,
  'first.sh': `command=\${1:-up}\nshift || true\nif [[ $command == reset ]]; then ${WIPE}; fi\n`,
  'shifted.sh': `if [ "$1" = -v ]; then\n  shift\nfi\ncommand=$1\n[ "$command" = reset ] && ${WIPE}\n`,
  'and.sh': `[ "\${1:-}" = reset ] && ${WIPE}\n[ "$#" = 0 ] || ${WIPE}\n`,
  'said.sh': `[ "\${1:-}" ] && ${WIPE}\n`,
  'usage.sh': `usage() { echo usage >&2; exit 1; }\n[ -n "\${1:-}" ] || usage\nif [ $# -lt 2 ]; then\n  echo two >&2\n  exit 1\nfi\n${WIPE}\n`,
  'each.sh': `for one in "$@"; do ${WIPE}; done\n`,
  'environment.sh': `RESET=\${RESET:-false}\nif [ "$RESET" = true ]; then ${WIPE}; fi\n`,
  'counted.sh': `N=0\nfor f in *; do N=$((N+1)); done\nif [ "$N" != 0 ]; then ${WIPE}; fi\n`,
  'arithmetic.sh': `N=0\n((N+=1))\nif [ "$N" != 0 ]; then ${WIPE}; fi\n`,
  'asked.sh': `A=no\nread A\nif [ "$A" = yes ]; then ${WIPE}; fi\n`,
  'sourced.sh': `A=no\n. ./settings.sh\nif [ "$A" = yes ]; then ${WIPE}; fi\n`,
  'sourced-before.sh': `. ./settings.sh\nA=no\nif [ "$A" = yes ]; then ${WIPE}; fi\n`,
  'evaluated.sh': `A=no\neval "$(cat "$1")"\nif [ "$A" = yes ]; then ${WIPE}; fi\n`,
  'evaluated-set.sh': `eval set -- "$(cat which)"\ncase "$1" in reset) ${WIPE} ;; esac\n`,
  'given-again.sh': `set -- reset\ncase "$1" in reset) ${WIPE} ;; esac\n`,
  'function.sh': `main() {\n  case "$1" in\n    up) echo up ;;\n    reset) ${WIPE} ;;\n  esac\n}\nmain "$@"\n`,
  'until.sh': `until [ $# -eq 0 ]; do ${WIPE}; shift; done\n`,
  'print.sh': `printf -v A yes\nif [ "$A" = yes ]; then ${WIPE}; fi\n`,
  'printed.sh': `A=no\nprintf -v A yes\nif [ "$A" = yes ]; then ${WIPE}; fi\n`,
  'returns.sh': `ends() { [ -n "$1" ] && return; exit; }\nends x\n${WIPE}\n`,
  'or.sh': `if [ "$1" = wipe ] || [ "$1" = reset ]; then ${WIPE}; fi\n`,
  'not.sh': `if ! [ "$1" = up ]; then ${WIPE}; fi\n`,
  'or-exit.sh': `[ "$1" == "reset" ] || { echo usage; exit 1; }\n${WIPE}\n`,
  'both.sh': `if [ "$1" = reset -a "$2" = now ]; then ${WIPE}; fi\n`,
  'not-both.sh': `if [ ! "$1" -a "$2" ]; then ${WIPE}; fi\n`,
  'number.sh': `if [ "$1" -eq 1 ]; then ${WIPE}; fi\n`,
  'regular.sh': `if [[ $1 =~ ^(re|wi) ]]; then ${WIPE}; fi\n`,
  'any-word.sh': `if [[ " $* " == *" --reset "* ]]; then ${WIPE}; fi\n`,
  'any-case.sh': `case " $* " in *" reset "*) ${WIPE} ;; esac\n`,
  'stripped.sh': `command="\${1#--}"\ncase $command in reset) ${WIPE} ;; esac\n`,
  'lower.sh': `case "\${1,,}" in reset) ${WIPE} ;; esac\n`,
  'array.sh': `args=("$@")\ncase \${args[0]} in reset) ${WIPE} ;; esac\n`,
  'become.sh': `[ "$1" = up ] && exec ls\n${WIPE}\n`,
  'redirected.sh': `[ "$1" = up ] && exec > log\n${WIPE}\n`,
  'fails.sh': `shopt -s execfail\n[ "$1" = up ] && exec nothing-there\n${WIPE}\n`,
  'else-if.sh': `if [ "$1" = up ]; then ls; elif [ "$1" = reset ]; then ${WIPE}; else ls; fi\n`,
  'case-exit.sh': `case "$1" in help) echo usage; exit 0 ;; esac\n${WIPE}\n`,
  'any-letters.sh': `shopt -s nocasematch\ncase "$1" in reset) ${WIPE} ;; esac\n`,
  'variable-pattern.sh': `R=reset\ncase "$1" in $R) ${WIPE} ;; esac\n`,
  'unquoted.sh': `if [ $1 != reset ]; then exit 1; fi\n${WIPE}\n`,
  'next-round.sh': `M=up\nwhile sleep 1; do\n  if [ "$M" = reset ]; then ${WIPE}; fi\n  M=reset\ndone\n`,
  'shifted-away.sh': `while [ $# -gt 1 ]; do case "$1" in -v) shift ;; *) break ;; esac; done\ncase "$1" in reset) ${WIPE} ;; esac\n`,
  'each-option.sh': `for a in "$@"; do [ "$a" = --reset ] && R=1; done\nif [ -n "$R" ]; then ${WIPE}; fi\n`,
  'each-environment.sh': `if [ -n "$R" ]; then ${WIPE}; fi\n`,
  'long-options.sh': `while [[ $# -gt 0 ]]; do\n  case "$1" in\n    --dry-run) DRY_RUN=true; shift ;;\n    --dir=*) DIR="\${1#*=}"; shift ;;\n    --dir) DIR="$2"; shift 2 ;;\n    --env) ENVIRONMENT="$2"; shift 2 ;;\n    *) echo unknown; exit 1 ;;\n  esac\ndone\nif [ "\${DRY_RUN:-false}" = true ]; then echo "rm -rf $DIR"; else rm -rf "$DIR"; fi\n[ "$ENVIRONMENT" = production ] && ${WIPE}\n`,
  'letters.sh': `DRY=0; DIR=build\nwhile getopts "nd:f" o; do\n  case $o in\n    n) DRY=1;;\n    d) DIR=$OPTARG;;\n    f) FORCE=1;;\n  esac\ndone\nif [ "$DRY" = 1 ]; then echo "would remove $DIR"; exit 0; fi\nrm -rf "$DIR"\n`,
  'letters-again.sh': `DRY=0\nwhile getopts "nd:" o; do case $o in n) DRY=1;; d) DIR=$OPTARG; DRY=0;; esac; done\nif [ "$DRY" = 1 ]; then exit 0; fi\nrm -rf "$DIR"\n`,
  'letters-other.sh': `DRY=0\nwhile getopts "nd:" o; do case $o in n) DRY=$(cat which);; d) DIR=$OPTARG;; esac; done\nif [ "$DRY" = 1 ]; then exit 0; fi\nrm -rf "$DIR"\n`,
  'several.sh': `ends() { exit "$@"; }\nends 1 2\n${WIPE}\n`,
}
const disk = projectOnDisk('branches', 0o755)
beforeAll(() => {
  disk.put(SCRIPTS)
  disk.commit()
})

describe('words choose a branch', () => {
  test.each([
    'bash command.sh',
    'bash command.sh up',
    'bash command.sh --help',
    'bash command.sh other',
    'bash pattern.sh a.txt',
    'bash options.sh',
    'bash options.sh --verbose up',
    'bash first.sh',
    'bash first.sh up',
    'bash and.sh',
    'bash said.sh',
    'bash usage.sh',
    'bash usage.sh one',
    'bash each.sh',
    'bash function.sh up',
    'bash until.sh',
    'bash sourced-before.sh',
    'bash or.sh up',
    'bash not.sh up',
    'bash or-exit.sh up',
    'bash both.sh reset later',
    'bash not-both.sh a b',
    'bash number.sh 2',
    'bash regular.sh up',
    'bash any-word.sh --all',
    'bash any-case.sh up again',
    'bash stripped.sh --up',
    'bash lower.sh UP',
    'bash array.sh up',
    'bash become.sh up',
    'bash else-if.sh down',
    'bash case-exit.sh help',
    'bash each-option.sh up',
    'bash long-options.sh --dry-run --dir ~',
    'bash long-options.sh --dir build --env dev',
    './letters.sh -n -d ~',
    './letters.sh -nd ~',
    './letters.sh -d build',
  ])('that does no harm: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
  test.each([
    'bash command.sh reset',
    'bash command.sh "$X"',
    'bash command.sh $(cat which)',
    'bash command.sh *',
    'bash fallen.sh up',
    'bash pattern.sh --wipe=all',
    'bash pattern.sh "$X"',
    'bash options.sh --reset',
    'bash options.sh --verbose --reset',
    'bash first.sh reset',
    'bash shifted.sh -v reset',
    'bash shifted.sh reset',
    'bash and.sh reset',
    'bash and.sh up',
    'bash said.sh one',
    'bash usage.sh one two',
    'bash each.sh one',
    'bash function.sh reset',
    'bash until.sh one',
    'xargs bash command.sh < which',
    'bash or.sh reset',
    'bash not.sh down',
    'bash or-exit.sh reset',
    'bash both.sh reset now',
    'bash not-both.sh "" ""',
    'bash not-both.sh a ""',
    'bash number.sh 1',
    'bash number.sh 01',
    'bash regular.sh restart',
    'bash any-word.sh --all --reset',
    'bash any-case.sh up reset',
    'bash stripped.sh --reset',
    'bash stripped.sh reset',
    'bash lower.sh RESET',
    'bash array.sh reset',
    'bash become.sh down',
    'bash redirected.sh up',
    'bash fails.sh up',
    'bash else-if.sh reset',
    'bash case-exit.sh go',
    'bash any-letters.sh RESET',
    'bash variable-pattern.sh reset',
    'bash unquoted.sh reset',
    'bash next-round.sh',
    'bash shifted-away.sh -v reset',
    'bash each-option.sh up --reset',
    'R=1 bash each-option.sh up',
    'export R=1; bash each-option.sh up',
    'env R=1 bash each-option.sh up',
    '. ./settings.sh; bash each-option.sh up',
    'dotenv run -- bash each-option.sh up',
    'bash each-environment.sh',
    'bash long-options.sh --dir ~',
    'bash long-options.sh --env production --dir build',
    './letters.sh -d ~',
    './letters.sh -f -d ~ -- -n',
    './letters.sh -d ~ x -n',
    './letters-again.sh -n -d ~',
    './letters-other.sh -n -d ~',
  ])('that does: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
})
describe('what else may have set it is not known', () => {
  test.each([
    'bash environment.sh',
    'bash counted.sh',
    'bash arithmetic.sh',
    'bash asked.sh',
    'bash sourced.sh',
    'bash given-again.sh',
    'bash evaluated.sh settings',
    'bash evaluated-set.sh',
    'bash print.sh',
    'bash printed.sh',
    'bash returns.sh',
    'bash several.sh',
  ])('%s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
  test('a variable that the environment has', () => {
    expect(disk.verdict('bash each-option.sh up', { R: '1' })).not.toBe('allow')
    expect(disk.verdict('bash each-option.sh up', { BASH_ENV: 'x' })).not.toBe('allow')
  })
})

describe('a script that nobody committed', () => {
  const WIPES = 'rm -rf ~'
  const branch = `case "$1" in\n  up) echo up ;;\n  reset) ${WIPES} ;;\n  *) echo usage; exit 1 ;;\nesac\n`
  const chosen = `if [ "$M" = reset ]; then ${WIPES}; fi\n`
  test('is followed too, where it is plain', () => {
    disk.put({
      'new.sh': `#!/bin/bash\nset -euo pipefail\ntrap 'rm -f x.tmp' EXIT\nlocal_only() { local a=$1; echo "$a|b"; }\n${branch}`,
      'new-variable.sh': `M=\${1:-up}\n${chosen}`,
    })
    for (const command of ['bash new.sh up', 'bash new.sh', 'bash new.sh other', 'bash new-variable.sh', 'bash new-variable.sh up'])
      expect(disk.verdict(command), command).toBe('allow')
    for (const command of ['bash new.sh reset', 'bash new.sh "$X"', 'xargs bash new.sh < which', 'bash new-variable.sh reset'])
      expect(disk.verdict(command), command).not.toBe('allow')
  })
  test.each(
    Object.entries({
      'arguments set by another name': `"set" -- reset\n${branch}`,
      'arguments set behind a backslash': `\\set -- reset\n${branch}`,
      'arguments set by a variable': `s=set\n$s -- reset\n${branch}`,
      'arguments set by the builtin': `builtin set -- reset\n${branch}`,
      'arguments set by command': `command set -- reset\n${branch}`,
      'arguments set in text': `eval "se""t -- reset"\n${branch}`,
      'arguments set in another file': `. ./sets.sh\n${branch}`,
      'arguments set in a branch': `[ -f which ] && set -- reset\n${branch}`,
      'arguments of zsh': `argv=(reset)\n${branch}`,
      'a number of zsh': `1=reset\n${branch}`,
      'a keyword by another name': `shopt -s expand_aliases\nalias up=reset\n${branch}`,
      'letters of any case': `shopt -s nocasematch\ncase "$1" in UP) ${WIPES} ;; esac\n`,
      'a test of its own': `[() { return 0; }\nif [ "$1" = reset ]; then ${WIPES}; fi\n`,
      'a trap between commands': `M=up\ntrap M=reset DEBUG\n:\n${chosen}`,
      'a trap in text': `M=up\ntrap 'M=reset' "DE""BUG"\n:\n${chosen}`,
      'a name for another name': `M=up\ndeclare -n "N=M"\nN=reset\n${chosen}`,
      'a name put together': `M=up\nx=M\nexport "$x=reset"\n${chosen}`,
      'a name in quotes': `M=up\nexport "M"=reset\n${chosen}`,
      'printed into it': `M=up\nprintf -v "M" reset\n${chosen}`,
      'read into it': `M=up\nread -r M <<< reset\n${chosen}`,
      'read by a name in quotes': `M=up\nread "M" <<< reset\n${chosen}`,
      'a file of lines': `M=up\nmapfile -t M < which\n${chosen}`,
      'another case': `M=up\ndeclare -l M=RESET\n${chosen}`,
      'the next round': `M=up\nwhile sleep 1; do\n  ${chosen}  M="re""set"\ndone\n`,
      'a function': `f() { M=reset; }\nM=up\nf\n${chosen}`,
      'a function by a variable': `f() { M=reset; }\nM=up\nx=f; $x\n${chosen}`,
      'a default': `M=\n: "\${M:=reset}"\n${chosen}`,
      'a number': `M=up\n((M=5))\nif [ "$M" = 5 ]; then ${WIPES}; fi\n`,
      'a number in a subscript': `M=up\na[M=5]=1\nif [ "$M" = 5 ]; then ${WIPES}; fi\n`,
      'a number in a test': `M=up\nx='M=5'\n[[ $x -eq 5 ]]\nif [ "$M" = 5 ]; then ${WIPES}; fi\n`,
      'a number in old brackets': `M=up\necho $[M=5]\nif [ "$M" = 5 ]; then ${WIPES}; fi\n`,
      'a number in a slice': `M=up\nx=abc\necho "\${x:M=5}"\nif [ "$M" = 5 ]; then ${WIPES}; fi\n`,
      'a file that is opened': `M=up\nexec {M}> x.tmp\nif [ "$M" = 10 ]; then ${WIPES}; fi\n`,
      'the environment': `M=\${M:-up}\n${chosen}`,
      'what a program prints': `M=$(cat which)\n${chosen}`,
      'a loop with something else in it': `M=up\nfor a in "$@"; do case "$a" in up) . ./sets.sh ;; esac; done\n${chosen}`,
      'what stands behind': `case "$1" in up) echo ;; esac\n${WIPES}\n`,
      'what is fallen into': `case "$1" in up) echo ;& reset) ${WIPES} ;; esac\n`,
    }),
  )('is read whole where it is not: %s', (_, text) => {
    disk.put({ 'new.sh': text, 'sets.sh': 'set -- reset\nM=reset\n' })
    expect(disk.verdict('bash new.sh up')).not.toBe('allow')
  })
})
