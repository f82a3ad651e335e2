// Does the hook join paths as Node does?
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { joined } from './plain-path.ts'

test('the same, whatever the parts', () => {
  const piece = fc.stringMatching(/^[./ab -]{0,6}$/)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (parts) => {
      expect(joined(...parts)).toBe(path.posix.join(...parts))
    }),
    { numRuns: 3000 },
  )
  expect(joined('/home/me', '.config/prudent', 'settings.yaml')).toBe('/home/me/.config/prudent/settings.yaml')
})
