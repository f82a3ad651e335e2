// Records every distinct call, scene and set of facts that reaches `interpret`, as cases for scripts/proof.mjs. Only where PRUDENT_RECORD_CALLS names a
// folder: `PRUDENT_RECORD_CALLS=/tmp/calls npx vitest run` records what the tests read through the sources.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { wrapFunctions } from './wrap-functions.mjs'

/** Characters: what is longer tests limits, and would make the record too large to replay. */
const LONGEST = 65_536

/** One file a process; the same case twice in one process is written once. */
const RECORD = (folder) => `(original) => {
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  const { createHash } = process.getBuiltinModule('node:crypto')
  const file = ${JSON.stringify(folder)} + '/' + process.pid + '-' + Date.now() + '.jsonl'
  const written = new Set()
  return (call, scene, books, facts) => {
    const line = JSON.stringify({ call, scene, ...(facts === undefined ? {} : { facts }) })
    if (line.length <= ${LONGEST}) {
      const digest = createHash('sha256').update(line).digest('base64')
      if (!written.has(digest)) {
        written.add(digest)
        appendFileSync(file, line + '\\n')
      }
    }
    return original(call, scene, books, facts)
  }
}`

/** The plugin as a list of one, or of none where nothing is recorded. */
export function recordCalls(folder = process.env.PRUDENT_RECORD_CALLS) {
  if (!folder) return []
  mkdirSync(folder, { recursive: true })
  return [wrapFunctions({ 'src/core/interpret.ts': { interpret: RECORD(resolve(folder)) } })]
}
