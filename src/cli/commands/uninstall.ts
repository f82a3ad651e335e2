// prudent uninstall: how do the agents' files become what they were before us?
import { existsSync } from 'node:fs'
import path from 'node:path'
import about from '../../../package.json' with { type: 'json' }
import { stateFolder } from '../../stores/json-lines/layout.ts'
import { EXIT } from '../command.ts'
import type { CommandSpec } from '../command.ts'
import { mayGoOn } from '../go-on.ts'
import { mustBeNoAgent } from '../person-here.ts'
import { sceneOf } from '../scene.ts'
import { makePaint } from '../view/paint.ts'
import { refusalLines, shortened } from '../view/plan.ts'
import { wrap } from '../view/safe-text.ts'
import { HOST_OPTION, namedHosts, PLAN_OPTIONS } from './init.ts'

export const uninstall: CommandSpec = {
  name: 'uninstall',
  summary: 'remove prudent from the configuration of the agents',
  details:
    'Files that nobody changed since are restored byte for byte; from others, only our entries are removed. Your settings and the log stay.\nExit code: 0 done, 1 something was left alone, 2 nobody could be asked: add --yes.',
  operands: [],
  options: [HOST_OPTION, ...PLAN_OPTIONS],
  examples: [
    ['prudent uninstall', 'show, ask, take out'],
    ['prudent uninstall --dry-run', 'only show'],
    ['prudent uninstall --host cursor --yes', 'one agent, without a question'],
  ],
  run: async (given, io) => {
    const { here } = await import('../../install/here.ts')
    const { planUninstall } = await import('../../install/plan.ts')
    const { applyUninstall } = await import('../../install/apply.ts')
    const { easeGround, keepGround } = await import('../../install/ground-keep.ts')
    const { installs, place, paths } = here(sceneOf({ operands: [], options: {} }).project)
    const { changes, refusals } = planUninstall(installs, namedHosts(given, installs), place, paths)
    const paint = makePaint(io.colour)
    for (const line of refusalLines(refusals, place.home, io.columns, paint)) io.out(`${line}\n`)
    const verdict = refusals.length > 0 ? EXIT.failed : EXIT.allow
    if (changes.length === 0) {
      if (refusals.length === 0) io.note('nothing to remove')
      // What is recorded and gone is forgotten.
      if (given.options['dryRun'] !== true) {
        mustBeNoAgent('prudent uninstall')
        applyUninstall([], place.home)
        keepGround({ installs, place, paths }, about.version)
      }
      return verdict
    }
    if (given.options['dryRun'] !== true) mustBeNoAgent('prudent uninstall')
    const go = await mayGoOn(given, io, { changes, home: place.home, title: 'these files change back to what they were before prudent init:' })
    if (go !== 'yes') return go === 'dry' ? verdict : go === 'nobody' ? EXIT.usage : EXIT.failed
    easeGround(
      { place },
      changes.map(({ file }) => file),
    )
    const { serviceFile, stopWords } = await import('../../install/service.ts')
    const { done, failed } = applyUninstall(changes, place.home)
    keepGround({ installs, place, paths }, about.version, { by: 'prudent uninstall' })
    for (const host of new Set(done.flatMap((change) => (change.host === null ? [] : [change.host])))) io.out(`${paint.bad('unprotected')}  ${host}\n`)
    if (failed !== null) {
      io.note(`${shortened(failed.change.file, place.home)}: ${failed.message}`)
      return EXIT.failed
    }
    const kept = keptBehind(place.home)
    const closing = [
      'restart agent sessions that are open: they may have read the old files',
      ...(done.some(({ file }) => file === serviceFile(place.home)) ? [`the service runs until ${stopWords()}`] : []),
      ...(kept.length === 0
        ? []
        : [`kept: ${kept.map(({ what, folder }) => `${what} in ${shortened(folder, place.home)}`).join(', ')}; delete by hand what you do not want`]),
    ]
    for (const text of closing) for (const line of wrap(text, io.columns)) io.out(`${paint.quiet(line)}\n`)
    return verdict
  },
}

/** What is the person's own stays where it is, and is named. */
function keptBehind(home: string): readonly { readonly what: string; readonly folder: string }[] {
  const folders = [
    { what: 'settings', folder: path.join(home, '.config/prudent') },
    { what: 'the log', folder: stateFolder(process.env, process.platform, home) },
    { what: 'a cache', folder: path.join(home, '.cache/prudent') },
  ]
  return folders.filter(({ folder }) => existsSync(folder))
}
