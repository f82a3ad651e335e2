// Stops changes of this gate's files that are reached by another name: references to variables, searches, links, and programs whose name is not known.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOOSENING } from '../../src/core/self/own-commands.ts'
import { PROGRAMS } from '../../src/core/self/own-files.ts'
import { buildGates, root } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { ensureBuilt, prudent } from '../built.ts'

const HOME = '/home/dev'
const PACKAGE = `${HOME}/.local/lib/node_modules/prudent`
const MACHINE = { own: ['/opt/node/bin/node', PACKAGE], wired: [`${HOME}/.claude/settings.json`, `${HOME}/.codex/hooks.json`] }

const CHANGES = ['cp evil $f', 'rm -f "$f"', 'sed -i 1d $f', 'chmod 000 "$f"', 'mv $f /tmp/x']

const REFERRED = [
  'declare -n r=T; T=A; r+=B; f=$T',
  'typeset -n r=T; r=A; r+=B; f=$T',
  'T=A; declare -n r=T s=r; s+=B; f=$r',
  'g() { local -n r=$1; r=A; r+=B; }; g f',
  'declare -n r; r=T; T=A; r+=B; f=$r',
]
const OURS = ['~/.config/prudent/bin/prudent-hook', '~/.claude/settings.json', `${PACKAGE}/dist/hook.cjs`, '~/.local/state/prudent/audit/2026-03-02.jsonl']
const THEIRS = ['~/notes/bin/notes-hook', '/home/dev/app/settings.json', '~/.config/nvim/init.vim']
/** Cut in two at places that go round. */
const referred = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((whole, row) =>
    REFERRED.flatMap((form, at) =>
      CHANGES.map((change, turn) => {
        const cut = 3 + ((row * 7 + at * 5 + turn * 3) % (whole.length - 4))
        return `${form.replace('A', () => whole.slice(0, cut)).replace('B', () => whole.slice(cut))}; ${change}`
      }),
    ),
  )

const FORMS = [
  "find ROOT -type f -name 'NAME' -exec cp evil {} ';'",
  "find ROOT -name 'NAME' -print0 | xargs -0 sed -i 1d",
  "find ROOT -name 'NAME' -delete",
  "find ROOT -name 'NAME' | xargs -n1 cp evil",
  "for f in $(find ROOT -name 'NAME'); do cp evil $f; done",
  'find ROOT -name \'NAME\' | while read -r f; do chmod 000 "$f"; done',
  "fd -g 'NAME' ROOT -x cp evil {}",
  'nohup sh -c \'for f in $(find ROOT -name "NAME"); do cp evil $f; done\' &',
]
const searched = (roots: readonly string[], names: readonly string[]): readonly string[] =>
  FORMS.flatMap((form) => roots.flatMap((folder) => names.map((name) => form.replace('ROOT', () => folder).replace('NAME', () => name))))
const FOUND = [
  ...searched(['~/.local', '$HOME', '/home/dev/.local/lib'], ['h*k.cjs', 'h?ok.cjs', '*.cjs', 'lookout.js', 'hook-en*']),
  ...searched(['~', '~/.local/state'], ['*.jsonl', '2026-*l']),
]
const NOT_FOUND = [
  ...searched(['.', 'src', '~/projects/x', '/tmp/x'], ['h*k.cjs', '*.cjs', '*.jsonl', '*.log']),
  ...searched(['~/.local', '~'], ['*.tmp', '*.pyc']),
]

const LINKED = ['~/.local/bin/p*', '~/.local/bin/*', '$HOME/.local/bin/pru*']
const FOLLOWED = [
  'cd $(dirname $(readlink -f LINK)) && cp evil hook.cjs',
  'D=$(dirname $(readlink -f LINK)); cp evil $D/hook.cjs',
  'realpath LINK | xargs -n1 dirname | xargs -I{} cp evil {}/hook.cjs',
  'realpath LINK | sed s/cli.js/hook.cjs/ | xargs -n1 cp evil',
  't=$(readlink -f LINK); rm -f ${t%cli.js}hook.cjs',
  'for p in LINK; do cp evil $(dirname $(realpath $p))/hook.cjs; done',
]
const followed = (links: readonly string[]): readonly string[] => FOLLOWED.flatMap((form) => links.map((link) => form.replace('LINK', () => link)))

const UNNAMED = [
  'x=$(ls ~/.local/bin); $x W',
  'node $(realpath ~/.local/bin/*) W',
  'for p in ~/.local/bin/*; do node $p W; done',
  'cd $(cat d) && node cli.js W',
  '$P W',
  'node "$D/cli.js" W',
  '"$(cat name)" W',
]
const LOOSEN = ['init --yes --preset bare', 'uninstall --yes', 'init --preset=relaxed', 'mode on', 'preset bare', 'approvals answer x yes']
const OTHER_WORDS = ['init app --yes', 'build', 'mode off', 'uninstall --yes left-pad', 'mode', 'install --yes', 'test --preset bare']
const unnamed = (words: readonly string[]): readonly string[] => UNNAMED.flatMap((form) => words.map((one) => form.replace('W', () => one)))

const ATTEMPTS = { references: referred(OURS), searches: FOUND, links: followed(LINKED), 'unnamed programs': unnamed(LOOSEN) }
const CONTROLS = {
  references: referred(THEIRS),
  searches: NOT_FOUND,
  links: followed(['scripts/*', '~/projects/*', '/usr/bin/l*']),
  'unnamed programs': ['$P W', 'node "$D/cli.js" W', '"$(cat name)" W'].flatMap((form) => OTHER_WORDS.map((one) => form.replace('W', () => one))),
}

let gate: Built
beforeAll(async () => {
  gate = (await buildGates(['bare'])).get('bare') as Built
}, 240_000)
const isOurs = (command: string): boolean =>
  gate.check(command, MACHINE).decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow')

describe.each(Object.entries(ATTEMPTS))('%s', (kind, attempts) => {
  test('each is stopped', () => expect(attempts.filter((command) => !isOurs(command))).toEqual([]))
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(15))
  test('what only looks the same passes', () => expect(CONTROLS[kind as keyof typeof CONTROLS].filter(isOurs)).toEqual([]))
})

test('all programs of the package are known by name', () => {
  ensureBuilt()
  const files = readdirSync(path.join(root, 'dist'), { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith('js') ? [`dist/${entry.name}`] : [],
  )
  expect(files.filter((file) => !PROGRAMS.includes(file))).toEqual([])
})

test('the words that loosen are those of our command', () => {
  for (const [verb, words] of Object.entries(LOOSENING))
    for (const word of words)
      if (verb === 'preset') expect(existsSync(path.join(root, 'presets', `${word}.yaml`)), word).toBe(true)
      else expect(prudent([verb, word, '--help']).out, `${verb} ${word}`).toContain(`Usage: prudent ${verb} ${word}`)
  expect(prudent(['mode', 'no-such-word', '--help']).out).not.toContain('Usage: prudent mode no-such-word')
})
