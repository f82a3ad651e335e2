// prudent completion: how does a shell complete our words?
import { EXIT } from '../command.ts'
import type { CommandSpec } from '../command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]
const PRESETS = 'standard relaxed strict bare'

/** The commands it completes are given, so that nobody keeps a second list. */
export const completion = (others: readonly CommandSpec[]): CommandSpec => {
  const self: CommandSpec = {
    name: 'completion',
    summary: 'print a completion script for your shell',
    operands: [{ name: 'shell', summary: 'bash, zsh or fish', required: true }],
    options: [],
    examples: [
      ['eval "$(prudent completion bash)"', 'in ~/.bashrc'],
      ['eval "$(prudent completion zsh)"', 'in ~/.zshrc, after compinit'],
      ['prudent completion fish | source', 'in config.fish'],
    ],
    run: ({ operands: [shell = ''] }, io) => {
      if (!SHELLS.includes(shell as Shell)) {
        io.note(`no completion for \`${shell}\`: write bash, zsh or fish`)
        return EXIT.usage
      }
      io.out(scriptFor(shell as Shell, [...others, self]))
      return EXIT.allow
    },
  }
  return self
}

const namesOf = (spec: CommandSpec): string[] => [...spec.options.map(({ flags }) => longOf(flags)), '--help']
const longOf = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags
const innerOf = (spec: CommandSpec): string[] => (spec.name === 'completion' ? [...SHELLS] : (spec.commands ?? []).map(({ name }) => name))
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function scriptFor(shell: Shell, specs: readonly CommandSpec[]): string {
  if (shell === 'fish') return fishScript(specs)
  const cases = specs.map((spec) => `    ${spec.name}) words="${[...innerOf(spec), ...namesOf(spec)].join(' ')}" ;;`)
  const body = [
    '_prudent() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words=""',
    '  case "$previous" in',
    `    --preset) COMPREPLY=($(compgen -W "${PRESETS}" -- "$current")); return ;;`,
    '    --cwd|--home|--project) COMPREPLY=($(compgen -d -- "$current")); return ;;',
    '  esac',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    '  esac',
    `  [ "$COMP_CWORD" -eq 1 ] && words="${specs.map(({ name }) => name).join(' ')} --help --version"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _prudent prudent',
  ]
  return `${(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit', ...body] : body).join('\n')}\n`
}

function fishScript(specs: readonly CommandSpec[]): string {
  const lines = ['complete -c prudent -f']
  for (const spec of specs) {
    lines.push(`complete -c prudent -n __fish_use_subcommand -a ${spec.name} -d ${quoted(spec.summary)}`)
    const within = `-n '__fish_seen_subcommand_from ${spec.name}'`
    for (const inner of innerOf(spec)) lines.push(`complete -c prudent ${within} -a ${inner}`)
    for (const { flags, summary } of spec.options) {
      const values = longOf(flags) === '--preset' ? ` -a '${PRESETS}'` : ''
      lines.push(`complete -c prudent ${within} -l ${longOf(flags).slice(2)}${flags.includes('<') ? ' -r' : ''}${values} -d ${quoted(summary)}`)
    }
  }
  return `${lines.join('\n')}\n`
}
