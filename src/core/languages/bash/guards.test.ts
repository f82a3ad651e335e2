// Does a test for emptiness count where it holds, and nowhere else?
import { describe, expect, test } from 'vitest'
import { guardsOf, guardsPast } from './guards.ts'
import type { Guards } from './guards.ts'
import { parseShell } from './parse.ts'

const commandOf = (text: string) => {
  const command = parseShell(text).script?.commands[0]?.command
  if (command === undefined) throw new Error(`nothing in ${text}`)
  return command
}
const guards = (text: string): Guards => guardsOf(commandOf(text))

describe('a variable is not empty', () => {
  test.each([
    '[ -n "$X" ]',
    '[ "$X" ]',
    'test -d "$X"',
    '[ -e "${X}" ]',
    '[ -f "${X:-}" ]',
    '[ "$X" != "" ]',
    '[ ! -z "$X" ]',
    '[[ -n $X ]]',
    '[[ ! -z $X ]]',
    '[[ $X != "" ]]',
    '[[ -d $X && $X != $Y ]]',
    '[ -d "$X" ] && [ "$X" != "$Y" ]',
    '[ -d "$X" -a "$X" != "$Y" ]',
    '[[ ( -n $X ) ]]',
    '[ x"$X" != x ]',
    '[ "x$X" != "x" ]',
    '[[ x$X != x ]]',
    '! [ -z "$X" ]',
    '! [[ -z $X ]]',
  ])('where this holds: %s', (text) => {
    expect(guards(text).held).toContain('X')
  })
  test.each([
    '[ -z "$X" ]',
    '[ "$X" = "" ]',
    '[ "$X" == \'\' ]',
    '[ x"$X" = x ]',
    '[ "x${X}" = x ]',
    '[[ -z $X ]]',
    '[ ! -d "$X" ]',
    '[ -z "$X" ] || [ -z "$Y" ]',
    '[[ -z $X || -z $Y ]]',
    '! [ -n "$X" ]',
    '! test -d "$X"',
  ])('where this fails: %s', (text) => {
    expect(guards(text)).toEqual({ held: [], failed: expect.arrayContaining(['X']) as string[] })
  })
  test.each([
    '[ -n $X ]',
    '[ -d $X ]',
    '[ -n "$X" -o -n "$Y" ]',
    '[ -n "$X" ] || true',
    '! [ -n "$X" ]',
    '[ -n "$X/sub" ]',
    '[ "$X" != "a" ]',
    '[ "$X" != x ]',
    '[ x"$X" != X ]',
    "[ x'$X' != x ]",
    '[ -t "$X" ]',
    'echo -n "$X"',
    '[ -n "$X" ] | cat',
    '[[ -n $X || -n $Y ]]',
    '[ -n "${X:-default}" ]',
    "[ -n '$X' ]",
  ])('not said by: %s', (text) => {
    expect(guards(text).held).not.toContain('X')
  })
  test('behind what ends the shell otherwise', () => {
    const past = (text: string): readonly string[] => {
      const node = commandOf(text)
      return node.type === 'AndOr' ? guardsPast(node) : []
    }
    expect(past('[ -n "$X" ] || exit 1')).toEqual(['X'])
    expect(past('[ -z "$X" ] && exit')).toEqual(['X'])
    expect(past('[ -z "$X" ] || [ -z "$Y" ] && exit')).toEqual(['X', 'Y'])
    expect(past('[ -n "$X" ] && exit')).toEqual([])
    expect(past('[ -z "$X" ] && echo')).toEqual([])
    expect(past('[ -z "$X" ] || exit')).toEqual([])
  })
})
