// How does the browser get the link? By a file for its owner alone that leads there: command lines are public.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Environment } from '../gate/seams.ts'
import { makeFolder } from '../gate/make-folder.ts'

/** Takes the file away again. */
export type Opening = () => void

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Null where no browser can be opened. */
export function openBrowser(url: string, state: string, env: Environment, platform: NodeJS.Platform): Opening | null {
  const [program, ...words] = PROGRAMS[platform] ?? []
  if (program === undefined || (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])) return null
  const folder = path.join(state, 'desk')
  const file = path.join(folder, `${randomBytes(8).toString('hex')}.html`)
  try {
    makeFolder(folder, 0o700)
    writeFileSync(file, leadingTo(url), { flag: 'wx', mode: 0o600 })
    const child = spawn(program, [...words, file], { stdio: 'ignore', detached: true, env: { ...env } })
    child.on('error', () => {})
    child.unref()
  } catch {
    return null
  }
  return () => rmSync(file, { force: true })
}

/** `url` is ours: digits, letters and what separates them. */
const leadingTo = (url: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${url}"><title>Prudent</title>\n`
