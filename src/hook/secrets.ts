// Where does the hook get the book of secrets from? Read when the first text must be masked or looked at.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readBook } from '../core/secrets/compile.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import { redactSecrets } from '../core/secrets/scan.ts'

let kept: SecretBook | undefined

/** Throws when the package has none. */
export function bookIn(root: string): SecretBook {
  kept ??= readBook(JSON.parse(readFileSync(path.join(root, 'dist/data/secrets.json'), 'utf8')) as SecretBookData)
  return kept
}

export const redactorFor =
  (root: string) =>
  (text: string): string =>
    redactSecrets(text, bookIn(root))
