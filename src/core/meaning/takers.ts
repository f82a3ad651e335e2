// Which programs take such words? An index of the words and options with which programs do harm, made when the package is built from the entries and the examples of rules, for command lines whose program nobody knows.
import { keptByName } from '../text/kept.ts'
import type { Word } from '../model.ts'
import { findProgram, normaliseProgram } from './entries.ts'
import type { Meaning, Program } from './entries.ts'

/** So many of them are read for one command line; the others do much the same. */
const MOST = 4
/** `delete`, `system prune`, `-r`, `--force`, `of=` → programs, the best known first. */
export type Takers = Readonly<Record<string, readonly string[]>>

const WORD = /^[a-z][\w:.-]{1,40}$/
const OURS = /^prudent$/

/** From examples of what rules object to, and from what the entries say that programs without subcommands do with their options. */
export function makeTakers(meaning: Meaning, dangers: readonly string[]): Takers {
  const fame = new Map<string, number>()
  const found = new Map<string, Map<string, number>>()
  const note = (key: string, program: string, weight: number): void => {
    const programs = found.get(key) ?? new Map<string, number>()
    found.set(key, programs.set(program, (programs.get(program) ?? 0) + weight))
  }
  for (const danger of dangers) {
    for (const part of danger.split(/[;&|\n]+/)) {
      const words = part.trim().split(/\s+/)
      while (words.length > 1 && carries(meaning, words[0] ?? '')) words.shift()
      const name = normaliseProgram(meaning, words[0] ?? '')
      // What of ours is meant is looked at by itself.
      if (!WORD.test(name) || words.length === 1 || OURS.test(name)) continue
      const entry = findProgram(meaning, name)
      fame.set(name, (fame.get(name) ?? 0) + 1)
      if (isFlat(entry) || entry.traits?.includes('changes-nothing') === true) continue
      const [first, second] = words.slice(1).filter((word) => WORD.test(word))
      if (first === undefined || (entry.known && words[1]?.startsWith('-') === true && !Object.hasOwn(entry.subcommands, first))) continue
      note(first, name, 1)
      if (second !== undefined) note(`${first} ${second}`, name, 1)
    }
  }
  for (const [name, entry] of Object.entries(meaning.programs))
    if (isFlat(entry))
      for (const option of Object.keys(entry.options))
        if (!kills(entry) || /^-(?:\d+|[A-Z]{3,})$/.test(option)) note(entry.style === 'keyvalue' ? `${option}=` : option, name, fame.get(name) ?? 0)
  // A word that few examples have, as nearly any program might (`test`, `start`), says nothing by itself.
  const best = (key: string, programs: ReadonlyMap<string, number>): readonly string[] =>
    [...programs]
      .filter(([, weight]) => weight > (/^[a-z][^ ]*$/.test(key) ? 2 : 0))
      .toSorted(([a, m], [b, n]) => n - m || (fame.get(b) ?? 0) - (fame.get(a) ?? 0) || (a < b ? -1 : 1))
      .slice(0, MOST)
      .map(([name]) => name)
  // Of these nothing is said but by rules.
  for (const name of fame.keys()) if (isBare(findProgram(meaning, name))) note(`=${name}`, name, 1)
  return Object.fromEntries([...found].map(([key, programs]) => [key, best(key, programs)] as const).filter(([, programs]) => programs.length > 0))
}

const isBare = ({ known, subcommands, does, runs, reader, traits }: Program): boolean =>
  known && does.length === 0 && runs.length === 0 && reader === undefined && Object.keys(subcommands).length === 0 && traits?.includes('talks') !== true
/** Whether rules object to what this program does, though its entry says nothing of it. */
export const isJudged = (meaning: Meaning, program: string): boolean => listed(meaning, `=${program}`).length > 0

const carries = (meaning: Meaning, name: string): boolean => findProgram(meaning, name).runs.some(({ kind }) => kind === 'words')
const kills = ({ does }: Program): boolean => does.some(({ kind }) => kind === 'signal')

/** It has no subcommands, and deletes, kills, changes whose things are, sends or runs code by its options. */
const isFlat = ({ known, at, subcommands, does, runs }: Program): boolean =>
  known &&
  at === undefined &&
  Object.keys(subcommands).length === 0 &&
  ((runs.some(({ kind }) => kind === 'shell' || kind === 'code') && does.every(({ kind }) => kind !== 'connect')) ||
    (runs.length === 0 &&
      does.some(
        ({ kind, what, sends, how }) =>
          (kind === 'delete' && how !== 'move') ||
          kind === 'signal' ||
          (kind === 'change' && (what === 'mode' || what === 'owner')) ||
          (kind === 'connect' && Array.isArray(sends) && sends.some((one: string) => one.startsWith('-'))),
      )))

const listed = keptByName((meaning: Meaning, key): readonly string[] => {
  const { takers = {} } = meaning
  return (Object.hasOwn(takers, key) ? takers[key] : undefined) ?? []
})

/** The programs that these words, without the program's own, may be meant for. */
export function takersOf(meaning: Meaning, words: readonly Word[]): readonly string[] {
  const texts = words.slice(0, 12).map(({ text }) => text ?? '')
  const named = texts.filter((text) => WORD.test(text))
  // Behind an option its value may come first.
  for (let at = 0; at < (texts[0]?.startsWith('-') === true ? 3 : 1); at++) {
    const [first = '', second = ''] = named.slice(at)
    const takes = [...new Set([...listed(meaning, `${first} ${second}`), ...listed(meaning, first)])]
    if (takes.length > 0) return takes.slice(0, MOST)
  }
  const keys = texts.flatMap(keysOf)
  // Options alone are every program's: what they are given must be worth it.
  if (!texts.some((text) => WORTH.test(text) || (keys.length > 1 && ALL_HERE.test(text)))) return []
  const [takes = [], ...others] = keys.map((key) => listed(meaning, key))
  return takes.filter((name) => others.every((other) => other.includes(name)))
}
/** Something outside the folder it stands in, a web page, or code. */
const WORTH = /^(?:\/|~|\.\.(?:\/|$)|https?:)|\s/
const ALL_HERE = /^(?:\.\/?|\*)$/

/** `-rf` → `-r`, `-f`; `--force=x` → `--force`; `-9`. */
const keysOf = (text: string): readonly string[] =>
  /^-[A-Za-z]{2,5}$/.test(text) && !/^-[A-Z]{3}/.test(text)
    ? Array.from(text.slice(1), (letter) => `-${letter}`)
    : /^--?\w/.test(text)
      ? [text.split('=', 1)[0] ?? text]
      : []
