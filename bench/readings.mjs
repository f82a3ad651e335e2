// Prints how often each of six calls is read, judged and looked up, and how often its texts are parsed. test/build/readings.test.ts holds them to it.
import { counted, countingLibrary, LONG, sixCalls } from '../scripts/count-readings.mjs'

const { library, home, project, end } = await countingLibrary()
try {
  const gate = library.loadBuiltin('standard')
  console.log(`${'call'.padEnd(42)} verdict  readings  judged  looks  parses  code  again (over ${LONG} characters)`)
  for (const [name, tool, input] of sixCalls(home, project)) {
    const call = { id: '1', host: 'bench', session: 's', tool, input, cwd: project }
    const { result, counts } = await counted(() => library.decide(gate, call, { cwd: project, home, project }))
    const numbers = [counts.readings, counts.judged, counts.looks, counts.parses, counts.code, counts.again]
    console.log(
      `${name.padEnd(42)} ${result.decision.verdict.padEnd(8)} ${numbers.map((value, at) => String(value).padStart([7, 8, 6, 7, 5, 6][at])).join(' ')}`,
    )
  }
} finally {
  end()
}
