// What browser tests share: a tab with the page open, whose answers the desk takes, and what axe says of it.
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { DeskHere } from '../desk/desk-here.ts'

/** Long enough for a machine that does much else. */
const PATIENCE_MS = 15_000

/** `armed`: somebody pressed Enter at the terminal. */
export async function openPage(browser: Browser, desk: DeskHere, options: BrowserContextOptions & { readonly armed?: boolean } = {}): Promise<Page> {
  const { armed = true, ...more } = options
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce', ...more })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(desk.running.link())
  await page.getByText('live', { exact: true }).waitFor()
  if (!armed) return page
  desk.running.entered()
  await page.getByText('This page can only deny').waitFor({ state: 'detached' })
  return page
}

/** What is wrong for people who cannot see, or not well: a line each. */
export async function axeOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[] }[]
  }>('axe.run(document, { resultTypes: ["violations"] })')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 120)} ${failureSummary.split('\n')[1] ?? ''}`),
  )
}
