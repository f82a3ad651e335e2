// Preloaded by tests: ends the process with SIGKILL before its n-th step in the store of questions. KILL_AT says which; what was done so far lies on disk.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const last = Number(process.env.KILL_AT)
let count = 0
for (const name of ['writeFileSync', 'linkSync', 'mkdirSync', 'rmSync', 'rmdirSync']) {
  const real = fs[name]
  fs[name] = (...given) => {
    if (String(given[0]).includes('/approvals') && ++count === last) process.kill(process.pid, 'SIGKILL')
    return real(...given)
  }
}
syncBuiltinESMExports()
