// How are many calls judged, one a line, in order, whatever the lines are?
import { once } from 'node:events'
import type { Decision } from '../core/model.ts'
import type { Checked, Gate } from '../gate/gate.ts'
import { decodeUtf8, idAtStart, LARGEST_TEXT, problem, readCallLine } from './call.ts'
import type { CallProblem } from './call.ts'

/** A line over the limit is known by its beginning only. */
interface Line {
  readonly bytes: Uint8Array
  readonly whole: boolean
}

/** One answer a line, never an exception. Looks at nothing but the line. */
function answerLine(gate: Gate, { bytes, whole }: Line): string {
  if (!whole)
    return JSON.stringify(
      refusal(problem('too-large', `a line of more than ${LARGEST_TEXT} bytes is not read: split the call`, idAtStart(Buffer.from(bytes).toString('latin1')))),
    )
  const text = decodeUtf8(bytes)
  if (text === null) return JSON.stringify(refusal(problem('not-utf8', 'this line is not UTF-8 text: what cannot be read is not judged')))
  const read = readCallLine(text)
  if (!read.ok) return JSON.stringify(refusal(read))
  try {
    return JSON.stringify({ id: read.id, ...answerFor(gate.check(read.call, read.scene)) })
  } catch {
    return JSON.stringify(refusal(problem('failed', 'the gate could not judge this call: a person must look at it', read.id)))
  }
}

export const answerOf = ({ verdict, reason, findings, warnings }: Decision): object => ({
  verdict,
  reason,
  findings: findings.map(({ rule, severity, confidence, title, instead, verdict: own, span }) => ({
    rule,
    severity,
    confidence,
    verdict: own,
    title,
    ...(instead === undefined ? {} : { instead }),
    span,
  })),
  ...(warnings.length > 0 ? { warnings } : {}),
})

/** With what may be called in its place, where the settings say that secrets are covered up. */
export const answerFor = ({ decision, instead }: Checked): object => ({
  ...answerOf(decision),
  ...(instead === undefined
    ? {}
    : { instead: { verdict: instead.decision.verdict, reason: instead.decision.reason, input: instead.call.input, secrets: instead.secrets } }),
})

export const refusal = ({ id, code, message }: CallProblem): object => ({ id, verdict: 'ask', reason: message, findings: [], error: { code, message } })

export async function answerLines(gate: Gate, input: AsyncIterable<Uint8Array>, output: NodeJS.WritableStream): Promise<void> {
  const write = async (line: string): Promise<void> => {
    if (!output.write(`${line}\n`)) await once(output, 'drain')
  }
  for await (const line of splitLines(input)) await write(answerLine(gate, line))
}

const HEAD = 400

/** Lines as bytes. The last one may lack its end. */
async function* splitLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = []
  let size = 0
  let head: Uint8Array = new Uint8Array()
  const take = (piece: Uint8Array): void => {
    if (size < HEAD) head = Buffer.concat([head, piece.subarray(0, HEAD - size)])
    size += piece.length
    if (size > LARGEST_TEXT) pieces = []
    else pieces.push(piece)
  }
  const line = (): Line => {
    const whole = size <= LARGEST_TEXT
    const bytes = whole ? Buffer.concat(pieces) : head
    pieces = []
    size = 0
    head = new Uint8Array()
    return { bytes, whole }
  }
  for await (const chunk of input) {
    let at = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
      take(chunk.subarray(at, end))
      yield line()
      at = end + 1
    }
    if (at < chunk.length) take(chunk.subarray(at))
  }
  if (size > 0) yield line()
}
