// Is a file that somebody made hard to read given up at once, and is a name that stands twice found without comparing each with each?
import { describe, expect, it } from 'vitest'
import { readYaml } from './yaml.ts'

const messages = (text: string): readonly string[] => readYaml(text).problems.map(({ message }) => message)
const many = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join('')

describe('names that stand twice', () => {
  it('are told with their place, at any depth', () => {
    expect(readYaml('a: 1\nb: 2\na: 3\n').problems).toEqual([{ line: 3, column: 1, message: 'map keys must be unique' }])
    expect(readYaml('a:\n  - { b: 1, b: 2 }\n').problems).toEqual([{ line: 2, column: 13, message: 'map keys must be unique' }])
    expect(messages(many(500, (at) => `a${at}: 1\n`) + 'a7: 2\n')).toEqual(['map keys must be unique'])
  })
  it('are others in another map, of another kind, or in texts', () => {
    expect(messages('a: { b: 1 }\nc: { b: 1 }\n1: x\n"1": y\nd: "a: 1, a: 2"\n')).toEqual([])
  })
})

describe('what nobody writes', () => {
  it.each(['[', '{', '[{', '{a: [', '- ['])('is given up before it is parsed: %j without end', (open) => {
    expect(messages(`a: ${open.repeat(20_000)}`)).toEqual(['this is nested too deep to be read'])
  })
  it('parts that double are given up, and a part that is named again is not', () => {
    const doubling = `a0: &a0 [x, x]\n${many(200, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`)}`
    expect(messages(doubling)).toEqual(['this names parts of itself too often to be read'])
    expect(readYaml('a: &part [x, y]\nb: *part\n').value).toEqual({ a: ['x', 'y'], b: ['x', 'y'] })
  })
  it('is not what rules are made of: brackets in quotes and comments, many lists, stars in texts', () => {
    const rules = many(400, (at) => `- { id: r${at}, pattern: '^[[(]a', other: "{[\\"", list: [a, b] } # [ { [\n`)
    expect(messages(rules)).toEqual([])
    expect(messages(many(300, (at) => `- 'cp *.txt &dest *dest ${at}'\n`))).toEqual([])
  })
})
