// Links to a folder above this gate's files, made in the same call, times how they are made and what is then changed through them; and links to other folders.
import type { Attempt } from './own-ground.ts'

const bash = (command: string): Attempt => ({ tool: 'Bash', input: { command } })

/** `T` is the folder that is meant, `N` its name. */
const MADE = [
  ['ln -s T l', 'l'],
  ['ln -sfn T l', 'l'],
  ['ln -s "T" l', 'l'],
  ['mkdir d && ln -s T d/l', 'd/l'],
  ['mkdir -p a/b; ln -s T a/b/l', 'a/b/l'],
  ['mkdir d; ln -s T d', 'd/N'],
  ['mkdir d; ln -st d T', 'd/N'],
  ['ln -s T k; ln -s k l', 'l'],
  ['ln -s T k; mv k l', 'l'],
  ['mkdir d; ln -s T d/k; mv d e', 'e/k'],
  [`python3 -c "import os; os.symlink(os.path.expanduser('T'), 'l')"`, 'l'],
  [`python3 -c "import pathlib; pathlib.Path('l').symlink_to(pathlib.Path('T').expanduser())"`, 'l'],
  [`node -e "require('fs').symlinkSync('U', 'l')"`, 'l'],
  [`perl -e 'symlink "U", "l"'`, 'l'],
  [`ruby -e 'File.symlink("U", "l")'`, 'l'],
  [`php -r 'symlink("U", "l");'`, 'l'],
  ['cp -rs T l', 'l'],
] as const
const DONE = [
  'echo x > F',
  'cp evil F',
  'rm -f F',
  'tee F < x',
  'mv evil F',
  'sed -i s/a/b/ F',
  'chmod 000 F',
  `python3 -c "open('F', 'w').write('x')"`,
] as const

interface Ground {
  readonly folder: string
  readonly below: string
}
const OURS: readonly Ground[] = [
  { folder: '~/.config', below: 'prudent/settings.yaml' },
  { folder: '~/.config/prudent', below: 'bin/prudent-hook' },
  { folder: '~/.claude', below: 'settings.json' },
]
const THEIRS: readonly Ground[] = [
  { folder: '/home/dev/app/src', below: 'a/settings.yaml' },
  { folder: '/tmp/x', below: 'prudent.txt' },
]
const of = (grounds: readonly Ground[], every: number): readonly Attempt[] =>
  grounds.flatMap(({ folder, below }, row) =>
    MADE.flatMap(([made, at], column) =>
      DONE.filter((_, turn) => (row + column + turn) % every === 0).map((done) => {
        const name = folder.slice(folder.lastIndexOf('/') + 1)
        const whole = folder.replace('~', '/home/dev')
        const way = made
          .replaceAll('"T"', () => `"${whole}"`)
          .replaceAll('T', () => folder)
          .replaceAll('U', () => whole)
        return bash(`${way}; ${done.replace('F', () => `${at.replace('N', () => name)}/${below}`)}`)
      }),
    ),
  )

export const madeLinks = { attempts: of(OURS, 2), controls: of(THEIRS, 2) }
