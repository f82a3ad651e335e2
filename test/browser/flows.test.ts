// Does a yes or no on the page reach the agent that asked? Real hooks, a real desk in a terminal, a real browser.
import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { ensureBuilt, ROOT } from '../built.ts'
import { emptyHome, shellEvent } from '../hook-process.ts'
import { askAsAgent, HAS_TERMINALS, openTerminal } from '../terminal-process.ts'
import type { Asking, Terminal } from '../terminal-process.ts'
import { HAS_BROWSER, openBrowser } from './browser.ts'

const ASKED = 'git reset --hard HEAD~1'
const DENIED = /"permissionDecision":"deny"/

describe.skipIf(!HAS_BROWSER || !HAS_TERMINALS)('from the agent to the page and back', () => {
  let browser: Browser
  beforeAll(async () => {
    ensureBuilt()
    browser = await openBrowser()
  }, 180_000)
  afterAll(() => browser.close())
  const closing: (() => void)[] = []
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    for (const close of closing.splice(0)) close()
  })

  let count = 0
  const ask = (home: string, seconds = 60, command = ASKED): Asking => {
    const event = shellEvent('codex', command, { session_id: 's1', tool_use_id: `call-${++count}`, cwd: ROOT })
    const asking = askAsAgent(home, event, ['--host', 'codex', '--wait', String(seconds)])
    closing.push(asking.kill)
    return asking
  }
  /** What it prints is longer than a line of the terminal. */
  const printed = async (terminal: Terminal, what: RegExp, after = 0): Promise<string> => {
    await expect.poll(() => what.test(terminal.bytes().slice(after)), { timeout: 20_000 }).toBe(true)
    return what.exec(terminal.bytes().slice(after))?.[1] ?? ''
  }
  const startDesk = async (home: string, port = 0): Promise<{ readonly terminal: Terminal; readonly port: number }> => {
    const terminal = openTerminal(home, ['desk', '--port', String(port), '--no-open'])
    closing.push(terminal.close)
    return { terminal, port: Number(await printed(terminal, /approval page: http:\/\/127\.0\.0\.1:(\d+)/)) }
  }
  /** By a fresh link, and armed. */
  const openAt = async (home: string, terminal: Terminal, page: Page): Promise<void> => {
    const before = terminal.bytes().length
    terminal.type('\n')
    await page.goto(await printed(terminal, /(http:\/\/127\.0\.0\.1:\d+\/#link=[\w-]+)/, before))
    await printed(terminal, /(a page was opened)/, before)
    terminal.type('\n')
    await page.getByText('This page can only deny').waitFor({ state: 'detached' })
    await page.getByText('live', { exact: true }).waitFor()
    // Agents wait for an answer from the moment that the desk listens.
    await expect.poll(() => existsSync(`${home}/.local/state/prudent/asking/socket`), { timeout: 20_000 }).toBe(true)
  }
  const newPage = async (): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 1100, height: 900 } })).newPage()
    page.setDefaultTimeout(20_000)
    return page
  }
  const card = (page: Page, state: 'open' | 'ended' = 'open') => page.locator(`[data-card].${state}:not([data-card="sample"])`).last()

  test('allowed: the agent goes on; denied: it is told why; and each within a moment', async () => {
    const home = emptyHome()
    const { terminal } = await startDesk(home)
    const page = await newPage()
    await openAt(home, terminal, page)
    const yes = ask(home)
    await card(page).getByText('throws away uncommitted changes').first().waitFor()
    expect(await card(page).getByRole('timer').textContent()).toMatch(/left$/)
    // The tab may be opened anew while the agent waits.
    await page.reload()
    await card(page)
      .getByRole('button', { name: /^allow once/i })
      .click()
    expect(await yes.done).toMatchObject({ code: 0, out: '' })
    const no = ask(home, 60, 'git clean -fdx')
    await card(page)
      .getByRole('button', { name: /Deny with reason/ })
      .click()
    await card(page).getByRole('textbox').fill('the build folder is needed')
    await card(page).getByRole('button', { name: 'Deny with this reason' }).click()
    const { out } = await no.done
    expect(out).toMatch(DENIED)
    expect(out).toContain('the build folder is needed')
  })

  test('what an agent asks in its own prompt is shown, and ends on the page when the agent has run it', async () => {
    const home = emptyHome()
    const { terminal } = await startDesk(home)
    const page = await newPage()
    await openAt(home, terminal, page)
    const event = shellEvent('claude-code', ASKED, { session_id: 's2', tool_use_id: 'own-prompt', cwd: ROOT })
    expect((await askAsAgent(home, event, ['--host', 'claude-code']).done).out).toContain('"permissionDecision":"ask"')
    await card(page).getByText('Answer this one in the agent').waitFor()
    expect(await card(page).getByRole('button').count()).toBe(0)
    const ran = { ...event, hook_event_name: 'PostToolUse', tool_response: { stdout: '', stderr: '', interrupted: false } }
    await askAsAgent(home, ran, ['--host', 'claude-code']).done
    await card(page, 'ended').getByText('Allowed', { exact: true }).waitFor()
  })

  test('a terminal and the page at once: whoever answers first, the other says who', async () => {
    const home = emptyHome()
    const { terminal } = await startDesk(home)
    const page = await newPage()
    await openAt(home, terminal, page)
    const watching = openTerminal(home)
    closing.push(watching.close)
    await watching.shows('no question waits')
    const asking = ask(home)
    await watching.shows('git reset --hard')
    await card(page).getByRole('button', { name: /^Deny/ }).first().click()
    expect((await asking.done).out).toMatch(DENIED)
    await watching.shows(/denied .*git reset --hard/)
    const other = ask(home, 60, 'git clean -fdx')
    await card(page).getByText('git clean -fdx').first().waitFor()
    await watching.shows('git clean -fdx')
    await expect
      .poll(
        () => {
          // Not before the card has stood there for a moment.
          watching.type('d')
          return card(page, 'ended').getByText('(terminal)').count()
        },
        { interval: 600, timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    expect((await other.done).out).toMatch(DENIED)
  })

  test('a ticket: who does not wait is denied, and after a yes the very same call passes once', async () => {
    const home = emptyHome()
    const { terminal } = await startDesk(home)
    const page = await newPage()
    await openAt(home, terminal, page)
    expect((await ask(home, 6).done).out).toMatch(DENIED)
    await card(page).getByText('the agent does not wait; a yes counts for 10 minutes').waitFor()
    await card(page)
      .getByRole('button', { name: /^allow once/i })
      .click()
    await card(page, 'ended').getByText('Allowed', { exact: true }).waitFor()
    expect(await ask(home, 6).done).toMatchObject({ code: 0, out: '' })
    expect((await ask(home, 6).done).out).toMatch(DENIED)
  })

  test('the desk is killed while a question waits: nothing is allowed, and after a restart it is still there', async () => {
    const home = emptyHome()
    const { terminal, port } = await startDesk(home)
    const page = await newPage()
    await openAt(home, terminal, page)
    const waiting = ask(home)
    await card(page).waitFor()
    terminal.signal('SIGKILL')
    await page.getByText('The desk does not answer.').waitFor()
    const { out } = await waiting.done
    expect(out).toMatch(DENIED)
    const again = await startDesk(home, port)
    await page.getByRole('heading', { name: 'This page was signed out' }).waitFor()
    await openAt(home, again.terminal, page)
    await card(page)
      .getByRole('button', { name: /^allow once/i })
      .click()
    await card(page, 'ended').getByText('Allowed', { exact: true }).waitFor()
    expect(await ask(home).done).toMatchObject({ code: 0, out: '' })
  })
})
