// What will this text become once it lies in that file? Scripts, recipes, hooks and CI steps are commands to come.
import type { Span } from '../../model.ts'
import { execute } from '../programs/execute.ts'
import { fork } from '../shell/state.ts'
import type { Shell } from '../shell/state.ts'

const LONGEST = 100_000
const MOST_COMMANDS = 200

/** Reads content as the commands it will become. Nothing happens for documents, data and ordinary source. */
export function readContent(shell: Shell, path: string, content: string, span: Span): void {
  if (content.length > LONGEST) return
  const later = { ...fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span }), later: true }
  for (const { language, code } of commandsIn(path, content).slice(0, MOST_COMMANDS)) execute(later, { language, code: { text: code }, origin: 'file', span, stdin: null })
}

interface Piece {
  readonly language: string
  readonly code: string
}

export function commandsIn(path: string, content: string): readonly Piece[] {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  if (/\.(?:sh|bash|zsh|ksh|command|envrc|profile)$/.test(name) || name === '.envrc' || /^\.(?:bash|zsh)(?:rc|_profile|env|login|logout)$/.test(name)) return [{ language: 'shell', code: content }]
  if (/\.(?:ps1|psm1)$/.test(name)) return [{ language: 'powershell', code: content }]
  if (/\.(?:bat|cmd)$/.test(name)) return [{ language: 'cmd', code: content }]
  if (/[\\/](?:\.git[\\/]hooks|\.husky|\.githooks)[\\/]/.test(path)) return [{ language: 'script', code: content }]
  if (/^(?:gnu)?makefile(?:\..*)?$|\.mk$|^justfile$/.test(name)) return recipes(content)
  if (name === 'package.json' || name === 'composer.json' || name === 'deno.json') return packageScripts(content)
  if (/^dockerfile|^containerfile|\.dockerfile$/.test(name)) return dockerRuns(content)
  if (isWorkflow(path, name)) return workflowSteps(content)
  if (/[\\/]cron(?:tab|\.d|\.daily|\.hourly|\.weekly|\.monthly)?(?:[\\/]|$)|\.cron$|^crontab$/.test(path)) return cronLines(content)
  if (content.startsWith('#!')) return [{ language: 'script', code: content }]
  return []
}

const isWorkflow = (path: string, name: string): boolean =>
  /\.ya?ml$/.test(name) && (/[\\/]\.(?:github[\\/]workflows|circleci|woodpecker|buildkite)[\\/]/.test(path) || /^(?:\.gitlab-ci|bitbucket-pipelines|azure-pipelines|\.travis|\.drone|action|cloudbuild|appveyor)\.ya?ml$/.test(name))

const shell = (code: string): Piece => ({ language: 'shell', code })

/** Recipe lines, a backslash joining them; make's `$$` is the shell's `$`, and its own variables stay unknown. */
function recipes(content: string): readonly Piece[] {
  const joined = content.replace(/\\\r?\n\s*/g, ' ')
  return joined.split(/\r?\n/).filter((line) => /^(?:\t| {2,})\S/.test(line)).map((line) => shell(line.trim().replace(/^[@+-]+/, '').replace(/\$\((\w+)\)/g, '${$1}').replaceAll('$$', '$')))
}

function packageScripts(content: string): readonly Piece[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    // An edit shows only a part: take what looks like a script entry.
    return [...content.matchAll(/"[\w:.-]{1,60}"\s*:\s*"((?:[^"\\]|\\.){1,2000})"/g)].filter((match) => /\s|&&|;/.test(match[1] ?? '')).map((match) => shell((match[1] ?? '').replace(/\\"/g, '"')))
  }
  const scripts = (parsed as { scripts?: unknown } | null)?.scripts
  if (typeof scripts !== 'object' || scripts === null) return []
  return Object.values(scripts).flat().filter((script) => typeof script === 'string').map(shell)
}

function dockerRuns(content: string): readonly Piece[] {
  const joined = content.replace(/\\\r?\n\s*/g, ' ')
  // A build runs inside its own container: only what reaches out of it matters, and rules see `at: container`.
  return joined.split(/\r?\n/).flatMap((line) => {
    const run = /^\s*RUN\s+(?:--\S+\s+)*(.+)$/i.exec(line)
    return run?.[1] === undefined || run[1].startsWith('[') ? [] : [{ language: 'container-shell', code: run[1] }]
  })
}

/** `run:` and `script:` steps, block or inline. */
function workflowSteps(content: string): readonly Piece[] {
  const lines = content.split(/\r?\n/)
  const pieces: Piece[] = []
  for (let at = 0; at < lines.length; at++) {
    const key = /^(\s*)(?:- )?(?:run|script|command|before_script|after_script)\s*:\s*(.*)$/.exec(lines[at] ?? '')
    if (key === null) continue
    const indent = (key[1] ?? '').length
    const inline = (key[2] ?? '').trim()
    if (inline !== '' && !/^[|>][+-]?$/.test(inline)) {
      pieces.push(shell(inline.replace(/^(["'])(.*)\1$/, '$2')))
      continue
    }
    const body: string[] = []
    while (at + 1 < lines.length && ((lines[at + 1] ?? '').trim() === '' || /^\s*/.exec(lines[at + 1] ?? '')?.[0].length! > indent)) body.push((lines[++at] ?? '').trim())
    pieces.push(shell(body.map((line) => line.replace(/^- /, '')).join('\n').replace(/\$\{\{[^}]*\}\}/g, '${EXPRESSION}')))
  }
  return pieces
}

const cronLines = (content: string): readonly Piece[] =>
  content.split(/\r?\n/).flatMap((line) => {
    const entry = /^\s*(?:@\w+|(?:[\d*,/A-Za-z-]+\s+){5})\s*(.+)$/.exec(line)
    return entry?.[1] === undefined || line.trimStart().startsWith('#') ? [] : [shell(entry[1])]
  })
