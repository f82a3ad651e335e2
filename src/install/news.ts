// What must the next answers say of what was found?
import { readText, replaceFile } from './files.ts'
import { NEWS_MS } from './ground-files.ts'
import type { News } from './ground-files.ts'

const MOST_NEWS = 5

/** Never throws: the log has it too. */
export function addNews(file: string, says: string, now: number): void {
  const read = readText(file)
  let news: readonly News[] = []
  try {
    news = JSON.parse(read.ok ? (read.text ?? '[]') : '[]') as readonly News[]
  } catch {
    // Whatever it was, it is news no more.
  }
  try {
    const fresh = (Array.isArray(news) ? news : []).filter(({ at }) => now - at < NEWS_MS)
    replaceFile(file, JSON.stringify([...fresh, { at: now, says, told: [] }].slice(-MOST_NEWS)), 0o600)
  } catch {
    // The log has it.
  }
}
