// Preloaded by tests: ends the process with SIGKILL before its n-th step in the store of questions, grants or the log. KILL_AT says which; what was done so far lies on disk.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const last = Number(process.env.KILL_AT)
const WHERE = new RegExp(process.env.KILL_IN ?? '/approvals')
let count = 0
for (const name of ['writeFileSync', 'linkSync', 'mkdirSync', 'rmSync', 'rmdirSync', 'unlinkSync']) {
  const real = fs[name]
  fs[name] = (...given) => {
    if (WHERE.test(String(given[0])) && ++count === last) process.kill(process.pid, 'SIGKILL')
    return real(...given)
  }
}
syncBuiltinESMExports()
