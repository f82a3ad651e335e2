// How are changes to files shown before they are made?
import { readableDiff } from '../../install/readable-diff.ts'
import type { Piece } from '../../install/readable-diff.ts'
import type { Change, Refusal } from '../../install/plan.ts'
import type { Paint } from './paint.ts'
import { safe, widthOf, wrap, wrapCode } from './safe-text.ts'

type Shown = Pick<Change, 'file' | 'from' | 'to' | 'host' | 'without'>

/** Only what is shown is changed. */
export function changeLines(changes: readonly Shown[], home: string, columns: number, paint: Paint): string[] {
  const isPartly = changes.some((change) => piecesOf(change).some(({ kind }) => kind === 'within'))
  const legend = isPartly ? wrap('+ comes, - goes, ~ stays but for {+what comes+} and [-what goes-]', columns).map((line) => paint.quiet(line)) : []
  const files = changes.flatMap((change) => {
    const { file, host } = change
    const said = `${whatOf(change)}${host === null ? '' : `, for ${host}`}`
    const name = safe(shortened(file, home))
    const head = widthOf(name) + 2 + said.length <= columns ? [`${paint.strong(name)}  ${paint.quiet(said)}`] : [paint.strong(name), paint.quiet(`  ${said}`)]
    return [...head, ...piecesOf(change).flatMap((piece) => pieceLines(piece, columns, paint)), '']
  })
  return [...legend, ...files]
}

const piecesOf = ({ file, from, to }: Shown): readonly Piece[] => (from === to ? [] : readableDiff(from, to, /\.jsonc?$/.test(file)))

function pieceLines(piece: Piece, columns: number, paint: Paint): string[] {
  if (piece.kind === 'place') return [paint.quiet(`  @@ line ${piece.line}`)]
  const [sign, put] = SIGNS[piece.kind]
  const text = piece.kind === 'within' ? withinText(piece) : piece.text
  const line = text.replaceAll('\t', '  ').replaceAll(/Bearer [\w-]{32,}/g, 'Bearer …')
  const indent = Math.min(line.length - line.trimStart().length, MOST_INDENT)
  const [first = '', ...rest] = wrapCode(line.slice(indent), Math.max(columns - 4 - indent - (line.length > columns - 4 ? 2 : 0), LEAST))
  return [`${sign} ${' '.repeat(indent)}${first}`, ...rest.map((more) => `    ${' '.repeat(indent)}  ${more}`)].map((one) => paint[put](one.trimEnd()))
}

const SIGNS = { same: ['   ', 'quiet'], in: ['  +', 'good'], out: ['  -', 'bad'], within: ['  ~', 'name'] } as const
const MOST_INDENT = 24

/** Of what stays in the line, only what is near. */
function withinText({ before, out, in: added, after }: Extract<Piece, { kind: 'within' }>): string {
  const near = before.length <= NEAR ? before : `${/^\s*/.exec(before)?.[0]}…${before.slice(-NEAR).trimStart()}`
  const part = added === '' ? `[-${out}-]` : `{+${added}+}`
  return `${near}${part}${after.length <= NEAR ? after : `${after.slice(0, NEAR)}…`}`
}
const NEAR = 48

const whatOf = ({ from, to, without }: Shown): string =>
  from === to ? (without === undefined ? 'made executable' : 'stays as it is, noted anew') : from === null ? 'new file' : to === null ? 'removed' : 'changed'

/** The same with how much. */
function amountOf(change: Shown): string {
  const pieces = piecesOf(change)
  const count = (kind: 'in' | 'out'): number => pieces.reduce((sum, piece) => sum + (piece.kind === kind ? piece.lines.length : 0), 0)
  const lines = (number: number, said: string): string[] => (number === 0 ? [] : [`${number} ${number === 1 ? 'line' : 'lines'}${said}`])
  if (change.from === null || change.to === null) return [whatOf(change), ...lines(count('in') + count('out'), '')].join(', ')
  const parts = [
    ...lines(count('in'), ' added'),
    ...lines(count('out'), ' removed'),
    ...lines(pieces.filter(({ kind }) => kind === 'within').length, ' changed'),
  ]
  return parts.length === 0 ? whatOf(change) : parts.join(', ').replaceAll(/(, \d+) lines?/g, '$1')
}

/** Whom it is for, which files, and how much of each: short enough to be read at once. */
export function summaryLines(changes: readonly Shown[], home: string, columns: number, paint: Paint): string[] {
  const rows = changes.map((change) => ({ name: change.host ?? OURS, file: safe(shortened(change.file, home)), amount: amountOf(change) }))
  const [names, files] = [Math.max(...rows.map(({ name }) => name.length)), Math.max(...rows.map(({ file }) => widthOf(file)))]
  const isWide = rows.every(({ amount }) => names + files + amount.length + 6 <= columns)
  const isNarrow = columns - names - 4 < LEAST
  return rows.flatMap(({ name, file, amount }, at) => {
    const head = rows[at - 1]?.name === name ? '' : name
    if (isWide) return [`  ${paint.name(head.padEnd(names))}  ${file}${' '.repeat(files - widthOf(file))}  ${paint.quiet(amount)}`]
    if (isNarrow)
      return [...(head === '' ? [] : [`  ${paint.name(head)}`]), ...wrap(file, columns - 4).map((line) => `    ${line}`), `    ${paint.quiet(amount)}`]
    const row = `  ${paint.name(head.padEnd(names))}  ${file}`
    return names + widthOf(file) + amount.length + 6 <= columns ? [`${row}  ${paint.quiet(amount)}`] : [row, `${' '.repeat(names + 4)}${paint.quiet(amount)}`]
  })
}
/** What belongs to no agent. */
const OURS = 'prudent'
const LEAST = 24

/** A line each, wherever it breaks. */
export const refusalLines = (refusals: readonly Refusal[], home: string, columns: number, paint: Paint): string[] =>
  refusals.flatMap(({ host, file, message }) =>
    wrap(`${host}: ${shortened(file, home)}: ${message}`, columns - 12).map((line, at) => `${at === 0 ? paint.bad('left alone') : ' '.repeat(10)}  ${line}`),
  )

export const shortened = (file: string, home: string): string => (file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file)
