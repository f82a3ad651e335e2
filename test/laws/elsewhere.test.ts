// Is anything that was seen on this machine used for another one? Each way onto another machine or into a container, with and without what git has of the files here.
import { expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import { buildGate, home } from '../built-gate.ts'

const { gate, check } = await buildGate()

const WAYS: readonly string[] = [
  'ssh a.example',
  'docker exec web',
  'docker compose exec -T web',
  'podman exec web',
  'kubectl exec web-0 --',
  'oc rsh web-0',
  'lxc exec box --',
  'multipass exec box --',
  'limactl shell box',
  'vagrant ssh --',
  'vagrant ssh web --',
  'minikube ssh --',
  'machinectl shell box',
  'pct exec 100 --',
  'waydroid shell',
  'adb shell',
  'adb -s emulator-5554 shell',
  'adb exec-out',
  'hdc shell',
  'gh codespace ssh -c x --',
]
const ACTS: readonly string[] = ['rm -rf src', 'rm -rf lib/old', 'rm -rf src lib', 'git checkout -- src/a.ts', 'sh scripts/tidy.sh', 'find src -type f -delete']
const here = ['src', 'src/a.ts', 'lib', 'lib/old', 'scripts/tidy.sh'].map((path) => `${home.cwd}/${path}`)
/** As a look at the disk here answers: git has all of it. */
const seen = (command: string): string =>
  gate.check(callOf('Bash', { command }, home.cwd), home, {
    facts: { files: { [`${home.cwd}/scripts/tidy.sh`]: 'rm -rf src\n' }, settled: here, unchanged: here, whole: here },
  }).decision.verdict
const unseen = (command: string): string => check(command).decision.verdict

test.each(WAYS)('`%s` is judged as if nothing had been seen here', (way) => {
  expect(ACTS.map((act) => [act, seen(`${way} ${act}`)])).toEqual(ACTS.map((act) => [act, unseen(`${way} ${act}`)]))
})
test.each(WAYS)('`%s` asks before whole folders go', (way) => {
  expect(['rm -rf src', 'rm -rf /srv/data', 'rm -rf lib/old'].filter((act) => seen(`${way} ${act}`) === 'allow')).toEqual([])
})
test.each(WAYS.filter((way) => !way.startsWith('ssh')))('`%s` asks nothing before looking around and tidying up', (way) => {
  expect(['ls -la', 'cat README.md', 'rm -rf /tmp/x', 'rm -rf node_modules', 'ps aux'].filter((act) => unseen(`${way} ${act}`) !== 'allow')).toEqual([])
})
test('here it counts', () => {
  expect(ACTS.filter((act) => seen(act) !== unseen(act)).length).toBeGreaterThan(2)
})
