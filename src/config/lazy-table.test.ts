// Does a packed table read back as the object it was?
import { assert, dictionary, jsonValue, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { packTable, readTable } from './lazy-table.ts'

test('reads back what was packed, whatever the names and texts', () => {
  assert(
    property(
      dictionary(
        string().filter((name) => name !== '__proto__'),
        jsonValue({ maxDepth: 3 }),
      ),
      (table) => {
        const plain = JSON.parse(JSON.stringify(table)) as Record<string, unknown>
        const read = readTable<unknown>(Buffer.from(packTable(plain)))
        for (const name of Object.keys(plain).reverse()) expect(read[name]).toEqual(plain[name])
        expect(Object.keys(read).sort()).toEqual(Object.keys(plain).sort())
      },
    ),
  )
})

test('has only its own names', () => {
  const read = readTable<number>(Buffer.from(packTable({ a: 1, 'ö☃': 2, b: 3 })))
  expect([Object.hasOwn(read, 'a'), Object.hasOwn(read, 'constructor'), read['ö☃'], read['b']]).toEqual([true, false, 2, 3])
})
