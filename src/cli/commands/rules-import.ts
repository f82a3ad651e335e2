// prudent rules import: what do another system's patterns read like as a pack, or as kinds of secrets, of ours?
import path from 'node:path'
import type { PatternFormat } from '../../config/import-patterns.ts'
import { readRegularFile } from '../../config/packs-cache.ts'
import { EXIT, textOption, UsageError } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'

const FORMATS: readonly PatternFormat[] = ['cpi-si', 'leashd', 'rune', 'wolffish']
/** Scanners for secrets: their rules become kinds. */
const SCANNERS = ['betterleaks', 'gitleaks']
const LARGEST = 4_000_000

export const importRules: CommandSpec = {
  name: 'import',
  summary: "turn another system's pattern file into a pack, or a scanner's rules into kinds of secrets, on standard output",
  details:
    'Name the new file under `include` in your settings. What could not be taken over is said on standard error.\n\nExit code: 0 when everything was taken over, 1 when something was left out, 2 when there is nothing to take over, and then no pack is written.',
  operands: [{ name: 'file', summary: 'the file to read', required: true }],
  options: [
    { flags: '--from <format>', summary: 'whose format it is', choices: [...FORMATS, ...SCANNERS] },
    { flags: '--name <name>', summary: "the pack's name and the first part of its rules' ids (the file's name)" },
  ],
  examples: [
    ['prudent rules import <policy.yaml> --from leashd > my-policy.yaml', 'first match decides, for each simple command'],
    ['prudent rules import <SKILL.md> --from wolffish > my-skill.yaml', 'block and confirm lists'],
    ['prudent rules import <gitleaks.toml> --from gitleaks > my-secrets.yaml', 'kinds of secrets'],
  ],
  run: async (given, io) => {
    const [file = ''] = given.operands
    const from = textOption(given, 'from') ?? ''
    const format = FORMATS.find((one) => one === from)
    if (format === undefined && !SCANNERS.includes(from)) throw new UsageError(`say whose format it is: --from ${[...FORMATS, ...SCANNERS].join(', --from ')}`)
    const content = readRegularFile(file, LARGEST)
    if (content.kind !== 'text') throw new UsageError(`\`${file}\`: ${content.kind === 'absent' ? 'there is no such file' : content.message}`)
    if (format === undefined) return await importKinds(content.text, textOption(given, 'name') ?? `Kinds of ${path.basename(file)}`, io)
    const { importPatterns, packText } = await import('../../config/import-patterns.ts')
    const imported = importPatterns(format, content.text, textOption(given, 'name') ?? path.basename(file).replace(/\.[^.]*$/, ''))
    for (const note of imported.notes) io.note(note)
    if (!imported.ok) throw new UsageError(`\`${file}\`: ${imported.message}`)
    io.out(packText(imported.pack))
    return imported.notes.length > 0 ? EXIT.failed : EXIT.allow
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
