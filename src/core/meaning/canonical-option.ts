// The name that an option goes by in a program's entry, from any of its spellings: what rules need to name options freely.
import type { Meaning, Program } from './entries.ts'

/** `-set` is `/set`, unless the program lists it so. */
const slashed = (program: Program, option: string): string =>
  /^-[a-z]/.test(option) && option !== '-h' && option !== '-help' && !Object.hasOwn(program.options, option) ? `/${option.slice(1)}` : option

/** `-f` → `--force` for a program and the words that follow it: what rules need to name options freely. */
export function canonicalOption(meaning: Meaning, program: string, words: readonly string[], option: string): string {
  let node = Object.hasOwn(meaning.programs, program) ? meaning.programs[program] : undefined
  let name = option
  for (let at = 0; node !== undefined; at++) {
    const normal: string =
      node.style === 'powershell'
        ? option.toLowerCase()
        : node.style === 'slash'
          ? slashed(node, option.toLowerCase())
          : node.style === 'single'
            ? option.replace(/^--/, '-')
            : option
    name = (Object.hasOwn(node.options, normal) ? node.options[normal]?.name : undefined) ?? (name === option ? normal : name)
    const next: string | undefined = words[at]
    node = next === undefined ? undefined : Object.hasOwn(node.subcommands, next) ? node.subcommands[next] : undefined
  }
  return name
}
