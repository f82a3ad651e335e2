// Which commands stand in a file, by its name and its form: scripts, recipes, build steps, hooks, services, schedules?
import { wordSet } from '../text/word-set.ts'

export interface Piece {
  readonly language: string
  readonly code: string
  /** What the file itself says its variables hold; null: something that is not known but there. */
  readonly variables?: ReadonlyMap<string, string | null>
}

export function commandsIn(path: string, content: string): readonly Piece[] {
  const read = readerOf(path)
  if (read !== undefined) return read(content, `/${path}`)
  return content.startsWith('#!') ? [{ language: 'script', code: content }] : []
}

/** What of it was not there before; of a file that is one text, the lines that an edit touches, whole. */
export function changedCommands(path: string, before: string, after: string): readonly Piece[] {
  const keyOf = ({ language, code, variables }: Piece): string => JSON.stringify([language, code, variables === undefined ? null : [...variables]])
  const known = new Set(commandsIn(path, before).map(keyOf))
  return commandsIn(path, after)
    .filter((piece) => !known.has(keyOf(piece)))
    .map((piece) => (piece.code === after ? { ...piece, code: changedLines(before, after) } : piece))
}

function changedLines(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const most = Math.min(old.length, fresh.length)
  let head = 0
  while (head < most && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++
  return fresh.slice(head, fresh.length - tail).join('\n')
}

/** Whether a file of that name or with that beginning holds commands at all. */
export const isRun = (path: string, content: string): boolean => content.startsWith('#!') || readerOf(path) !== undefined

function readerOf(path: string): Read | undefined {
  const small = path.toLowerCase()
  // Most of what is written: no pattern below holds for it.
  if (PLAIN.has(small.slice(small.lastIndexOf('.') + 1)) && !TELLING.some((word) => small.includes(word))) return undefined
  const name = small.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  // A relative path begins in a folder too.
  return KINDS.find(([test]) => test(name, `/${path}`))?.[1]
}

/** Source and prose, unless one of those words stands in the path. */
const PLAIN = wordSet('ts tsx mts cts js jsx mjs cjs vue svelte css scss html md mdx txt py rb go rs java kt c h cc cpp hpp cs php swift sql svg csv')
const TELLING = ['hooks', 'husky', 'cron', 'makefile', 'dockerfile', 'containerfile', 'procfile', 'jenkinsfile']

type Test = (name: string, path: string) => boolean
type Read = (content: string, path: string) => readonly Piece[]

const called =
  (pattern: RegExp): Test =>
  (name) =>
    pattern.test(name)
const lies =
  (pattern: RegExp): Test =>
  (_, path) =>
    pattern.test(path)
const whole =
  (language: string): Read =>
  (code) => [{ language, code }]
const shell = (code: string): Piece => ({ language: 'shell', code })

const KINDS: readonly (readonly [Test, Read])[] = [
  [called(/\.(?:sh|bash|zsh|ksh|command|envrc|profile)$|^\.envrc$|^\.(?:bash|zsh)(?:rc|_profile|env|login|logout)$/), whole('script')],
  [called(/\.(?:ps1|psm1)$/), whole('powershell')],
  [called(/\.(?:bat|cmd)$/), whole('cmd')],
  [lies(/[\\/](?:\.git[\\/]hooks|\.husky|\.githooks)[\\/][^\\/]*$/), whole('script')],
  [called(/^(?:gnu)?makefile(?:\..*)?$|\.mk$|^justfile$|^\.justfile$/), recipes],
  [called(/^(?:package|composer|deno)\.json$|^deno\.jsonc$/), packageScripts],
  [called(/^dockerfile|^containerfile|\.(?:docker|container)file$/), dockerRuns],
  [isWorkflow, workflowSteps],
  [lies(/[\\/]cron(?:tab|\.d|\.daily|\.hourly|\.weekly|\.monthly)?(?:[\\/]|$)|\.cron$|[\\/]crontab$/), cronLines],
  [
    called(/\.(?:service|socket|timer)$/),
    (content) => valuesOf(content, /^[ \t]*Exec(?:Start|Stop|Reload|StartPre|StartPost|StopPost|Condition)[ \t]*=[ \t]*[-+!@:]*(\S.*)$/gim),
  ],
  [called(/\.desktop$/), (content) => valuesOf(content, /^[ \t]*(?:Try)?Exec[ \t]*=[ \t]*(\S.*)$/gim)],
  [called(/^procfile(?:\..*)?$/), (content) => valuesOf(content, /^[A-Za-z0-9_-]{1,40}:[ \t]*(\S.*)$/gm)],
  [called(/^jenkinsfile|\.jenkinsfile$/), jenkinsSteps],
  [
    called(/^devcontainer\.json$|^\.devcontainer\.json$/),
    (content) =>
      valuesOf(
        content,
        /"(?:initializeCommand|onCreateCommand|updateContentCommand|postCreateCommand|postStartCommand|postAttachCommand)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g,
      ),
  ],
]

/** Steps of build servers, hook runners and task runners are written alike. */
function isWorkflow(name: string, path: string): boolean {
  if (!/\.ya?ml$/.test(name)) return false
  return (
    /[\\/]\.(?:github[\\/](?:workflows|actions)|circleci|woodpecker|buildkite|gitea|forgejo)[\\/]/.test(path) ||
    /^(?:\.gitlab-ci|.*\.gitlab-ci|bitbucket-pipelines|azure-pipelines.*|\.travis|\.drone|action|cloudbuild|appveyor|buildspec|lefthook|\.lefthook|\.pre-commit-config|taskfile|\.cirrus)\.ya?ml$/.test(
      name,
    )
  )
}

const valuesOf = (content: string, pattern: RegExp): readonly Piece[] =>
  [...content.matchAll(pattern)].map((match) => shell((match[1] ?? '').replace(/\\"/g, '"')))

/** Recipe lines, a backslash joining them; make's `$$` is the shell's `$`, and its own variables hold what the file says. */
function recipes(content: string): readonly Piece[] {
  const joined = content.replace(/\\\r?\n[ \t]*/g, ' ')
  const lines = joined.split(/\r?\n/)
  const variables = new Map<string, string | null>()
  for (const line of lines) {
    const set = /^(?:export\s+|override\s+)?([A-Za-z_][\w.-]{0,60})\s*(?::{0,3}|\?|\+|!)=\s*(.*)$/.exec(line)
    if (set?.[1] === undefined) continue
    const comment = (set[2] ?? '').indexOf(' #')
    const value = (set[2] ?? '')
      .slice(0, comment < 0 ? undefined : comment)
      .trim()
      .replace(/^(["'])([^"']*)\1$/, '$2')
    if (value !== '') variables.set(set[1], /[$`]/.test(value) ? null : value)
  }
  return lines
    .filter((line) => /^(?:\t| {2,})\S/.test(line))
    .map((line) => ({
      ...shell(
        line
          .trim()
          .replace(/^[@+-]+\s*/, '')
          .replace(/\$[({]([A-Za-z_][\w.-]*)[)}]/g, '${$1}')
          .replace(/\{\{\s*(\w+)\s*\}\}/g, '${$1}')
          .replaceAll('$$', '$'),
      ),
      variables,
    }))
}

function packageScripts(content: string): readonly Piece[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    // An edit shows only a part: take what looks like a script entry.
    return [...content.matchAll(/"[\w:.-]{1,60}"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g)]
      .filter((match) => /\s|&&|;/.test(match[1] ?? ''))
      .map((match) => shell((match[1] ?? '').replace(/\\"/g, '"')))
  }
  const { scripts, tasks } = (parsed ?? {}) as { scripts?: unknown; tasks?: unknown }
  return [scripts, tasks]
    .flatMap((table) => (typeof table === 'object' && table !== null ? Object.values(table).flat() : []))
    .filter((script) => typeof script === 'string')
    .map(shell)
}

function dockerRuns(content: string): readonly Piece[] {
  const joined = content.replace(/\\\r?\n\s*/g, ' ')
  // A build runs inside its own container: only what reaches out of it matters, and rules see `at: container`.
  return joined.split(/\r?\n/).flatMap((line) => {
    const run = /^\s*RUN\s+(?:--\S+\s+)*(.+)$/i.exec(line)
    return run?.[1] === undefined || run[1].startsWith('[') ? [] : [{ language: 'container-shell', code: run[1] }]
  })
}

const STEP = /^(\s*)(?:- )?(?:run|script|command|before_script|after_script|entry|cmd|bash|sh)\s*:\s*(.*)$/
const STEP_LIST = /^(\s*)(?:- )?(?:script|before_script|after_script|commands|cmds|run|install|before_install)\s*:\s*$/

/** `run:`, `script:` and `commands:` steps, block or inline. */
function workflowSteps(content: string): readonly Piece[] {
  const lines = content.split(/\r?\n/)
  const pieces: Piece[] = []
  const indentOf = (line: string): number => line.length - line.trimStart().length
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const key = STEP.exec(line) ?? STEP_LIST.exec(line)
    if (key === null) continue
    const indent = (key[1] ?? '').length
    const inline = (key[2] ?? '').trim()
    if (inline !== '' && !/^[|>][+-]?\d?$/.test(inline)) {
      const list = /^\[(.*)\]$/.exec(inline)?.[1]
      pieces.push(
        shell(
          expressions(
            list === undefined
              ? unquoted(inline)
              : list
                  .split(/,\s*(?=["'])/)
                  .map(unquoted)
                  .join('\n'),
          ),
        ),
      )
      continue
    }
    const body: string[] = []
    for (; at + 1 < lines.length; at++) {
      const next = lines[at + 1] ?? ''
      // A list may stand as far left as its key.
      if (next.trim() !== '' && indentOf(next) <= indent && !(inline === '' && indentOf(next) === indent && /^\s*- /.test(next) && !/^\s*- [\w-]+:/.test(next)))
        break
      body.push(next.trim())
    }
    pieces.push(shell(expressions(inline === '' ? body.map((one) => unquoted(one.replace(/^- /, ''))).join('\n') : body.join('\n'))))
  }
  return pieces
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text.trim())?.[2] ?? text
/** What the build server fills in is not known here, but it is there. */
const expressions = (text: string): string =>
  text
    .replace(/\$\{\{[^}]{0,400}\}\}/g, 'EXPRESSION')
    .replace(/\{\{[^}]{0,400}\}\}/g, 'EXPRESSION')
    .replace(/\$\[\[[^\]]{0,400}\]\]/g, 'EXPRESSION')

function jenkinsSteps(content: string): readonly Piece[] {
  const blocks = [...content.matchAll(/\b(?:sh|bat|powershell)[ \t(]{0,4}(?:script:[ \t]{0,4})?('''|""")([\s\S]{0,20000}?)\1/g)].map((match) =>
    shell(match[2] ?? ''),
  )
  const lines = [...content.matchAll(/\bsh[ \t(]{0,4}(?:script:[ \t]{0,4})?(["'])(?!\1)([^\n]{1,1000}?)\1/g)].map((match) => shell(match[2] ?? ''))
  return [...blocks, ...lines]
}

/** Files below /etc name a user between the time and the command. */
function cronLines(content: string, path: string): readonly Piece[] {
  const named = /cron\.d[\\/]|[\\/]etc[\\/]crontab$/.test(path)
  return content.split(/\r?\n/).flatMap((line) => {
    const entry = /^\s*(?:@\w+\s+|(?:[\d*,/A-Za-z-]+\s+){5})(\S.*)$/.exec(line)
    const command = named ? entry?.[1]?.replace(/^[\w-]+\s+/, '') : entry?.[1]
    return command === undefined || line.trimStart().startsWith('#') ? [] : [shell(command)]
  })
}
