// How do tests write actions by hand, in one line each?
import type {
  Action,
  CallAction,
  CarryAction,
  ChangeAction,
  ConnectAction,
  ExecuteAction,
  PathAction,
  QueryAction,
  RunAction,
  SignalAction,
  Span,
  UnknownAction,
  Word,
} from '../src/core/model.ts'

type Given<T> = Partial<Omit<T, 'does'>>
const base = (id: number): { id: number; by: null; at: 'here'; as: 'user'; certain: true; span: Span; takes: [] } => ({
  id,
  by: null,
  at: 'here',
  as: 'user',
  certain: true,
  span: { field: 'command', start: id, end: id + 1 },
  takes: [],
})

export const word = (text: string | null): Word => (text === null ? { text: null, parts: [{ kind: 'unknown', name: 'X', mayBeEmpty: true }] } : { text })

/** `run(0, 'git push -f origin')`: words with a dash are flags, `--a=b` has a value, `?` is an unknown word. */
export const run = (id: number, line: string, given: Given<RunAction> = {}): RunAction => {
  const [program = '', ...words] = line.split(' ')
  const options = words
    .filter((one) => one.startsWith('-'))
    .map((one) => {
      const [name = '', ...rest] = one.split('=')
      return { name, value: rest.length === 0 ? (true as const) : word(rest.join('=')) }
    })
  const operands = words.filter((one) => !one.startsWith('-')).map((one) => word(one === '?' ? null : one))
  return { ...base(id), does: 'run', program, options, operands, assigns: [], dry: false, depth: 0, ...given }
}
const path =
  (does: PathAction['does']) =>
  (id: number, resolved: string | null, given: Given<PathAction> = {}): PathAction => ({
    ...base(id),
    does,
    how: 'whole',
    path: word(resolved),
    resolved,
    places: [],
    recursive: false,
    ...given,
  })
export const read = path('read')
export const write = path('write')
export const remove = path('delete')
export const change = (id: number, what: string, given: Given<ChangeAction> = {}): ChangeAction => ({
  ...base(id),
  does: 'change',
  what,
  target: null,
  places: [],
  value: null,
  recursive: false,
  ...given,
})
export const signal = (id: number, given: Given<SignalAction> = {}): SignalAction => ({ ...base(id), does: 'signal', target: null, broad: false, ...given })
export const connect = (id: number, url: string | null, given: Given<ConnectAction> = {}): ConnectAction => ({
  ...base(id),
  does: 'connect',
  url: word(url),
  host: url === null ? null : (/^[a-z]+:\/\/([^/:]+)/.exec(url)?.[1] ?? url),
  places: [],
  method: null,
  sends: false,
  ...given,
})
export const query = (id: number, kind: string, given: Given<QueryAction> = {}): QueryAction => ({
  ...base(id),
  does: 'query',
  engine: 'sql',
  class: kind,
  target: null,
  host: null,
  ...given,
})
export const call = (id: number, server: string | null, name: string, given: Given<CallAction> = {}): CallAction => ({
  ...base(id),
  does: 'call',
  tool: { server, name },
  arguments: {},
  ...given,
})
export const carry = (id: number, text: string, given: Given<CarryAction> = {}): CarryAction => ({
  ...base(id),
  does: 'carry',
  what: 'content',
  text,
  secrets: [],
  ...given,
})
export const execute = (id: number, text: string | null, given: Given<ExecuteAction> = {}): ExecuteAction => ({
  ...base(id),
  does: 'execute',
  language: 'shell',
  text,
  origin: 'argument',
  decoded: false,
  ...given,
})
export const unknown = (id: number, given: Given<UnknownAction> = {}): UnknownAction => ({
  ...base(id),
  does: 'unknown',
  because: 'code-text',
  could: 'high',
  detail: '',
  ...given,
})

export const readingOf = (...actions: readonly Action[]): { actions: readonly Action[]; needs: [] } => ({ actions, needs: [] })
