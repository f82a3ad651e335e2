// Does a question reach the page, and is it answered only by a person who saw all of it?
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import { deskHere, LIMITS, questionAbout } from '../desk/desk-here.ts'
import type { DeskHere } from '../desk/desk-here.ts'
import { HAS_BROWSER, openBrowser } from './browser.ts'
import { axeOn, openPage } from './page.ts'

/** Top and left of every character that is drawn. */
const PLACES = `(element) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    for (const at of node.textContent.trimEnd().split('').keys()) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top, left } = range.getBoundingClientRect()
      found.push([top, left])
    }
  return found
}`

describe.skipIf(!HAS_BROWSER)('the queue', () => {
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
  const allow = (card: Locator): Locator => card.getByRole('button', { name: /^Allow once/ })
  const deny = (card: Locator): Locator => card.getByRole('button', { name: /^Deny$|^Deny d$/ })
  const isInert = (button: Locator): Promise<string | null> => button.getAttribute('aria-disabled')

  test('a card appears while the page is open, says what it must, and is allowed by a click', async () => {
    const page = await openPage(browser, desk)
    await page.getByRole('heading', { name: 'No open questions' }).waitFor()
    const id = await raise('rm -rf ../other', {
      card: {
        effect: 'Deletes 12 files (3 KB) in /work/other: none of it in git',
        reach: ['deletes 12 files (3 KB) in /work/other: none of it in git', 'runs as root', 'reaches a.example'],
        branch: 'main',
      },
    })
    const card = cardOf(page, id)
    await card.waitFor()
    // In this order: what would happen, why it asks, the call, how far it reaches, what was answered before, where, who.
    const [headline, ...rest] = await card.locator('h3, .why, .call code, .fact dt').allTextContents()
    expect(headline).toBe('Deletes 12 files (3 KB) in /work/other: none of it in git')
    expect(rest).toEqual(['deletes files outside the project (files.delete-outside)', 'rm -rf ../other\n', 'Reach', 'Before', 'Where', 'Who'])
    // What the headline has said is not repeated.
    expect(await card.locator('.fact dd').first().textContent()).toBe('runs as root')
    expect(await card.getByText('12 files').count()).toBe(1)
    await allow(card).click()
    await card.getByText(/^Allowed/).waitFor()
    expect(await stateOf(id)).toBe('allowed')
    expect(await card.getByRole('button').count()).toBe(0)
  })

  test('a denial takes its reason along; a page that was not armed can deny, and has no other button', async () => {
    const page = await openPage(browser, desk, { armed: false })
    const id = await raise('git reset --hard')
    const card = cardOf(page, id)
    await deny(card).waitFor()
    expect(await allow(card).count()).toBe(0)
    await card.getByText('Press Enter in the terminal').waitFor()
    await card.getByRole('button', { name: /Deny with reason/ }).click()
    await card.getByRole('textbox').fill('use git stash')
    await card.getByRole('button', { name: 'Deny with this reason' }).click()
    await card.getByText('use git stash').waitFor()
    expect((await desk.approvals.find(id))?.ended).toMatchObject({ how: 'denied', reason: 'use git stash', channel: 'desk' })
  })

  test('two tabs race: one wins, the other is told who; a third party’s answer shows too', async () => {
    const pages = [await openPage(browser, desk), await openPage(browser, desk)]
    const id = await raise('git push --force')
    await Promise.all(pages.map((page, at) => (at === 0 ? allow : deny)(cardOf(page, id)).waitFor()))
    await Promise.all(
      pages.map((page, at) =>
        (at === 0 ? allow : deny)(cardOf(page, id))
          .click()
          .catch(() => {}),
      ),
    )
    const told = await Promise.all(pages.map((page) => cardOf(page, id).locator('.outcome strong').textContent()))
    expect(new Set(told)).toEqual(new Set([(await stateOf(id)) === 'allowed' ? 'Allowed' : 'Denied']))
    const other = await raise('git clean -fdx')
    await cardOf(pages[0] as Page, other).waitFor()
    await desk.approvals.end(other, { how: 'denied', by: 'ana', channel: 'terminal', at: new Date().toISOString(), reason: 'not today' })
    await Promise.all(pages.map((page) => cardOf(page, other).getByText('by ana (terminal)').waitFor()))
  })

  test('a reloaded tab goes on where it was; a new tab needs a link, and so does everybody after a restart', async () => {
    const id = await raise('git reset --hard')
    const page = await openPage(browser, desk)
    await page.reload()
    await allow(cardOf(page, id)).waitFor()
    expect(page.url()).toBe(`${desk.url}/`)
    const fresh = await page.context().newPage()
    await fresh.goto(desk.url)
    await fresh.getByRole('heading', { name: 'This tab needs a link' }).waitFor()
    expect(await axeOn(fresh)).toEqual([])
    const used = desk.running.link()
    await page.goto(used)
    await page.getByText('live', { exact: true }).waitFor()
    await page.goto('about:blank')
    await page.goto(used)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await stateOf(id)).toBe('open')
  })

  test('nothing answers before the card has stood still for a moment; focus, size and arriving cards begin it again', async () => {
    const page = await openPage(browser, desk)
    const id = await raise('git reset --hard')
    const card = cardOf(page, id)
    await card.waitFor()
    await expect.poll(() => isInert(allow(card))).toBe('false')
    // From here on the page's time stands still unless we move it.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    const disturbances: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['size', () => page.setViewportSize({ width: 1000, height: 900 })],
      ['focus', () => page.evaluate('window.dispatchEvent(new Event("focus"))')],
      ['a card', () => raise('git clean -fdx').then((other) => cardOf(page, other).waitFor())],
    ]
    for (const [name, disturb] of disturbances) {
      await disturb()
      await expect.poll(() => isInert(allow(card)), { message: name }).toBe('true')
      await page.clock.runFor(340)
      const box = await allow(card).boundingBox()
      await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
      expect([name, await stateOf(id)]).toEqual([name, 'open'])
      await page.clock.runFor(20)
      await expect.poll(() => isInert(allow(card)), { message: name }).toBe('false')
    }
    await allow(card).click()
    await expect.poll(() => stateOf(id)).toBe('allowed')
  })

  test('arriving and answered cards leave the others where they are', async () => {
    const page = await openPage(browser, desk)
    const first = await raise('git reset --hard')
    const second = await raise('git clean -fdx')
    await cardOf(page, second).waitFor()
    const place = (): Promise<unknown> => allow(cardOf(page, second)).boundingBox()
    await expect.poll(() => isInert(allow(cardOf(page, second)))).not.toBe(null)
    const before = await place()
    const third = await raise('git push --force')
    await cardOf(page, third).waitFor()
    expect(await place()).toEqual(before)
    await desk.approvals.end(first, { how: 'denied', by: 'ana', channel: 'terminal', at: new Date().toISOString() })
    await cardOf(page, first).getByText('by ana').waitFor()
    expect(await place()).toEqual(before)
  })

  test('a long call is allowed only after it was unfolded and all of it was on the screen', async () => {
    const page = await openPage(browser, desk)
    const id = await raise(Array.from({ length: 200 }, (_, at) => `echo ${at}`).join('\n'))
    const card = cardOf(page, id)
    await card.getByText('Unfold the call').waitFor()
    await card.getByRole('button', { name: 'Show all 200 lines' }).click()
    await card.getByText('Scroll through all of the card').waitFor()
    // To the end in one leap: what lies between was not seen.
    await page.evaluate('window.scrollTo(0, 1e6)')
    await expect.poll(() => page.evaluate('scrollY > 1000')).toBe(true)
    await card.getByText('Scroll through all of the card').waitFor()
    await page.evaluate('window.scrollTo(0, 0)')
    for (let at = 0; at < 30 && (await card.getByText('Scroll through').count()) > 0; at++) {
      await page.mouse.wheel(0, 400)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    }
    await allow(card).click()
    await expect.poll(() => stateOf(id)).toBe('allowed')
  })

  test('what is critical wants a word typed, not pasted; what is cut can only be denied', async () => {
    const page = await openPage(browser, desk)
    const id = await raise('dd if=x of=/dev/sda', { card: { severity: 'critical' } })
    const card = cardOf(page, id)
    const word = card.getByRole('textbox')
    await card.getByText('Type the word').waitFor()
    await word.focus()
    await page.keyboard.type('approv')
    await card.getByText('Type the word').waitFor()
    await page.keyboard.type('e')
    await allow(card).click()
    await expect.poll(() => stateOf(id)).toBe('allowed')
    const cut = await raise('', { card: { calls: [{ tool: { server: null, name: 'Write' }, fields: [{ name: 'content', text: '', cut: true }] }] } })
    await cardOf(page, cut).getByText('can only be denied').waitFor()
    expect(await allow(cardOf(page, cut)).count()).toBe(0)
  })

  test('what a rule objects to is marked, invisible and bidirectional characters are spelt out, and a change is a diff', async () => {
    const page = await openPage(browser, desk)
    const fields = [
      { name: 'file_path', text: 'a\u202Eb', cut: false },
      { name: 'old_string', text: 'one\ntwo', cut: false },
      { name: 'new_string', text: 'one\nthree\u200B', cut: false },
    ]
    const spanned = await raise('ls && rm \u202Ex; rm y', {
      card: { findings: [{ rule: 'files.delete', severity: 'high', title: 'deletes files', span: { field: 'command', start: 6, end: 11 } }] },
    })
    await cardOf(page, spanned).waitFor()
    expect(await cardOf(page, spanned).locator('.matched').allTextContents()).toEqual(['rm ⟨u+202e⟩x'])
    const id = await raise('', { card: { calls: [{ tool: { server: null, name: 'Edit' }, fields }] } })
    const card = cardOf(page, id)
    await card.waitFor()
    expect(await card.locator('mark').allTextContents()).toEqual(['⟨u+202e⟩', '⟨u+200b⟩'])
    expect(await card.locator('.line.gone').allTextContents()).toEqual(['−two\n'])
    expect(await card.locator('.line.new').allTextContents()).toEqual(['+three⟨u+200b⟩\n'])
    expect(await card.locator('.line.same').allTextContents()).toEqual([' one\n'])
    const written = [
      { name: 'file_path', text: '/work/app/a', cut: false },
      { name: 'content', text: `${'x\n'.repeat(40)}new\n`, cut: false, before: `${'x\n'.repeat(40)}old\n` },
    ]
    const over = cardOf(page, await raise('', { card: { calls: [{ tool: { server: null, name: 'Write' }, fields: written }] } }))
    await over.getByText('replaces the whole file').waitFor()
    expect(await over.locator('.line:is(.gone, .new, .skipped)').allTextContents()).toEqual(['… 37 lines as they are\n', '−old\n', '+new\n'])
  })

  test('words stand in the order in which they would run, in whatever script they are written', async () => {
    const page = await openPage(browser, desk)
    const command = 'rm \u05D0\u05D1/x && \u05D2 && \u0645\u0646 | sh'
    const id = await raise(command, { card: { effect: `Deletes ${command}` } })
    await cardOf(page, id).waitFor()
    for (const where of ['.call code', 'h3']) {
      const places = await page.evaluate<readonly (readonly [number, number])[]>(`(${PLACES})(document.querySelector('[data-card="${id}"] ${where}'))`)
      expect(places.length).toBeGreaterThan(20)
      // Each right of the one before, as long as both stand on one line.
      const turned = places.filter(([top, left], at) => at > 0 && Math.abs(top - (places[at - 1]?.[0] ?? 0)) < 8 && left < (places[at - 1]?.[1] ?? 0))
      expect([where, turned]).toEqual([where, []])
    }
  })

  test('keys answer the focused card, and none other', async () => {
    const page = await openPage(browser, desk)
    const first = await raise('git reset --hard')
    const second = await raise('git clean -fdx')
    await allow(cardOf(page, second)).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => isInert(allow(cardOf(page, second)))).toBe('false')
    await page.keyboard.press('d')
    await expect.poll(() => stateOf(second)).toBe('denied')
    expect(await stateOf(first)).toBe('open')
    await page.keyboard.press('k')
    await expect.poll(() => isInert(allow(cardOf(page, first)))).toBe('false')
    await page.keyboard.press('a')
    await expect.poll(() => stateOf(first)).toBe('allowed')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    expect(await axeOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'hidden' })
  })

  test('a script’s click and a driven browser cannot allow; both may deny', async () => {
    const page = await openPage(browser, desk)
    const id = await raise('git reset --hard')
    await expect.poll(() => isInert(allow(cardOf(page, id)))).toBe('false')
    await page.evaluate(`document.querySelector('[data-card="${id}"] button.allow').click()`)
    await page.getByText('a script cannot approve').waitFor()
    expect(await stateOf(id)).toBe('open')
    const robot = await openBrowser(true)
    try {
      const driven = await openPage(robot, desk)
      await expect.poll(() => isInert(allow(cardOf(driven, id)))).toBe('false')
      await allow(cardOf(driven, id)).click()
      await driven.getByText('driven browser').waitFor()
      expect(await stateOf(id)).toBe('open')
      await deny(cardOf(driven, id)).click()
      await expect.poll(() => stateOf(id)).toBe('denied')
    } finally {
      await robot.close()
    }
  })

  test.each(['light', 'dark'] as const)('axe has nothing to say about it, %s, wide and narrow', async (colorScheme) => {
    const page = await openPage(browser, desk, { colorScheme })
    expect(await axeOn(page)).toEqual([])
    const ended = await raise('git push --force')
    await raise('rm -rf ../other', { card: { reach: ['deletes 12 files'], severity: 'critical' } })
    const last = await raise('git clean -fdx')
    await cardOf(page, last).waitFor()
    await desk.approvals.end(ended, { how: 'allowed', by: 'ana', channel: 'terminal', at: new Date().toISOString() })
    await cardOf(page, ended).getByText('by ana').waitFor()
    expect(await axeOn(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await axeOn(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})
