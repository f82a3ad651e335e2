// What does a matcher know while it looks at one action of one call?
import type { Detection, Detector } from '../detectors/detector.ts'
import { detectorNeeds, detectors } from '../detectors/index.ts'
import type { Action, Facts, JsonObject, RunAction, ToolName, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { choosesProduction, reachesProduction, saysProduction } from '../text/production.ts'

/** One call as matchers see it, with what is looked up more than once kept. */
export interface Call {
  readonly actions: readonly Action[]
  readonly facts: Facts
  readonly text: string
  readonly field: string
  readonly action: (id: number) => Action | undefined
  readonly doneBy: (id: number) => readonly Action[]
  readonly takenBy: (id: number) => readonly number[]
  readonly tool: ToolName | null
  readonly input: JsonObject
  /** The tool's name and its input as JSON, as some pattern lists are written for. */
  readonly json: () => string
  /** A production marker is among the words of the action or of a run that leads to it. */
  readonly saysProduction: (action: Action) => boolean
  readonly detect: (name: string) => Detection | null
  /** Room for what one matcher works out once for the whole call. */
  readonly once: Map<object, unknown>
}

/** One try of one rule: which reading of the operands counts, and where the operands begin. */
export interface Trial {
  readonly call: Call
  readonly otherwise: boolean
  /** How many operands the matched `run` path took. */
  base: number
}

/** Whether one of these names the tool of this call; `shell` means every shell. */
export const covers = (tools: readonly string[], { actions, tool }: Pick<Call, 'actions' | 'tool'>): boolean =>
  tools.includes('shell') && !actions.some((one) => one.does === 'call' && one.by === null)
    ? true
    : tool !== null && tools.some((glob) => compileGlob(glob, { separators: false })(glob.startsWith('mcp__') ? fullName(tool) : tool.name))

/** The same deed on the path that links lead to; null where no link is on the way. */
export const whereItLeads = (action: Action | null): Extract<Action, { does: 'read' | 'write' | 'delete' }> | null =>
  action !== null && 'leads' in action && action.leads !== undefined ? { ...action, resolved: action.leads } : null

/** `action` is null when the call as a whole is looked at. */
export type Matcher = (action: Action | null, trial: Trial) => boolean

/** What was called, where that is known. */
export interface Called {
  readonly tool?: ToolName
  readonly input?: JsonObject
}

export const fullName = (tool: ToolName): string => (tool.server === null ? tool.name : `mcp__${tool.server}__${tool.name}`)

export const callOf = (actions: readonly Action[], facts: Facts, text: string, field: string, called: Called = {}): Call => {
  const { tool = null, input = {} } = called
  let byId: Map<number, Action> | null = null
  let children: Map<number, Action[]> | null = null
  let takers: Map<number, number[]> | null = null
  const found = new Map<string, Detection | null>()
  const given = { actions, text, field }
  let json: string | null = null
  const call: Call = {
    actions,
    facts,
    text,
    field,
    action: (id) => {
      // Ids are usually positions; the map is for when they are not.
      const guess = actions[id]
      if (guess?.id === id) return guess
      byId ??= new Map(actions.map((one) => [one.id, one]))
      return byId.get(id)
    },
    tool,
    input,
    json: () => (json ??= tool === null ? JSON.stringify(input) : `${fullName(tool)} ${JSON.stringify(input)}`),
    saysProduction: (action) => speaks(action),
    doneBy: (id) => {
      children ??= group(
        actions,
        (one) => (one.by === null ? [] : [one.by]),
        (one) => one,
      )
      return children.get(id) ?? []
    },
    takenBy: (id) => {
      takers ??= group(
        actions,
        (one) => one.takes,
        (one) => one.id,
      )
      return takers.get(id) ?? []
    },
    detect: (name) => {
      const needed = NEEDS.get(name)
      if (needed !== undefined && !hasKind(actions, needed)) return null
      const kept = found.get(name)
      if (kept !== undefined) return kept
      const detection = DETECTORS.get(name)?.(given) ?? null
      found.set(name, detection)
      return detection
    },
    once: new Map(),
  }
  const speaks = productionIn(call)
  return call
}

/** Whether a marker of production stands among the words of an action, of runs that lead to it, of what these are told by, or in what the call chose to work on. */
function productionIn(call: Call): (action: Action) => boolean {
  const marked = new Map<number, boolean>()
  let chosen: boolean | null = null
  const isMarked = (action: Action): boolean => {
    let known = marked.get(action.id)
    if (known === undefined)
      marked.set(action.id, (known = saysProduction(wordsOf(action)) || (action.does === 'run' && reachesProduction(action.stdin?.text ?? ''))))
    return known
  }
  const isSaid = (action: Action): boolean => isMarked(action) || ancestors(action, call).some(isMarked)
  const isTold = (id: number): boolean => {
    const teller = call.action(id)
    return teller !== undefined && isSaid(teller)
  }
  return (action) =>
    (chosen ??= choosesProduction(call.text)) ||
    isSaid(action) ||
    // `DATABASE_URL=$(heroku config:get … -a app-prod)`
    [action, ...ancestors(action, call)].some((one) => tellersOf(one).slice(0, MOST_TOLD_BY).some(isTold))
}
const MOST_TOLD_BY = 16
const tellersOf = (action: Action): readonly number[] =>
  action.does === 'run' ? [...action.takes, ...action.assigns.flatMap(({ value }) => value.from ?? [])] : action.takes
// Quicker asked than objects with as many names.
const DETECTORS: ReadonlyMap<string, Detector> = new Map(Object.entries(detectors))
const NEEDS: ReadonlyMap<string, Action['does']> = new Map(Object.entries(detectorNeeds))

const hasKind = (actions: readonly Action[], kind: Action['does']): boolean => {
  for (const { does } of actions) if (does === kind) return true
  return false
}

const group = <T>(actions: readonly Action[], keys: (action: Action) => readonly number[], value: (action: Action) => T): Map<number, T[]> => {
  const groups = new Map<number, T[]>()
  for (const action of actions) {
    for (const key of keys(action)) {
      const members = groups.get(key)
      if (members === undefined) groups.set(key, [value(action)])
      else members.push(value(action))
    }
  }
  return groups
}

const DEEPEST = 64
/** The runs that lead to an action, nearest first. */
export const ancestors = (action: Action, call: Call): RunAction[] => {
  const runs: RunAction[] = []
  let by = action.by
  for (let steps = 0; by !== null && steps < DEEPEST; steps++) {
    const parent = call.action(by)
    if (parent === undefined) break
    if (parent.does === 'run') runs.push(parent)
    by = parent.by
  }
  return runs
}

/** All texts an action names, for markers and shapes. */
const wordsOf = (action: Action): readonly Word[] => {
  const known = (...texts: readonly (string | null)[]): Word[] => texts.filter((one) => one !== null).map((one) => ({ text: one }))
  switch (action.does) {
    case 'run':
      return [
        { text: action.program },
        ...action.operands,
        ...action.options.flatMap((one) => (one.value === true ? [] : [one.value])),
        ...action.assigns.map((one) => one.value),
      ]
    case 'read':
    case 'write':
    case 'delete':
      return [action.path]
    case 'change':
      return [...(action.target === null ? [] : [action.target]), ...(action.value === null ? [] : [action.value])]
    case 'signal':
      return action.target === null ? [] : [action.target]
    case 'connect':
      return [action.url]
    case 'query':
      return known(action.target, action.host)
    case 'call':
      return known(action.tool.server, action.tool.name)
    case 'execute':
    case 'carry':
      return []
    case 'unknown':
      return []
  }
}
