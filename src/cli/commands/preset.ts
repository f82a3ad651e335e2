// prudent preset: lists the presets, or writes another one into the person's settings.
import { didYouMean } from '../../core/policy/description.ts'
import { packageData } from '../../config/package-files.ts'
import { EXIT, UsageError } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import { sceneOf } from '../scene.ts'
import { changeSettings } from '../settings-change.ts'
import { settingsHere } from '../settings-here.ts'
import { makePaint } from '../view/paint.ts'
import { wrap } from '../view/safe-text.ts'

export const preset: CommandSpec = {
  name: 'preset',
  summary: 'list the presets, or choose one',
  details: 'Writes `preset:` into your settings after showing the change. Only a person at their own terminal may run this: agents are denied.',
  operands: [{ name: 'name', summary: 'the preset to choose; without one they are listed' }],
  options: [{ flags: '--dry-run', summary: 'only show what would be written' }],
  examples: [
    ['prudent preset', 'list them, and show which one is in use'],
    ['prudent preset strict', 'choose another'],
  ],
  run: async (given, io) => {
    const [name] = given.operands
    const { presets } = packageData()
    const names = presets.map((one) => one.name)
    if (name === undefined) {
      const { home, project } = sceneOf({ operands: [], options: {} })
      const { preset: held } = await settingsHere(home, project)
      const paint = makePaint(io.colour)
      for (const one of presets)
        wrap(`${one.title}${one.name === held ? ' (in use)' : ''}`, io.columns - 14).forEach((line, at) =>
          io.out(`${at > 0 ? ' '.repeat(12) : one.name === held ? paint.strong(one.name.padEnd(12)) : paint.quiet(one.name.padEnd(12))}${line}\n`),
        )
      return EXIT.allow
    }
    if (!names.includes(name)) throw new UsageError(`no preset is called \`${name.slice(0, 80)}\`: write ${names.join(', ')}${didYouMean(name, names)}`)
    const { withPreset } = await import('../../install/preset.ts')
    return changeSettings(given, io, 'prudent preset', 'this line changes in your settings:', (text) => withPreset(text, name))
  },
}
