// Does every view show what the desk knows, and can everybody read it?
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { ensureBuilt } from '../built.ts'
import { deskHere } from '../desk/desk-here.ts'
import type { DeskHere } from '../desk/desk-here.ts'
import { runHook, shellEvent } from '../hook-process.ts'
import { HAS_BROWSER, openBrowser } from './browser.ts'
import { axeOn, openPage } from './page.ts'

describe.skipIf(!HAS_BROWSER)('views', () => {
  let browser: Browser
  let desk: DeskHere
  let page: Page
  const errors: string[] = []
  /** No repository: what is on the branch that is checked out here would weigh more. */
  let project = ''
  const judge = (command: string, id: string): unknown =>
    runHook(JSON.stringify(shellEvent('claude-code', command, { session_id: 's1', tool_use_id: id, cwd: project })), { home: desk.home })
  beforeAll(async () => {
    ensureBuilt()
    desk = await deskHere()
    // The hook keeps its log in the usual place, the desk of tests elsewhere.
    project = join(desk.home, 'app')
    for (const folder of ['.local', 'state', 'app']) mkdirSync(join(desk.home, folder), { recursive: true })
    symlinkSync(join(desk.home, 'state'), join(desk.home, '.local/state'))
    mkdirSync(join(desk.home, '.config/prudent'), { recursive: true })
    writeFileSync(join(desk.home, '.config/prudent/settings.yaml'), 'audit:\n  keep_days: 90\n')
    judge('git status', 'c1')
    judge('rm -rf /', 'c2')
    browser = await openBrowser()
    page = await openPage(browser, desk)
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
  })
  afterAll(async () => {
    await browser.close()
    await desk.close()
  })
  const open = async (name: string): Promise<void> => {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 2, name }).waitFor()
  }
  /** In both schemes, and no wider than a phone. */
  const check = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeOn(page)).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.setViewportSize({ width: 1100, height: 900 })
    expect(errors).toEqual([])
  }

  test('the empty queue shows around: a command is judged, a sample is answered, nothing is stored', async () => {
    await page.getByRole('textbox', { name: /Type a command/ }).fill('rm -rf "$BUILD_DIR/"*')
    await page.getByRole('button', { name: 'Judge it' }).click()
    await page.locator('.judged.deny').waitFor()
    expect(await page.locator('.judged').textContent()).toContain('Read as')
    await check()
    const sample = page.locator('[data-card="sample"]')
    await sample.getByText('sample, nothing is stored').waitFor()
    await sample.getByRole('button', { name: /Allow once/ }).scrollIntoViewIfNeeded()
    await sample.getByRole('button', { name: /Allow once/ }).click()
    await sample.getByText('Allowed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show it again' }).click()
    expect(await desk.approvals.list()).toEqual([])
  })
  test('activity: calls appear as they are judged, are filtered, and explained by a click', async () => {
    await open('Activity')
    await page.getByText('rm -rf /', { exact: false }).first().waitFor()
    judge('git push --force', 'c3')
    const row = page.locator('.call-row', { hasText: 'git push --force' })
    await row.waitFor()
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('deny')
    await row.waitFor({ state: 'detached' })
    await page.locator('.call-row', { hasText: 'rm -rf /' }).click()
    await page.getByRole('button', { name: /^Explain/ }).click()
    await page.locator('.details .judged.deny').waitFor()
    await check()
  })
  test('audit: words are found, and the log is verified', async () => {
    await open('Audit')
    await page.getByText('Verified.').waitFor()
    await page.getByRole('searchbox').pressSequentially('git --force')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('1 call, last 30 days').waitFor()
    await page.locator('.call-row', { hasText: 'git push --force' }).waitFor()
    await check()
  })
  test('statistics: bars by day and rule', async () => {
    await open('Statistics')
    await page.getByRole('img', { name: /calls a day: 1 allow, 1 ask, 1 deny/ }).waitFor()
    await page.getByRole('rowheader', { name: 'git.force-push' }).waitFor()
    await check()
  })
  test('rules: searched, shown with examples, and tried', async () => {
    await open('Rules')
    await page.getByRole('searchbox').fill('force push')
    await page.getByRole('link', { name: 'git.force-push', exact: true }).click()
    await page.getByRole('heading', { name: 'Matches' }).waitFor()
    await page.getByRole('button', { name: 'git push --force-with-lease' }).click()
    await page.locator('.judged.allow').waitFor()
    await check()
  })
  test('grants and modes: a mode is switched on, said on every view, and taken back; so is a grant', async () => {
    const { grants } = openDiskLifts({ state: join(desk.home, 'state/prudent') })
    const lasts = { madeAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 86_400_000).toISOString() }
    const shape = {
      shape: '{}',
      scope: 'host:codex',
      shows: ['git push origin HEAD'],
      findings: [{ rule: 'git.force-push', revision: 'r', severity: 'high' }],
    } as const
    await grants.add({ id: 'a'.repeat(16), by: 'dev', channel: 'desk', ...lasts, ...shape }, new Date())
    await open('Grants and modes')
    await page.getByText('git push origin HEAD').waitFor()
    await page.getByText('Stop asking for a while').click()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('A mode is on.').waitFor()
    await check()
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByText('git push origin HEAD').waitFor({ state: 'detached' })
    expect(await grants.list(new Date())).toEqual([])
    await open('Settings')
    await page.getByText('A mode is on.').waitFor()
    await open('Grants and modes')
    await page.getByRole('button', { name: /^Switch off/ }).click()
    await page.getByText('A mode is on.').waitFor({ state: 'detached' })
  })
  test('agents: how each stands, and what the doctor found', async () => {
    await open('Agents')
    await page.getByRole('heading', { name: 'Findings of prudent doctor' }).waitFor({ timeout: 60_000 })
    await check()
  })
  test('settings: what is in force, and from where', async () => {
    await open('Settings')
    await page.getByRole('cell', { name: 'standard' }).first().waitFor()
    expect(await page.getByRole('row', { name: /^approvals\.timeout/ }).textContent()).toBe('approvals.timeout120built in')
    expect(await page.getByRole('row', { name: /^audit\.keep_days/ }).textContent()).toBe('audit.keep_days90user')
    await check()
    // Edited while the page is open; first with a mistake in it.
    const edit = (text: string): void => writeFileSync(join(desk.home, '.config/prudent/settings.yaml'), text)
    edit('approvals:\n  prefer: moon\n')
    await page.getByText('A settings file must be corrected.').waitFor()
    edit('preset: strict\n')
    await page.getByRole('cell', { name: 'strict' }).first().waitFor()
    await page.getByText('A settings file must be corrected.').waitFor({ state: 'detached' })
  })
})
