// Does the command that a host has registered really deny and really let pass? It is started exactly as the host would; the commands in the events are judged, never run.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import type { Json, JsonObject } from '../core/model.ts'
import type { Canary, HostInstall, InstallPlace } from '../hosts/_frame/install.ts'

/** The host's own waiting is tested elsewhere: here nothing may hang. */
const WAIT_MS = 20_000

export interface Trial {
  readonly answer: 'deny' | 'ask' | 'pass' | 'none'
  readonly exitCode: number | null
  readonly millis: number
  /** What was said on standard error, one line. */
  readonly said: string
  /** Of the call or its session in the log. */
  readonly id: string
}

/** `command` as it stands in the configuration; for a program it is its path. */
export function tryCommand(
  install: HostInstall,
  command: string,
  judged: string,
  { project: cwd, platform }: Pick<InstallPlace, 'project' | 'platform'>,
): Trial {
  const id = randomUUID()
  const canary = install.canary(judged, cwd, id)
  const [program = '', ...args] = wordsFor(install, command, platform)
  const isModule = install.starts === 'module'
  const started = performance.now()
  const ran = spawnSync(program, args, {
    cwd,
    input: isModule ? driver(command, install.drive ?? '', canary) : JSON.stringify(canary.stdin),
    env: { ...process.env, ...(isModule ? { NODE_NO_WARNINGS: '1' } : {}), ...canary.env },
    encoding: 'utf8',
    timeout: WAIT_MS,
    maxBuffer: 1024 * 1024,
    windowsVerbatimArguments: platform === 'windows' && install.onWindows === 'cmd',
  })
  const millis = Math.round(performance.now() - started)
  // A program that answers without reading is an answer all the same.
  const error = (ran.error as { readonly code?: string } | undefined)?.code === 'EPIPE' ? undefined : ran.error
  const said = (error?.message ?? ran.stderr ?? '').trim().split('\n')[0]?.slice(0, 200) ?? ''
  return { answer: error === undefined ? answerIn(ran.status, ran.stdout, canary) : 'none', exitCode: ran.status, millis, said, id }
}

/** The program and its arguments, as the host would start them. */
export function wordsFor({ starts, onWindows }: Pick<HostInstall, 'starts' | 'onWindows'>, command: string, platform?: 'windows'): readonly string[] {
  if (starts === 'module') return [process.execPath, '--input-type=module']
  if (platform === 'windows') {
    if (starts === 'program') return ['powershell.exe', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', command]
    if (onWindows === 'cmd') return ['cmd.exe', '/d', '/c', command]
    return onWindows === 'posix' ? ['sh', '-c', command] : ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command]
  }
  switch (starts) {
    case 'shell':
      return ['/bin/sh', '-c', command]
    case 'words':
      return splitWords(command)
    case 'program':
      return [command]
  }
}

/** Stands for the host that loads the file: what it throws is a denial, what it gives back is told. */
const driver = (file: string, drive: string, { stdin }: Canary): string => `const module = await import(${JSON.stringify(pathToFileURL(file).href)})
const drive = async (module, event) => {
${drive}
}
try {
  process.stdout.write(JSON.stringify((await drive(module, ${JSON.stringify(stdin)})) ?? null))
} catch (error) {
  process.stderr.write(String(error?.message ?? error))
  process.exitCode = 2
}
`

/** The same to our server, as a host that asks over HTTP would; `none` where nobody listens. */
export function tryAddress(install: HostInstall, url: string, token: string, judged: string, cwd: string): Pick<Trial, 'answer' | 'id'> {
  const id = randomUUID()
  const { stdin } = install.canary(judged, cwd, id)
  const given = JSON.stringify({ url, token, body: JSON.stringify(stdin) })
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', POST], { input: given, encoding: 'utf8', timeout: WAIT_MS })
  return { answer: ran.status === 0 ? answerIn(0, ran.stdout, {}) : 'none', id }
}
const POST = `let text = ''
for await (const chunk of process.stdin) text += chunk
const { url, token, body } = JSON.parse(text)
const answer = await fetch(url, { method: 'POST', body, redirect: 'error', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token } })
if (!answer.ok) throw new Error(String(answer.status))
process.stdout.write(await answer.text())`

/** As a POSIX shell splits, without anything else that it does. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"') word = (word ?? '') + (text[++at] ?? '')
      else word = (word ?? '') + char
    } else if (char === "'" || char === '"') {
      quote = char
      word ??= ''
    } else if (char === '\\') word = (word ?? '') + (text[++at] ?? '')
    else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + char
  }
  return word === null ? words : [...words, word]
}

/** In the words of any host. */
function answerIn(exitCode: number | null, stdout: string, { env }: Pick<Canary, 'env'>): Trial['answer'] {
  const said = wordsOf(stdout)
  if (said.some((word) => word === 'deny' || word === 'block')) return 'deny'
  if (said.includes('ask')) return 'ask'
  const isDelegate = env?.['AGENT'] === 'amp'
  if (exitCode === 1 && isDelegate) return 'ask'
  if (exitCode === 2) return 'deny'
  return exitCode === 0 ? 'pass' : 'none'
}

function wordsOf(stdout: string): string[] {
  let value: Json
  try {
    value = JSON.parse(stdout) as Json
  } catch {
    return []
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const top = value as JsonObject
  const inner = (top['hookSpecificOutput'] ?? {}) as JsonObject
  const texts = [top['decision'], top['permission'], top['permissionDecision'], top['action'], top['verdict'], inner['permissionDecision']]
  const flags = [...(top['cancel'] === true || top['block'] === true ? ['deny'] : []), ...(top['requireApproval'] === undefined ? [] : ['ask'])]
  return [...texts.filter((one) => typeof one === 'string'), ...flags]
}
