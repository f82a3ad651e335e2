// What if judging never ends? A thread that watches ends the whole server: then the command answers, which every host has besides.
//
// The hook's own watchdog starts a thread for each call, which on a busy machine takes longer than the call itself.
import { Worker } from 'node:worker_threads'
import { runWithin } from '../answer/watchdog.ts'

const EVERY_MS = 250
/** Beyond what judging may take. */
const GRACE_MS = 1000

/** Slot 0: counts up with each beginning and each end, so that odd is busy; slot 1: for how many milliseconds at most. */
const WATCH = `
const { workerData } = process.getBuiltinModule('node:worker_threads')
const cells = new Int32Array(workerData)
let seen = 0
let since = performance.now()
for (;;) {
  Atomics.wait(cells, 2, 0, ${EVERY_MS})
  const now = Atomics.load(cells, 0)
  if (now !== seen) {
    seen = now
    since = performance.now()
  } else if (now % 2 !== 0 && performance.now() - since > Atomics.load(cells, 1) + ${GRACE_MS}) process.kill(process.pid, 'SIGKILL')
}
`

export function keepWatch(): <T>(millis: number, work: () => T) => T {
  const shared = new SharedArrayBuffer(12)
  const cells = new Int32Array(shared)
  const worker = new Worker(WATCH, { eval: true, workerData: shared, execArgv: [] })
  let watching = true
  const gone = (): void => void (watching = false)
  worker.on('error', gone)
  worker.on('exit', gone)
  worker.unref()
  return (millis, work) => {
    if (!watching) return runWithin(millis, work)
    Atomics.store(cells, 1, millis)
    Atomics.add(cells, 0, 1)
    try {
      return work()
    } finally {
      Atomics.add(cells, 0, 1)
    }
  }
}
