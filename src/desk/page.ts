// Which files are the page? What the build has put into dist/desk, read once.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'

export interface PageFile {
  readonly type: string
  readonly bytes: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
const NONE = '<!doctype html><html lang="en"><title>Prudent</title><p>The page is missing from this package: see prudent doctor.</p>'

/** By path. */
export function pageFiles(folder = path.join(packageFolder(), 'dist/desk')): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  for (const name of namesIn(folder)) {
    const type = TYPES[path.extname(name)]
    if (type !== undefined) files.set(`/${name}`, { type, bytes: readFileSync(path.join(folder, name)) })
  }
  files.set('/', files.get('/index.html') ?? { type: TYPES['.html'] ?? '', bytes: Buffer.from(NONE) })
  return files
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
