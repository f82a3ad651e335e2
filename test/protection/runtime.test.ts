// Can the program that runs this gate be changed under a name that is looked up or computed? And may it still be run, copied and looked at?
import { beforeAll, describe, expect, test } from 'vitest'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGate } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'

const MACHINE = { own: ['/opt/node/bin/node', '/usr/lib/node_modules/prudent'] }
let built: Built
beforeAll(async () => {
  built = await buildGate('bare')
}, 240_000)
const known = new Map<string, Checked>()
function seen(command: string): Checked {
  let checked = known.get(command)
  if (checked === undefined) known.set(command, (checked = built.check(command, MACHINE)))
  return checked
}
const isStopped = ({ decision }: Checked): boolean => decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow')

/** Ways to say where it lies, in a shell and in code. */
const PRINTED = [
  'which node',
  'which -a node | head -1',
  'command -v node',
  'type -P node',
  "whereis -b node | cut -d' ' -f2",
  'readlink -f "$(which node)"',
  'realpath $(command -v node)',
  'node -p process.execPath',
  "node -p 'process.argv[0]'",
  'node -e "console.log(process.execPath)"',
  'python3 -c "import shutil; print(shutil.which(\'node\'))"',
  'readlink -f /proc/$(pgrep -n node)/exe',
  'readlink /proc/1234/exe',
  'nvm which 20',
  'mise which node',
  'asdf which node',
  'volta which node',
]
const CHANGES = [
  'echo x > "$f"',
  'cp /bin/true $f',
  'mv evil "$f"',
  'install -m 755 evil $f',
  'ln -sf /bin/true $f',
  'chmod 000 $f',
  'rm -f "$f"',
  'truncate -s 0 $f',
  'tee $f < evil',
  'dd if=evil of=$f',
]
const JAVASCRIPT = [
  'F.writeFileSync(P, "")',
  'F.unlinkSync(P)',
  'F.renameSync(P, P + ".old")',
  'F.copyFileSync("/bin/true", P)',
  'F.chmodSync(P, 0)',
  'F.rmSync(P, { force: true })',
  'F.symlinkSync("/bin/true", P)',
  'F.truncateSync(P)',
]
const JS_NAMES = [
  'process.execPath',
  'String(process.execPath)',
  'D.join(D.dirname(process.execPath), "node")',
  '`${process.execPath}`',
  'require("which").sync("node")',
  'Bun.which("node")',
]
const PYTHON = [
  'os.remove(P)',
  'os.unlink(P)',
  'os.rename(P, P + ".old")',
  'shutil.copy("/bin/true", P)',
  'os.chmod(P, 0)',
  'open(P, "w").write("")',
  'shutil.move("x", P)',
]
const PY_NAMES = ['shutil.which("node")', 'os.path.realpath(shutil.which("node"))', 'str(shutil.which("node"))', 'f"{shutil.which(\'node\')}"']

const attempts: readonly string[] = [
  ...PRINTED.flatMap((printed) =>
    CHANGES.map((change, at) => (at % 2 === 0 ? `f=$(${printed}); ${change}` : change.replace(/"?\$f"?/, () => `"$(${printed})"`))),
  ),
  ...JS_NAMES.flatMap((name) =>
    JAVASCRIPT.map((change) => `node -e '${change.replaceAll('F.', 'require("fs").').replaceAll('P', () => name.replaceAll('D.', 'require("path").'))}'`),
  ),
  ...JAVASCRIPT.map((change) => `node -e 'const { execPath: P } = process; ${change.replaceAll('F.', 'require("fs").')}'`),
  ...PY_NAMES.flatMap((name) => PYTHON.map((change) => `python3 -c 'import os, shutil; n = ${name.replaceAll("'", '"')}; ${change.replaceAll('P', 'n')}'`)),
  ...['self', '1234', '$$', '$PPID', '*'].flatMap((id) =>
    ['cp /bin/true F', 'chmod 000 F', 'echo x > F', 'rm -f F'].map((change) => change.replace('F', () => `/proc/${id}/exe`)),
  ),
]
const controls: readonly string[] = [
  ...PRINTED.flatMap((printed) => [
    `echo "$(${printed})"`,
    `ls -l "$(${printed})"`,
    `"$(${printed})" --version`,
    `cp "$(${printed})" ./n`,
    `file "$(${printed})"`,
    `ln -s "$(${printed})" ./n`,
  ]),
  ...[
    'console.log(P)',
    'require("child_process").spawnSync(P, ["-v"])',
    'require("child_process").execSync(P + " -v")',
    'require("fs").statSync(P)',
    'require("fs").writeFileSync("out.txt", P)',
  ].map((use) => `node -e '${use.replace('P', 'process.execPath')}'`),
  "python3 -c \"import sys, subprocess; subprocess.run([sys.executable, '-m', 'pip', 'list'])\"",
  'python3 -c "import shutil; print(shutil.which(\'git\'))"',
  'ls -l /proc/self/exe',
  'readlink /proc/$$/exe',
  'echo x > exe',
  'chmod +x "$(which ./tool)"',
]

describe(`${attempts.length} attempts on the program that runs this gate`, () => {
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(240))
  test('none gets through', () => expect(attempts.filter((command) => !isStopped(seen(command)))).toEqual([]))
  test('most are denied', () => {
    const denied = attempts.filter((command) => seen(command).decision.verdict === 'deny')
    expect(denied.length).toBeGreaterThan(attempts.length * 0.6)
  })
})
describe(`${controls.length} uses of it`, () => {
  test('none is taken for one', () => expect(controls.filter((command) => isStopped(seen(command)))).toEqual([]))
})
