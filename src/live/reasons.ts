// Why did a trial fail, as far as it can be seen without the host? Looked at only then: our script, what it starts, and how it answers by itself.
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import { tryCommand, wordsFor } from '../install/canary.ts'
import { isOurAddress, wiringOf } from '../install/edit.ts'
import { readText } from '../install/files.ts'
import { isFatal } from '../install/host-findings.ts'
import { obstaclesOf } from '../install/obstacles.ts'
import { editsFor } from '../install/plan.ts'
import { wrappers } from '../install/wrapper.ts'
import type { Paths } from '../install/wrapper.ts'
import type { LiveReason } from './explain.ts'
import { endMarked, MARK, start } from './process.ts'
import { wiredFiles } from './scratch.ts'
import type { LiveSeen } from './trial.ts'

/** Our own deadline is four seconds; leaving takes a little more. */
const ANSWER_MS = 8000

export async function reasonsFor(
  install: HostInstall,
  place: InstallPlace,
  paths: Paths,
  seen: LiveSeen,
  answerMs = ANSWER_MS,
): Promise<readonly LiveReason[]> {
  const wired = wiredFiles(install, place, place)
  const again = `prudent init --host ${install.host}`
  if (wired.every(({ edit, text }) => wiringOf(edit, text).state === 'absent')) return [{ says: `no file of ${install.host} names us`, mend: again }]
  const unread = wired.flatMap(({ edit, text }) => {
    const { problem } = wiringOf(edit, text)
    return problem === null ? [] : [{ says: `${edit.file}:${problem.line}: ${problem.message}`, mend: 'correct that line' }]
  })
  const off = (['user', 'project'] as const)
    .filter((scope) => scope === 'user' || place.project !== place.home)
    .filter((scope) => (editsFor(install, scope, place) ?? []).some(({ file }) => wired.some(({ edit }) => edit.file === file)))
    .flatMap((scope) => obstaclesOf(install, scope, place))
    .map(({ kind, file, says, mend }) => ({ says: kind === 'approval' ? `it needs your approval: ${says}` : `${says} (${file})`, mend }))
  const script = scriptReasons(paths, again)
  const answers = await answerReasons(install, place, wired, again, answerMs)
  // Denied in time as far as we know, and run all the same: how long the host waits is the likeliest cause.
  const late = seen.steps.some(({ ran, logged }) => ran && logged === 'deny') ? timeReasons(wired, again) : []
  return [...unread, ...off, ...script, ...answers, ...entryReasons(wired, again), ...late]
}

function scriptReasons(paths: Paths, again: string): readonly LiveReason[] {
  const [script] = wrappers(paths, [])
  const read = script === undefined ? null : readText(script.file)
  if (script === undefined || read === null || !read.ok) return []
  if (read.text === null) return [{ says: `${script.file}, which it starts, is not there`, mend: again }]
  if (read.text === script.text && isThere(paths.hook)) return []
  const gone = [...new Set([...read.text.matchAll(/\/[^\s'"]+\.cjs\b/g)].map(([file]) => file))].filter((file) => !isThere(file))
  if (gone.length > 0) return [{ says: `${gone[0]}, which our script runs, is not there: the package was moved or removed`, mend: again }]
  return [{ says: `${script.file}, which it starts, is not what this version of prudent writes`, mend: again }]
}
const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined

/** Started as the host would start it, but with nothing around it. */
async function answerReasons(
  install: HostInstall,
  place: InstallPlace,
  wired: ReturnType<typeof wiredFiles>,
  again: string,
  answerMs: number,
): Promise<readonly LiveReason[]> {
  if (install.starts === 'module') {
    const file = wired.map(({ edit }) => edit.file).find((one) => one.endsWith('.js'))
    const tried = file === undefined ? null : tryCommand(install, file, 'rm -rf /', place)
    return tried === null || tried.answer === 'deny'
      ? []
      : [{ says: `${file} does not deny by itself either${tried.said === '' ? '' : `: ${tried.said}`}`, mend: again }]
  }
  const [command] = wired.flatMap(({ edit, text }) => wiringOf(edit, text).commands.filter((one) => !isOurAddress(one)))
  if (command === undefined) return []
  const token = randomUUID()
  const { stdin, env } = install.canary('ls', place.project, token)
  const words = wordsFor(install, command, place.platform)
  const own = { PATH: place.env['PATH'] ?? '', HOME: place.home, [MARK]: token, ...env }
  const { ended, code, said } = await start({ words, cwd: place.project, env: own, limitMs: answerMs, input: JSON.stringify(stdin) })
  endMarked(token)
  if (ended !== 'by itself') return [{ says: `our hook gives no answer within ${answerMs / 1000} s: \`${command}\``, mend: again }]
  const line = said.trim().split('\n')[0] ?? ''
  return code === 0 ? [] : [{ says: `our hook fails by itself (exit code ${code ?? 'none'})${line === '' ? '' : `: ${line.slice(0, 200)}`}`, mend: again }]
}

/** What somebody changed in our entry so that it cannot work: a time too short, a tool left out. */
const entryReasons = (wired: ReturnType<typeof wiredFiles>, again: string): readonly LiveReason[] =>
  wired.flatMap(({ edit, text }) => {
    const { state, differences } = wiringOf(edit, text)
    if (edit.kind === 'file' && state === 'differs') return [{ says: `${edit.file} is not what this version of prudent writes`, mend: again }]
    const fatal = differences.filter(isFatal)
    return [...new Set(fatal.map(({ says }) => says))].slice(0, 1).map((says) => ({ says: `our entry in ${edit.file} was changed: ${says}`, mend: again }))
  })

function timeReasons(wired: ReturnType<typeof wiredFiles>, again: string): readonly LiveReason[] {
  const times = wired.flatMap(({ edit, text }) => {
    const near = text.split('\n').flatMap((line) => /"?(timeout\w*)"?\s*[:=]\s*(\d+)/.exec(line)?.slice(1, 3) ?? [])
    return near.length < 2 ? [] : [{ file: edit.file, name: near[0], value: Number(near[1]) }]
  })
  return times
    .filter(({ value }) => value < 1000)
    .map(({ file, name, value }) => ({
      says: `\`${name}\` is ${value} in ${file}: this version may count in milliseconds, and then gives up before any hook can answer`,
      mend: `${again}, which writes what this version reads; or update the agent`,
    }))
}
