// Ways to write a command otherwise that change nothing of what it does.

/** Only single simple commands can be prefixed; what the shell itself reads stays as it is. */
const isSimple = (command: string): boolean =>
  /^[A-Za-z./][\w./-]*(?: |$)/.test(command) &&
  !/[;&|<>\n`(){}]|\$\(|^(?:cd|export|source|eval|exec|unset|set|alias|trap|declare|local|read|hash|history|ulimit|umask|while|for|if|until|function|time|coproc|case|select|command|builtin|printf|echo|test|true|false)\b/.test(
    command,
  )
const firstWord = (command: string): string => command.split(' ', 1)[0] ?? ''
const rest = (command: string): string => command.slice(firstWord(command).length)
const quoted = (command: string): string => `'${command.replaceAll("'", `'\\''`)}'`

export const DISGUISES: Readonly<Record<string, (command: string) => string>> = {
  sudo: (command) => `sudo ${command}`,
  env: (command) => `env A=1 ${command}`,
  timeout: (command) => `timeout 5 ${command}`,
  nohup: (command) => `nohup nice -n 5 ${command}`,
  'absolute path': (command) => (firstWord(command).includes('/') ? command : `/usr/bin/${command}`),
  'quotes inside the name': (command) => `${firstWord(command).slice(0, 1)}''${firstWord(command).slice(1)}${rest(command)}`,
  'a backslash before the name': (command) => `\\${command}`,
  'a line continuation': (command) => `${firstWord(command)} \\\n${rest(command)}`,
  command: (command) => `command ${command}`,
}
export const WHOLE: Readonly<Record<string, (command: string) => string>> = {
  'bash -c': (command) => `bash -c ${quoted(command)}`,
  'cd . first': (command) => `cd . && ${command}`,
  'a group': (command) => `{ ${command}\n}`,
  'a subshell': (command) => `(${command}\n)`,
  eval: (command) => `eval ${quoted(command)}`,
  'a here-document': (command) => `bash <<'DISGUISE'\n${command}\nDISGUISE`,
}

const isWindows = (command: string): boolean =>
  /[A-Z][a-z]+-[A-Z]|%0\||\$env:|%[A-Z]+%|[A-Z]:\\|^(?:del|rd|reg|format|rmdir|sc|net|wmic|vssadmin|bcdedit|takeown|icacls|schtasks|taskkill|cipher|attrib|fsutil|diskpart|iex|iwr)\b/i.test(
    command,
  )

/** Whether a text means the same inside quotes, groups and here-documents. */
export const canBeWrapped = (command: string): boolean => !isWindows(command) && !/<<|#|^!|\$[1-9@*{]?[1-9@*]/.test(command)
/** Whether it means the same with a word before it. */
export const canBePrefixed = (command: string): boolean => isSimple(command) && !isWindows(command)
