// Is a secret that a call copies, or no longer keeps out, seen when everything is added to a commit, and do daily commits stay quiet?
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('staged')
beforeAll(() =>
  disk.put({
    '.gitignore': 'node_modules\ndist\n.env\n.env.*.local\n*.log\n/secrets/\n',
    '.env': 'API_KEY=abc\n',
    '.env.example': 'API_KEY=\n',
    'src/a.js': 'work\n',
    'config/app.json': '{}\n',
  }),
)

describe('what a commit would take along', () => {
  test.each([
    'cp .env .env.backup && git add -A && git commit -m b && git push',
    'cp .env .env.bak; git add .; git commit -m wip',
    'mv .env .env.old && git add -A && git commit -m x',
    'cp .env config/prod.env; git add -A; git commit -m x; git push',
    'cp .env config/prod.env && git add config',
    'cp .env .env.backup && git add .env.backup',
    'cat .env > .env.copy && git add -A',
    'cp .env src/.env.staging && cd src && git add .',
    "sed -i '/.env/d' .gitignore && git add -A && git commit -m x",
    "sed -i '/^\\.env$/d' .gitignore; git add .; git commit -am x",
    "echo '!.env' >> .gitignore && git add -A && git commit -m x",
    "echo 'node_modules' > .gitignore && git add -A",
    'rm .gitignore && git add -A && git commit -m x',
    'git add -A -f && git commit -m all',
    'git add --force .',
    'cd src && git add -f ..',
  ])('is asked about: %s', (command) => {
    expect(disk.verdict(command)).toBe('ask')
  })
  test.each([
    'git add -A && git commit -m x && git push',
    'git add . && git commit -m "copy .env to .env.backup"',
    'cp .env .env.backup',
    'cp .env .env.prod.local && git add -A && git commit -m x',
    'mkdir -p secrets && cp .env secrets/prod.env && git add -A',
    'cp .env .env.backup && echo .env.backup >> .gitignore && git add -A',
    'cp .env .env.backup && git add src && git commit -m x',
    'cp .env .env.backup && git add -u && git commit -m x',
    'cp .env.example .env.test && git add -A && git commit -m x',
    'cp .env /tmp/x.env && git add -A',
    "sed -i '/^dist$/d' .gitignore && git add -A && git commit -m x",
    'echo coverage >> .gitignore && git add -A && git commit -m x',
    "printf 'node_modules\\ndist\\n.env\\n.env.*.local\\n*.log\\n' > .gitignore && git add -A",
    'git add -f dist/app.js && git commit -m build',
    'git add -f dist && git commit -m build',
    'git add -n -f .',
    'rm .gitignore && git add src',
  ])('passes: %s', (command) => {
    const { verdict, reason } = disk.shell(command).decision
    expect([verdict, verdict === 'allow' ? '' : reason]).toEqual(['allow', ''])
  })
})
