// Do the examples in docs/functions.md say what the functions say?
import { runInNewContext } from 'node:vm'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyzeCommand, analyzePath, checkBashCommand, checkWritePath, containsLikelySecret, isCriticalFile, isDangerousOperation } from '../../src/index.ts'
import { root } from '../built-gate.ts'

const text = readFileSync(path.join(root, 'docs/functions.md'), 'utf8')
const examples = [...text.matchAll(/^(\w+\(.*) \/\/ (.+)$/gm)].map((match) => [match[1] ?? '', match[2] ?? ''] as const)
const functions = { analyzeCommand, analyzePath, checkBashCommand, checkWritePath, containsLikelySecret, isCriticalFile, isDangerousOperation }
const evaluate = (code: string): unknown => runInNewContext(`(${code})`, { ...functions })

describe('docs/functions.md', () => {
  it('has examples for every function', () => {
    for (const name of Object.keys(functions))
      expect(
        examples.some(([code]) => code.startsWith(`${name}(`)),
        name,
      ).toBe(true)
  })
  it.each(examples)('%s is %s', (code, result) => expect(evaluate(code)).toEqual(evaluate(result)))
})
