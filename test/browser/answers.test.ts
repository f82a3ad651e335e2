// Every way a question can end on the page, and every way it cannot: in time, too late, for longer, with the session paused, offline, by keys alone.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { deskHere, LIMITS, questionAbout } from '../desk/desk-here.ts'
import type { DeskHere } from '../desk/desk-here.ts'
import { HAS_BROWSER, openBrowser } from './browser.ts'
import { axeOn, openPage } from './page.ts'

describe.skipIf(!HAS_BROWSER)('answers', () => {
  let browser: Browser
  let desk: DeskHere
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    desk = await deskHere()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    await desk.close()
  })

  const raise = async (command: string, more: Parameters<typeof questionAbout>[1] = {}): Promise<string> => {
    const question = questionAbout(command, more)
    await desk.approvals.raise(question, LIMITS)
    return question.id
  }
  const stateOf = async (id: string): Promise<string> => (await desk.approvals.find(id))?.ended?.how ?? 'open'
  const cardOf = (page: Page, id: string): Locator => page.locator(`[data-card="${id}"]`)
  const button = (card: Locator, name: RegExp): Locator => card.getByRole('button', { name })
  const whenArmed = async (one: Locator): Promise<Locator> => {
    await expect.poll(() => one.getAttribute('aria-disabled')).toBe('false')
    return one
  }
  const inMillis = (millis: number): string => new Date(Date.now() + millis).toISOString()

  test('the time that is left runs down: first nobody waits any longer, then it has expired and nobody can answer', async () => {
    const page = await openPage(browser, desk)
    const id = await raise('git reset --hard', { waitsUntil: inMillis(1500), openUntil: inMillis(4000) })
    const card = cardOf(page, id)
    expect(await card.getByRole('timer').textContent()).toMatch(/^0:0\d left$/)
    await card.getByText(/^the agent does not wait; a yes counts for 10 minutes/).waitFor()
    await button(card, /^Allow once/).waitFor()
    await card.getByText('Expired: denied').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    expect(await stateOf(id)).toBe('expired')
    await expect.poll(() => page.title()).toBe('Prudent')
  })

  test('a notification tells who looks elsewhere, and can only open the page', async () => {
    const page = await openPage(browser, desk, { permissions: ['notifications'] })
    // What the browser would show is taken down; the page cannot tell.
    await page.evaluate(`{
      const Real = window.Notification
      window.shown = []
      window.Notification = class extends Real {
        constructor(title, options) { super(title, options); window.shown.push([title, options.body, Object.keys(options)]) }
      }
    }`)
    const shown = (): Promise<unknown> => page.evaluate('window.shown')
    const seen = await raise('git reset --hard')
    await cardOf(page, seen).waitFor()
    expect(await shown()).toEqual([])
    // A page that tests drive counts as focused until it is told otherwise.
    await (await page.context().newCDPSession(page)).send('Emulation.setFocusEmulationEnabled', { enabled: false })
    await (await page.context().newPage()).bringToFront()
    await raise('git clean -fdx', { card: { effect: 'Deletes /work/a\u202Eb' } })
    await expect.poll(shown).toEqual([['Prudent: claude-code asks', 'Deletes /work/a⟨u+202e⟩b', ['body', 'tag']]])
    expect(await page.title()).toBe('(2) Prudent')
  })

  test('what the agent asks in its own prompt is shown, without buttons or keys, and goes when it was answered there', async () => {
    const page = await openPage(browser, desk)
    const id = await raise('git reset --hard', { answerIn: 'agent', offers: [], waitsUntil: null })
    const card = cardOf(page, id)
    await card.getByText('Answer this one in the agent: claude-code shows its own prompt.').waitFor()
    await card.getByText('answer it in the agent').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    await page.keyboard.press('j')
    for (const key of ['a', 'd', 'r', 'p']) await page.keyboard.press(key)
    expect(await card.getByRole('alert').count()).toBe(0)
    expect(await axeOn(page)).toEqual([])
    expect(await stateOf(id)).toBe('open')
    await desk.approvals.end(id, { how: 'allowed', by: 'claude-code', channel: 'host', at: new Date().toISOString() })
    await card.getByText('by claude-code (host)').waitFor()
  })

  const draft = {
    findings: [{ rule: 'git.push', revision: 'r', severity: 'high' }],
    shape: '{}',
    shows: ['git push origin <ref>'],
    misses: ['git push --force origin topic', 'git push elsewhere topic'],
    session: 'session:claude-code:s',
    project: '/work/app',
    host: 'claude-code',
  } as const
  test.each([
    ['session', /^Allow in this session/, 'session:claude-code:s'],
    ['shape', /^Allow calls like this/, 'project:/work/app'],
  ] as const)('an answer for longer (%s): what it would let through is shown first, and it leaves one grant', async (remember, name, scope) => {
    const page = await openPage(browser, desk)
    const id = await raise('git push origin topic', { offers: ['once', 'session', 'shape'], draft })
    const card = cardOf(page, id)
    await card.getByText('What would pass without asking').click()
    expect(await card.locator('.preview li').allTextContents()).toEqual([...draft.shows, ...draft.misses])
    expect(await axeOn(page)).toEqual([])
    if (remember === 'shape') expect(await button(card, name).textContent()).toMatch(/until \d{4}-\d\d-\d\d$/)
    await (await whenArmed(button(card, name))).click()
    await card.getByText('Allowed', { exact: true }).waitFor()
    expect((await desk.approvals.find(id))?.ended).toMatchObject({ how: 'allowed', remember })
    const { grants } = openDiskLifts({ state: `${desk.home}/state/prudent` })
    expect((await grants.list(new Date())).map((grant) => [grant.scope, grant.shows])).toEqual([[scope, draft.shows]])
    // Only what is offered has a button.
    const other = await raise('git push --force')
    await cardOf(page, other).waitFor()
    expect(await button(cardOf(page, other), /^Allow/).count()).toBe(1)
  })

  test('deny and pause: this, and whatever else the session asks, is denied; other sessions are not', async () => {
    const page = await openPage(browser, desk)
    const [first, same] = [await raise('git reset --hard'), await raise('git clean -fdx')]
    const other = await raise('git push --force', { session: 'other' })
    const card = cardOf(page, first)
    await button(card, /^Deny and pause…/).click()
    await card.getByRole('textbox').fill('wait for me')
    await card.getByRole('textbox').press('Escape')
    await card.getByRole('textbox').waitFor({ state: 'detached' })
    await button(card, /^Deny and pause…/).click()
    await card.getByRole('textbox').fill('wait for me')
    await (await whenArmed(button(card, /^Deny and pause the session/))).click()
    await card.getByText('“wait for me”').waitFor()
    await cardOf(page, same).getByText('Denied', { exact: true }).waitFor()
    expect([await stateOf(first), await stateOf(same), await stateOf(other)]).toEqual(['denied', 'denied', 'open'])
    expect((await desk.approvals.find(same))?.ended?.reason).toContain('paused')
  })

  test('offline nothing is answered and it says so; what ended meanwhile is right when it is back', async () => {
    const page = await openPage(browser, desk)
    const [id, meanwhile] = [await raise('git reset --hard'), await raise('git push --force')]
    await cardOf(page, meanwhile).waitFor()
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const cut = (offline: boolean): Promise<unknown> =>
      network.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
    await cut(true)
    await (await whenArmed(button(cardOf(page, id), /^Allow once/))).click()
    await cardOf(page, id).getByText('The desk does not answer').waitFor()
    expect(await stateOf(id)).toBe('open')
    await desk.approvals.end(meanwhile, { how: 'denied', by: 'ana', channel: 'terminal', at: new Date().toISOString() })
    const late = await raise('git clean -fdx')
    await cut(false)
    // The stream that was open has to be missed first: a reload comes before that.
    await page.reload()
    await cardOf(page, late).waitFor()
    await page.locator('.past').getByText('ana (terminal)').waitFor()
    await (await whenArmed(button(cardOf(page, id), /^Allow once/))).click()
    await expect.poll(() => stateOf(id)).toBe('allowed')
  })

  test('by Tab, Space and Enter alone; what has the focus can be seen', async () => {
    const page = await openPage(browser, desk)
    const id = await raise('git reset --hard')
    await (await whenArmed(button(cardOf(page, id), /^Allow once/))).waitFor()
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')
    for (let at = 0; at < 30 && !(await focused()).startsWith('Deny with reason'); at++) await page.keyboard.press('Tab')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await page.keyboard.press('Space')
    await page.keyboard.type('use git stash')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Deny with this reason')
    await whenArmed(button(cardOf(page, id), /^Deny with this reason/))
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await desk.approvals.find(id))?.ended).toMatchObject({ how: 'denied', reason: 'use git stash' })
  })

  test('two hundred wait: all are listed, the last is answered, and nothing has left the machine', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, (_, at) => raise(`git push --force origin topic-${at}`)))
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const asked: string[] = []
    const refused: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => refused.push(message.text()))
    await page.goto(desk.running.link())
    desk.running.entered()
    await page.getByRole('heading', { name: '200 open questions' }).waitFor()
    const last = cardOf(page, ids.at(-1) ?? '')
    await last.scrollIntoViewIfNeeded()
    await (await whenArmed(button(last, /^Allow once/))).click()
    await expect.poll(() => stateOf(ids.at(-1) ?? '')).toBe('allowed')
    await page.getByRole('heading', { name: '199 open questions' }).waitFor()
    expect(asked.filter((url) => !url.startsWith(`${desk.url}/`))).toEqual([])
    expect(refused).toEqual([])
    // What is put into the page by others is not run, and reaches nobody.
    await page.evaluate(`{
      const made = (name, more) => document.body.append(Object.assign(document.createElement(name), more))
      try { made('script', { textContent: 'window.ran = 1' }) } catch { window.refused = 1 }
      made('img', { src: 'https://example.com/x.png' })
      made('iframe', { src: 'https://example.com/' })
      void fetch('https://example.com/').catch(() => { window.kept = 1 })
    }`)
    await expect.poll(() => page.evaluate('window.kept')).toBe(1)
    expect(await page.evaluate('[window.refused, window.ran === undefined]')).toEqual([1, true])
    await expect.poll(() => refused.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3)
  })
})
