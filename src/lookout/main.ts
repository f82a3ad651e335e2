// Who looks after the gate's own files when a call wrote where nobody could read, or when they are not as they were? A process that the hook leaves
// behind, for some minutes or seconds, and never two.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { makeFolder } from '../gate/make-folder.ts'
import { ALIVE_MS, isLookout, lookoutWords, MARK_MS, noticeFiles } from '../install/ground-files.ts'
import type { Lookout } from '../install/ground-files.ts'
import { makeLookout } from '../install/lookout.ts'
import type { KeptSettings } from '../install/settings-kept.ts'

/** How often, by how long ago the last such call was: most commands are over soon. */
const PACES: readonly (readonly [until: number, every: number])[] = [
  [5000, 100],
  [60_000, 500],
  [MARK_MS, 2000],
]

/** Where no such call was: long enough to see that what was put back stays so. */
const AFTERWARDS_MS = 5000

const [home = '', state = ''] = process.argv.slice(2)
const text = process.env['PRUDENT_GROUND']
const said = process.env['PRUDENT_SETTINGS'] ?? ''
const { folder, lookout } = noticeFiles(state)
const own: Lookout = { pid: process.pid, token: `${process.pid}-${Date.now()}` }

function other(): Lookout | null {
  try {
    const about = JSON.parse(readFileSync(lookout, 'utf8')) as Lookout
    const fresh = Math.abs(Date.now() - statSync(lookout).mtimeMs) < ALIVE_MS
    return fresh && about.token !== own.token && isLookout(about.pid, lookoutWords(process.argv[1] ?? '', home, state)) ? about : null
  } catch {
    return null
  }
}

function claim(): void {
  try {
    if ((JSON.parse(readFileSync(lookout, 'utf8')) as Lookout).token === own.token) return utimesSync(lookout, new Date(), new Date())
  } catch {
    // Written anew.
  }
  makeFolder(folder, 0o700)
  writeFileSync(lookout, JSON.stringify(own), { mode: 0o600 })
}

/** Where nobody may write now, two may look, and say everything twice. */
function tryClaim(): void {
  try {
    claim()
  } catch {
    // What was changed is looked for all the same.
  }
}

function leave(): void {
  try {
    if ((JSON.parse(readFileSync(lookout, 'utf8')) as Lookout).token === own.token) rmSync(lookout)
  } catch {
    // Nobody minds.
  }
}

if (home !== '' && state !== '' && other() === null) {
  tryClaim()
  const look = makeLookout({
    home,
    state,
    ...(text === undefined || text === '' ? {} : { text }),
    ...(process.env['PRUDENT_TELLS'] === '1' ? { tells: true } : {}),
    ...(said === '' ? {} : { settings: JSON.parse(said) as KeptSettings }),
  })
  const began = Date.now()
  const again = (): void => {
    // Two that began at once: the one that wrote first goes.
    if (other() !== null) return
    const now = Date.now()
    let marked: number | null = null
    tryClaim()
    try {
      const { marked: last, over } = look(now)
      if (over) return leave()
      marked = last
    } catch {
      // A disk that is full, or a file in motion: the next look tells.
    }
    const age = now - Math.max(marked ?? 0, began)
    const pace = PACES.find(([until]) => age < until)
    if (pace === undefined || (marked === null && age > AFTERWARDS_MS)) return leave()
    setTimeout(again, pace[1])
  }
  again()
}
