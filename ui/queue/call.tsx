// The call itself, all of it, behind a bar that it cannot leave: its fields as text, a change as a diff.
import type { AskedCall, AskedField, Span } from '../../src/core/model.ts'
import type { JSX } from '../lib.ts'
import { linesOf, Plain, SignedLine } from '../parts/text.tsx'
import { around, changePair, diffLines } from './diff.ts'

/** Longer ones are folded, and must be unfolded before anybody can say yes. */
const MOST_LINES = 40
const SHOWN_LINES = 24

const toolOf = ({ tool }: AskedCall): string => (tool.server === null ? tool.name : `${tool.server}/${tool.name}`)

const SIGNS = { same: ' ', gone: '−', new: '+' } as const

/** What each field is drawn as. */
function bodyOf(
  call: AskedCall,
  marks: readonly Span[] = [],
): readonly { readonly name: string; readonly note: string; readonly lines: readonly JSX.Element[] }[] {
  const { fields } = call
  const pair = fields.some(({ cut }) => cut) ? null : changePair(fields.map(({ name }) => name))
  const textOf = (name: string): string => fields.find((field) => field.name === name)?.text ?? ''
  return fields.flatMap((field) => {
    if (pair !== null && field.name === pair[1]) return []
    if (pair !== null && field.name === pair[0])
      return [{ name: `${pair[0]} → ${pair[1]}`, note: 'the change', lines: changed(textOf(pair[0]), textOf(pair[1])) }]
    if (field.before !== undefined && !field.cut) return [{ name: field.name, note: 'replaces the whole file', lines: changed(field.before, field.text) }]
    return [
      {
        name: field.name,
        note: noteOf(field, fields),
        lines:
          field.cut && field.text === ''
            ? [<em key="cut">too long to be shown</em>]
            : linesOf(
                field.text,
                marks.filter((mark) => mark.field === field.name),
              ),
      },
    ]
  })
}

const changed = (before: string, after: string): readonly JSX.Element[] =>
  around(diffLines(before, after)).map((line, at) =>
    line.kind === 'skipped' ? (
      <span class="line skipped" key={at}>
        {`… ${line.count} lines as they are\n`}
      </span>
    ) : (
      <SignedLine key={at} sign={SIGNS[line.kind]} kind={line.kind} text={line.text} />
    ),
  )

const FILES = ['file_path', 'path', 'filePath', 'filename']
const noteOf = ({ name, cut }: AskedField, fields: readonly AskedField[]): string =>
  cut ? 'not shown whole' : name === 'content' && fields.some((other) => FILES.includes(other.name)) ? 'becomes the whole file' : ''

export const isLong = (calls: readonly AskedCall[]): boolean => calls.some((call) => bodyOf(call).some(({ lines }) => lines.length > MOST_LINES))

interface CallProps {
  readonly call: AskedCall
  /** Where rules object. */
  readonly marks: readonly Span[]
  readonly isOpen: boolean
  readonly onOpen: () => void
}
export function Call({ call, marks, isOpen, onOpen }: CallProps): JSX.Element {
  const isAlone = call.fields.length === 1
  return (
    <div class="call" role="group" aria-label="the call">
      <h4>
        <Plain text={toolOf(call)} />
      </h4>
      {bodyOf(call, marks).map(({ name, note, lines }) => {
        const isFolded = !isOpen && lines.length > MOST_LINES
        return (
          <div class="field" key={name}>
            {(!isAlone || note !== '') && (
              <p class="name">
                <Plain text={name} />
                {note !== '' && <span class="note">{note}</span>}
              </p>
            )}
            <pre>
              <code>{isFolded ? lines.slice(0, SHOWN_LINES) : lines}</code>
            </pre>
            {isFolded && (
              <button type="button" class="unfold" onClick={onOpen}>
                Show all {lines.length} lines
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}
