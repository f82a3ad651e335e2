// Is a database that is a file kept where git does not have it, and do test databases and new ones stay nobody's business?
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('databases')
beforeAll(() => {
  disk.put({ 'data/seed.db': 'rows\n', '.gitignore': 'app.db\n' })
  disk.commit()
  disk.put({ 'data/app.db': 'rows\n', 'prisma/dev.db': 'rows\n', 'tests/app.db': 'rows\n', 'empty.sqlite': '' })
})

describe('a database that is a file', () => {
  test.each([
    'rm data/app.db',
    'rm -f data/app.db && npm run migrate',
    'touch data/app.db; rm data/app.db',
    '> data/app.db',
    ': > data/app.db',
    'truncate -s 0 data/app.db',
    'cp empty.sqlite data/app.db',
    'cd data && rm app.db',
    'python3 -c "import os; os.remove(\'data/app.db\')"',
    "node -e \"require('fs').unlinkSync('data/app.db')\"",
    "sqlite3 data/app.db 'drop table t'",
    'mv data/app.db data/new.db; rm data/new.db',
  ])('is asked about: %s', (command) => {
    expect(disk.verdict(command)).toBe('ask')
  })
  test.each([
    'rm data/seed.db',
    'rm -f data/new.db',
    'rm -f test.db',
    'rm prisma/dev.db && npx prisma migrate dev',
    'rm tests/app.db',
    'cp data/app.db data/app.backup.db',
    'cp data/app.db data/second.db',
    'cp data/app.db /tmp/app.db && sqlite3 /tmp/app.db "drop table users"',
    'sqlite3 data/new.db "create table a(i)" && rm data/new.db',
    'sqlite3 data/app.db "select count(*) from users"',
    'sqlite3 data/app.db .dump > dump.sql',
    'mv data/app.db data/app.old.db',
    'node app.js & sleep 2; curl -s localhost:3000; kill %1; rm -f server.db',
  ])('passes: %s', (command) => {
    const { verdict, reason } = disk.shell(command).decision
    expect([verdict, verdict === 'allow' ? '' : reason]).toEqual(['allow', ''])
  })
})
