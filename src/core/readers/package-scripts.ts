// What would a script of package.json run? Its text, where it lies.
import type { Word } from '../model.ts'
import { parentOf } from '../text/path.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { runScript } from './script-settings.ts'

export function scriptsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const scripts = (JSON.parse(text.replace(/^\uFEFF/, '')) as { scripts?: unknown } | null)?.scripts
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function runAll(
  line: ReaderLine,
  file: string,
  scripts: Readonly<Record<string, unknown>> | null,
  names: readonly string[],
  args: string,
  main?: string,
): Word | null {
  const folder = parentOf(file)
  let printed: Word | null = null
  for (const name of names) {
    const script = scripts !== null && Object.hasOwn(scripts, name) ? scripts[name] : undefined
    const mark = `script ${folder} ${name}`
    if (typeof script !== 'string' || line.shell.calling.includes(mark)) continue
    printed = runScript(line, { file, folder, name: mark }, name === main && args !== '' ? `${script} ${args}` : script) ?? printed
  }
  return printed
}
