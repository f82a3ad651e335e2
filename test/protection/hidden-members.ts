// Functions that delete or run something, reached by other ways than their names: each way times the home folder and this gate's own. And the same ways to functions that do neither.
interface Tongue {
  readonly start: string
  /** Expressions for the home, and for a folder of ours below it. */
  readonly targets: readonly string[]
  /** `§` is the target. */
  readonly ways: readonly string[]
  readonly harmless: readonly string[]
}

const JAVASCRIPT: Tongue = {
  start: 'node -e',
  targets: ['process.env.HOME', 'require("os").homedir()', 'process.env.HOME + "/.config/prudent"'],
  ways: [
    'const fs=require("fs");Object.entries(fs).find(([k])=>k==="rmSync")[1](§,{recursive:true})',
    'const fs=require("fs");for(const [k,f] of Object.entries(fs)) if(k.startsWith("rmS")) f(§,{recursive:true})',
    'const fs=require("fs");Object.values(fs).find(f=>f.name==="rmSync")(§,{recursive:true})',
    'const fs=require("fs");const k=Object.keys(fs).find(k=>/^rmS/.test(k));fs[k](§,{recursive:true})',
    'const fs=require("fs");fs[process.env.K](§,{recursive:true})',
    'const fs=require("fs");Object.getOwnPropertyNames(fs).filter(n=>n.startsWith("rm")).forEach(n=>fs[n](§,{recursive:true},()=>{}))',
    'const fs=require("fs");Reflect.get(fs,process.env.K)(§,{recursive:true})',
    'const fs=require("fs");Reflect.apply(fs.rmSync,fs,[§,{recursive:true}])',
    'const {["rm"+"Sync"]:z}=require("fs");z(§,{recursive:true})',
    'const {rmSync:z}=require("fs");z(§,{recursive:true})',
    'const {...z}=require("fs");z.rmSync(§,{recursive:true})',
    'const z={...require("fs")};z.rmSync(§,{recursive:true})',
    'const z=Object.assign({},require("fs"));z.rmSync(§,{recursive:true})',
    'const z=Object.create(require("fs"));z.rmSync(§,{recursive:true})',
    'const z=new Proxy(require("fs"),{});z.rmSync(§,{recursive:true})',
    'process.mainModule.require("fs").rmSync(§,{recursive:true})',
    'process.mainModule.constructor._load("fs").rmSync(§,{recursive:true})',
    'module.constructor._load("fs").rmSync(§,{recursive:true})',
    'require("module")._load("fs").rmSync(§,{recursive:true})',
    'Function("return process")().mainModule.require("fs").rmSync(§,{recursive:true})',
    '(()=>{}).constructor("return process")().mainModule.require("fs").rmSync(§,{recursive:true})',
    'eval("require(\\"fs\\")").rmSync(§,{recursive:true})',
    'new (require("worker_threads").Worker)(`require("fs").rmSync(§,{recursive:true})`,{eval:true})',
    'require("vm").runInThisContext(`process.mainModule.require("fs").rmSync(§,{recursive:true})`)',
  ],
  harmless: [
    'const fs=require("fs");console.log(Object.keys(fs).length)',
    'const fs=require("fs");for(const [k,v] of Object.entries(fs)) console.log(k, typeof v)',
    'const fs=require("fs");const m=process.argv[1]?"readFileSync":"readdirSync";console.log(fs[m](§))',
    'const z={...require("fs")};z.writeFileSync("out.txt","x")',
    'const path=require("path");console.log(path[process.argv[1]](§))',
    'const {Worker}=require("worker_threads");new Worker("./worker.js")',
    'console.log([{id:1}].find(u=>u.id===1).id, eval("1+1"))',
    'const app=require("express")();app.delete("/",(q,s)=>s.end());app.delete("/users/:id",()=>{})',
    'console.log(Function("return this")() === globalThis)',
  ],
}
const PYTHON: Tongue = {
  start: 'python3 -c',
  targets: ['os.path.expanduser("~")', 'os.environ["HOME"]', 'os.path.expanduser("~/.config/prudent")'],
  ways: [
    'import os,shutil; getattr(shutil,"rm"+"tree")(§)',
    'import os,shutil; getattr(shutil,os.environ["K"])(§)',
    'import os,shutil; getattr(shutil,[n for n in dir(shutil) if n.startswith("rmt")][0])(§)',
    'import os,shutil; vars(shutil)["rmtree"](§)',
    'import os,shutil; vars(shutil).get("rmtree")(§)',
    'import os,shutil; shutil.__dict__["rmtree"](§)',
    'import os,shutil; [f for n,f in vars(shutil).items() if n=="rmtree"][0](§)',
    'import os,importlib; importlib.import_module("shutil").rmtree(§)',
    'import os; __import__("shu"+"til").rmtree(§)',
    'import os; __builtins__.__import__("shutil").rmtree(§)',
    'import os; __builtins__.__dict__["__import__"]("shutil").rmtree(§)',
    'import os,sys,shutil; sys.modules["shutil"].rmtree(§)',
    'import os,operator,shutil; operator.methodcaller("rmtree",§)(shutil)',
    'import os,pkgutil; pkgutil.resolve_name("shutil:rmtree")(§)',
    'import os,shutil,functools; functools.partial(shutil.rmtree,§)()',
    'import os,shutil; eval("shutil.rmtree")(§)',
    'import os,shutil,code; code.InteractiveInterpreter().runsource("""shutil.rmtree(§)""")',
  ],
  harmless: [
    'import os; print([n for n in dir(os) if n.startswith("get")])',
    'import os,shutil; print(vars(shutil)["which"]("git"))',
    'import os; print(vars(os).keys(), §)',
    'import operator; print(operator.methodcaller("upper")("a"), eval("1+1"))',
    'import importlib; print(importlib.import_module("json").dumps({}))',
    'for n,f in vars(__import__("string")).items(): print(n)',
  ],
}
const RUBY: Tongue = {
  start: 'ruby -e',
  targets: ['Dir.home', 'Dir.home + "/.config/prudent"'],
  ways: [
    'require "fileutils"; FileUtils.send(:rm_rf, §)',
    'require "fileutils"; FileUtils.public_send("rm_"+"rf", §)',
    'require "fileutils"; FileUtils.method(:rm_rf).call(§)',
    'require "fileutils"; FileUtils.method(:rm_rf).to_proc.(§)',
    'require "fileutils"; Object.const_get("FileUtils").rm_rf(§)',
    'require "fileutils"; m=FileUtils.methods.grep(/rm_rf/).first; FileUtils.send(m, §)',
    'require "fileutils"; [§].each(&FileUtils.method(:rm_rf))',
  ],
  harmless: ['puts [1,2].find { |x| x > 1 }', 'puts File.method(:exist?).call(§)', 'puts "a".method(:upcase).call', 'puts [§].map(&:upcase)'],
}
const PERL: Tongue = {
  start: 'perl -e',
  targets: ['$ENV{HOME}', '"$ENV{HOME}/.config/prudent"'],
  ways: [
    'use File::Path; &{"rmtree"}(§);',
    'use File::Path; &{"File::Path::rmtree"}(§);',
    'use File::Path; my $f=\\&{"File::Path::rmtree"}; $f->(§);',
    'use File::Path; my $f="rmtree"; $f->(§);',
    'use File::Path; *z=*rmtree; z(§);',
    'use File::Path; *z=\\&File::Path::remove_tree; z(§);',
  ],
  harmless: ['my %h=(a=>sub{print 1}); &{$h{a}}(§);', 'my $f=\\&foo; sub foo { print 1 } $f->(§);'],
}
const PHP: Tongue = {
  start: 'php -r',
  targets: ['"rm -rf ~"', '"rm -rf ~/.config/prudent"'],
  ways: ['$f="system"; $f(§);', '$f="sys"."tem"; $f(§);', '("sys"."tem")(§);', 'call_user_func("system",§);', 'array_map("system",[§]);'],
  harmless: ['$f="strtoupper"; echo $f(§);', '$f="strlen"; var_dump($f(§));'],
}

const quoted = (code: string): string => `'${code.replaceAll("'", "'\\''")}'`
const crossed = (tongue: Tongue, frames: readonly string[]): readonly string[] =>
  frames.flatMap((frame) => tongue.targets.map((target) => `${tongue.start} ${quoted(frame.replaceAll('§', () => target))}`))
const TONGUES = [JAVASCRIPT, PYTHON, RUBY, PERL, PHP]

export const attempts = TONGUES.flatMap((tongue) => crossed(tongue, tongue.ways))
export const controls = TONGUES.flatMap((tongue) => crossed({ ...tongue, targets: tongue.targets.slice(0, 1) }, tongue.harmless))
