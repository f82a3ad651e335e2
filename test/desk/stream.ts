// How do tests read the stream of events that the desk gives a page?

export interface Heard {
  readonly name: string
  readonly id: string
  readonly data: unknown
}
/** Reads until `enough` says so, or it ends. */
export async function listen(
  stream: ReadableStream<Uint8Array>,
  enough: (heard: readonly Heard[]) => boolean,
): Promise<{ readonly heard: readonly Heard[]; readonly ended: boolean }> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const heard: Heard[] = []
  let text = ''
  for (;;) {
    if (enough(heard)) {
      await reader.cancel()
      return { heard, ended: false }
    }
    const { done, value } = await reader.read()
    if (done) return { heard, ended: true }
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const found = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(block)
      if (found !== null) heard.push({ name: found[1] ?? '', id: found[2] ?? '', data: JSON.parse(found[3] ?? '') as unknown })
    }
  }
}
