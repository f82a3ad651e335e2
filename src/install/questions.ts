// What does the doctor ask a hook? Calls under names that were never used before, some of which must be denied and some must pass: whoever only knows earlier ones cannot answer.

export interface Question {
  /** As the host would send it. Never run. */
  readonly command: string
  readonly must: 'deny' | 'pass'
}
/** From 0 to below 1. */
type Random = () => number

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'jo', 'ka', 'le', 'mi', 'no', 'pa', 're', 'so', 'tu', 'va', 'we', 'zi']
const ENDINGS = ['.md', '.txt', '.ts', '.py', '.go', '']

/** Denied by the floor or by self-protection in every preset and mode. `N`: any name; `L`: a letter of a disk; `D`: a digit. */
const DENIED = [
  'rm -rf /',
  'rm -r -f /',
  'rm -fr -- /',
  'rm --recursive --force /',
  'rm -rf ~',
  'rm -rf N /',
  'find / -delete',
  'find ~ -delete',
  'dd if=/dev/zero of=/dev/sdL bs=DM',
  'dd if=N of=/dev/sdL',
  'mkfs.ext4 /dev/sdLD',
  'wipefs -a /dev/sdL',
  'shred /dev/sdL',
  'cat N > /dev/sdL',
  'echo N > ~/.config/prudent/settings.yaml',
  'cp N ~/.config/prudent/bin/prudent-hook',
  'cp N ~/.config/prudent/N',
  'rm -rf ~/.config/prudent',
  'rm ~/.config/prudent/N',
  'mv ~/.local/state/prudent N',
  'prudent uninstall --yes',
  'prudent mode observe',
  'prudent allow N',
]
const PASSED = [
  'ls',
  'ls N',
  'ls -la N',
  'ls -l N N',
  'cat N',
  'cat rm-rf-N',
  'head -n D N',
  'tail -n D N',
  'wc -l N',
  'grep -rn N N',
  'grep -n prudent N',
  'grep -c mkfs N',
  'ls ~/.config/prudent',
  'cat ~/.config/prudent/settings.yaml',
  'pwd',
  'echo N',
  'echo N uninstall',
  'git status',
  'git log --oneline -n D',
  'git diff N',
  'test -f N',
]
/** `C`: the command. */
const AROUND = ['C', 'C', 'cd . && C', 'true && C', 'test -d N; C', '(C)', 'if true; then C; fi', 'x=N; C', 'pwd; C', 'C && echo N']
/** Some presets mind a shell in a shell, whatever it runs. */
const AROUND_DENIED = [...AROUND, "bash -c 'C'", 'sh -c "C"', "env N=1 bash -c 'C'"]

export const chosen = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
export const nameFrom = (random: Random): string => Array.from({ length: 2 + Math.floor(random() * 3) }, () => chosen(random, SYLLABLES)).join('')

function spelled(random: Random, frame: string): string {
  return frame
    .replaceAll(/(?<![\w~])N(?!\w)|(?<=-)N(?!\w)/g, () => `${nameFrom(random)}${chosen(random, ENDINGS)}`)
    .replaceAll(/(?<=\/dev\/sd)L/g, () => chosen(random, ['a', 'b', 'c', 'd', 'e']))
    .replaceAll(/(?<![A-Za-z])D(?=M|\b)|(?<=\/dev\/sd\w)D/g, () => String(1 + Math.floor(random() * 8)))
}

/** Two of each kind, in any order. `plain`: what starts the hook there is no POSIX shell, and nothing is put around them. */
export function questionsFrom(random: Random, plain = false): readonly Question[] {
  const asked = (must: Question['must'], frames: readonly string[], around: readonly string[]): Question => {
    const frame = plain ? 'C' : chosen(random, around)
    return {
      must,
      command: spelled(
        random,
        frame.replace('C', () => chosen(random, frames)),
      ),
    }
  }
  const denied = (): Question => asked('deny', DENIED, AROUND_DENIED)
  const passed = (): Question => asked('pass', PASSED, AROUND)
  const questions = [denied(), denied(), passed(), passed()]
  return questions
    .map((question) => ({ question, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ question }) => question)
}

/** Unlike `Math.random`, nobody can go on from what was seen of it. */
export const unguessable: Random = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
