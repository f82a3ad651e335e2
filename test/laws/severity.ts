// Calls made from tables of templates: every value in every slot, and each call then written in other ways that change nothing of what it does.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readYaml } from '../../src/config/yaml.ts'
import { root } from '../built-gate.ts'

export type Want = 'deny' | 'flag' | 'pass'

export interface Line {
  readonly line: string
  readonly want: Want
  /** PowerShell and cmd have other wrappers and variables. */
  readonly shell?: 'powershell' | 'cmd'
  /** `false`: only as it stands. */
  readonly wrapped?: boolean
  readonly slots?: Readonly<Record<string, readonly string[]>>
  /** One template a line; ⏎ is a line break. */
  readonly calls: string
}

export interface Call {
  readonly line: string
  readonly want: Want
  readonly shell: 'bash' | 'powershell' | 'cmd'
  /** How it was written otherwise. */
  readonly how: string
  readonly command: string
}

export const linesOf = (file: string): readonly Line[] =>
  (readYaml(readFileSync(path.join(root, 'test/laws', file), 'utf8')).value as { readonly lines: readonly Line[] }).lines

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A whole command line inside another one. */
const AROUND: Readonly<Record<string, (command: string) => string>> = {
  'bash -c': (command) => `bash -c ${quoted(command)}`,
  'sh -ec': (command) => `sh -ec ${quoted(command)}`,
  'env and bash': (command) => `env A=1 timeout 60 bash -lc ${quoted(command)}`,
  'env -S': (command) => `env -S ${quoted(`bash -c ${quoted(command)}`)}`,
  eval: (command) => `eval ${quoted(command)}`,
  'eval twice': (command) => `eval eval ${quoted(quoted(command))}`,
  'a group': (command) => `{ ${command}\n}`,
  'a subshell': (command) => `(${command}\n)`,
  'cd . first': (command) => `cd . && ${command}`,
  'set first': (command) => `set -euo pipefail; ${command}`,
  'after a semicolon': (command) => `echo go; ${command}`,
  'after or': (command) => `false || {\n${command}\n}`,
  'a branch': (command) => `if true; then\n${command}\nfi`,
  'a tested file': (command) => `[ -f package.json ] && {\n${command}\n}`,
  'a case': (command) => `case a in\na) ${command}\n;;\nesac`,
  'a loop': (command) => `for i in 1; do\n${command}\ndone`,
  'an endless loop': (command) => `while :; do\n${command}\nbreak; done`,
  'a function': (command) => `go() {\n${command}\n}\ngo`,
  'a function with a word': (command) => `function go {\n${command}\n}; go now`,
  'a trap': (command) => `trap ${quoted(command)} EXIT`,
  'a here-document': (command) => `bash <<'DISGUISE'\n${command}\nDISGUISE`,
  'a here-string': (command) => `bash <<< ${quoted(command)}`,
  'a written file': (command) => `cat > go.sh <<'DISGUISE'\n${command}\nDISGUISE\nbash go.sh`,
  'a substitution': (command) => `: "$(${command}\n)"`,
  'a process substitution': (command) => `cat <(${command}\n)`,
  'find -exec': (command) => `find . -maxdepth 0 -exec sh -c ${quoted(command)} \\;`,
  xargs: (command) => `echo a | xargs -I@@ bash -c ${quoted(command)}`,
  watch: (command) => `watch -n 5 ${quoted(command)}`,
  script: (command) => `script -qc ${quoted(command)} /dev/null`,
  flock: (command) => `flock /tmp/l -c ${quoted(command)}`,
  tmux: (command) => `tmux new-session -d ${quoted(command)}`,
  python: (command) => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(command)})`)}`,
  node: (command) => `node -e ${quoted(`require("child_process").execSync(${JSON.stringify(command)}, { stdio: "inherit" })`)}`,
  perl: (command) => `perl -e ${quoted(`system(${perlQuoted(command)})`)}`,
  busybox: (command) => `busybox sh -c ${quoted(command)}`,
  'in the background': (command) => `nohup sh -c ${quoted(command)} > /dev/null 2>&1 &`,
  'with a pipe behind': (command) => `{ ${command}\n} 2>&1 | tail -n 5`,
}
const perlQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A value in a slot by another name. `$V` stands for it in the template. */
const VALUES: Readonly<Record<string, (value: string, command: (spelt: string) => string) => string>> = {
  'a variable': (value, command) => `V=${value}; ${command('$V')}`,
  'a variable in braces': (value, command) => `V=${value} && ${command('${V}')}`,
  'an exported variable': (value, command) => `export V=${value}\n${command('$V')}`,
  'a default': (value, command) => command(`\${UNSET_V:-${value}}`),
  'an assigned default': (value, command) => `: "\${V:=${value}}"; ${command('$V')}`,
  'an alternative': (value, command) => `W=1; ${command(`\${W:+${value}}`)}`,
  'two variables': (value, command) => `A=${value}; V=$A; ${command('$V')}`,
  'an array': (value, command) => `V=(${value}); ${command('${V[0]}')}`,
  'an array of one': (value, command) => `V=(${value}); ${command('${V[@]}')}`,
  'an argument': (value, command) => `go() { ${command('$1')}\n}; go ${value}`,
  'a local variable': (value, command) => `go() { local V=$1; ${command('$V')}\n}; go ${value}`,
  'a loop': (value, command) => `for V in ${value}; do ${command('$V')}\ndone`,
  'read from a here-string': (value, command) => `read -r V <<< ${value}; ${command('"$V"')}`,
  'printf -v': (value, command) => `printf -v V %s ${value}; ${command('$V')}`,
  'a nameref': (value, command) => `A=${value}; declare -n V=A; ${command('$V')}`,
  indirection: (value, command) => `A=${value}; N=A; ${command('${!N}')}`,
  'the output of echo': (value, command) => command(`$(echo ${value})`),
  'the words of set': (value, command) => `set -- ${value}; ${command('$1')}`,
  mapfile: (value, command) => `mapfile -t V <<< ${value}; ${command('"${V[0]}"')}`,
  'an appended variable': (value, command) => `V=; V+=${value}; ${command('$V')}`,
}

/** The same for PowerShell: a text in single quotes, a script block, a job. */
const psQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const encoded = (text: string): string => Buffer.from(text, 'utf16le').toString('base64')
const AROUND_POWERSHELL: typeof AROUND = {
  'a script block': (command) => `& { ${command} }`,
  'a dotted block': (command) => `. { ${command} }`,
  'a block in a variable': (command) => `$b = { ${command} }; & $b`,
  'an invoked block': (command) => `{ ${command} }.Invoke()`,
  'a created block': (command) => `& ([scriptblock]::Create(${psQuoted(command)}))`,
  iex: (command) => `iex ${psQuoted(command)}`,
  'Invoke-Expression': (command) => `Invoke-Expression -Command ${psQuoted(command)}`,
  'joined text': (command) => `iex (${psQuoted(command.slice(0, 4))} + ${psQuoted(command.slice(4))})`,
  'formatted text': (command) => `iex ('{0}{1}' -f ${psQuoted(command.slice(0, 5))}, ${psQuoted(command.slice(5))})`,
  'a list that is joined': (command) => `iex (@(${psQuoted(command.slice(0, 6))}, ${psQuoted(command.slice(6))}) -join '')`,
  'a text in a variable': (command) => `$c = ${psQuoted(command)}; iex $c`,
  'a text piped': (command) => `${psQuoted(command)} | iex`,
  'a here-string': (command) => `@'\n${command}\n'@ | Invoke-Expression`,
  'powershell -Command': (command) => `powershell -NoProfile -Command ${psQuoted(command)}`,
  'pwsh with a block': (command) => `pwsh -nop -c { ${command} }`,
  'an encoded command': (command) => `powershell -EncodedCommand ${encoded(command)}`,
  'an encoded command, short': (command) => `pwsh -e ${encoded(command)}`,
  'a function': (command) => `function Go { ${command} }; Go`,
  'a branch': (command) => `if ($true) { ${command} }`,
  'a tested path': (command) => `if (Test-Path package.json) { ${command} } else { exit 1 }`,
  'a loop': (command) => `foreach ($i in 1..2) { ${command} }`,
  'a pipeline': (command) => `1 | ForEach-Object { ${command} }`,
  'a while loop': (command) => `while ($true) { ${command}; break }`,
  'a do loop': (command) => `do { ${command} } while ($false)`,
  'a switch': (command) => `switch (1) { 1 { ${command} } }`,
  try: (command) => `try { ${command} } catch { Write-Host failed }`,
  finally: (command) => `try { npm test } finally { ${command} }`,
  'a job': (command) => `Start-Job -ScriptBlock { ${command} } | Wait-Job`,
  'Invoke-Command': (command) => `Invoke-Command -ScriptBlock { ${command} }`,
  'a process': (command) => `Start-Process powershell -ArgumentList '-NoProfile', '-Command', ${psQuoted(command)}`,
  'assigned to nothing': (command) => `$null = $(${command})`,
  'after a command': (command) => `npm ci; ${command}`,
  'after success': (command) => `npm ci && ${command}`,
  'another folder': (command) => `Push-Location .; ${command}; Pop-Location`,
}
/** What PowerShell reads as one value. */
const psValue = (value: string): string =>
  /^[$'"]/.test(value) && !/^\$[\w:]+[\\/]/.test(value) ? value : value.startsWith('$') ? `"${value}"` : psQuoted(value)
const VALUES_POWERSHELL: typeof VALUES = {
  'a variable': (value, command) => `$v = ${psValue(value)}; ${command('$v')}`,
  'a typed variable': (value, command) => `[string]$v = ${psValue(value)}\n${command('$v')}`,
  'a variable in braces': (value, command) => `\${my v} = ${psValue(value)}; ${command('${my v}')}`,
  'a text with a variable': (value, command) => `$v = ${psValue(value)}; ${command('"$v"')}`,
  'a text with an expression': (value, command) => `$v = ${psValue(value)}; ${command('"$($v)"')}`,
  'an environment variable': (value, command) => `$env:V = ${psValue(value)}; ${command('$env:V')}`,
  'a parameter': (value, command) => `function Go($p) { ${command('$p')} }; Go ${psValue(value)}`,
  'a named parameter': (value, command) => `function Go { param([string]$Where) ${command('$Where')} }; Go -Where ${psValue(value)}`,
  'a default parameter': (value, command) => `function Go($p = ${psValue(value)}) { ${command('$p')} }; Go`,
  'args of a function': (value, command) => `function Go { ${command('$args[0]')} }; Go ${psValue(value)}`,
  'a parameter of a block': (value, command) => `& { param($p) ${command('$p')} } ${psValue(value)}`,
  'a parameter of a block in a variable': (value, command) => `$b = { param($p) ${command('$p')} }; & $b ${psValue(value)}`,
  'a pipeline': (value, command) => `${psValue(value)} | ForEach-Object { ${command('$_')} }`,
  'a loop': (value, command) => `foreach ($v in @(${psValue(value)})) { ${command('$v')} }`,
  'an array': (value, command) => `$a = @(${psValue(value)}); ${command('$a[0]')}`,
  'a table': (value, command) => `$h = @{ p = ${psValue(value)} }; ${command('$h.p')}`,
  'brackets around it': (value, command) => command(`(${psValue(value)})`),
  'Join-Path': (value, command) => command(`(Join-Path ${psValue(value)} '.')`),
}
/** And for cmd. */
const AROUND_CMD: typeof AROUND = {
  call: (command) => `call ${command}`,
  brackets: (command) => `(${command})`,
  'after a command': (command) => `echo go & ${command}`,
  'after success': (command) => `npm ci && ${command}`,
  'after failure': (command) => `npm ci || ${command}`,
  'a branch': (command) => `if exist package.json ${command}`,
  'a branch in brackets': (command) => `if exist package.json (${command}) else (echo no)`,
  'another cmd': (command) => `cmd /d /s /c ${command}`,
  'a quiet command': (command) => `@${command} >nul 2>&1`,
  start: (command) => `start /b cmd /c ${command}`,
  carets: (command) => command.replace(/^(\w)(\w)/, '$1^$2'),
  'a loop': (command) => `for %x in (1) do ${command}`,
}
const VALUES_CMD: typeof VALUES = {
  'a variable': (value, command) => `set V=${value}&& ${command('%V%')}`,
  'a quoted variable': (value, command) => `set "V=${value}" & ${command('"%V%"')}`,
  'a part of a variable': (value, command) => `set V=xx${value}& ${command('%V:~2%')}`,
  'a replaced variable': (value, command) => `set V=@@${value}& ${command('%V:@@=%')}`,
  'a loop': (value, command) => `for %i in (${value}) do ${command('%i')}`,
  'delayed expansion': (value, command) => `cmd /v:on /c set V=${value}^& ${command('!V!')}`,
}
const WRITTEN = { bash: [AROUND, VALUES], powershell: [AROUND_POWERSHELL, VALUES_POWERSHELL], cmd: [AROUND_CMD, VALUES_CMD] } as const

/** Slots that stand where the shell sees them: not within single quotes, here-documents or other code. */
const seenByShell = (template: string, at: number): boolean => {
  const before = template.slice(0, at)
  return !before.includes('<<') && (before.match(/'/g)?.length ?? 0) % 2 === 0 && (before.match(/"/g)?.length ?? 0) % 2 === 0
}
/** One word of plain text, without patterns: what a list of words may split or find files by is another command. */
const oneWord = (value: string): boolean => value !== '' && !/[\s*?[`(!]|\$\d|\$\{/.test(value)

function filled(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole).replaceAll('⏎', '\n')
}

function product(names: readonly string[], slots: Readonly<Record<string, readonly string[]>>): readonly ReadonlyMap<string, string>[] {
  return names.reduce<readonly ReadonlyMap<string, string>[]>(
    (rows, name) => rows.flatMap((row) => (slots[name] ?? []).map((value) => new Map([...row, [name, value]]))),
    [new Map()],
  )
}

/** Every call of a line as it stands, and also behind a wrapper and with a value by another name, in turn. */
export function* callsOf(lines: readonly Line[]): Generator<Call> {
  let turn = 0
  for (const { line, want, shell = 'bash', wrapped = true, slots = {}, calls } of lines) {
    const [around, values] = [Object.entries(WRITTEN[shell][0]), Object.entries(WRITTEN[shell][1])]
    for (const template of calls.trimEnd().split('\n')) {
      const names = Object.keys(slots).filter((name) => template.includes(`{${name}}`))
      for (const row of product(names, slots)) {
        const command = filled(template, row)
        const call: Pick<Call, 'line' | 'want' | 'shell'> = { line, want, shell }
        yield { ...call, how: 'as it stands', command }
        turn += 1
        if (!wrapped) continue
        const [how, wrap] = around[turn % around.length] as (typeof around)[number]
        // What is encoded is asked about, whatever it is.
        if (
          !(want === 'pass' && how.startsWith('an encoded')) &&
          (shell !== 'bash' || !/<<|#|\$@|\$\d/.test(command)) &&
          !(how === 'find -exec' && command.includes('{}'))
        )
          yield { ...call, how, command: wrap(command) }
        for (const [name, value] of row) {
          const [by, spell] = values[(turn + name.length) % values.length] as (typeof values)[number]
          if (!oneWord(value) || !seenByShell(template, template.indexOf(`{${name}}`)) || /\$\d/.test(command)) continue
          yield { ...call, how: `${name} by ${by}`, command: spell(value, (spelt) => filled(template, new Map([...row, [name, spelt]]))) }
        }
      }
    }
  }
}
