// Which keys may a pack, a preset and a settings file have, and what does each mean?
import { either, flag, key, list, many, map, named, number, object, required, text, word, yes } from './description.ts'
import type { Key, Shape } from './description.ts'
import { SEVERITIES, VERDICTS } from '../rules/verdicts.ts'

const PATH_HOWS = ['whole', 'append', 'truncate', 'create', 'move', 'copy', 'edit', 'link', 'list', 'shred', 'pattern'] as const
const REASONS = [
  'unparsed',
  'program-name',
  'code-text',
  'script-file',
  'arithmetic',
  'control-character',
  'too-large',
  'too-deep',
  'too-much',
  'shape',
] as const

const verdict = word(...VERDICTS)
const globs = many(text('glob'))
const range = object({ min: key('at least this many', number(0, 1_000_000)), max: key('at most this many', number(0, 1_000_000)) })
const match = named('match', () => matchShape)

const places: Record<string, Key> = {
  place: key('it lies in any of these places', many(text('place'))),
  places: key('it lies in all of these places', many(text('place'))),
  'not-place': key('it lies in none of these places', many(text('place'))),
}
const pathKind = (verb: string): Key =>
  key(
    `a path is ${verb}: \`true\`, a glob of the resolved path, or conditions`,
    either(
      yes,
      text('path-glob'),
      list(text('path-glob'), 1),
      object({
        ...places,
        path: key('glob of the resolved path, `/`-separated', many(text('path-glob'))),
        name: key('glob of the last component', globs),
        how: key(`how it is ${verb}`, many(word(...PATH_HOWS))),
        recursive: key('with everything below it', flag),
        resolved: key('whether the whole path is known', flag),
      }),
    ),
  )

const runKeys: Record<string, Key> = {
  options: key(
    'conditions on the options, by any listed spelling',
    object({
      any: key('at least one of these options', many(text('option'))),
      all: key('each of these options', many(text('option'))),
      none: key('none of these options', many(text('option'))),
      is: key('option name to glob of its value', map('option', globs)),
    }),
  ),
  operands: key(
    'conditions on the words after the matched path',
    object({
      any: key('some operand matches one of these globs', globs),
      all: key('each of these globs is matched by some operand', globs),
      none: key('no operand matches any of these globs', globs),
      first: key('the first operand matches', globs),
      last: key('the last operand matches', globs),
      place: key('some operand names a path in one of these places', many(text('place'))),
      count: key('how many operands there are', either(number(0, 1_000_000), range)),
      unknown: key('whether some operand could not be known', flag),
    }),
  ),
  env: key('variable name to glob of the value it is given', map('variable', globs)),
  depth: key('through how many carriers it is run', range),
  dry: key('`true`: dry runs match too', flag),
  barred: key('whether a look says that it cannot do its work: nobody is logged in where it would have to be', flag),
}

const patternKeys: Record<string, Key> = {
  on: key('which text: `call-json`, `command` (unless said), `segment`, `path`, `content`, `carry` or `argument:NAME`', text('text-on')),
  as: key('how the pattern is meant: `regex` unless said', word('regex', 'substring', 'glob')),
  case: key('whether upper and lower case differ: `sensitive` unless said', word('sensitive', 'insensitive')),
  'look-around': key('the regex looks around itself: it is tried on small pieces of the text only', flag),
}

const kindKeys: Record<string, Key> = {
  run: key('the program and its first words; `*` one word, `**` any number, `{a,b}` either', many(text('run'))),
  read: pathKind('read'),
  write: pathKind('written'),
  delete: pathKind('deleted'),
  change: key(
    'something is changed: what, or conditions',
    either(
      yes,
      text(),
      list(text(), 1),
      object({
        ...places,
        what: key('mode, owner, account, service, schedule, firewall …', many(text())),
        target: key('glob of what is changed', globs),
        value: key('glob of what it becomes', globs),
        recursive: key('with everything below it', flag),
      }),
    ),
  ),
  signal: key('a process is signalled', either(yes, object({ broad: key('whether it hits many processes', flag), target: key('glob of the target', globs) }))),
  connect: key(
    'a connection goes out',
    either(
      yes,
      object({
        ...places,
        host: key('glob of the host', globs),
        url: key('glob of the URL', globs),
        method: key('HTTP method, any case', many(text())),
        sends: key('whether it carries data outwards', flag),
      }),
    ),
  ),
  query: key(
    'a database statement: its class, or conditions',
    either(
      yes,
      text(),
      list(text(), 1),
      object({
        class: key('drop, truncate, delete-all …', many(text())),
        engine: key('sql, mongo, redis …', many(text())),
        target: key('glob of the table, key or collection', globs),
        host: key('glob of the server', globs),
      }),
    ),
  ),
  execute: key(
    'text is run as code',
    either(
      yes,
      object({
        language: key('shell, python, javascript …', many(text())),
        origin: key('where the code comes from', many(word('argument', 'stdin', 'file', 'output'))),
        decoded: key('whether some decoder produced it', flag),
        known: key('whether its text is known', flag),
      }),
    ),
  ),
  unknown: key(
    'something could not be read',
    either(
      yes,
      object({
        because: key('why', many(word(...REASONS))),
        could: key('how bad it could be: exactly one of these', many(word(...SEVERITIES))),
      }),
    ),
  ),
  call: key(
    'a tool of a server is called',
    either(
      yes,
      object({
        server: key('glob of the server, or `null` for a tool of the host itself', either(text('glob'), list(text('glob'), 1), { is: 'null' })),
        name: key('glob of the tool', globs),
        destructive: key('whether its server says that it destroys', flag),
        argument: key(
          'one of its arguments, at any depth; names and values are compared as they are and in lower case with `_` between words',
          object({ name: required('glob of its name', globs), value: key('glob of its value, or of one in its list', globs) }),
        ),
      }),
    ),
  ),
  flow: key('data of one action reaches another', object({ from: required('where the data comes from', match), to: required('where it ends up', match) })),
  text: key(
    'text that matches a pattern: the last resort',
    object({
      regex: key('a pattern of our own; a leading `(?i)` means any case', text('regex')),
      ...patternKeys,
      pattern: key('what is looked for: any of these', many(text('pattern'))),
      keywords: key('the pattern is tried only where one of these occurs, in any case', list(text('line'), 1)),
    }),
  ),
  detector: key('a named function of the gate', text('detector')),
  all: key('every one of these, on the same action', list(match, 1)),
  any: key('at least one of these, on the same action', list(match, 1)),
  not: key('not this, on the same action', match),
}
export const KINDS = Object.keys(kindKeys)
export const RUN_KEYS = Object.keys(runKeys)

const commonKeys: Record<string, Key> = {
  at: key('where it happens', many(word('here', 'container', 'remote'))),
  as: key('as whom', word('user', 'root')),
  by: key('some run that leads to it matches this', match),
  did: key('the run that itself does it matches this', match),
  tool: key('glob of the name of the tool that is called', globs),
  certain: key('whether it happens on every path', flag),
}
const matchShape: Shape = object({ ...kindKeys, ...runKeys, ...commonKeys })

const whenKeys: Record<string, Key> = {
  branch: key('glob of the current branch, or `default`', globs),
  environment: key('the environment this runs in', many(word('production', 'staging', 'development'))),
  time: key('between these times of day', object({ from: required('as 22:00', text('clock')), to: required('as 06:00', text('clock')) })),
  production: key('a production marker is among the words', yes),
}
const when = named('when', () => object({ ...kindKeys, ...runKeys, ...commonKeys, ...whenKeys }))

const json: Shape = named('json', () => either(text(), flag, { is: 'null' }, number(-1_000_000, 1_000_000), list(json), map('any', json)))
const example = named('example', () =>
  either(
    text(),
    object({
      command: key('the whole command', text()),
      tool: key('another tool than the shell, as `Write` or `mcp__server__tool`', text('line')),
      input: key('what that tool is given', map('any', json)),
      annotations: key(
        'what its server says of it',
        object({ destructiveHint: key('it destroys', flag), readOnlyHint: key('it only reads', flag), openWorldHint: key('it reaches the outside', flag) }),
      ),
      cwd: key('the folder it is run in', text('line')),
      home: key('the home folder', text('line')),
      project: key('the project folder', text('line')),
      committed: key('files of the folder that git holds just so: path and text', map('any', text())),
      'logged-out': key('a look says that nobody is logged in to a registry of packages', yes),
    }),
  ),
)

const rule = named('rule', () =>
  object({
    id: required('`family.thing`, readable after "allow"', text('rule-id')),
    severity: required('how bad it is', word(...SEVERITIES)),
    title: required('what would happen, lower case, no full stop', text('line')),
    why: required('one or two sentences a tired person understands', text()),
    instead: key('the safer way, as a command where there is one', text('line')),
    status: key('stable unless said; `profile` is silent unless a preset names it', word('stable', 'preview', 'deprecated', 'profile')),
    confidence: key('0 to 100; follows from status unless said', number(0, 100)),
    general: key('says where, or how little is known, more than what: of findings as bad, the others lead', flag),
    platforms: key('where it matters, if not everywhere', list(word('linux', 'macos', 'windows'), 1)),
    verdict: key('imported packs only: the verdict itself; `allow` ends an ordered pack for this command', verdict),
    match: required('what it matches: one action kind or combinator, with conditions', match),
    unless: key('exceptions, on the same action', either(match, list(match, 1))),
    raise: key(
      'what lifts the severity',
      list(object({ when: required('a match or context', when), to: required('the severity it is lifted to', word(...SEVERITIES)) }), 1),
    ),
    hits: key('whole commands that must produce this finding', list(example)),
    misses: key('whole commands that must not produce this finding', list(example)),
  }),
)

const override = either(
  word(...VERDICTS, 'off'),
  object({
    verdict: required('allow, ask, deny or off', word(...VERDICTS, 'off')),
    reason: key('why, for whoever reads this later', text('line')),
  }),
)
const severityKeys = (make: typeof key): Record<string, Key> =>
  Object.fromEntries(SEVERITIES.map((one) => [one, make(`the verdict of ${one} findings`, verdict)]))
const choiceKeys: Record<string, Key> = {
  thresholds: key(
    'findings below these are dropped',
    object({ severity: key('the least severity', word(...SEVERITIES)), confidence: key('the least confidence', number(0, 100)) }),
  ),
  profile: key('which profile rules are switched on, as globs', list(text('rule-glob'))),
  overrides: key('rule id or `family.*` to a verdict or `off`', map('rule-glob', override)),
}

const fence = word('off', 'warn', 'ask', 'deny')
const secretFence = word('off', 'warn', 'redact', 'ask', 'deny')

export const packShape: Shape = object({
  pack: required('the name of this pack', text('line')),
  title: required('what it is about', text('line')),
  floor: key('denied, or with `ask` at least asked about, in every preset and mode; only the administrator lifts these rules', either(flag, word('ask'))),
  imported: key("from another system's format: rules may say their verdict and need no examples", flag),
  ordered: key('one unit: for each simple command the first rule that matches decides', flag),
  rules: required('the rules', list(rule)),
})
const sandboxKey = key(
  'the fence round the project and the approved folders',
  object({
    outside: key('what lies beyond it', object({ read: key('when it is read', fence), write: key('when it is written', fence) })),
    tools: key('globs of the tools the fence holds for; all unless said', list(text('glob'), 1)),
  }),
)
const secretsKey = key(
  'what is done about a secret',
  object({
    prompts: key('in what a person says', secretFence),
    content: key('in what is written into files', secretFence),
    arguments: key('in what is handed to tools', secretFence),
    commands: key('on a command line', secretFence),
  }),
)

export const presetShape: Shape = object({
  name: required('the name of this preset', text('line')),
  title: required('whom it suits', text('line')),
  severity: required('severity to verdict', object(severityKeys(required))),
  otherwise: required('the verdict when nothing is found', verdict),
  ...choiceKeys,
  packs: key(
    'the packs that count whole; all unless said. The floor, what `profile` names, and what settings name or bring, counts in any case',
    list(text('line')),
  ),
  tools: key('globs of the tools that rules speak of, `shell` for every shell; all unless said', list(text('glob'), 1)),
  sandbox: sandboxKey,
  secrets: secretsKey,
  case: key('whether upper and lower case differ in a plain line of `custom_patterns`: `insensitive` unless said', word('sensitive', 'insensitive')),
  question: key('what a person is asked in the end, as `Proceed? [y/N]`; `{confidence}` stands for how sure the rule is', text('line')),
  approvals: key(
    'where the settings say nothing',
    object({ timeout: key('seconds, or `none`: as long as the agent waits', either(number(5, 3600), word('none'))) }),
  ),
  on_config_error: key('where the settings say nothing: `ask`, `deny` or `open`', word('ask', 'deny', 'open')),
  resolve_names: key('where the settings say nothing: whether names are looked up when everything else allows a call', flag),
  kinds: key('kinds of secrets that are looked for besides, as in `secrets/`', list(map('any', json))),
  audit: key('where the settings say nothing', object({ content: key('how much of a call is written down', word('truncated', 'redacted', 'none')) })),
})
export const settingsShape: Shape = object({
  preset: key('the preset to start from', text('line')),
  severity: key('severity to verdict', object(severityKeys(key))),
  otherwise: key('the verdict when nothing is found', verdict),
  ...choiceKeys,
  lock: key('administrator only: rule globs or keys that other layers may only tighten; `true` locks all', either(yes, list(text('rule-glob'), 1))),
  custom_patterns: key(
    'patterns that are asked about when a command holds one',
    list(
      either(
        text('pattern'),
        object({
          pattern: required('what is looked for', text('pattern')),
          ...patternKeys,
          verdict: key('`ask` unless said', word('ask', 'deny')),
          title: key('what would happen, lower case, no full stop', text('line')),
        }),
      ),
    ),
  ),
  sensitive_paths: key('paths that are asked about before they are written or deleted', list(text('line'))),
  sandbox: sandboxKey,
  secrets: secretsKey,
})
