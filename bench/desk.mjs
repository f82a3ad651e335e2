// How long does the page wait for its cards? A thousand open questions listed, one among them answered, by a desk over questions on disk; and from a
// hook that asks to the screen of a real browser.
// node bench/desk.mjs [COUNT]: needs a built package.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const count = Number(process.argv[2] ?? 1000)
/** Milliseconds, on a machine that does nothing else. */
const BOUND = 50
const home = mkdtempSync(join(tmpdir(), 'prudent-desk-bench-'))
const { startDesk, openDiskApprovals } = await import(join(root, 'dist/desk.js'))
const approvals = openDiskApprovals({ state: join(home, 'state/prudent') })
const time = (millis) => new Date(Date.now() + millis).toISOString()

const idOf = (at) => at.toString(16).padStart(16, '0')
for (let at = 1; at <= count; at++) {
  const id = idOf(at)
  const fields = [{ name: 'command', text: `rm -rf ../other-${at} ${'x'.repeat(200)}`, cut: false }]
  const card = {
    id,
    digest: `d:${id}`,
    host: 'claude-code',
    session: `s${at % 20}`,
    cwd: '/work/app',
    calls: [{ tool: { server: null, name: 'Bash' }, fields }],
    severity: 'high',
    findings: [
      { rule: `files.rule-${at % 7}`, severity: 'high', title: 'deletes a folder outside the project', why: 'What is not in git cannot be brought back.' },
    ],
    actions: [`run rm ../other-${at}`, `  delete /work/other-${at} recursive`],
    reach: [`deletes ${at} files (3 MB, none of them in git) below /work/other-${at}`],
    policy: 'p',
    askedAt: time(0),
    expiresAt: time(3_600_000),
  }
  const log = { call: `c${at}`, host: 'claude-code', session: card.session }
  const times = { askedAt: time(0), openUntil: time(3_600_000), waitsUntil: time(60_000), usableMillis: 600_000 }
  await approvals.raise(
    { id, call: `c:${id}`, session: card.session, card, offers: ['once'], policy: 'p', answerIn: 'desk', log, ...times },
    { most: count, mostOfSession: count },
  )
}

const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') }
const started = await startDesk({ port: 0, env, out: () => {}, note: () => {}, open: false, standing: () => null, behind: () => null, approvals })
if (!started.ok) throw new Error(started.message)
const { desk } = started
const url = `http://127.0.0.1:${desk.port}`
const ask = async (method, where, bearer, body) => {
  const headers = { 'sec-fetch-site': 'same-origin', origin: url, 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
  const began = performance.now()
  const response = await fetch(`${url}${where}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { millis: performance.now() - began, value: JSON.parse(text), bytes: text.length }
}
const { value } = await ask('POST', '/api/session', desk.link().split('#link=')[1], {})
desk.entered()
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const first = await ask('GET', '/api/approvals', value.secret)
const listed = []
for (let at = 0; at < 30; at++) listed.push((await ask('GET', '/api/approvals', value.secret)).millis)
const answered = []
for (let at = 1; at <= Math.min(20, count); at++)
  answered.push((await ask('POST', `/api/approvals/${idOf(at)}/respond`, value.secret, { approved: true })).millis)
const round = (millis) => Math.round(millis * 10) / 10
console.log(
  `${first.value.approvals.length} cards, ${Math.round(first.bytes / 1024)} KB: the first time ${round(first.millis)} ms, then ${round(median(listed))} ms (bound ${BOUND})`,
)
console.log(`one answered: ${round(median(answered))} ms`)
await desk.close()
rmSync(home, { recursive: true, force: true })

/** Milliseconds from the question to its card on the screen. The hook's own start, told beside it, is none of the desk's. */
const SCREEN_BOUND = 300
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file))
const shown = chromium === undefined ? [] : await onScreen(chromium)
const asked = shown.map((one) => one.asked)
const atMost = (list) => round(Math.max(...list))
if (shown.length === 0) console.log('on the screen: not measured, there is no Chromium')
else {
  const started = shown.map((one) => one.started)
  console.log(`on the screen: ${round(median(asked))} ms after the hook asked (bound ${SCREEN_BOUND}), at most ${atMost(asked)} of ${shown.length}`)
  console.log(`               ${round(median(started))} ms after the hook was started, at most ${atMost(started)}`)
}
process.exit(Math.max(first.millis, median(listed)) > BOUND || median(asked) > SCREEN_BOUND ? 1 : 0)

async function onScreen(executablePath) {
  const person = mkdtempSync(join(tmpdir(), 'prudent-desk-bench-'))
  const screen = await startDesk({ port: 0, env: { HOME: person }, out: () => {}, note: () => {}, open: false, standing: () => null, behind: () => null })
  if (!screen.ok) throw new Error(screen.message)
  const questions = openDiskApprovals({ state: join(person, '.local/state/prudent') })
  const { chromium: launcher } = await import('playwright-core')
  const browser = await launcher.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] })
  const page = await browser.newPage()
  await page.goto(screen.desk.link())
  await page.getByText('live', { exact: true }).waitFor()
  screen.desk.entered()
  // When each card was there and painted, by the clock that the hook reads too.
  await page.evaluate(() => {
    window.shownAt = {}
    const look = () => {
      for (const card of document.querySelectorAll('[data-card].open')) {
        const { card: id } = card.dataset
        if (window.shownAt[id] !== undefined) continue
        window.shownAt[id] = null
        requestAnimationFrame(() => requestAnimationFrame(() => (window.shownAt[id] = Date.now())))
      }
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  const times = []
  for (let at = 0; at < 12; at++) {
    const command = `git reset --hard HEAD~${at + 1}`
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_name: 'Bash', tool_use_id: `call-${at}`, tool_input: { command } }
    const began = Date.now()
    const hook = spawn(process.execPath, [join(root, 'dist/hook.cjs'), '--home', person, '--host', 'codex', '--wait', '60'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    hook.stdin.end(JSON.stringify(event))
    await page.locator('[data-card].open', { hasText: command }).last().waitFor()
    const { question } = (await questions.open(new Date())).at(-1)
    const until = await page.waitForFunction((id) => window.shownAt[id] ?? false, question.id)
    const painted = await until.jsonValue()
    times.push({ asked: painted - Date.parse(question.askedAt), started: painted - began })
    hook.kill('SIGKILL')
  }
  await browser.close()
  await screen.desk.close()
  rmSync(person, { recursive: true, force: true, maxRetries: 20 })
  // The first is the page's own warming up.
  return times.slice(1)
}
