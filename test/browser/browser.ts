// A real Chromium for tests of the page. Its clicks are real input events, and it does not say that it is driven: else the page would refuse to approve.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FOUND = PLACES.find((file) => existsSync(file))
if (FOUND === undefined && process.env['PRUDENT_BROWSER_TESTS'] === 'required')
  throw new Error('there is no Chromium: the browser tests must not be left out here')

export const HAS_BROWSER = FOUND !== undefined

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** `driven`: it says so, as every browser does that a program drives. */
export const openBrowser = (driven = false): Promise<Browser> =>
  chromium.launch({ executablePath: FOUND ?? '', headless: true, args: [...FLAGS, ...(driven ? [] : ['--disable-blink-features=AutomationControlled'])] })
