// What a piece of inline code would do, language by language, before the shell's meaning is applied to it.
import type { PathHow, Severity, Because, Word } from '../../model.ts'

export interface CodeEffectBase {
  /** Offsets in the code text. */
  readonly start: number
  readonly end: number
  /** Indexes (into the effect list) of the effects whose data this one takes in. */
  readonly takes: readonly number[]
  /** The file of the project that says so, where it is not the text that was given. */
  readonly file?: string
  /** It stands in a function that no call we can see reaches. */
  readonly dormant?: true
  /** The folder it happens in, if it was entered before; `there`: in no other. */
  readonly folder?: Word
  readonly there?: true
}
export type CodeEffect = CodeEffectBase &
  (
    | {
        readonly does: 'read' | 'write' | 'delete'
        readonly path: Word
        readonly how: PathHow
        readonly recursive: boolean
        /** It is looked for below the folder before its name. */
        readonly deep?: true
        /** What is copied or moved there. */
        readonly from?: readonly Word[]
        /** What is written, where all of it is known. */
        readonly content?: string | null
        /** What is read is printed where it was read. */
        readonly shown?: true
      }
    /** argv given as a list: no shell reads it. */
    | { readonly does: 'run'; readonly words: readonly Word[] }
    /** text given to a shell */
    | { readonly does: 'shell'; readonly text: Word }
    | { readonly does: 'code'; readonly language: string; readonly text: Word; readonly decoded: boolean }
    | {
        readonly does: 'connect'
        readonly url: Word
        readonly sends: boolean
        readonly method: string | null
        readonly along?: readonly string[]
        readonly told?: readonly Word[]
      }
    | { readonly does: 'query'; readonly engine: string; readonly text: Word }
    /** `one`: a variable whose name says that it holds a secret, and what is done with it. */
    | { readonly does: 'environment'; readonly one?: 'printed' | 'sent' }
    /** Only said: it does nothing, but what comes out may be run. */
    | { readonly does: 'print'; readonly text: Word }
    | { readonly does: 'signal'; readonly target: Word; readonly broad: boolean }
    | { readonly does: 'change'; readonly what: string; readonly target: Word; readonly value: Word | null; readonly recursive: boolean; readonly deep?: true }
    /** The process's standard streams are joined to a socket: a shell bound to a network. */
    | { readonly does: 'network-shell' }
    | { readonly does: 'unknown'; readonly because: Because; readonly could: Severity; readonly detail: string }
  )
