// Is a forced change of the shared branch through a forge's interface what `git push --force` is, whoever sends it?
import { expect, it } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const URL = 'https://api.github.com/repos/o/r/git/refs/heads/BRANCH'
const BODY = '{"sha":"a","force":IS}'
const ASKS = [
  `curl -X PATCH ${URL} -d '${BODY}'`,
  `curl --request PATCH ${URL} --json '${BODY}'`,
  `http PATCH ${URL} sha=a force:=IS`,
  `wget --method=PATCH --body-data='${BODY}' ${URL}`,
  `gh api -X PATCH repos/o/r/git/refs/heads/BRANCH -f sha=a -F force=IS`,
  `echo '${BODY}' | gh api -X PATCH repos/o/r/git/refs/heads/BRANCH --input -`,
  `python3 -c "import requests; requests.patch('${URL}', json={'sha':'a','force':TRUTH})"`,
  `python3 -c "import httpx; httpx.request('PATCH', '${URL}', json={'force':TRUTH})"`,
  `node -e "fetch('${URL}', {method:'PATCH', body: JSON.stringify({sha:'a',force:IS})})"`,
  `node -e "axios.patch('${URL}', {sha:'a',force:IS})"`,
]
const calls = (branch: string, force: boolean): readonly string[] =>
  ASKS.map((ask) =>
    ask
      .replaceAll('BRANCH', branch)
      .replaceAll('TRUTH', force ? 'True' : 'False')
      .replaceAll('IS', String(force)),
  )
const verdictOf = (command: string): string => check(command).decision.verdict

it.each(['main', 'master', 'production'])('a forced change of %s is denied', (branch) => {
  expect(calls(branch, true).filter((command) => verdictOf(command) !== 'deny')).toEqual([])
})
it.each([
  ['a branch of one’s own, by force', 'fix', true],
  ['the shared branch, not by force', 'main', false],
] as const)('%s: a person is asked', (_name, branch, force) => {
  expect(calls(branch, force).filter((command) => verdictOf(command) !== 'ask')).toEqual([])
})
it.each(['mcp__http__request', 'http_request'])('%s is a client too', (tool) => {
  for (const body of [{ sha: 'a', force: true }, '{"sha":"a","force":true}'])
    expect(check('', { tool, input: { method: 'PATCH', url: URL.replace('BRANCH', 'main'), body } }).decision.verdict).toBe('deny')
})
