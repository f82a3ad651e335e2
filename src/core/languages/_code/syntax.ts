// What shape does code have once its own language is forgotten? (One small tree that every language is turned into.)

/** What is used of a lezer tree; structural, so that the core imports no parser. */
export interface SyntaxNode {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly firstChild: SyntaxNode | null
  readonly nextSibling: SyntaxNode | null
}
export interface SyntaxTree {
  readonly topNode: SyntaxNode
}

interface At {
  readonly start: number
  readonly end: number
}
export interface Argument {
  readonly name: string | null
  readonly value: Code
  readonly spread: boolean
}
export interface Parameter {
  readonly target: Code
  readonly fallback: Code | null
  /** Takes all that is left. */
  readonly rest: boolean
}
export type FunctionCode = At & { readonly is: 'function'; readonly name: string | null; readonly parameters: readonly Parameter[]; readonly body: Code }

export type Code = At &
  (
    | { readonly is: 'constant'; readonly value: string | number | boolean | null }
    | { readonly is: 'name'; readonly name: string }
    | { readonly is: 'member'; readonly of: Code; readonly key: string | Code }
    | { readonly is: 'slice'; readonly of: Code; readonly reversed: boolean; readonly from: number | null; readonly to: number | null }
    | { readonly is: 'call'; readonly callee: Code; readonly args: readonly Argument[] }
    /** Text with holes; `tag` is a function that reads it, as zx's $. */
    | { readonly is: 'template'; readonly parts: readonly Code[]; readonly tag: Code | null }
    | { readonly is: 'binary'; readonly op: string; readonly parts: readonly Code[] }
    /** One of several values; `test` only decides which. */
    | { readonly is: 'choice'; readonly test: Code | null; readonly options: readonly Code[] }
    | { readonly is: 'list'; readonly items: readonly Code[] }
    | { readonly is: 'spread'; readonly of: Code }
    | { readonly is: 'map'; readonly entries: readonly { readonly key: string | Code | null; readonly value: Code }[] }
    | FunctionCode
    | { readonly is: 'class'; readonly name: string | null; readonly methods: readonly Code[] }
    | { readonly is: 'assign'; readonly target: Code; readonly value: Code; readonly op: '=' | '+='; readonly declares: boolean }
    | { readonly is: 'module'; readonly name: string; readonly member: string | null }
    | { readonly is: 'block'; readonly body: readonly Code[] }
    | { readonly is: 'branches'; readonly tests: readonly Code[]; readonly bodies: readonly Code[]; readonly total: boolean }
    | { readonly is: 'loop'; readonly target: Code | null; readonly over: Code | null; readonly body: Code; readonly endless: boolean }
    | {
        readonly is: 'comprehension'
        readonly loops: readonly { readonly target: Code; readonly over: Code }[]
        readonly tests: readonly Code[]
        readonly item: Code
      }
    | { readonly is: 'return'; readonly value: Code | null }
    | { readonly is: 'regex' }
    /** Read for what its parts do; its own value is not known. `plain`: says nothing about them (a comparison). */
    | { readonly is: 'opaque'; readonly parts: readonly Code[]; readonly plain: boolean }
  )

/** Deeper nesting than people write; what lies below is not read, and that is said. */
export const MAX_DEPTH = 300

/** How a language's front end tells that it did not read all. */
export interface Parsed {
  readonly code: Code
  readonly tooDeep: boolean
  /** The parser took something for what it is not: what stands there may not be in the tree. */
  readonly guessed?: true
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

/** What a parser inserts where the text is not what it expected. */
const ERROR = '\u26a0'
/** Did the parser lose its way anywhere? Of several ways to read a text it follows only some, so valid code may be among that. */
export function hasErrors(top: SyntaxNode): boolean {
  const open: SyntaxNode[] = [top]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.name === ERROR) return true
    for (let child = node.firstChild; child !== null; child = child.nextSibling) open.push(child)
  }
  return false
}

export const opaque = (at: At, parts: readonly Code[], plain = false): Code => ({ is: 'opaque', parts, plain, start: at.start, end: at.end })

const LEAVES = /\b(?:break|return|exit|_exit|wait|waitpid|waitall|accept|sleep|raise|throw|die|last)\b/
/** Does this loop body, as text, have a way to stop or to wait? */
export const hasWayOut = (text: string): boolean => LEAVES.test(text)
