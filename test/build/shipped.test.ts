// Do the hook and the library, as they are built, do what our data says? Every example of every rule and program, every case of the corpus, disguised and generated calls.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import { readCorpus } from '../../src/cli/corpus.ts'
import { tryCorpus, tryPrograms, tryRules } from '../../src/cli/examples.ts'
import { loadSources } from '../../src/config/load-data.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { commandOf, factsOf } from '../../src/core/policy/examples.ts'
import parts from '../../src/hook/parts.json' with { type: 'json' }
import type { Engine } from '../../src/hook/contract.ts'
import type * as Library from '../../src/index.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import { canBePrefixed, canBeWrapped, DISGUISES, WHOLE } from '../disguises.ts'
import { script, seeded, soup } from '../shell-scripts.ts'
import { builtEngine } from './built-engine.ts'

interface Call {
  readonly tool: string
  readonly input: JsonObject
}
ensureBuilt()
const DIST = join(ROOT, 'dist')
const sources = await loadSources(ROOT)
const library = (await import(join(DIST, 'index.js'))) as typeof Library
const corpus = readCorpus(join(ROOT, 'corpus')).files
const SCENE = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' }

const scratch = mkdtempSync(join(tmpdir(), 'shipped-'))
const home = join(scratch, 'home')
const project = join(home, 'app')
beforeAll(() => {
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
})

const inShell = (command: string): Call => ({ tool: 'Bash', input: { command } })
/** What no example says: each needs a part of the engine that others do not. */
const RARE = ['while getopts "nd:" o; do ls "$OPTARG"; done', 'OPTS=$(getopt -o d: -- "$@"); eval set -- "$OPTS"; ls "$2"']
/** Every hit, each under another of the disguises: all of them, for all hits, are tried on the library. */
const inDisguise = (hits: readonly string[], fits: (hit: string) => boolean, disguises: readonly ((hit: string) => string)[]): Call[] =>
  hits.filter(fits).flatMap((hit, at) => disguises.slice(at % disguises.length, (at % disguises.length) + 1).map((disguise) => inShell(disguise(hit))))
const HITS = sources.packs.flatMap(({ rules }) => rules.flatMap(({ hits = [] }) => hits.filter((hit) => typeof hit === 'string')))
const EVERYTHING = [
  ...sources.packs.flatMap(({ rules }) =>
    rules.flatMap(({ hits = [], misses = [] }) =>
      [...hits, ...misses].map((one) =>
        typeof one === 'string' || one.tool === undefined ? inShell(commandOf(one)) : { tool: one.tool, input: one.input ?? {} },
      ),
    ),
  ),
  ...sources.programExamples.map(({ command }) => inShell(command)),
  ...corpus.flatMap(({ cases }) => cases.map(({ command }) => inShell(command))),
  ...Array.from({ length: 400 }, (_, seed) => inShell((seed % 2 === 0 ? soup : script)(seeded(seed)))),
  ...inDisguise(HITS, canBePrefixed, Object.values(DISGUISES)),
  ...inDisguise(HITS, canBeWrapped, Object.values(WHOLE)),
  ...RARE.map(inShell),
]
const calls = [...new Map(EVERYTHING.map((call) => [JSON.stringify(call), call])).values()]

type Check = Parameters<typeof tryCorpus>[1]
const checkOf =
  (gate: Library.Gate): Check =>
  (command, { tool = 'Bash', input = { command }, annotations, committed = {}, 'logged-out': loggedOut, ...place }) => {
    const scene = { ...SCENE, ...place }
    const facts = factsOf({ committed, ...(loggedOut && { 'logged-out': loggedOut }) }, scene.cwd)
    return gate.check(callOf(tool, input, scene.cwd, annotations === undefined ? {} : { annotations }), scene, { facts })
  }

describe('the built library', () => {
  const standard = checkOf(library.loadBuiltin())
  test('finds what every example of every rule says, and no more', { timeout: 240_000 }, async () => {
    const settings = join(scratch, 'settings.yaml')
    writeFileSync(settings, "profile: ['*']\n")
    const { gate, notes } = await library.openGate({ home: scratch, administrator: null, user: settings, project: null }, null, '2026-01-01T00:00:00.000Z')
    expect(notes).toEqual([])
    const rules = sources.packs.flatMap((pack) => pack.rules)
    expect(tryRules(rules, standard, checkOf(gate)).failures).toEqual([])
  })
  test('reads every program as its examples say', () => {
    expect(tryPrograms(sources.programExamples, standard).failures).toEqual([])
  })
  test('judges the corpus as it wants', () => {
    expect(tryCorpus(corpus, standard).failures).toEqual([])
  })
})

/** Calls about which the engine says something else than the library. What was cut short by the clock is asked once more. */
function differing(engine: Engine, list: readonly Call[]): readonly unknown[] {
  const gate = library.loadBuiltin()
  const env = { PATH: process.env['PATH'] ?? '', HOME: home }
  const hook = ({ tool, input }: Call): string => {
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project, permission_mode: 'default', tool_name: tool, tool_input: input }
    const request = {
      text: JSON.stringify(event),
      problem: null,
      named: 'claude-code',
      event: undefined,
      env,
      home,
      folders: {},
      cwd: project,
      root: ROOT,
      left: () => 60_000,
    }
    const said = engine.respond({ ...request, rehearsal: true })
    if ('slow' in said) return 'slow'
    const { stdout, exitCode } = said.response
    const output = stdout === '' ? undefined : (JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput
    return output?.permissionDecision ?? (exitCode === 0 ? 'allow' : 'deny')
  }
  const shared = ({ tool, input }: Call): string =>
    library.decide(gate, { ...callOf(tool, input, project), host: 'claude-code' }, { cwd: project, home, project }).decision.verdict
  const differs = (call: Call): boolean => hook(call) !== shared(call)
  return list.filter((call) => differs(call) && differs(call)).map((call) => [call, hook(call), shared(call)])
}

describe('the built hook', () => {
  const { engine, open, missing, opened } = builtEngine(DIST)
  test('judges every call as the library does', { timeout: 240_000 }, () => {
    expect(calls.length).toBeGreaterThan(10_000)
    expect(differing(engine, calls)).toEqual([])
    expect([...missing]).toEqual([])
    // The others are opened after an answer, which nothing here waits for.
    expect([...opened].toSorted()).toEqual(['code', 'engine', 'options', 'query', 'seldom', 'shell', 'windows'])
  })
  test.each(Object.keys(parts))('has the part %s, made for this engine', (part) => {
    expect(open(part)).toBeTypeOf('function')
    const mark = /,"(?<mark>\w+)"\)\n\}\)$/.exec(readFileSync(join(DIST, `hook-${part}.cjs`), 'latin1'))?.groups?.['mark']
    expect(readFileSync(join(DIST, 'hook.cjs'), 'utf8')).toContain(`-${mark}-`)
  })
  test('a part under a wrong name does not pass', () => {
    const misnamed = builtEngine(DIST, (_name, text) => text.replaceAll(/(["'`])options\1/g, '$1hook-options.cjs$1'))
    expect(differing(misnamed.engine, RARE.map(inShell))).toHaveLength(RARE.length)
    expect([...misnamed.missing]).toEqual(['hook-options.cjs'])
    expect(readFileSync(join(DIST, 'hook-engine.cjs'), 'latin1')).not.toContain('hook-options.cjs')
  })
})
