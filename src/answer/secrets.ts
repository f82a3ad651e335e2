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

/** `own`: the book with the person's own kinds. */
export const redactorFor =
  (root: string, own?: () => SecretBook | null) =>
  (text: string): string =>
    redactSecrets(text, own?.() ?? bookIn(root))
