// prudent test: do rules, programs and the corpus do what their examples say?
import { existsSync } from 'node:fs'
import path from 'node:path'
import { packageFolder, packageParsers } from '../../config/package-files.ts'
import { readRegularFile } from '../../config/packs-cache.ts'
import { didYouMean } from '../../core/policy/description.ts'
import { EXIT, JSON_OPTION, UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import type { ExampleReport } from '../examples.ts'
import { makePaint } from '../view/paint.ts'
import { clip } from '../view/safe-text.ts'

export const test: CommandSpec = {
  name: 'test',
  summary: 'run the examples of rules and programs, and the corpus',
  details: 'Without a pack: everything. Exit code: 0 when all hold, 1 when one fails or a file must be corrected.',
  operands: [{ name: 'pack', summary: 'names of packs of ours, or files of your own', many: true }],
  options: [JSON_OPTION],
  examples: [
    ['prudent test', 'every rule and program'],
    ['prudent test git files', 'two packs'],
    ['prudent test ./my-pack.yaml', 'your own, with line and column of each mistake'],
  ],
  run: async ({ operands, options }, io) => {
    const [{ loadSources }, { loadPacks }, { compileUserRegex }, { readCorpus }, examples] = await Promise.all([
      import('../../config/load-data.ts'),
      import('../../config/packs.ts'),
      import('../../config/user-regex.ts'),
      import('../corpus.ts'),
      import('../examples.ts'),
    ])
    const root = packageFolder()
    const sources = await loadSources(root)
    const isFile = (one: string): boolean => /[./\\]/.test(one) && existsSync(one)
    const names = operands.filter((one) => !isFile(one))
    const known = sources.packs.map(({ pack }) => pack)
    for (const name of names) {
      if (!known.includes(name)) throw new UsageError(`no pack or file is called \`${name}\`: prudent rules lists the packs${didYouMean(name, known)}`)
    }
    const files = operands.filter(isFile).map((name) => ({ name, content: readRegularFile(name) }))
    const own = loadPacks(
      files.flatMap(({ name, content }) => (content.kind === 'text' ? [{ name, text: content.text }] : [])),
      { compileUserRegex },
    )
    const all = operands.length === 0
    const corpus = all && existsSync(path.join(root, 'corpus')) ? readCorpus(path.join(root, 'corpus')) : { files: [], problems: [] }
    const problems = [
      ...(all ? sources.problems : []),
      ...files.flatMap(({ name, content }) => (content.kind === 'unreadable' ? [`${name}:1:1: ${content.message}`] : [])),
      ...own.problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
      ...corpus.problems,
    ]
    const { standard, withProfile } = examples.checksOf({ ...sources, packs: [...sources.packs, ...own.packs] }, packageParsers(root))
    const packs = all ? sources.packs : [...sources.packs.filter(({ pack }) => names.includes(pack)), ...own.packs]
    const reports: ExampleReport[] = [
      examples.tryRules(
        packs.flatMap(({ rules }) => rules),
        standard,
        withProfile,
      ),
    ]
    if (all) reports.push(examples.tryPrograms(sources.programExamples, standard), examples.tryCorpus(corpus.files, standard))
    const counts = reports.flatMap((report) => report.counts)
    const failures = reports.flatMap((report) => report.failures)
    const untested = reports.flatMap((report) => report.untested)
    const code = failures.length + problems.length > 0 ? EXIT.failed : EXIT.allow
    if (options['json'] === true) {
      io.out(`${JSON.stringify({ counts, failures, untested, problems }, null, 2)}\n`)
      return code
    }
    const paint = makePaint(io.colour)
    for (const one of problems) io.out(`${paint.bad('correct')}  ${clip(one, 400)}\n`)
    for (const { of, what, command } of failures)
      io.out(`${paint.bad('fails')}  ${paint.name(of)}  ${clip(what, 300)}\n       ${clip(command, io.columns - 7)}\n`)
    if (untested.length > 0) io.out(`${paint.quiet(`untested (no hits or no misses): ${untested.join(', ')}`)}\n`)
    if (failures.length + problems.length > 0) io.out('\n')
    for (const { what, total, failed } of counts) io.out(`${what.padEnd(13)}${String(total).padStart(6)}${failed > 0 ? paint.bad(`  ${failed} failed`) : ''}\n`)
    const rules = packs.reduce((sum, pack) => sum + pack.rules.length, 0)
    io.out(
      `${code === 0 ? paint.good('all examples hold') : paint.bad(`${failures.length} failed, ${problems.length} to correct`)} ${paint.quiet(`(${rules} ${rules === 1 ? 'rule' : 'rules'})`)}\n`,
    )
    return code
  },
}
