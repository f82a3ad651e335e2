// prudent rules import: what do another system's patterns read like as a pack of ours?
import path from 'node:path'
import type { PatternFormat } from '../../config/import-patterns.ts'
import { readRegularFile } from '../../config/packs-cache.ts'
import { EXIT, textOption, UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'

const FORMATS: readonly PatternFormat[] = ['cpi-si', 'leashd', 'rune', 'wolffish']

export const importRules: CommandSpec = {
  name: 'import',
  summary: "turn another system's pattern file into a pack, on standard output",
  details:
    'Name the pack under `include` in your settings. What could not be taken over is said on standard error.\n\nExit code: 0 when everything was taken over, 1 when something was left out.',
  operands: [{ name: 'file', summary: 'the file to read', required: true }],
  options: [
    { flags: '--from <format>', summary: 'whose format it is', choices: FORMATS },
    { flags: '--name <name>', summary: "the pack's name and the first part of its rules' ids (the file's name)" },
  ],
  examples: [
    ['prudent rules import <policy.yaml> --from leashd > my-policy.yaml', 'first match decides, for each simple command'],
    ['prudent rules import <SKILL.md> --from wolffish > my-skill.yaml', 'block and confirm lists'],
  ],
  run: async (given, io) => {
    const [file = ''] = given.operands
    const format = FORMATS.find((one) => one === textOption(given, 'from'))
    if (format === undefined) throw new UsageError(`say whose format it is: --from ${FORMATS.join(', --from ')}`)
    const content = readRegularFile(file)
    if (content.kind !== 'text') throw new UsageError(`\`${file}\`: ${content.kind === 'absent' ? 'there is no such file' : content.message}`)
    const { importPatterns, packText } = await import('../../config/import-patterns.ts')
    const imported = importPatterns(format, content.text, textOption(given, 'name') ?? path.basename(file).replace(/\.[^.]*$/, ''))
    if (!imported.ok) throw new UsageError(`\`${file}\`: ${imported.message}`)
    for (const note of imported.notes) io.note(note)
    io.out(packText(imported.pack))
    return imported.notes.length > 0 ? EXIT.failed : EXIT.allow
  },
}
