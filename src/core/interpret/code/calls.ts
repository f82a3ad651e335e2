// What do calls do that many languages share, and how are table entries written briefly?
import type { Meaning, Slot, Table } from './meaning.ts'
import type { PathHow } from '../../model.ts'

type More = Omit<Meaning, 'does'>
export const reads = (at: readonly Slot[] = [0], more: More = {}): Meaning => ({ does: 'read', at, gives: 'data', ...more })
export const writes = (at: readonly Slot[] = [0], how: PathHow = 'truncate', more: More = {}): Meaning => ({ does: 'write', at, how, gives: 'fresh', ...more })
export const deletes = (at: readonly Slot[] = [0], more: More = {}): Meaning => ({ does: 'delete', at, gives: 'fresh', ...more })
export const copies = (at: readonly Slot[] = [0], to: readonly Slot[] = [1], more: More = {}): Meaning => ({ does: 'copy', at, to, gives: 'fresh', ...more })
export const moves = (at: readonly Slot[] = [0], to: readonly Slot[] = [1], more: More = {}): Meaning => ({ does: 'move', at, to, gives: 'fresh', ...more })
export const opens = (to: readonly Slot[] = [1, 'mode'], more: More = {}): Meaning => ({ does: 'open', at: [0, 'file', 'path'], to, gives: 'file', ...more })
/** A second name for a file: what is written there later is written to both. */
export const hardLinks = (at: readonly Slot[] = [0], to: readonly Slot[] = [1]): Meaning => ({ ...writes(to, 'link'), and: reads(at, { how: 'link' }) })
export const lists = (gives: string, at: readonly Slot[] = [0]): Meaning => ({ does: 'read', how: 'list', at, gives })
export const shells = (at: readonly Slot[] = [0], more: More = {}): Meaning => ({ does: 'shell', at, gives: 'process', ...more })
export const connects = (at: readonly Slot[] = [0], more: More = {}): Meaning => ({ does: 'connect', at, gives: 'response', ...more })
export const gives = (result: string): Meaning => ({ gives: result })
export const evaluates = (at: readonly Slot[] = [0], language?: string): Meaning => ({ does: 'code', at, ...(language === undefined ? {} : { language }) })
export const changes = (what: string, at: readonly Slot[] = [0], to: readonly Slot[] = [1], more: More = {}): Meaning => ({
  does: 'change',
  what,
  at,
  to,
  gives: 'fresh',
  ...more,
})
export const prints: Meaning = { does: 'print', gives: 'fresh' }
export const sends: Meaning = { does: 'send' }
export const puts: Meaning = { does: 'put', gives: 'fresh' }
const sql = (at: readonly Slot[] = [0]): Meaning => ({ does: 'query', engine: 'sql', at, when: 'sql', gives: 'data' })

/** The same meaning under several names. */
export function each(names: string, meaning: Meaning, before = ''): Record<string, Meaning> {
  return Object.fromEntries(names.split(' ').map((name) => [before + name, meaning]))
}

export const ANY_CALLS: Table = {
  ...each('strip lstrip rstrip trim trimStart trimEnd chomp chop squeeze trim_end', gives('strip'), 'text#'),
  ...each('upper toUpperCase upcase', gives('upper'), 'text#'),
  ...each('lower toLowerCase downcase casefold', gives('lower'), 'text#'),
  ...each('encode toString to_s toText valueOf str freeze dup to_str normalize expandtabs html_safe force_encoding', gives('self-text'), 'text#'),
  ...each('replace replaceAll gsub sub tr', gives('replace'), 'text#'),
  ...each('split splitlines lines chars', gives('split'), 'text#'),
  ...each('reverse reversed', gives('reverse'), 'text#'),
  ...each(
    'startswith endswith startsWith endsWith includes test match isdigit count find index indexOf lastIndexOf search include? start_with? end_with? empty? nil? charCodeAt codePointAt localeCompare',
    gives('fresh'),
    'text#',
  ),
  'text#decode': gives('decode-self-by'),
  'text#join': gives('join-text'),
  'text#format': gives('format'),
  'text#concat': gives('concat'),
  'text#hex': gives('self'),
  'text#unpack': gives('unpack'),
  'text#unpack1': gives('unpack'),
  ...each('join', gives('join-list'), 'list#'),
  ...each('forEach map each flatMap each_with_index collect each_entry each_line flat_map', gives('each'), 'list#'),
  ...each('filter select reject sort sort_by sorted slice uniq compact reject! grep toSorted', gives('filter'), 'list#'),
  ...each('reverse toReversed', gives('reverse'), 'list#'),
  ...each('push append add unshift', gives('push'), 'list#'),
  'list#extend': gives('extend'),
  'list#concat': gives('extend'),
  'list#pack': gives('unpack'),
  'list#decode': gives('join-list'),
  'list#toString': gives('join-list'),
  ...each('length size count indexOf includes', gives('fresh'), 'list#'),
  ...each('each each_pair map', gives('each'), 'map#'),
  ...each('items entries', gives('pairs'), 'map#'),
  'map#values': gives('values'),
  'map#keys': gives('list'),
  'map#get': gives('lookup'),
  'map#fetch': gives('lookup'),
  'map#copy': gives('self'),
  'map#update': gives('self'),
  ...each('call', gives('call:skip'), 'function#'),
  'function#apply': gives('call:apply'),
  'function#bind': gives('bind'),
  'function#()': gives('call:all'),
  ...each('then', gives('settle'), '*#'),
  'list#then': gives('settle'),
  'text#then': gives('settle'),
  'map#then': gives('settle'),
  'environment#get': gives('environment-get'),
  'environment#fetch': gives('environment-get'),
  ...each('pop setdefault has key? include? delete any? update count slice dig', gives('fresh'), 'environment#'),
  ...each('items values each each_pair to_a inspect select map find filter reject sort', gives('pairs'), 'environment#'),
  'environment#each': gives('each'),
  'environment#each_pair': gives('each'),
  'environment#map': gives('each'),
  'environment#keys': gives('environment-names'),
  ...each('copy to_h to_hash toObject', gives('environment-copy'), 'environment#'),

  // Methods told by their name alone: what they are called on could not be followed.
  '*#rmtree': deletes([0, 'self'], { recursive: true }),
  ...each(
    'execute executemany executescript exec_driver_sql query raw $queryRawUnsafe $executeRawUnsafe $executeRaw $queryRaw unsafe read_sql prepare exec_query select_all mysqli_query pg_query',
    sql(),
    '*#',
  ),
  ...each('dropDatabase drop_database', { does: 'query', engine: 'mongo', at: [0], gives: 'fresh' }, '*#'),
  ...each('drop dropCollection drop_collection', { does: 'query', engine: 'mongo', at: [], when: 'no-arguments', gives: 'data' }, '*#'),
  ...each('deleteMany delete_many', { does: 'query', engine: 'mongo', at: [0], when: 'no-filter', gives: 'fresh' }, '*#'),
  ...each('remove destroy', { does: 'query', engine: 'mongo', at: [0], when: 'empty-filter', gives: 'fresh' }, '*#'),
  '*#flushall': { does: 'query', engine: 'redis', at: [], when: 'no-arguments', gives: 'fresh' },
  '*#flushdb': { does: 'query', engine: 'redis', at: [], when: 'no-arguments', gives: 'fresh' },
  '*#flushAll': { does: 'query', engine: 'redis', at: [], when: 'no-arguments', gives: 'fresh' },
  // Names that only services have.
  ...each(
    'delete_bucket delete_objects terminate_instances delete_db_instance delete_db_cluster delete_table delete_dataset delete_namespace delete_stack delete_cluster delete_volume delete_snapshot drop_all begin_delete recursiveDelete',
    changes('service-data', ['self'], [0]),
    '*#',
  ),
  ...each('write writelines puts print printf', puts, 'file#'),
  ...each('read readline readlines gets each_line', gives('data'), 'file#'),
  'file#truncate': puts,
  'file#end': puts,
  ...each('write print puts stdin_write communicate end', puts, 'process#'),
  ...each('send sendall sendto write puts print end printf', sends, 'socket#'),
  ...each('write end send body', sends, 'response#'),
  ...each('recv recvfrom read gets readline', gives('socket'), 'socket#'),
  'socket#makefile': gives('socket'),
  'socket#fileno': gives('socket'),
  'socket#detach': gives('socket'),
  'socket#accept': gives('accept'),
  ...each('bind listen settimeout setsockopt setblocking close', gives('fresh'), 'socket#'),
  ...each('pipe', { does: 'join-streams', gives: 'first' }, 'socket#'),
  'process#pipe': { does: 'join-streams', gives: 'first' },
}
