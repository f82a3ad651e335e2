// Reads lines of a notebook's cell that a shell runs.
import type { Span } from '../model.ts'
import { execute } from '../machine/execute.ts'
import type { Shell } from '../machine/process.ts'

/** `!rm x`: lines of a notebook that a shell runs, and cells that are all of one. */
export function inNotebook(shell: Shell, text: string, span: Span): void {
  const cell = /^\s*%%(?:bash|sh|script|!)[^\n]*\n([^]*)$/.exec(text)?.[1]
  const lines = cell ?? [...text.matchAll(/^[ \t]*(?:!{1,2}|%(?:sx|system)[ \t])(?!=)(.+)$/gm)].map((match) => match[1]).join('\n')
  if (lines !== '') execute(shell, { language: 'shell', code: { text: lines }, origin: 'argument', span, stdin: null })
}
