// The script that hosts start, for a POSIX shell: scrubs the environment, starts Node, ends it when it hangs, and denies where no answer comes.
import path from 'node:path'
import { OUR_FILE } from '../hosts/_frame/install.ts'
import { ENGINE_FLAGS, NO_OPENSSL_SETTINGS, START_FLAGS } from '../gate/start-flags.ts'
import { hooks } from '../hosts/hooks.gen.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { PASSED_ON, TAKEN_AWAY } from './passed-on.ts'

export interface Script {
  readonly node: string
  readonly hook: string
  /** The person's folder, and variables that move others, as they are at `prudent init`. */
  readonly home: string
  readonly folders: Readonly<Record<string, string>>
  /** Words behind ours. */
  readonly args: string
  /** Exit codes that mean something to the host, besides 0. */
  readonly passes: string
  /** The program of that name, for the timer. */
  readonly sleep: string
  /** The shell takes `-p`: then it takes no functions and no options from the environment. */
  readonly privileged: boolean
  readonly windows: boolean
}

const isName = (one: string): boolean => /^\w+$/.test(one)

/** For a POSIX shell, and for hosts that split words like one. */
export const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** How Node is started for some milliseconds: V8's flags, and where not to look for modules. */
export const QUICK = [...START_FLAGS, ...ENGINE_FLAGS, '--preserve-symlinks-main', '--no-global-search-paths'].join(' ')
/** What Node leaves with when it does not know an option. */
export const UNKNOWN_OPTION = 9

/** What the hook leaves with, in place of 0, where a call was judged: another number each time, so that what lies in Node's place cannot say it by chance. */
export const FIRST_JUDGED = 32
export const JUDGED_CODES = 64

export const DENIED = 'Prudent denied this call'
export const REPAIR = 'the user can run: prudent doctor'
const REINSTALL = 'the user can repair it with: npm install --global prudent, then prudent init'

/** Seconds that a host waits where its entry says nothing else (`--wait`), less one: what is configured by `prudent init` waits for twenty. */
const USUAL_SECONDS = 19
/** Hosts that wait for less, whatever is configured. */
const short = (): string =>
  hooks()
    .flatMap(({ name, deadlineMs }) => (deadlineMs !== null && deadlineMs <= USUAL_SECONDS * 1000 ? [`${name}) limit=${(deadlineMs - 500) / 1000} ;; `] : []))
    .toSorted()
    .join('')

/** Words of the hook that only this script may say; those of a host's entry come later and do not count. */
export const personWords = ({ home, folders }: Pick<Script, 'home' | 'folders'>): readonly string[] => [
  '--home',
  home,
  ...Object.entries(folders).flatMap(([name, folder]) => ['--folder', `${name}=${folder}`]),
]

/**
 * In the words of POSIX, for dash, bash (3.2 too), busybox, zsh and ksh; with no process besides Node and the timer, but for the shell's own that lists variables.
 * The timer holds none of the host's pipes, and is waited for, because nobody else may be there to do so in a container.
 */
export const script = (given: Script): string => `#!/bin/sh${given.privileged ? ' -p' : ''}
# ${OUR_FILE}
node=${quoted(given.node)}
hook=${quoted(given.hook)}
${given.windows ? `unset ${TAKEN_AWAY.join(' ')}` : SCRUB}
${given.args === '"$@"' ? '' : `set -- ${given.args}\n`}fail() {
  case " $* " in *' --host cline '*) echo '{"cancel":true,"errorMessage":"${DENIED}: it could not be judged; ${REPAIR}"}' ;; esac
  echo "${DENIED}: $why" >&2
${given.windows ? '' : noteFor(given)}  exit 2
}
if [ ! -x "$node" ]; then why="Node is missing at \\\`$node\\\`; the user can repair it with: prudent init, run by an installed Node"; fail "$@"; fi
if [ ! -r "$hook" ]; then why="\\\`$hook\\\` is missing; ${REINSTALL}"; fail "$@"; fi
limit=${USUAL_SECONDS} last= host= judged=$((${FIRST_JUDGED} + $$ % ${JUDGED_CODES}))
for word do
  case $last in
  --host) host=$word; case $word in ${short()}esac ;;
  --wait) case $word in '' | 0* | [1-4] | *[!0-9]* | ?????*) ;; *) limit=$((word - 1)) ;; esac ;;
  esac
  last=$word
done
exec 3<&0
judge() {
  trap - HUP INT TERM
  "$node" "$@" <&3 3<&- &
  gate=$!
  (
    trap 'kill -KILL $!; wait; exit 0' TERM
    ${quoted(given.sleep)} "$limit" & wait $! || { ${quoted(given.sleep)} "\${limit%.*}" & wait $! || exit 0; }
    kill -0 $$ && kill -KILL $gate
  ) </dev/null >/dev/null 2>&1 3<&- &
  timer=$!
  trap 'kill -KILL $gate; kill $timer; exit 2' HUP INT TERM
  wait $gate 2>/dev/null
  code=$?
  # Some shells do not wait for one that was stopped.
  [ $code -lt 128 ] || kill -KILL $gate 2>/dev/null
  kill $timer 2>/dev/null
  wait $timer 2>/dev/null
}
judge ${given.windows ? QUICK : `${QUICK} ${NO_OPENSSL_SETTINGS}`} "$hook" --judged $judged ${personWords(given).map(quoted).join(' ')} "$@"
[ $code -ne ${UNKNOWN_OPTION} ] || judge "$hook" --judged $judged ${personWords(given).map(quoted).join(' ')} "$@"
case $code in
$judged) exit 0 ;;
${given.passes}) exit $code ;;
137 | 147 | 265) note=timeout why="the gate gave no answer within $limit seconds and was ended; ${REPAIR}" ;;
*) note="failed $code" why="the gate could not run (exit code $code); ${REPAIR}" ;;
esac
fail "$@"
`

/** The next call logs it (src/answer/unlogged.ts). Beside the answer, so that no disk holds that up. */
const noteFor = ({ folders, home }: Script): string => {
  const notes = quoted(path.join(stateFolder(folders, process.platform, home), 'unlogged'))
  return `  (
    umask 077 && command -p mkdir -p ${notes} && echo "\${note:-failed} host=$host" >${notes}/"$(command -p date +%s)-$$"
  ) </dev/null >/dev/null 2>&1 3<&- &
`
}

/**
 * Every exported name that is not to be passed on. A value with line breaks may look like more names: those are then unset as well, and nothing here relies on any.
 * Names without a pattern are looked for in one text: a shell takes a hundred times as long for a hundred patterns.
 */
const SCRUB = `IFS='
'
set -f
for line in $(export -p); do
  line=\${line%%=*}
  line=\${line##* }
  case ' ${PASSED_ON.filter(isName).join(' ')} ' in *" $line "*) continue ;; esac
  case $line in
  '' | *[!A-Za-z0-9_]* | [0-9]* | line | node | hook) ;;
  ${PASSED_ON.filter((one) => !isName(one)).join(' | ')}) ;;
  *) command unset "$line" ;;
  esac
done 2>/dev/null
unset IFS`
