// Does a committed script count by the branch that its words choose, and by all of them where they do not say?
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from './project-on-disk.ts'

const WIPE = 'git clean -fdx'
const SCRIPTS: Readonly<Record<string, string>> = {
  'command.sh': `set -euo pipefail\ncase "\${1:-up}" in\n  up) echo up ;;\n  -h|--help) echo help ;;\n  reset) ${WIPE} ;;\n  *) echo usage; exit 1 ;;\nesac\n`,
  'any-case.sh': `shopt -s nocasematch\ncase "$1" in reset) ${WIPE} ;; up) echo up ;; esac\n`,
  'any-case-test.sh': `shopt -s nocasematch\nif [[ $1 == reset ]]; then ${WIPE}; fi\n`,
  'named.sh': `R=reset\ncase "$1" in $R) ${WIPE} ;; *) echo usage ;; esac\n`,
  'named-unknown.sh': `R=$(cat which)\ncase "$1" in "$R") ${WIPE} ;; *) echo usage ;; esac\n`,
  'named-pattern.sh': `R='re*'\ncase "$1" in $R) ${WIPE} ;; *) echo usage ;; esac\n`,
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
  'several.sh': `ends() { exit "$@"; }\nends 1 2\n${WIPE}\n`,
}
const disk = projectOnDisk('branches')
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
    'bash any-case.sh UP',
    'bash any-case.sh other',
    'bash named.sh up',
    'bash named.sh',
  ])('that does no harm: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
  test.each([
    'bash any-case.sh RESET',
    'bash any-case.sh reset',
    'bash any-case-test.sh RESET',
    'bash named.sh reset',
    'bash named-unknown.sh reset',
    'bash named-pattern.sh reset',
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
  test('a script that is not committed', () => {
    disk.put({ 'new.sh': SCRIPTS['command.sh'] ?? '' })
    expect(disk.verdict('bash new.sh up')).not.toBe('allow')
  })
})
