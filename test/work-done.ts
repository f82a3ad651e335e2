// How much work is done by a piece of code, counted in the blocks of JavaScript that V8 ran? The same on every machine, whatever else it does.
import { Session } from 'node:inspector'

interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[] }[]
}

/** Parsers that watch the clock: how far they come depends on the machine. */
const TIMED = '@lezer'

/** Until `end`, what runs is counted. Not counted is what V8 does by itself: regular expressions, sorting, joining. */
export function countWork(): { readonly of: (run: () => unknown) => number; readonly end: () => void } {
  const session = new Session()
  session.connect()
  const post = (method: string, given?: object): Coverage => {
    let answer: Coverage = { result: [] }
    session.post(method, given, (error, said) => {
      if (error !== null) throw error
      answer = said as Coverage
    })
    return answer
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    of: (run) => {
      // Taking the counts sets them back.
      post('Profiler.takePreciseCoverage')
      run()
      const { result } = post('Profiler.takePreciseCoverage')
      return result
        .flatMap(({ url, functions }) => (url.includes(TIMED) ? [] : functions))
        .reduce((sum, { ranges }) => ranges.reduce((inner, { count }) => inner + count, sum), 0)
    },
    end: () => {
      post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
