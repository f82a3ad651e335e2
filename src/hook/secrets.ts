// Where does the hook get the book of secrets from? Read once, when the first text must be masked or looked at.
import { packageData } from '../config/package-files.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import { redactSecrets } from '../core/secrets/scan.ts'

let kept: SecretBook | undefined

/** Throws when the package has none. */
export function bookIn(root: string): SecretBook {
  kept ??= (packageData(root).secrets as () => SecretBook)()
  return kept
}

export const redactorFor =
  (root: string) =>
  (text: string): string =>
    redactSecrets(text, bookIn(root))
