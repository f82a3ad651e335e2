// Turns the text of an event stream into events, however the network cut it. Pure.

export interface StreamEvent {
  readonly name: string
  readonly id: string | null
  readonly data: string
}
export interface SseParser {
  /** The events that this piece completes. */
  readonly feed: (text: string) => readonly StreamEvent[]
}

/** More than any card is long: a line that never ends is no event stream. */
const MOST_CHARACTERS = 8_000_000

export function makeSseParser(): SseParser {
  let rest = ''
  let name = ''
  let id: string | null = null
  let data: string[] = []
  const line = (text: string): StreamEvent | null => {
    if (text === '') {
      const event = data.length === 0 ? null : { name: name === '' ? 'message' : name, id, data: data.join('\n') }
      name = ''
      data = []
      return event
    }
    const colon = text.indexOf(':')
    if (colon === 0) return null
    const field = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
    return null
  }
  return {
    feed: (text) => {
      const whole = rest + text
      // A carriage return at the end may be half of a line end.
      const held = whole.endsWith('\r') ? whole.length - 1 : whole.length
      const lines = whole.slice(0, held).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + whole.slice(held)
      if (rest.length > MOST_CHARACTERS) throw new Error('the event stream has a line without end')
      return lines.flatMap((one) => line(one) ?? [])
    },
  }
}
