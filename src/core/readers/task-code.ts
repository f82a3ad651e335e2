// Which tasks does a Rakefile, a tasks.py or a noxfile.py hold? The part of the file that is one task's own, in its own language.
import { hasMoreRows, rowsOf } from '../text/rows.ts'
import { NOT_READ } from './task-files.ts'
import type { Step, Task, Tasks } from './task-files.ts'

const indentOf = (row: string): number => row.search(/\S|$/)

/** `task :x => [:y] do … end`, inside `namespace :n do`. What stands outside of tasks runs whichever is asked for. */
export function rakeTasks(text: string): Tasks {
  const all = new Map<string, Task>()
  const outside: string[] = []
  const spaces: { readonly name: string; readonly indent: number }[] = []
  if (hasMoreRows(text)) return NOT_READ
  const rows = rowsOf(text)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? ''
    const indent = indentOf(row)
    if (/^\s*end\b/.test(row)) while (spaces.length > 0 && (spaces.at(-1)?.indent ?? 0) >= indent) spaces.pop()
    const space = /^\s*namespace[ (]+[:"']([\w-]+)/.exec(row)?.[1]
    if (space !== undefined) {
      spaces.push({ name: space, indent })
      continue
    }
    const head = /^\s*(?:multitask|task|file)[ (]+(?::|["'])?([\w:./-]+)["']?(.*)$/.exec(row)
    const name = head?.[1]?.replace(/:$/, '')
    if (head === null || name === undefined) {
      if (!/^\s*(?:end|desc)\b/.test(row)) outside.push(row)
      continue
    }
    const rest = head[2] ?? ''
    const body: string[] = []
    if (/\bdo\b\s*(?:\|[^|]*\|\s*)?$/.test(rest))
      while (++at < rows.length && !(indentOf(rows[at] ?? '') <= indent && /^\s*end\b/.test(rows[at] ?? ''))) body.push(rows[at] ?? '')
    else if (/\bdo\b.*\bend\s*$/.test(rest)) body.push(/\bdo\b\s*(?:\|[^|]*\|)?(.*)\bend\s*$/.exec(rest)?.[1] ?? '')
    else body.push(/\{(?:\s*\|[^|]*\|)?(.*)\}\s*$/.exec(rest)?.[1] ?? '')
    const prefix = spaces.map((one) => `${one.name}:`).join('')
    const needs = needsIn(head[1]?.endsWith(':') === true ? rest : (/(?:=>|needs:)(.*)$/.exec(rest)?.[1] ?? ''))
    const steps: Step[] = [...needs.map((need) => ({ task: need })), ...needs.filter(() => prefix !== '').map((need) => ({ task: prefix + need }))]
    const before = all.get(prefix + name)?.steps ?? []
    all.set(prefix + name, { steps: [...before, ...steps, { text: asRuby(body), language: 'ruby' }] })
  }
  all.set('', { steps: [{ task: 'default' }] })
  all.set('\0always', { steps: [{ text: asRuby(outside), language: 'ruby' }] })
  return all
}

const needsIn = (text: string): readonly string[] => [...text.replace(/\bdo\b.*$/, '').matchAll(/(?::|["'])([\w:./-]+)/g)].map((found) => found[1] ?? '')

/** Rake's own `sh` and `rm_rf`, as Ruby has them. */
const asRuby = (rows: readonly string[]): string =>
  rows
    .join('\n')
    .replaceAll(/^(\s*)sh[ (]+(?=["'%])/gm, '$1system ')
    .replaceAll(/^(\s*)(rm_rf|rm_r|rm_f|rm|remove_dir|mv|cp_r|cp|chmod_R|chmod)\b/gm, '$1FileUtils.$2')

/** Functions that a decorator makes tasks: `c.run("…")` is text for a shell, `session.run("a", "b")` words. */
export function pythonTasks(text: string, mark: string): Tasks {
  const isMarked = (row: string): boolean => /^@(?:\w{1,60}\.)?(\w{1,60})\b/.exec(row)?.[1] === mark
  const all = new Map<string, Task>()
  const rows = rowsOf(text)
  const named: string[] = []
  if (hasMoreRows(text)) return NOT_READ
  for (let at = 0; at < rows.length; at++) {
    if (!isMarked(rows[at] ?? '')) continue
    const head = [rows[at] ?? '']
    while (++at < rows.length && !/^(?:async\s+)?def\s/.test(rows[at] ?? '')) head.push(rows[at] ?? '')
    const name = /^(?:async\s+)?def\s+(\w+)/.exec(rows[at] ?? '')?.[1]
    if (name === undefined) break
    const body: string[] = []
    while (at + 1 < rows.length && (/^\s/.test(rows[at + 1] ?? '') || (rows[at + 1] ?? '') === '' || (rows[at + 1] ?? '').startsWith(')')))
      body.push(rows[++at] ?? '')
    const needs = (/\bpre\s*=\s*\[([^\]]{0,400})\]/.exec(head.join(' '))?.[1] ?? /@task\(([\w\s,]{1,400})/.exec(head.join(' '))?.[1] ?? '')
      .split(',')
      .map((one) => one.trim())
    const task: Task = { steps: [...needs.filter((need) => /^\w+$/.test(need)).map((need) => ({ task: need })), ...callsIn(body.join('\n'))] }
    named.push(name)
    all.set(name, task)
    if (name.includes('_')) all.set(name.replaceAll('_', '-'), task)
  }
  all.set('', { steps: named.map((task) => ({ task })) })
  return all
}

const CALL =
  /\b(?:c|ctx|context|session|conn|connection)\.(?:run|sudo|run_always|run_install|local)\(\s*((?:[rf]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*,?\s*){1,40})/g

function callsIn(body: string): readonly Step[] {
  return [...body.matchAll(CALL)].map((found) => {
    const texts = [...(found[1] ?? '').matchAll(/([rf]{0,2})("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g)].map(([, mark, quoted]) => {
      const inner = (quoted ?? '').slice(1, -1).replaceAll(/\\(["'\\])/g, '$1')
      return mark?.includes('f') === true
        ? inner.replaceAll(/\{([^{}]{0,100})\}/g, (_, name: string) => (/^\w+$/.test(name) ? `\${${name}}` : '${value}'))
        : inner
    })
    const plain = (word: string): string => (/^[\w./:=@%+,~${}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
    return { text: texts.length === 1 ? (texts[0] ?? '') : texts.map(plain).join(' ') }
  })
}
