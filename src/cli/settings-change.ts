// How does a command change the person's settings? What would be written is shown first, and only a person at a terminal agrees.
import about from '../../package.json' with { type: 'json' }
import type { Changed, FileText } from '../install/edit.ts'
import { EXIT } from './command.ts'
import type { GivenWords, Io } from './command.ts'
import { mayGoOn } from './go-on.ts'
import { mustBePerson } from './person-here.ts'
import { sceneOf } from './scene.ts'
import { shortened } from './view/plan.ts'

export async function changeSettings(given: GivenWords, io: Io, what: string, title: string, edit: (text: FileText) => Changed): Promise<number> {
  const { here } = await import('../install/here.ts')
  const { readText, replaceFile } = await import('../install/files.ts')
  const { easeGround, keepGround } = await import('../install/ground-keep.ts')
  const { installs, place, paths } = here(sceneOf({ operands: [], options: {} }).project)
  const file = `${place.home}/.config/prudent/settings.yaml`
  const read = readText(file)
  const made = read.ok ? edit(read.text) : null
  const refusal = !read.ok ? read.message : made?.ok === false ? `line ${made.problem.line}, column ${made.problem.column}: ${made.problem.message}` : null
  if (refusal !== null || made?.ok !== true) {
    io.note(`${shortened(file, place.home)}: ${refusal ?? ''}`)
    return EXIT.failed
  }
  const { text } = made
  if (!read.ok || text === null || text === read.text) {
    io.note('your settings say so already')
    return EXIT.allow
  }
  if (given.options['dryRun'] !== true) mustBePerson(what)
  const go = await mayGoOn({ operands: [], options: { dryRun: given.options['dryRun'] } }, io, {
    changes: [{ host: null, file, from: read.text, to: text }],
    home: place.home,
    title,
  })
  if (go !== 'yes') return go === 'dry' ? EXIT.allow : EXIT.failed
  easeGround({ place }, [file])
  replaceFile(file, text, 0o600)
  keepGround({ installs, place, paths }, about.version)
  io.out('it counts from the next call on\n')
  return EXIT.allow
}
