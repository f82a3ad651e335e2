// Follows a command's input and output: a redirect into a file is a write, into /dev/tcp a connection, into a descriptor what that leads to.
import type { Span, Word } from '../../model.ts'
import { manifestChanges } from '../../machine/manifests.ts'
import { switchesIn } from '../../machine/switched.ts'
import { writtenOut } from '../../disk/matches.ts'
import { contentOf, keepContent, pathText } from '../../disk/paths.ts'
import { union, unknownWord } from '../../value/text.ts'
import { hasGlob, joinWords } from '../../value/fields.ts'
import type { Redirection, SyntaxWord } from './parse.ts'
import type { Shell, Socket } from '../../machine/process.ts'
import { expandBody, expandValue, expandWord } from './words.ts'
import { setVariable } from '../../machine/env.ts'
import { connectTo, drain, feed, hear } from '../../machine/descriptors.ts'
import { notRead } from '../../machine/effect.ts'
import { act, actAll } from '../../machine/act.ts'

export interface Applied {
  readonly stdin: Word | null
  readonly socket: Socket | null
  /** Files that will hold the output. */
  readonly outputs: readonly { readonly target: Word; readonly append: boolean; readonly errorsOnly: boolean }[]
  /** Standard output goes somewhere else. */
  readonly captured: boolean
  /** Output goes out over this socket. */
  readonly sentTo: Socket | null
  /** Whoever reads at the other end of a descriptor that output goes to. */
  readonly heardBy: ((written: Word) => void) | null
  /** How many actions there were before the command. */
  readonly before: number
}

export function applyRedirects(shell: Shell, redirects: readonly Redirection[], span: Span): Applied {
  let stdin: Word | null = null
  let socket: Socket | null = null
  let sentTo: Socket | null = null
  let heardBy: Applied['heardBy'] = null
  let captured = false
  const outputs: { target: Word; append: boolean; errorsOnly: boolean }[] = []
  for (const redirect of redirects) {
    if (shell.trace.budget.spent) break
    const given = redirect.descriptor?.type === 'FileDescriptor' ? String(redirect.descriptor.value) : '0'
    const take = (input: Word): unknown => (given === '0' ? (stdin = input) : feed(shell, given, input))
    if (redirect.type === 'HereDoc') {
      take(redirect.delimiter?.quoted === true ? { text: redirect.body.text } : expandBody(shell, redirect.body.text, redirect.body.parts))
      continue
    }
    if (redirect.target === undefined) continue
    const target = redirect.type === 'HereString' ? expandValue(shell, redirect.target) : targetOf(shell, redirect.target)
    if (redirect.type === 'HereString') {
      take(joinWords([target, { text: '\n' }], ''))
      continue
    }
    const { descriptor, operator } = redirect
    const fd =
      descriptor === undefined
        ? operator.startsWith('<')
          ? '0'
          : '1'
        : descriptor.type === 'FileDescriptor'
          ? String(descriptor.value)
          : `{${descriptor.name}}`
    if (descriptor?.type === 'FileDescriptorVariable') setVariable(shell, descriptor.name, { text: `{${descriptor.name}}` })
    const text = pathText(shell, target)
    const network = /^\/dev\/(tcp|udp)\/([^/]*)\/?(.*)$/.exec(text)
    if (network !== null) {
      const opened = openSocket(shell, span, network[1] ?? 'tcp', network[2] ?? '', network[3] ?? '')
      connectTo(shell, fd, opened)
      if (fd === '0' || operator === '<>') socket = opened
      if (fd === '1' || operator === '&>' || operator === '>&') sentTo = opened
      if (fd === '1' || fd === '0' || operator === '>&' || operator === '&>') socket ??= opened
      if (operator.startsWith('<')) stdin = unknownWord('network', true, [opened.connect])
      else if (fd === '1' || operator === '&>' || operator === '>&') captured = true
      continue
    }
    if (operator === '<&' || operator === '>&') {
      if (/^\d*-./.test(text) && !/^\d*-$/.test(text)) act(notRead('unparsed', 'high', 'a redirection that hides a command'), shell, span)
      const source = text.replace(/-$/, '')
      const known = shell.sockets.get(source)
      if (known !== undefined) {
        connectTo(shell, fd, known)
        if (fd === '1' || fd === '0') socket = known
        if (operator === '>&' && fd !== '2') {
          sentTo = known
          captured = true
        }
        if (operator === '<&') stdin = unknownWord('network', true, [known.connect])
        continue
      }
      const taker = operator === '>&' ? shell.outputs.get(source) : undefined
      if (taker !== undefined) {
        if (fd !== '1' && fd !== '2') drain(shell, fd, taker)
        else if ('file' in taker) outputs.push({ target: taker.file, append: true, errorsOnly: fd === '2' })
        else if (fd === '1') heardBy = taker.hear
        if (fd === '1') captured = true
        continue
      }
      const input = operator === '<&' ? shell.inputs.get(source) : undefined
      if (input !== undefined) {
        if (fd === '0') stdin = input
        else feed(shell, fd, input)
        continue
      }
      if (/^\d*$/.test(source) || /^\{.*\}$/.test(source)) {
        if (fd === '1' && source === '2') captured = true
        continue
      }
    }
    if (operator === '<' || operator === '<&') {
      const id = act({ do: 'read', path: target, how: 'whole', named: 'redirection' }, shell, span)
      const read = id === null ? [] : [id]
      const content = contentOf(shell, target)
      const input = content === null ? unknownWord('file', true, read) : { ...content, from: union(content.from, read) }
      if (fd === '0') stdin = input
      else feed(shell, fd, input)
      continue
    }
    // Its own standard output by another name.
    if (fd === '1' && OWN_OUTPUT.test(text)) continue
    if (fd === '1' || operator === '&>' || operator === '&>>' || operator === '>&') captured = true
    else if (fd !== '2') drain(shell, fd, { file: target })
    outputs.push({ target, append: operator === '>>' || operator === '&>>', errorsOnly: fd !== '1' && operator !== '&>' && operator !== '&>>' })
  }
  return { stdin, socket, outputs, captured, sentTo, heardBy, before: shell.trace.actions.length }
}

const OWN_OUTPUT = /^\/(?:dev\/stdout|(?:dev|proc\/(?:self|thread-self))\/fd\/0*1)$/

/** A pattern stands for the one name that it matches. */
function targetOf(shell: Shell, word: SyntaxWord): Word {
  if (!/[*?[]/.test(word.text)) return expandValue(shell, word)
  const fields = expandWord(shell, word)
  // One of several patterns stands for a file, or the shell refuses the redirection.
  return fields.length === 1 || fields.some(hasGlob) ? (writtenOut(shell, fields).at(-1) ?? expandValue(shell, word)) : joinWords(fields)
}

function openSocket(shell: Shell, span: Span, protocol: string, host: string, port: string): Socket {
  const address: Word = { text: `${protocol}://${host}:${port}` }
  const connect = act({ do: 'socket', address, host }, shell, span)
  return { connect, address }
}

/** The run whose output is redirected: a redirection is its doing. */
function runOf(shell: Shell, before: number): number | null {
  const run = shell.trace.actions.slice(before).find((action) => action.does === 'run' && action.by === shell.by)
  return run?.id ?? shell.by
}

/** After the command ran: what it printed is now in the files, or gone over the network. */
export function finishRedirects(shell: Shell, applied: Applied, printed: Word, span: Span): Word {
  const by = runOf(shell, applied.before)
  for (const { target, append, errorsOnly } of applied.outputs) {
    const id = act(
      {
        do: 'write',
        path: target,
        how: append ? 'append' : 'truncate',
        named: 'redirection',
        takes: errorsOnly ? [] : (printed.from ?? []),
        ...(!append && !errorsOnly && printed.text === '' ? { marks: ['emptied'] } : {}),
        by,
      },
      shell,
      span,
    )
    if (!errorsOnly) hear(shell, target, printed)
    if (id === null || errorsOnly) continue
    if (printed.text !== null && target.text !== null) actAll(manifestChanges(shell.trace.books.places, target.text, printed.text), shell, span, by)
    actAll(switchesIn(shell, target, printed.text, printed), shell, span, by)
    keepContent(shell, target, append ? joinWords([contentOf(shell, target) ?? joinWords([unknownWord('file'), { text: '\n' }], ''), printed], '') : printed)
  }
  if (applied.sentTo !== null) {
    const { address } = applied.sentTo
    const host = /^\w+:\/\/(.*):/.exec(address.text ?? '')?.[1] ?? null
    const takes = printed.from ?? []
    act({ do: 'socket', address, host, going: { body: [printed], along: [], takes }, takes, by }, shell, span)
  }
  applied.heardBy?.(printed)
  return applied.captured ? { text: '' } : printed
}
