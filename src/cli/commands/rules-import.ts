// prudent rules import: what do another system's patterns read like as a pack, or as kinds of secrets, of ours?
import path from 'node:path'
import type { PatternFormat } from '../../config/import-patterns.ts'
import type { SecretSpec } from '../../core/secrets/model.ts'
import { readRegularFile } from '../../config/packs-cache.ts'
import { EXIT, textOption, UsageError } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'

/** Scanners for secrets: their rules become kinds. */
const SCANNERS = ['betterleaks', 'gitleaks']
const FORMATS = ['anteroom', 'claude-code', 'cpi-si', 'leashd', 'rune', 'wolffish'] as const satisfies readonly PatternFormat[]
const LARGEST = 4_000_000

export const importRules: CommandSpec = {
  name: 'import',
  summary: 'convert rules of another system or a secret scanner',
  details:
    'Whose format it is, the file says itself. `include` in your settings takes such files as they are, too, and follows their changes; what is written here shows what becomes of each line, and may be edited. What could not be taken over is said on standard error.\n\nExit code: 0 when everything was taken over, 1 when something was left out, 2 when there is nothing to take over, and then no pack is written.',
  operands: [{ name: 'file', summary: 'the file to read, or a folder of skills', required: true }],
  options: [
    { flags: '--from <format>', summary: 'whose format it is, where that cannot be told', choices: [...FORMATS, ...SCANNERS] },
    { flags: '--name <name>', summary: "the pack's name and the first part of its rules' ids (the file's name)" },
  ],
  examples: [
    ['prudent rules import <policy.yaml> > my-policy.yaml', 'first match decides, for each simple command'],
    ['prudent rules import <SKILL.md> > my-skill.yaml', 'block and confirm lists'],
    ['prudent rules import <gitleaks.toml> --from gitleaks > my-secrets.yaml', 'kinds of secrets'],
  ],
  run: async (given, io) => {
    const [file = ''] = given.operands
    const from = textOption(given, 'from') ?? null
    const name = textOption(given, 'name')
    const { isFolder, nameFor, patternFilesIn } = await import('../../config/included.ts')
    const files = isFolder(file) ? patternFilesIn(file) : [file]
    if (files.length === 0) throw new UsageError(`\`${file}\`: no skill and no pattern file lies in this folder`)
    const { formatOf, importPatterns, packText } = await import('../../config/import-patterns.ts')
    const texts: string[] = []
    let left = 0
    const kinds: SecretSpec[] = []
    for (const one of files) {
      const content = readRegularFile(one, LARGEST)
      if (content.kind !== 'text') throw new UsageError(`\`${one}\`: ${content.kind === 'absent' ? 'there is no such file' : content.message}`)
      if (from !== null && SCANNERS.includes(from)) return await importKinds(content.text, name ?? `Kinds of ${path.basename(one)}`, io)
      const format = FORMATS.find((known) => known === from) ?? formatOf(content.text)
      if (format === null)
        throw new UsageError(`\`${one}\`: the file does not tell; say whose format it is: --from ${[...FORMATS, ...SCANNERS].join(', --from ')}`)
      const imported = importPatterns(format, content.text, name ?? nameFor(one))
      for (const note of imported.notes) io.note(files.length === 1 ? note : `${one}: ${note}`)
      if (!imported.ok) throw new UsageError(`\`${one}\`: ${imported.message}`)
      left += imported.notes.length
      kinds.push(...imported.kinds)
      if (imported.pack !== null) texts.push(packText(imported.pack, { file: one, lines: imported.lines }))
    }
    const { kindsText } = await import('../../config/import-rules.ts')
    if (texts.length === 0) texts.push(kindsText(kinds, `Kinds of ${path.basename(file)}`))
    else if (kinds.length > 0)
      io.note(`${kinds.length} kinds of secrets need a file of their own: import their file alone, or name the original under \`include\``)
    if (texts.length > 1) io.note(`${texts.length} packs follow one another: put each into a file of its own, or name the folder under \`include\``)
    io.out(texts.join('---\n'))
    return left > 0 || (texts.length > 0 && kinds.length > 0 && texts[0]?.startsWith('theme') !== true) ? EXIT.failed : EXIT.allow
  },
}

async function importKinds(text: string, title: string, io: Io): Promise<number> {
  const { importSecretRules, kindsText } = await import('../../config/import-rules.ts')
  const { specs, problems, notes } = importSecretRules(text)
  for (const { id, message } of [...problems, ...notes]) io.note(`\`${id}\`: ${message}`)
  if (specs.length === 0) throw new UsageError('no rule of this file can be used: is it the right one?')
  io.out(kindsText(specs, title))
  return problems.length > 0 || notes.length > 0 ? EXIT.failed : EXIT.allow
}
