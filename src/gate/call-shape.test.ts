// Is a program without types told what to write?
import { expect, test } from 'vitest'
import type { ToolCall } from '../core/model.ts'
import { mustBeCall } from './call-shape.ts'

const call: ToolCall = { id: '', host: '', session: '', tool: { server: null, name: 'Bash' }, input: { command: 'ls' }, cwd: '/work' }

test.each<readonly [given: unknown, place: { readonly cwd?: string }, said: RegExp | null]>([
  [call, {}, null],
  [{ ...call, cwd: undefined }, { cwd: '/work' }, null],
  [{ ...call, tool: 'Bash' }, {}, /^`tool` is no name of a tool: write \{ server: null, name: 'Bash' \}$/],
  [{ ...call, tool: {} }, {}, /^`tool` /],
  [{ ...call, input: 'ls' }, {}, /^`input` is no object/],
  [{ ...call, input: undefined }, {}, /^`input` is no object/],
  [{ ...call, cwd: undefined }, {}, /^`cwd` is no folder/],
  ['ls', {}, /^a call is an object/],
  [undefined, {}, /^a call is an object/],
])('%j in %j', (given, place, said) => {
  const check = (): void => mustBeCall(given as ToolCall, place)
  if (said === null) expect(check).not.toThrow()
  else expect(check).toThrow(said)
})
