// What would Cursor's server say that wants one command run? Its protocol is Protocol Buffers over Connect; only what is needed of it is spoken.

const varint = (number) => {
  const bytes = []
  for (let left = number; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) + (left >= 128 ? 128 : 0))
    if (left < 128) return Buffer.from(bytes)
  }
}
const nested = (no, body) => Buffer.concat([varint(no * 8 + 2), varint(body.length), Buffer.from(body)])
const number = (no, value) => Buffer.concat([varint(no * 8), varint(value)])

/** Each field of a message: its number, and its bytes or its number. */
function fieldsOf(message) {
  const fields = []
  let at = 0
  const next = () => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = message[at++] ?? 0
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = next()
    const kind = tag % 8
    const length = { 1: 8, 2: kind === 2 ? next() : 0, 5: 4 }[kind]
    fields.push([Math.floor(tag / 8), length === undefined ? next() : message.subarray(at, at + length)])
    at += length ?? 0
  }
  return fields
}
const fieldOf = (message, no) => fieldsOf(message ?? Buffer.alloc(0)).find(([one]) => one === no)?.[1]

/** A message in a stream; the last one is JSON. */
const enveloped = (body, isLast = false) => {
  const head = Buffer.alloc(5)
  head[0] = isLast ? 2 : 0
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

/** The numbers of what we say and hear. */
const SAYS = { update: 1, runs: 2, text: 1, ended: 14 }
const RUN = { id: 1, name: 15, shellStream: 14, command: 1, folder: 2, millis: 3, call: 4 }
const HEARS = { begins: 1, ran: 2 }
/** What a shell tells: how it ended, or why it was not started. */
const ENDS = [3, 5, 6]
const SOON_MS = 300

/** True when the request was Cursor's own. `wanted` gives the command of now, and keeps what is heard of it. */
export function cursorAnswers(wanted) {
  const streams = new Map()
  return (request, body, response) => {
    const path = request.url ?? ''
    const type = request.headers['content-type'] ?? 'application/json'
    if (path === '/auth/exchange_user_api_key') response.end('{"accessToken":"none"}')
    else if (path.endsWith('AgentService/RunSSE')) {
      response.writeHead(200, { 'content-type': type }).flushHeaders()
      streams.set(String(fieldOf(body.subarray(5), 1)), response)
    } else if (path.endsWith('BidiService/BidiAppend')) {
      response.writeHead(200, { 'content-type': type }).end()
      const message = fieldOf(body, 4) ?? Buffer.from(String(fieldOf(body, 1)), 'hex')
      hear(message, streams.get(String(fieldOf(fieldOf(body, 2), 1))), wanted)
    } else if (/^\/(?:aiserver|agent)\.v1\./.test(path)) response.writeHead(200, { 'content-type': type }).end(type.includes('json') ? '{}' : '')
    else return false
    return true
  }
}

function hear(message, stream, { command, cwd, called, told }) {
  const wish = () => {
    called()
    stream.asked = command()
    stream.runs = (stream.runs ?? 0) + 1
    const shell = [nested(RUN.command, stream.asked), nested(RUN.folder, cwd), number(RUN.millis, 60_000), nested(RUN.call, `call${stream.runs}`)]
    const run = [number(RUN.id, stream.runs), nested(RUN.name, `run${stream.runs}`), nested(RUN.shellStream, Buffer.concat(shell))]
    stream.write(enveloped(nested(SAYS.runs, Buffer.concat(run))))
  }
  if (stream === undefined) return
  if (fieldOf(message, HEARS.begins) !== undefined) wish()
  const end = fieldsOf(fieldOf(fieldOf(message, HEARS.ran), RUN.shellStream) ?? Buffer.alloc(0)).find(([no]) => ENDS.includes(no))
  if (end === undefined) return
  told(String(end[1]))
  // Something else is wanted meanwhile.
  if (stream.asked !== command()) return wish()
  stream.write(enveloped(nested(SAYS.update, nested(SAYS.text, nested(1, 'That is all.')))))
  stream.write(enveloped(nested(SAYS.update, nested(SAYS.ended, ''))))
  setTimeout(() => stream.end(enveloped('{}', true)), SOON_MS)
}
