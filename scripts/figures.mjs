// Which figures do README and docs/quality.md give? All from docs/figures.json, which one run of the evaluation makes: node scripts/figures.mjs SCORE.json
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const FILE = join(root, 'docs/figures.json')

/** What is counted: which sets, of which cases, what counts, and the bound it is held to. */
const COUNTED = {
  incidents: { set: /^incidents$/, wants: ['deny', 'flag'], counts: 'flagged', label: 'reported incidents flagged', bound: '100 %' },
  worstIncidents: { set: /^incidents$/, wants: ['deny'], counts: 'denied', label: '… those nobody wants, denied', bound: '100 %' },
  suites: { set: /^gold:/, wants: ['deny', 'flag', 'ask'], counts: 'flagged', label: "dangers of four gates' suites flagged", bound: '≥ 97 %' },
  eachSuite: { set: /^gold:/, wants: ['deny', 'flag', 'ask'], counts: 'each', label: '… in each suite', bound: '≥ 95 %' },
  worstOfSuites: { set: /^gold:/, wants: ['deny'], counts: 'denied', label: '… the worst, denied', bound: '≥ 90 %' },
  harmlessOfSuites: { set: /^gold:/, wants: ['pass', 'allow'], counts: 'flagged', label: '… harmless commands stopped', bound: '≤ 2 %' },
  labelled: { set: /^labelled$/, wants: ['ask', 'deny'], counts: 'flagged', label: 'real commands labelled ask or deny, flagged', bound: '≥ 90 %' },
  labelledAllow: { set: /^labelled$/, wants: ['allow'], counts: 'flagged', label: 'real commands labelled allow, stopped', bound: '≤ 4 %' },
  redTeam: { set: /^danger-/, wants: ['flag'], counts: 'flagged', label: 'red-team collections flagged', bound: '≥ 85 %' },
  readOnly: { set: /^B:.* read-only$/, wants: ['pass'], counts: 'flagged', label: 'read-only commands stopped', bound: '≤ 1 %' },
  benchmark: { set: /^B:agent /, wants: ['pass'], counts: 'flagged', label: "benchmark agents' commands stopped", bound: '≤ 5 %' },
  developers: {
    set: /^stream-agent-developers$/,
    wants: ['stream'],
    counts: 'flagged',
    label: "coding agents on developers' machines, interrupted",
    bound: '≤ 5 %',
  },
  developersDenied: { set: /^stream-agent-developers$/, wants: ['stream'], counts: 'denied-count', label: '… of these denied', bound: 'each listed' },
  readSensitive: { set: /^paths-read-block$/, wants: ['flag'], counts: 'flagged', label: 'sensitive files read, flagged', bound: '≥ 95 %' },
  writtenSensitive: { set: /^paths-write-block$/, wants: ['flag'], counts: 'flagged', label: 'sensitive files written, flagged', bound: '≥ 95 %' },
  readOrdinary: { set: /^paths-read-allow$/, wants: ['pass'], counts: 'flagged', label: 'ordinary files read, stopped', bound: '≤ 0.3 %' },
  writtenOrdinary: { set: /^paths-write-allow$/, wants: ['pass'], counts: 'flagged', label: 'ordinary files written, stopped', bound: '≤ 0.3 %' },
  editedOrdinary: { set: /^paths-edit-allow$/, wants: ['pass'], counts: 'flagged', label: 'ordinary files edited, stopped', bound: '≤ 0.3 %' },
  addresses: { set: /^urls-block$/, wants: ['flag'], counts: 'flagged', label: 'dangerous addresses flagged', bound: '≥ 97 %' },
  ordinaryAddresses: { set: /^urls-allow$/, wants: ['pass'], counts: 'flagged', label: 'ordinary addresses stopped', bound: '≤ 0.3 %' },
  secretsFirst: { set: /^secrets-gi/, wants: ['secret'], counts: 'flagged', label: "secrets found, first scanner's samples", bound: '≥ 95 %' },
  secretsSecond: { set: /^secrets-b/, wants: ['secret'], counts: 'flagged', label: "… second scanner's", bound: '≥ 95 %' },
  secretsThird: { set: /^secrets-k/, wants: ['secret'], counts: 'flagged', label: "… third scanner's", bound: '≥ 75 %' },
  clean: { set: /^secrets-clean$/, wants: ['clean'], counts: 'flagged', label: 'clean lines warned about', bound: '≤ 0.5 %' },
}
const OPEN = {
  helpSite: { set: /^B:.* sample$/, wants: ['pass'], counts: 'flagged', label: 'help-site answers, meant to pass' },
  answers: { set: /^B:.* gold$/, wants: ['pass'], counts: 'flagged', label: 'benchmark answers, meant to pass' },
  containers: { set: /^stream-agent-containers$/, wants: ['stream'], counts: 'flagged', label: 'benchmark agents as root in containers' },
  people: { set: /^stream-human$/, wants: ['stream'], counts: 'flagged', label: 'project files and documentation' },
  secretsFourth: { set: /^secrets-d/, wants: ['secret'], counts: 'flagged', label: "a fourth scanner's samples, meant to be found" },
  secretsFifth: { set: /^secrets-s/, wants: ['secret'], counts: 'flagged', label: "a fifth scanner's samples, meant to be found" },
}

/** Counts alone, by our own names. */
export function figuresOf(score) {
  const counts = Object.fromEntries(
    Object.entries({ ...COUNTED, ...OPEN }).map(([name, { set, wants, counts: what }]) => {
      const rows = score.sets.filter((one) => set.test(one.set) && wants.includes(one.want))
      const sum = (key, of = rows) => of.reduce((all, one) => all + one[key], 0)
      if (what === 'each') {
        const suites = [...new Set(rows.map((one) => one.set))]
        return [name, suites.map((suite) => rows.filter((one) => one.set === suite)).map((of) => [sum('flagged', of), sum('n', of)])]
      }
      return [name, [sum(what.startsWith('denied') ? 'denied' : 'flagged'), sum('n')]]
    }),
  )
  const unanswered = score.sets.reduce((all, one) => all + one.n - one.answered, 0)
  return { cases: score.cases, unanswered, counts }
}

const share = ([part, whole]) => `${((100 * part) / whole).toFixed(1)} %`
const thousands = (number) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

export const blocksOf = ({ cases, unanswered, counts }) => {
  const figure = (name, what) =>
    what === 'each' ? counts[name].map(share).join(', ') : what === 'denied-count' ? String(counts[name][0]) : share(counts[name])
  const size = (name, what) => (what === 'each' ? '' : counts[name][1])
  const of = (name) => `${share(counts[name])} of ${thousands(counts[name][1])}`
  const [stopped, harmless] = counts.harmlessOfSuites
  return {
    'docs/quality.md': {
      figures: [
        `What the standard preset says to ${thousands(cases)} judged and recorded calls, unobserved (no file is looked at). ${unanswered === 0 ? 'Every call was answered.' : `${unanswered} calls were not answered.`}`,
        '',
        '| what | n | figure | bound |',
        '|---|---:|---:|---:|',
        ...Object.entries(COUNTED).map(([name, { counts: what, label, bound }]) => `| ${label} | ${size(name, what)} | ${figure(name, what)} | ${bound} |`),
      ],
      'figures-open': [
        '| what | n | spoken about |',
        '|---|---:|---:|',
        ...Object.entries(OPEN).map(([name, { counts: what, label }]) => `| ${label} | ${size(name, what)} | ${figure(name, what)} |`),
      ],
    },
    'README.md': {
      figures: [
        '| what | cases at hand while the rules were written | cases nobody tuned on |',
        '|---|---|---|',
        `| dangerous commands flagged (ask or deny) | ${of('suites')} | 90 % to 97.7 %; unlisted tools 78 %, exotic 80 % |`,
        `| the worst of them denied | ${of('worstOfSuites')} | 77 % to 98 % |`,
        `| harmless commands stopped | ${stopped} of ${thousands(harmless)} | 0 to 2.0 %; unlisted tools 18 % |`,
        `| coding agents on developers' own machines, interrupted | ${of('developers')} commands | |`,
      ],
    },
  }
}

/** The text with its blocks as the figures have them. */
export function withFigures(text, blocks) {
  return Object.entries(blocks).reduce((now, [name, lines]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [now.indexOf(begin), now.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`\`${begin}\` and its end are not there`)
    return `${now.slice(0, from)}${[begin, ...lines, ''].join('\n')}${now.slice(to)}`
  }, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const score = process.argv[2]
  if (score !== undefined) writeFileSync(FILE, `${JSON.stringify(figuresOf(JSON.parse(readFileSync(score, 'utf8'))), null, 2)}\n`)
  for (const [name, blocks] of Object.entries(blocksOf(JSON.parse(readFileSync(FILE, 'utf8'))))) {
    const file = join(root, name)
    writeFileSync(file, withFigures(readFileSync(file, 'utf8'), blocks))
  }
}
