// Does the person at the terminal agree? Only a clear yes counts.
import { createInterface } from 'node:readline/promises'

export async function agrees(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const said = await Promise.race([lines.question(`${question} [y/N] `), closed])
    return /^y(?:es)?$/i.test(said.trim())
  } finally {
    lines.close()
  }
}
