// Where does whoever answers get the book of secrets from? Read once, when the first text must be masked or looked at.
import { packageData } from '../config/package-files.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import { redactSecrets } from '../core/secrets/scan.ts'

let kept: SecretBook | undefined

/** Throws when the package has none. */
export function bookIn(root: string): SecretBook {
  kept ??= (packageData(root).secrets as () => SecretBook)()
  return kept
}

/** `own`: the book with the person's own kinds. A long text is looked through once, whoever shows or writes it. */
export function redactorFor(root: string, own?: () => SecretBook | null): (text: string) => string {
  const known = new Map<string, string>()
  const redact = (text: string): string => redactSecrets(text, own?.() ?? bookIn(root))
  return (text) => {
    if (text.length < LONG) return redact(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const made = redact(text)
    if (known.size < MOST_KNOWN) known.set(text, made)
    return made
  }
}
const LONG = 1024
const MOST_KNOWN = 8
