// Does code in each described language do what the examples of its file say? Through the whole gate, as a tool would be given it.
import { describe, expect, it } from 'vitest'
import { compileLanguages } from '../../src/core/languages/_source/compile.ts'
import { showAction } from '../../src/core/log/render.ts'
import { buildGate } from '../built-gate.ts'

const { sources, check } = await buildGate('standard', true)
const { languages, languageExamples } = sources
const described = Object.values(languages.entries)
/** Beside the call itself, and that code is run. */
const actionsOf = (language: string, code: string): string[] =>
  check(code, { tool: 'run_code', input: { language, code } })
    .reading.actions.filter((action) => action.does !== 'call' && action.does !== 'carry' && !(action.does === 'execute' && action.by === 0))
    .map(showAction)

describe('languages', () => {
  it.each(languageExamples.map((example) => [example.language, example.code, example.actions] as const))('%s: %s', (language, code, actions) => {
    expect(actionsOf(language, code).toSorted()).toEqual(actions.toSorted())
  })
  it.each(
    described.filter(({ language }) => Object.keys(languages.calls[language] ?? {}).length > 0 && language !== 'generic').map(({ language }) => language),
  )('%s has two examples of what its calls do, and two of what does nothing', (language) => {
    const of = languageExamples.filter((example) => example.language === language)
    expect(of.filter(({ actions }) => actions.length > 0).length).toBeGreaterThanOrEqual(2)
    expect(of.filter(({ actions }) => actions.length === 0).length).toBeGreaterThanOrEqual(2)
  })
  it('every language is reached by each of its names, endings and first lines', () => {
    expect(Object.values(languages.names).filter((name) => !Object.hasOwn(languages.entries, name))).toEqual([])
    expect(Object.values(languages.endings).filter((name) => !Object.hasOwn(languages.entries, name))).toEqual([])
    expect(languages.firstLines.filter(([, name]) => !Object.hasOwn(languages.entries, name))).toEqual([])
  })
})

describe('a mistake in a file of languages/ is named', () => {
  const told = (...contents: readonly unknown[]): readonly string[] =>
    compileLanguages(contents.map((content, at) => ({ file: `languages/${at}.yaml`, content }))).problems.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )
  it.each([
    [{ language: 'x' }, 'title'],
    [{ language: 'x', title: 'X', calls: { f: { does: 'deletes' } } }, 'calls.f.does'],
    [{ language: 'x', title: 'X', calls: { f: { at: 0, wher: 1 } } }, 'calls.f.wher'],
    [{ language: 'x', title: 'X', syntax: { holes: 'round' } }, 'syntax.holes'],
    [{ language: 'x', title: 'X', instead: { where: '(', language: 'y' } }, 'instead.where'],
    [{ language: 'x', title: 'X', examples: [{ code: 'f()' }] }, 'actions'],
  ])('%j', (content, complaint) => {
    expect(told(content).join('\n')).toContain(complaint)
  })
  it('two languages with one name or ending', () => {
    expect(told({ language: 'x', title: 'X', also: ['z'], endings: ['q'] }, { language: 'y', title: 'Y', also: ['z'], endings: ['q'] })).toEqual([
      'also.z: `z` belongs to `x`',
      'endings.q: `q` belongs to `x`',
    ])
  })
})
