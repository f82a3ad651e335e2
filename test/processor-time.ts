// How much work was done so far, whatever else the machine is doing? For guards against hostile input; speed itself is measured in bench/.

/**
 * How long the quickest of a few tries took, by the clock: for what must not wait for anything. One try may be held up by other work on the machine, and
 * waiting would hold up all of them. No more is tried than it takes to be quick `enough`.
 */
export async function quickest(run: () => unknown, tries = 5, enough = 0): Promise<number> {
  let least = Infinity
  for (let done = 0; done < tries && least >= enough; done++) {
    const started = performance.now()
    await run()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

/** Milliseconds of processor time this process has used. */
export function processorNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of processor time that the best of a few tries took: the first may compile what it runs, and any may have to tidy up after others. */
export function leastWork(work: () => unknown, enough: number, tries = 5): number {
  let least = Infinity
  for (let done = 0; done < tries && least >= enough; done++) {
    const before = processorNow()
    work()
    least = Math.min(least, processorNow() - before)
  }
  return least
}
