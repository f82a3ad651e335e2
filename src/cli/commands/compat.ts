// prudent compat: commands that other systems' scripts call, with their words and exit codes.
import { homedir } from 'node:os'
import type * as cpiSiNames from '../../compat/cpi-si/index.ts'
import { visible } from '../../core/text/visible.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'
import { JSON_OPTION, textOption, UsageError } from '../command.ts'
import { agrees } from '../confirm.ts'

/** The only place where 1 means no. */
const ALLOW = 0
const BLOCK = 1
const LONGEST = 1000
type Names = typeof cpiSiNames

const cpiSi: CommandSpec = {
  name: 'cpi-si',
  summary: 'judge a tool and its argument as the CPI-SI pre-use hook does: asks here, then exits 0 or 1',
  details:
    'Exit code: 0 may run, 1 may not; nobody there means 1. Judged by the preset cpi-si and the three files at their own place. For tools that write, the path is FILE_PATH, as there, and the argument is what is written.',
  operands: [
    { name: 'tool', summary: '`Bash`, `Write` or `Edit`' },
    { name: 'argument', summary: 'the command, or what is written' },
  ],
  options: [
    { flags: '--folder <folder>', summary: 'where the three files lie' },
    { flags: '--health', summary: 'the score of files and detectors instead, at most 100' },
    JSON_OPTION,
  ],
  examples: [
    [`prudent compat cpi-si Bash 'git push --force'`, 'asks, then exits 0 or 1'],
    [`FILE_PATH=/etc/hosts prudent compat cpi-si Write 'text'`, 'the path from the environment'],
    ['prudent compat cpi-si --health', 'are the files in use?'],
  ],
  run: async (given, io) => {
    // Read only where somebody asks for it: it brings YAML and the engine for people's own patterns.
    const names = await import('../../compat/cpi-si/index.ts')
    const folder = textOption(given, 'folder') ?? names.configFolder() ?? ''
    return given.options['health'] === true ? health(names, folder, given, io) : judge(names, folder, given, io)
  },
}

function health({ healthOf, loadDetection }: Names, folder: string, given: GivenWords, io: Io): number {
  const found = healthOf(loadDetection({ folder }))
  if (given.options['json'] === true) io.out(`${JSON.stringify(found, null, 2)}\n`)
  else {
    io.out(`${found.total} of 100: files ${found.configuration} of 30, detectors ${found.detection} of 70\n`)
    for (const note of found.notes) io.out(`- ${visible(note)}\n`)
  }
  return found.detection === 70 ? ALLOW : BLOCK
}

async function judge({ preUse }: Names, folder: string, given: GivenWords, io: Io): Promise<number> {
  const [tool = '', argument = ''] = given.operands
  if (given.operands.length !== 2 || tool === '') throw new UsageError(`write prudent compat cpi-si Bash 'command', or prudent compat cpi-si --health`)
  const filePath = process.env['FILE_PATH']
  const { verdict, reason, secretIn, confidence } = preUse(tool, argument, {
    folder,
    cwd: process.cwd(),
    home: homedir(),
    ...(filePath === undefined || filePath === '' ? {} : { filePath }),
  })
  if (given.options['json'] === true) io.out(`${JSON.stringify({ verdict, reason, confidence, secretIn }, null, 2)}\n`)
  if (secretIn !== null) io.note(`warning: this may hold a secret (length: ${secretIn}); consider an environment variable or a secret store`)
  if (verdict === 'allow') return ALLOW
  const told = visible(`warning: ${reason}`).slice(0, LONGEST)
  // The reason ends with the question, and how sure the rule is.
  if (verdict === 'ask' && io.interactive && given.options['json'] !== true) {
    if (await agrees(told)) return ALLOW
    io.note('operation cancelled')
    return BLOCK
  }
  io.note(told)
  io.note(verdict === 'ask' ? 'operation cancelled: nobody is here to be asked' : 'operation cancelled')
  return BLOCK
}

export const compat: CommandSpec = {
  name: 'compat',
  summary: 'commands that scripts of other systems call',
  operands: [],
  options: [JSON_OPTION],
  examples: [[`prudent compat cpi-si Bash 'git push --force'`, 'as the CPI-SI pre-use hook']],
  commands: [cpiSi],
  run: () => {
    throw new UsageError('write prudent compat cpi-si TOOL ARGUMENT')
  },
}
