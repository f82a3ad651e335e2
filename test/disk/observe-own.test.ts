// What may a makefile or script do because the project has committed it, and what does a release do outside of a pipeline? Real folders and repositories.
import { mkdirSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { built, home, project, put, commit, shell: run, verdict } = projectOnDisk('own')

beforeEach(() => {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(`${project}/src`, { recursive: true })
})
const rules = (command: string): readonly string[] => run(command).decision.findings.map(({ rule }) => rule)

describe('make install below /usr/local', () => {
  const makefile = 'PREFIX ?= /usr/local\ninstall: app\n\tinstall -m 755 app $(PREFIX)/bin/app\nuninstall:\n\trm -f $(PREFIX)/bin/app\n'

  test.each(['make install', 'make uninstall', 'make -j2 install'])('%s is told of, not asked about, once committed', (command) => {
    put({ Makefile: makefile })
    commit()
    expect([verdict(command), ...rules(command)]).toEqual(['allow', 'system.own-install'])
  })
  test.each(['make install', 'make uninstall'])('%s is asked about when the makefile is new or changed', (command) => {
    put({ Makefile: makefile })
    expect(verdict(command)).toBe('ask')
    commit()
    put({ Makefile: `${makefile}\n# changed\n` })
    expect(verdict(command)).toBe('ask')
  })
  test.each([
    'sudo make install',
    'PREFIX=/usr make install',
    'export PREFIX=/usr; make install',
    'make install PREFIX=/usr',
    "make --eval='install:; cp x /usr/local/bin/y' install",
    'make install && cp app /usr/local/bin/other',
    'make install; rm /usr/local/bin/other',
    'echo "install:; cp x /usr/local/bin/y" > Makefile; make install',
  ])('%s is asked about all the same', (command) => {
    put({ Makefile: makefile })
    commit()
    expect(verdict(command)).toBe('ask')
  })
  test.each([
    ['make install', 'allow'],
    ['make install DESTDIR=out', 'allow'],
    ['make install DESTDIR=/opt/x', 'ask'],
    ['make install "$MORE"', 'ask'],
  ])('variables of the command line reach the makes it starts: %s', (command, expected) => {
    put({ Makefile: 'install:\n\t$(MAKE) -C lib install\n', 'lib/Makefile': 'install:\n\tcp lib.a $(DESTDIR)/usr/local/lib/libx.a\n' })
    commit()
    expect(verdict(command)).toBe(expected)
  })
  test.each(['apt-get', 'node', 'mount', 'python3'])('%s is no program for a project to replace', (name) => {
    put({ Makefile: `install:\n\tinstall ${name} /usr/local/bin\nuninstall:\n\trm /usr/local/bin/${name}\n` })
    commit()
    expect([verdict('make install'), verdict('make uninstall')]).toEqual(['ask', 'ask'])
  })
  test('nor is this gate', () => {
    put({ Makefile: 'install:\n\tinstall app /usr/local/bin/prudent\n' })
    commit()
    expect(verdict('make install')).toBe('deny')
  })
  test.each([
    'install -m 4755 app /usr/local/bin/app',
    'cp x.service /usr/local/lib/systemd/system/',
    'cp ca.crt /usr/local/share/ca-certificates/',
    'cp libc.so.6 /usr/local/lib/libc.so.6',
  ])('asked about whoever wrote it: %s', (line) => {
    put({ Makefile: `install:\n\t${line}\n` })
    commit()
    expect(verdict('make install')).toBe('ask')
  })
  test('what a committed makefile includes must be committed too', () => {
    put({ Makefile: '-include local.mk\nall:\n\techo built\n' })
    commit()
    expect(verdict('make install')).toBe('allow')
    put({ 'local.mk': 'install:\n\tcp app /usr/local/bin/app\n' })
    expect(verdict('make install')).toBe('ask')
  })
})

describe('semantic-release', () => {
  const script = JSON.stringify({ name: 'a', scripts: { ci: 'npm ci', release: 'semantic-release' } })

  test.each(['npx semantic-release', 'npm run release', 'yarn semantic-release', 'npm run release -- --debug'])(
    '%s makes a dry run outside of a pipeline',
    (command) => {
      put({ 'package.json': script, '.releaserc': '{ "branches": ["main"] }' })
      expect(verdict(command)).toBe('allow')
    },
  )
  test.each([{ CI: 'true' }, { GITHUB_ACTIONS: 'true' }, { CI: '', JENKINS_URL: 'https://ci.example.com' }])('releases where %j is set', (variables) => {
    put({ 'package.json': script })
    expect(verdict('npm run release', variables)).toBe('ask')
    expect(verdict('npx semantic-release', { CI: '' })).toBe('allow')
  })
  test.each([
    'npx semantic-release --no-ci',
    'npx semantic-release --ci=false',
    'npm run release -- --no-ci',
    'CI=1 npm run release',
    'export GITLAB_CI=1; npm run release',
    'env CI=true npx semantic-release',
    'npx semantic-release $FLAGS',
    'npx semantic-release --extends ./shared',
    'semantic-release pre',
    `echo '{"ci":false}' > .releaserc; npx semantic-release`,
    'node setup.js && npx semantic-release',
    'docker run -e CI=1 image semantic-release',
  ])('%s may release', (command) => {
    put({ 'package.json': script })
    expect(verdict(command)).toBe('ask')
  })
  test.each([
    { '.releaserc': 'ci: false\n' },
    { '.releaserc.json': '{ "extends": "./shared.json" }' },
    { 'release.config.js': "module.exports = require('./shared')\n" },
    { 'package.json': JSON.stringify({ scripts: { release: 'semantic-release' }, release: { ci: false } }) },
    { 'package.json': '{ "scripts": { "release": "semantic-release" }, ' },
  ])('settings that may say so are heeded: %j', (files) => {
    put({ 'package.json': script, ...files })
    expect(verdict('npx semantic-release')).toBe('ask')
  })
  test('a committed script may build before, and nobody else', () => {
    put({ 'package.json': JSON.stringify({ scripts: { build: 'node build.js', release: 'npm run build && semantic-release' } }), 'build.js': 'build()\n' })
    expect(verdict('npm run release')).toBe('ask')
    commit()
    expect(verdict('npm run release')).toBe('allow')
    expect(verdict('node setup.js; npm run release')).toBe('ask')
    expect(verdict('npm run build && npx semantic-release')).toBe('ask')
  })
  test('nobody looked: asked', () => {
    expect(built().check('npx semantic-release').decision.verdict).toBe('ask')
  })
})

describe('git in a folder of its own', () => {
  const checkout = 'mkdir -p old && git --work-tree=old checkout v1 -- .\n'

  test('a committed script may overwrite a folder below the project', () => {
    put({ 'compare.sh': checkout, 'old/a': '1' })
    expect(verdict('bash compare.sh')).toBe('ask')
    commit()
    put({ 'old/a': '2' })
    expect(verdict('bash compare.sh')).toBe('allow')
    expect(verdict(checkout.trim())).toBe('ask')
  })
  test.each(['git checkout v1 -- .', 'git --work-tree=. checkout v1 -- .', 'git --work-tree=.. checkout v1 -- .'])('but not the work itself: %s', (command) => {
    put({ 'compare.sh': `${command}\n`, 'src/a': '1' })
    commit()
    put({ 'src/a': '2' })
    expect(verdict('bash compare.sh')).toBe('ask')
  })
})

describe('a test that a file is missing', () => {
  const script = (name: string, test = `[ ! -f ${name} ]`): string => `if ${test}; then\n  cd ..\nfi\necho x > out.txt\n`

  test.each([script('build.sh'), script('', '[[ ! -e build.sh ]]')])('does not move a script that stands there itself: %j', (text) => {
    put({ 'build.sh': text })
    expect(verdict('bash build.sh')).toBe('ask')
    commit()
    expect(verdict('bash build.sh')).toBe('allow')
  })
  test('moves it where nobody knows', () => {
    put({ 'build.sh': script('other.sh') })
    commit()
    expect(verdict('bash build.sh')).toBe('ask')
  })
  test('is read whatever it says', () => {
    put({ 'build.sh': 'if [ ! -f build.sh ]; then\n  rm -rf ~/Documents/old\nfi\n' })
    commit()
    mkdirSync(`${home}/Documents/old`, { recursive: true })
    expect(verdict('bash build.sh')).toBe('ask')
  })
})

describe('a script that puts another one together and runs it', () => {
  const touched = "unlink('t.out');\nopen(my $F, '>', 't.out') and close($F);\n$_ = `./t.out 2>/dev/null`;\n"

  test('is no surprise once it is committed', () => {
    put({ 'test.pl': touched })
    expect(verdict('perl test.pl')).toBe('ask')
    commit()
    expect(verdict('perl test.pl')).toBe('allow')
  })
  test.each(['perl test.pl x', 'X=1 perl test.pl', 'echo x | perl test.pl', 'export X=1; perl test.pl'])('unless it is handed something: %s', (command) => {
    put({ 'test.pl': touched })
    commit()
    expect(verdict(command)).toBe('ask')
  })
  test('unless it takes in what is not committed', () => {
    put({ 'test.pl': `open(my $G, '<', 'more.txt');\n${touched}` })
    commit()
    expect(verdict('perl test.pl')).toBe('allow')
    put({ 'more.txt': 'rm -rf ~\n' })
    expect(verdict('perl test.pl')).toBe('ask')
  })
})
