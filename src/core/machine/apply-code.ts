// What does code do, effect by effect? What its reader found becomes actions.
import type { Span, Word } from '../model.ts'
import { languageNamed } from '../languages/_book/book.ts'
import type { CodeEffect } from '../languages/_code/effects.ts'
import { givenWords } from '../languages/_code/given.ts'
import { printedBy } from '../languages/_code/printed.ts'
import { readCode } from '../languages/read-code.ts'
import { locate } from '../disk/paths.ts'
import { readOnce } from '../log/trace.ts'
import { union, unknownWord } from '../value/text.ts'
import { act } from './act.ts'
import type { Code, Execute } from './code.ts'
import { completeTakes, enteredFolder, placesBelow, takesOf, withSource } from './code-effects.ts'
import { applyPath } from './code-paths.ts'
import { notRead } from './effect.ts'
import { fromOf, isHanded } from './handed.ts'
import type { Handed } from './handed.ts'
import { localCode, placesOfTakenIn, withInterpreter } from './modules.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'
import { query } from './query.ts'
import { ONE } from './shown-secrets.ts'
import { keepCode, takenIn } from './trust.ts'

interface Doing {
  readonly language: string
  readonly span: Span
  /** What the code is handed. */
  readonly handed: Handed
  /** Runs what it runs in turn. */
  readonly execute: Execute
}
interface Told extends Doing {
  readonly text: string
  /** By which actions the text came about. */
  readonly from: readonly number[]
  readonly file: Code['file'] | undefined
  readonly called: Code['called'] | undefined
}

/** Carries out what a text does, as its reader says. */
export function applyCode(shell: Shell, told: Told): Word {
  const { language, text, from: codeFrom, span, file, called, handed } = told
  const { trace } = shell
  keepCode(shell, text)
  // What a file takes in depends on where it lies.
  const given = givenWords(languageNamed(trace.books.languages, language), text, shell.positional, file === undefined)
  const kind = `${language} ${file ?? ''} ${given === null ? '' : JSON.stringify(given.words)}`
  const effects = readOnce(trace, kind, text, () =>
    trace.budget.spendCode(text.length) ? readCode(language, text, trace.books, localCode(shell, language, file, span), given) : null,
  )
  if (effects === null) {
    act(notRead('too-much', 'high', `more ${language} code than is read for one call`), shell, span)
    return unknownWord('output', true, codeFrom)
  }
  const ids: (number | null)[] = []
  let asleep: Shell | null = null
  for (const effect of effects) {
    // What nobody is seen to call counts where nobody has looked at it yet, for less, and changes nothing for what comes after.
    if (effect.dormant === true && shell.trust !== 'nobody') {
      ids.push(null)
      continue
    }
    if (effect.dormant === true) asleep ??= fork(shell, { certain: false, later: called === true ? 'soon' : shell.later || true })
    const here = effect.dormant === true ? asleep! : shell
    const doing = effect.file === undefined ? here : takenIn(here, effect.file, language)
    const source = effect.file === undefined ? text : (shell.disk.contentAt(effect.file)?.text ?? '')
    const inFolder = effect.folder === undefined ? null : enteredFolder(doing, effect.folder)
    const apply = (one: Shell): number | null => applyEffect(one, withSource(one, effect, source), takesOf(effect, ids, codeFrom), told)
    const id = inFolder === null || effect.there !== true ? apply(doing) : null
    ids.push(inFolder === null ? id : apply(inFolder))
  }
  effects.forEach((effect, at) =>
    completeTakes(
      shell,
      ids[at] ?? null,
      effect.takes.filter((other) => other > at).map((other) => ids[other] ?? null),
    ),
  )
  const takes = union(
    ids.filter((id) => id !== null),
    fromOf({ ...handed, input: null }),
  )
  const said = printedBy(effects, text, trace.scene.home)
  return said === null ? unknownWord('output', true, takes) : { text: said, from: union(codeFrom, takes) }
}

function applyEffect(shell: Shell, effect: CodeEffect, given: readonly number[], { language, span, handed, execute }: Doing): number | null {
  // What it is handed it may send on, or write down.
  const takes = (effect.does === 'connect' || (effect.does === 'write' && effect.content == null)) && isHanded(handed) ? union(given, fromOf(handed)) : given
  const { trace } = shell
  const next = trace.actions.length
  switch (effect.does) {
    case 'read':
    case 'write':
    case 'delete':
      return applyPath(shell, effect, takes, handed, span)
    case 'run':
      shell.read.perform(shell, {
        words: withInterpreter(
          shell,
          effect.words.map((word) => ({ ...word, from: union(word.from, takes) })),
        ),
        assigns: [],
        stdin: null,
        span,
      })
      return trace.actions.length > next ? next : null
    case 'shell':
      execute(shell, { language: 'shell', code: { ...effect.text, from: union(effect.text.from, takes) }, origin: 'argument', span, stdin: null })
      return next
    case 'code':
      execute(shell, {
        language: effect.language || language,
        code: { ...effect.text, from: union(effect.text.from, takes) },
        origin: 'argument',
        span,
        stdin: null,
      })
      if (effect.decoded) trace.notes.decode(next)
      if (effect.decoded && effect.text.text === null && shell.trust === 'nobody')
        act(notRead('code-text', 'critical', 'code that is decoded first', takes), shell, span)
      return next
    case 'connect':
      return act(
        {
          do: 'connect',
          url: effect.url,
          sends: effect.sends,
          takes,
          method: effect.method,
          going: {
            body: effect.sends && handed.input !== null ? [handed.input] : [],
            along: [...(effect.told ?? []), ...handed.words],
            said: effect.along ?? [],
            takes,
          },
        },
        shell,
        span,
      )
    case 'query':
      query(shell, span, effect.engine, effect.text, null)
      return trace.actions.length > next ? next : null
    case 'environment':
      return act({ do: 'environment', ...(effect.one === undefined ? {} : { name: ONE[effect.one] }), takes }, shell, span)
    case 'signal':
      return act({ do: 'signal', target: effect.target, broad: effect.broad, takes }, shell, span)
    case 'change': {
      const places =
        effect.what === 'takes-in'
          ? placesOfTakenIn(shell, effect.target)
          : [...locate(shell, effect.target, effect.recursive).places, ...placesBelow(shell, effect, effect.target)]
      return act({ do: 'change', what: effect.what, target: effect.target, value: effect.value, recursive: effect.recursive, places, takes }, shell, span)
    }
    case 'network-shell':
      return act({ do: 'change', what: 'network-shell', target: null, takes }, shell, span)
    case 'print':
      return null
    case 'unknown':
      if (effect.detail === 'fork bomb') return act({ do: 'change', what: 'fork-bomb', target: null, takes }, shell, span)
      return act(notRead(effect.because, effect.could, effect.detail, takes), shell, span)
  }
}
