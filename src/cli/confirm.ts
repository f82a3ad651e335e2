// Does the person at the terminal agree? Only a clear yes counts.
import { createInterface } from 'node:readline/promises'

/** `show` is what `d` shows, once; then the question is put again. */
export async function agrees(question: string, show: (() => void) | null = null): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const ask = async (choice: string): Promise<string> => (await Promise.race([lines.question(`${question} ${choice} `), closed])).trim()
    const first = await ask(show === null ? '[y/N]' : '[y/N/d]')
    if (show === null || !/^d(?:iff)?$/i.test(first)) return isYes(first)
    show()
    return isYes(await ask('[y/N]'))
  } finally {
    lines.close()
  }
}

const isYes = (said: string): boolean => /^y(?:es)?$/i.test(said)
