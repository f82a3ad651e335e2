// How much work was done so far, whatever else the machine is doing? For guards against hostile input; speed itself is measured in bench/.

/** Milliseconds of processor time this process has used. */
export function processorNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
