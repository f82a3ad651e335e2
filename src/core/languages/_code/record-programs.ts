// Records which programs calls start: lines for a shell, lists of words, code of other languages.
import type { Word } from '../../model.ts'
import { isSet, option, pick } from './call.ts'
import type { Call, Meaning } from './call.ts'
import { flat, targets } from './conditions.ts'
import type { EffectList } from './effect-list.ts'
import type { CodeEffect } from './effects.ts'
import { elementsOf } from './members.ts'
import { alternatives, concat, fromOf, isDecoded, list, SOCKET, text, union, wordOf } from './values.ts'
import type { From, Value } from './values.ts'
import { waysOf } from './ways.ts'

const SHELLS = /^(?:.*\/)?(?:sh|bash|zsh|dash|ksh|ash)$/
export const isShellProgram = (name: string | null): boolean => SHELLS.test(name ?? '')
const isSocket = (value: Value | undefined): boolean => value !== undefined && fromOf(value).includes(SOCKET)
export const isTcp = (effect: CodeEffect): boolean => effect.does === 'connect' && (flat(effect.url).startsWith('tcp://') || effect.url.text === null)

export function onShellText(to: EffectList, value: Value, call: Call): number | null {
  let index: number | null = null
  for (const one of targets(value)) {
    if (one.is === 'constant' || one.is === 'function') continue
    const word = wordOf(one)
    const from = fromOf(one)
    const takes = to.taken(from, 'other', call)
    if (
      from.includes(SOCKET) ||
      call.args.some((arg) => arg !== value && (arg.is === 'map' || arg.is === 'list') && isSocket(arg)) ||
      (/[<>]&/.test(flat(word)) && to.effects.some(isTcp))
    )
      to.add(call, { does: 'network-shell' }, takes)
    // Decoded text is said to be so: what was hidden matters beside what it does.
    index = isDecoded(one)
      ? to.add(call, { does: 'code', language: 'shell', text: word, decoded: true }, takes)
      : to.add(call, { does: 'shell', text: word }, takes)
  }
  return index
}

/** Every value that a word may have is judged. */
export const onRun = (to: EffectList, values: readonly Value[], call: Call): number | null =>
  waysOf(values).reduce<number | null>((index, one) => runWords(to, one, call) ?? index, null)

function runWords(to: EffectList, values: readonly Value[], call: Call): number | null {
  const words: Word[] = values.map(wordOf)
  const from = values.reduce<From>((all, value) => union(all, fromOf(value)), [])
  if (words.length === 0) return null
  if (from.includes(SOCKET)) to.add(call, { does: 'network-shell' })
  if (['stdin', 'stdout', 'stdio', 'input'].some((name) => isSocket(option(call, name)))) to.add(call, { does: 'network-shell' })
  const input = option(call, 'input')
  if (input !== undefined && isShellProgram(words[0]!.text)) onShellText(to, input, call)
  return to.add(call, { does: 'run', words }, to.taken(from, 'other', call))
}

export function onWords(to: EffectList, meaning: Meaning, call: Call): number | null {
  const first = pick(call, meaning.at)
  if (first === undefined) return null
  if (meaning.shell !== undefined && isSet(call, meaning.shell)) {
    if (meaning.does === 'spawn') {
      let all: Value = first
      for (const word of elementsOf(pick(call, meaning.to) ?? list([])).items) all = concat(concat(all, text(' ')), word)
      return onShellText(to, all, call)
    }
    return onShellText(to, first.is === 'list' ? (first.items[0] ?? first) : first, call)
  }
  let index: number | null = null
  for (const one of alternatives(first)) {
    const second = pick(call, meaning.to)
    const more =
      meaning.every === true
        ? call.args.slice(Number(meaning.to?.[0] ?? 1))
        : second === undefined || second.is === 'map' || second.is === 'function'
          ? []
          : elementsOf(second).items
    index = onRun(to, [...(one.is === 'list' ? one.items : [one]), ...more.filter((value) => value.is !== 'map' && value.is !== 'function')], call)
  }
  return index
}

export function onCommand(to: EffectList, meaning: Meaning, call: Call): number | null {
  const given = call.args.slice(0, meaning.at === undefined ? undefined : 1).filter((value) => value.is !== 'map' && value.is !== 'function')
  if (given.length === 1 && given[0]!.is !== 'list') return onShellText(to, given[0]!, call)
  return given.length === 0
    ? null
    : onRun(
        to,
        given.flatMap((value) => (value.is === 'list' ? value.items : [value])),
        call,
      )
}

export function onCode(to: EffectList, value: Value | undefined, language: string, call: Call): number | null {
  if (value === undefined || value.is === 'function' || value.is === 'constant') return null
  let index: number | null = null
  for (const one of alternatives(value))
    index = to.add(call, { does: 'code', language, text: wordOf(one), decoded: isDecoded(one) }, to.taken(fromOf(one), 'other', call))
  return index
}

/** The streams of a process are joined to a socket. */
export function onJoinedStreams(to: EffectList, call: Call): number | null {
  const sides = [...(call.self === null ? [] : [call.self]), ...call.args]
  const process = sides.some((side) => side.is === 'thing' && side.kind === 'process')
  return sides.some(isSocket) && (process || !call.name.endsWith('pipe')) ? to.add(call, { does: 'network-shell' }) : null
}
