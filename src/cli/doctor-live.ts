// prudent doctor --live: are the agents on this machine really stopped, when they are started?
import { didYouMean } from '../core/policy/description.ts'
import type { HostInstall, Scope } from '../hosts/_frame/install.ts'
import type { LiveHost } from '../hosts/_frame/live.ts'
import type { Finding } from '../install/finding.ts'
import type { Here } from '../install/here.ts'
import type { LiveReason } from '../live/explain.ts'
import type { Startable } from '../live/program.ts'
import type { LiveSeen } from '../live/trial.ts'
import { EXIT, UsageError } from './command.ts'
import type { Io } from './command.ts'
import { sceneOf } from './scene.ts'

interface Result {
  readonly host: string
  readonly version: string | null
  readonly held: boolean | null
  readonly says: string
  readonly findings: readonly Finding[]
  readonly seen?: LiveSeen
}

export async function doctorLive(name: string | null, json: boolean, io: Io, show: (findings: readonly Finding[], io: Io) => void): Promise<number> {
  if (process.platform === 'win32') throw new UsageError('agents cannot be started for a trial on Windows yet: prudent doctor tries what they would start')
  const { here } = await import('../install/here.ts')
  const { LIVES } = await import('../hosts/live.gen.ts')
  const { wiredHosts } = await import('../install/host-findings.ts')
  const where = here(sceneOf({ operands: [], options: {} }).project)
  const names = where.installs.map(({ host }) => host)
  if (name !== null && !names.includes(name))
    throw new UsageError(`no agent is called \`${name.slice(0, 80)}\`: prudent hosts lists them${didYouMean(name, names)}`)
  const set = wiredHosts(where)
  const wired = new Set(set.map(({ install }) => install.host))
  // As for `prudent status`: what is set up for the person counts before what is set up for the project.
  const scopeOf = (host: string): Scope | null => set.find(({ install }) => install.host === host)?.scope ?? null
  const wanted = where.installs.filter(({ host }) => (name === null ? wired.has(host) : host === name))
  const results: Result[] = []
  for (const install of wanted) {
    const live = LIVES.find(({ host }) => host === install.host)
    for await (const result of resultsFor(install, live, scopeOf(install.host), where, io)) {
      results.push(result)
      if (!json) show(result.findings, io)
    }
  }
  if (json) io.out(`${JSON.stringify(results, null, 2)}\n`)
  else if (results.length === 0) io.out('no agent is set up: prudent init\n')
  const failed = results.filter(({ held }) => held !== true)
  if (!json && results.length > 0) io.out(`\n${summary(results)}\n`)
  return failed.length > 0 || results.length === 0 ? EXIT.failed : EXIT.allow
}

function summary(results: readonly Result[]): string {
  const isOne = (host: string): boolean => results.filter((one) => one.host === host).length === 1
  const named = (held: boolean | null): readonly string[] =>
    results.filter((one) => one.held === held).map(({ host, version }) => (isOne(host) ? host : `${host} ${version ?? 'unknown'}`))
  const parts = [
    ['stopped', named(true)],
    ['NOT stopped, or not proved', named(false)],
    ['not tried', named(null)],
  ] as const
  return parts.flatMap(([word, hosts]) => (hosts.length === 0 ? [] : [`${word}: ${hosts.join(', ')}`])).join('; ')
}

/** One for each version that is installed: every one of them must hold. */
async function* resultsFor(install: HostInstall, live: LiveHost | undefined, scope: Scope | null, where: Here, io: Io): AsyncGenerator<Result> {
  const { host } = install
  const untried = (level: Finding['level'], says: string, mend?: string): Result => ({
    host,
    version: null,
    held: level === 'failure' ? false : null,
    says,
    findings: [{ id: 'live.untried', level, about: host, says, ...(mend === undefined ? {} : { mend }) }],
  })
  if (scope === null) return yield untried('failure', 'it is not set up to ask us', `prudent init --host ${host}`)
  if (live === undefined) return yield untried('note', 'it cannot be started against a stand-in for its model: only prudent doctor tries it')
  const { startablesOf } = await import('../live/program.ts')
  const found = await startablesOf(install, where.place)
  if (found.length === 0)
    return yield untried(
      'failure',
      `its program is not on the search path (${install.programs.join(', ')})`,
      'start prudent from a terminal in which you can start it',
    )
  for (const one of found) yield await resultFor(install, live, scope, one, where, io)
}

async function resultFor(install: HostInstall, live: LiveHost, scope: Scope, { program, version }: Startable, { place, paths }: Here, io: Io): Promise<Result> {
  const { host } = install
  const { tryLive } = await import('../live/trial.ts')
  const { explain } = await import('../live/explain.ts')
  const { reasonsFor } = await import('../live/reasons.ts')
  io.note(`starting ${host}${version === null ? '' : ` ${version}`} against a stand-in for its model: up to a minute or two`)
  const seen = await tryLive({ install, live, place, program, version })
  const failed = !explain(seen, []).held
  const told = explain(seen, failed ? [...(await tooOld(host, version)), ...(await reasonsFor(install, place, paths, seen))] : [])
  const { noteSeen } = await import('../install/seen.ts')
  const { configurationOf } = await import('../install/obstacles.ts')
  const { stateFolder } = await import('../stores/json-lines/layout.ts')
  try {
    const entry = { host, version: version ?? '', configuration: configurationOf(install, place, scope), at: new Date().toISOString(), how: 'live' as const }
    noteSeen(stateFolder(place.env, process.platform, place.home), { ...entry, held: told.held, says: told.says })
  } catch (error) {
    io.note(`what was seen could not be kept: ${error instanceof Error ? error.message : String(error)}`)
  }
  const head: Finding = {
    id: 'live.started',
    level: 'note',
    about: host,
    says: `version ${version ?? 'unknown'} was started for ${seen.seconds} s: ${program}`,
  }
  return { host, version, held: told.held, says: told.says, findings: [head, ...told.findings], seen }
}

/** What is known of this version. */
async function tooOld(host: string, version: string | null): Promise<readonly LiveReason[]> {
  const { HOST_GUARANTEES } = await import('../hosts/guarantees.gen.ts')
  const { holdingOf } = await import('../install/guarantees.ts')
  const guarantees = HOST_GUARANTEES.find((one) => one.host === host)
  const runs = guarantees === undefined || version === null ? undefined : holdingOf(guarantees, version).facts.runs
  return runs?.is === 'no' ? [{ says: `version ${version}: ${runs.says ?? 'it does not run our hook'}`, mend: 'update it' }] : []
}
