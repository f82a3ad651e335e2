// What was noticed on the way that is no action, and is asked about later? The only module that keeps it.
import type { Word } from '../model.ts'

/** Where files came to lie that nobody could read before: below a folder, or null for anywhere; the run that brought them, and those that it was asked for. */
interface Arrival {
  readonly folder: string | null
  readonly by: number
  readonly named: readonly string[]
}
/** A word of which a part is not known, by the run that it was handed to. */
export interface Named {
  readonly by: number
  readonly word: Word
  readonly inVariable: boolean
}
interface Code {
  readonly by: number | null
  readonly text: string
}
/** What patterns of this call may take besides what bash's take by itself. */
export interface Widened {
  /** Letters of either case. */
  readonly anyCase: boolean
  /** Names that begin with a dot. */
  readonly dotted: boolean
  /** As zsh and ksh spell them: `(a|b)`, `x(/)`, `^x`, `x~y`, and `=name` for where a command lies. */
  readonly zsh: boolean
}
const AS_USUAL: Widened = { anyCase: false, dotted: false, zsh: false }

/** Text that a program was made of. */
interface Source {
  readonly language: string
  readonly code: Word
  readonly file?: string
}

interface Listed {
  readonly items: readonly Word[]
  readonly cwd: string
}

export class Notes {
  readonly #decoders = new Set<number>()
  readonly #arrivals: Arrival[] = []
  readonly #handed: number[] = []
  readonly #named: Named[] = []
  readonly #told: number[] = []
  readonly #codes: Code[] = []
  readonly #listed = new Map<number, Listed>()
  readonly #sourced = new Map<string, string>()
  readonly #known = new Map<string, Map<string, unknown>>()
  readonly #built = new Map<string, readonly Source[]>()
  #isLoose = false
  #hasSubscripts = false
  #isAgain = false
  #widened = AS_USUAL
  #scratch = 0

  /** A run whose output is decoded from something (base64, xxd …). */
  decode(id: number): void {
    this.#decoders.add(id)
  }
  get hasDecoders(): boolean {
    return this.#decoders.size > 0
  }
  isDecoder(id: number): boolean {
    return this.#decoders.has(id)
  }

  /** By what a shell's text says anywhere: nobody follows where the option counts and where no more. */
  widen(text: string): void {
    const { anyCase, dotted, zsh } = this.#widened
    this.#widened = {
      anyCase: anyCase || ANY_CASE.test(text),
      dotted: dotted || DOTTED.test(text),
      zsh: zsh || ZSH.test(text),
    }
  }
  get widened(): Widened {
    return this.#widened
  }

  arrive(arrival: Arrival): void {
    this.#arrivals.push(arrival)
  }
  get arrivals(): readonly Arrival[] {
    return this.#arrivals
  }

  /** Code has run that nobody has committed: it may have written more than was seen. */
  loosen(): void {
    this.#isLoose = true
  }
  get isLoose(): boolean {
    return this.#isLoose
  }

  /** A program nobody described was handed a word that is not known: it may have changed what that names. */
  hand(id: number): void {
    this.#handed.push(id)
  }
  get handed(): readonly number[] {
    return this.#handed
  }

  /** A program was handed a name that is computed. */
  name(named: Named): void {
    this.#named.push(named)
  }
  get named(): readonly Named[] {
    return this.#named
  }

  /** A run of a program that is told what to do in a language of its own. */
  tell(id: number): void {
    this.#told.push(id)
  }
  get told(): readonly number[] {
    return this.#told
  }

  /** Code that was read, by the run that was given it: not what is committed, built or installed. */
  keepCode(by: number | null, text: string): void {
    this.#codes.push({ by, text })
  }
  get codes(): readonly Code[] {
    return this.#codes
  }

  /** What a program printed that lists names, and where it stood. */
  list(id: number, items: readonly Word[], cwd: string): void {
    this.#listed.set(id, { items, cwd })
  }
  listedBy(id: number): Listed | undefined {
    return this.#listed.get(id)
  }

  /** Somewhere a substitution stands in brackets, and somewhere values are taken for numbers: that would run it. */
  countSubscripts(): void {
    this.#hasSubscripts = true
  }
  get hasSubscripts(): boolean {
    return this.#hasSubscripts
  }

  /** Reads a loop a second time: those in it are not. */
  readAgain(read: () => void): void {
    this.#isAgain = true
    read()
    this.#isAgain = false
  }
  get isAgain(): boolean {
    return this.#isAgain
  }

  /** A secret that a file of the environment set in this shell. */
  source(name: string, value: string): void {
    this.#sourced.set(name, value)
  }
  get sourced(): ReadonlyMap<string, string> {
    return this.#sourced
  }

  /** What a compiler makes of a text, where it comes to lie. */
  build(path: string, source: Source): void {
    const known = this.#built.get(path) ?? []
    if (known.length < MOST_SOURCES) this.#built.set(path, [...known, source])
  }
  /** What a program was made of in this call, each told once. */
  takeSources(path: string): readonly Source[] {
    const sources = this.#built.get(path) ?? NO_SOURCES
    this.#built.delete(path)
    return sources
  }
  get hasBuilt(): boolean {
    return this.#built.size > 0
  }

  /** The number of the next `mktemp` folder. */
  nextScratch(): number {
    return ++this.#scratch
  }

  /** Reads a text once, however often it is run: by language and text, for the same file may be run a thousand times. */
  once<T>(kind: string, text: string, read: () => T): T {
    let same = this.#known.get(kind)
    if (same === undefined) this.#known.set(kind, (same = new Map()))
    if (!same.has(text)) same.set(text, read())
    return same.get(text) as T
  }
}

const NO_SOURCES: readonly Source[] = []
const MOST_SOURCES = 8
const ANY_CASE = /no_?case_?(?:glob|match)|unsetopt\b[^\n;]{0,80}\bcase_?glob|[#~]\(?#?i|\(#[a-z]{0,4}[il]/i
const DOTTED = /dot_?glob|glob_?dots|[*?\])]\([^()\n]{0,40}D/
const ZSH = /\b[zk]sh\b|extended_?glob|ksh_?glob|\bmksh\b/i
