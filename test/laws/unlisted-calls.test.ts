// Does a library call that no table lists count as what such calls do? Command lines, programs with their words and paths, handed to made-up libraries in several languages.
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const verdict = (command: string): string => check(command).decision.verdict
const quoted = (code: string): string => `'${code.replaceAll("'", `'\\''`)}'`

/** How a call of an object of a made-up library is written, given what it is called and what it is handed. */
const LANGUAGES: Readonly<Record<string, (method: string, given: string) => string>> = {
  python: (method, given) => `python3 -c ${quoted(`import frobnik; frobnik.Frob('x').${method}(${given})`)}`,
  javascript: (method, given) => `node -e ${quoted(`const f = require('frobnik'); new f.Frob().${method}(${given})`)}`,
  ruby: (method, given) => `ruby -e ${quoted(`require "frobnik"; Frob.new.${method}(${given})`)}`,
}

const RUNS = ['run', 'execute', 'exec_command', 'runCommand', 'check_output', 'sudo', 'popen', 'spawn']
const LINES = ['rm -rf /home/dev/notes', 'git push --force origin main', 'docker system prune -a --volumes -f', 'sudo rm -rf /etc']
const HARMLESS = ['git status', 'npm test', 'all the tests', 'ls -la src', 'select 1']

describe.each(Object.entries(LANGUAGES))('%s', (_, called) => {
  test.each(RUNS)('%s runs a command line', (method) => {
    expect(LINES.filter((line) => verdict(called(method, JSON.stringify(line))) === 'allow')).toEqual([])
    expect(HARMLESS.filter((line) => verdict(called(method, JSON.stringify(line))) !== 'allow')).toEqual([])
  })
  test.each(['Process', 'start', 'dispatch', 'queue'])('%s takes a program and its words', (method) => {
    expect(verdict(called(method, '["rm", "-rf", "/home/dev/notes"]'))).not.toBe('allow')
    expect(verdict(called(method, '["ls", "-la", "src"]'))).toBe('allow')
    expect(verdict(called(method, '["a", "b"]'))).toBe('allow')
  })
  test.each(['remove_tree', 'rimraf', 'emptyDir', 'deleteDirectory', 'removeSync'])('%s deletes what lies far from the project', (method) => {
    expect(['~', '/home/dev/Documents', '/etc/nginx'].filter((path) => verdict(called(method, JSON.stringify(path))) === 'allow')).toEqual([])
    expect(['build', '/users/3', '/tmp/x', 'row-7'].filter((path) => verdict(called(method, JSON.stringify(path))) !== 'allow')).toEqual([])
  })
  test('what is only said, compared or looked for runs nowhere', () => {
    for (const method of ['describe', 'log', 'assertEqual', 'matches', 'title', 'add'])
      expect(LINES.filter((line) => verdict(called(method, JSON.stringify(line))) !== 'allow').map((line) => [method, line])).toEqual([])
  })
})
