// Starts the page.
import { rearm, watchWindow } from './arming.ts'
import { startClock } from './clock.ts'
import { isOffline, stayConnected } from './connection.ts'
import { watchKeys } from './keyboard.ts'
import { effect, render } from './lib.ts'
import { modes, refreshModes } from './modes.ts'
import { problems } from './policy.ts'
import { putAwayOld, touched, waiting } from './queue/state.ts'
import { watchAddress } from './route.ts'
import { openSession } from './session.ts'
import { Shell } from './shell.tsx'

const MODES_MS = 10_000

await openSession()
// A new link opened in this tab changes nothing but what follows the `#`.
window.addEventListener('hashchange', () => void openSession())
watchWindow()
watchKeys()
watchAddress()
startClock()
setInterval(putAwayOld, 1000)
// Modes are switched at the command line too.
void refreshModes()
setInterval(() => void refreshModes(), MODES_MS)
for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) document.addEventListener(name, touched, { passive: true })
effect(() => {
  document.title = waiting.value === 0 ? 'Prudent' : `(${waiting.value}) Prudent`
})
// What it says of the connection stands above the cards, and moves them.
isOffline.subscribe(rearm)
modes.subscribe(rearm)
problems.subscribe(rearm)
const place = document.querySelector('#desk')
if (place !== null) render(<Shell />, place)
void stayConnected()
