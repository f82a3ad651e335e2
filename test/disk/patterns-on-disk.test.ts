// Is a pattern judged by what it stands for on disk, links and all? Real folders, below a home that is not scratch.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { home, project, commit, ...disk } = projectOnDisk('patterns')

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  put(
    home,
    'Pictures/a.jpg',
    'Documents/b.txt',
    '.config/prudent/settings.yaml',
    '.config/prudent/bin/prudent-hook',
    '.ssh/authorized_keys',
    'projects/x/src/a',
  )
  put(project, 'src/a.ts', 'src/deep/b.test.ts', 'x/settings.yaml', 'evil.sh', 'packages/a/dist/x.js', 'packages/a/src/a.ts', 'notes/n.md')
  symlinkSync(home, `${project}/homelink`)
  symlinkSync(`${home}/.config`, `${project}/clink`)
  symlinkSync('/', `${project}/rootlink`)
  symlinkSync('src', `${project}/srclink`)
})
function put(folder: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(`${folder}/${name}`), { recursive: true })
    writeFileSync(`${folder}/${name}`, 'x\n')
  }
}
const verdict = (command: string): string => disk.verdict(command.replaceAll('BASE', dirname(home)))

describe('a pattern is not the name it is written as', () => {
  test.each([
    'rm -rf ~/Pict*',
    'rm -rf ~/[P]ictures',
    'rm -rf ~/[[:upper:]]ictures',
    'shopt -s nocaseglob; rm -rf ~/pict*',
    'rm -rf ../D*',
    'rm -rf ~/projects/*/src',
    'rm -r ~/Pict*',
    'find ~/Pict* -delete',
    'rm -rf */*',
    'echo src/* | xargs rm -rf',
    'rm -rf note*',
    'cd ~/Pict* && rm -rf *',
    'cd ~/proj* && rm -rf x',
    // What zsh alone takes for a pattern, or for the folder above.
    'rm -rf ~/*(/)',
    'rm -rf ~/Pict*(DN)',
    'rm -rf $PWD:h',
  ])('%s is asked about, or denied', (command) => expect(verdict(command)).not.toBe('allow'))
  test.each(['rm -rf BASE/d*', 'rm -rf BASE/d*v', 'rm -rf ../ap*'])('%s is the home or the project', (command) => expect(verdict(command)).toBe('deny'))

  test.each([
    'rm -rf nope*',
    'rm -rf ~/nope*',
    'rm -rf nope/*',
    'rm -rf ../nope*/src',
    'rm -rf nope*/* && ls',
    'rm -rf packages/*/dist',
    'rm -rf packages/*/nope',
    'rm -rf nope*(/)',
  ])('%s takes nothing', (command) => expect(verdict(command)).toBe('allow'))
  test.each(['mv notes nope1 && rm -rf nope*', 'cp -r notes nope1; rm -rf nope*', './make && rm -rf nope*'])('%s: it may be there by then', (command) =>
    expect(verdict(command)).toBe('ask'),
  )
  test('git has all of it', () => {
    commit()
    expect([verdict('rm -rf note*'), verdict('rm -rf packages/*/src'), verdict('rm -rf notes/*')]).toEqual(['allow', 'allow', 'allow'])
    put(project, 'notes/new.md')
    expect([verdict('rm -rf note*'), verdict('rm -rf notes/*')]).not.toContain('allow')
  })
})

describe('a link behind a pattern leads where it leads', () => {
  test.each([
    'rm -rf h*k/*',
    'rm -rf r*k/*',
    'rm -rf c*k/prudent',
    'rm -rf */prudent',
    'rm -rf **/prudent',
    'cp x/settings.yaml c*k/prudent/',
    'cp x/settings.yaml h*k/.config/prudent/settings.yaml',
    'chmod -x c*nk/prudent/bin/prudent-hook',
    "sed -i 's/.*/exit 0/' c*nk/prudent/bin/prudent-hook",
    'tee c*k/prudent/settings.yaml < x/settings.yaml',
    'cd c*k && rm -rf prudent',
    'echo x > c*k/prudent/settings.yaml',
    'for each in c*k; do rm -rf $each/prudent; done',
    'rsync -a --delete x/ h*k/',
    'cp -r x/prudent h*k/.config',
    'mv c*k/prudent /tmp/x',
    'rm -rf h*k/',
    'cd h*k && rm -rf *',
    'ln -s ~ zz; rm -rf z?/*',
  ])('%s is denied', (command) => expect(verdict(command)).toBe('deny'))
  test.each([
    'mv evil.sh h*k/.ssh/authorized_keys',
    'cp evil.sh h*k/.ssh/authorized_keys',
    'rm -rf h*k/Documents',
    'find h*k/ -delete',
    'tar xf a.tar -C c*k',
    'tar xf a.tar -C clink',
    'echo x > h*k/.bashrc',
    'chmod -R 777 h*k',
    'rm -rf h*k/Pict*',
    'cp evil.sh h*k/.bashrc',
    'rm -rf r*k/etc/x',
  ])('%s is not allowed', (command) => expect(verdict(command)).not.toBe('allow'))
  test.each([
    'rm h*k',
    'tar xf a.tar -C s*k',
    'echo x > s*k/a.ts',
    'rm -rf packages/**/dist',
    'cp -r x srclink/',
    'rm -f *link',
    'rm -rf packages/*/dist',
    'rm -f src/**/*.test.snap',
    'rm -f s*k/a.log',
    'chmod +x *.sh',
    'chmod +x s*/deep/*.sh',
    "sed -i 's/a/b/' s*c/*.ts",
    'cp evil.sh pack*/a/',
    'mkdir -p packages/*/dist',
    'touch packages/*/x.txt',
    'ls h*k/*',
    'cat s*k/a.ts',
    'cd pack* && ls',
  ])('%s goes on', (command) => expect(verdict(command)).toBe('allow'))
})

test('hundreds of links within the project, and some to what can be made again, are ordinary', () => {
  for (const name of ['homelink', 'clink', 'rootlink']) rmSync(`${project}/${name}`)
  mkdirSync(`${project}/node_modules/.bin`, { recursive: true })
  for (let at = 0; at < 60; at++) {
    put(project, `node_modules/.store/p${at}/cli.js`)
    symlinkSync(`.store/p${at}`, `${project}/node_modules/p${at}`)
    symlinkSync(`../p${at}/cli.js`, `${project}/node_modules/.bin/p${at}`)
  }
  symlinkSync(`${home}/.cache/bazel/out`, `${project}/bazel-out`)
  symlinkSync('notes/n.md', `${project}/CLAUDE.md`)
  const commands = [
    'rm -rf node_modules/*/dist',
    'chmod +x node_modules/.bin/*',
    'rm -rf **/node_modules',
    'rm -rf */dist',
    "sed -i 's/a/b/' *.md",
    'rm -f bazel-*',
  ]
  expect(commands.map((command) => [command, verdict(command)])).toEqual(commands.map((command) => [command, 'allow']))
})
