def sub(p,*pairs):
    s=open(p).read()
    for a,b in pairs:
        assert a in s,(p,a)
        s=s.replace(a,b,1)
    open(p,'w').write(s)
sub('src/answer/calls.ts',
("opened: OpenedPolicy): Answered {\n  const { gate, place, troubles, conduct } = opened\n","opened: OpenedPolicy, parts?: SlowParts): Answered {\n  const { gate, place, troubles, conduct } = opened\n"),
("{ readonly call: ToolCall; readonly acted: Acted } => {","Judged => {"),
("    const { decision, reading } = decide(","    const { decision, reading, facts } = decide("),
("    return { call: there, acted: withSecrets(heldBack(decision, conduct), reading) }\n","    return { call: there, acted: withSecrets(heldBack(decision, conduct), reading), reading, facts }\n"),
("  const recorder = recorderFor(at, opened)\n  const record","""  const millis = answer.verdict === 'ask' ? elsewhereMillis(at, heard, opened) : 0
  if (millis > 0 && parts === undefined) return { answer, afterwards: () => {}, later: 'slow' }
  const recorder = recorderFor(at, opened)
  const record"""),
("  if (!conduct.audit.strict) return { answer, afterwards: written, settled }\n","""  const unwritten: Answered = { answer: { verdict: 'deny', reason: UNWRITTEN, warnings: [], failure: true }, afterwards: () => {} }
  if (millis > 0 && parts !== undefined) {
    // Written before it is asked, so that a question nobody lived to see answered is known too.
    if (!record() && conduct.audit.strict) return unwritten
    const said = async (): Promise<Answered> => {
      const redact = redactorFor(at.root, gate.books.secrets)
      const { allowed, reason } = await parts.askPeople({ about: judged.map(askedAbout), again, millis, place: placeOfChannels(at), redact, recorder })
      const person: Decision = { ...worst, verdict: allowed ? 'allow' : 'deny', by: 'person', reason, warnings: answer.warnings }
      return { answer: answerOf(person, approves), afterwards: recorder.tend }
    }
    return { answer, afterwards: () => {}, later: { millis, answer: said } }
  }
  if (!conduct.audit.strict) return { answer, afterwards: written, settled }
"""),
("  const reason = 'the audit log cannot be written, and the settings say that nothing runs unrecorded; `prudent doctor` tells the user what is wrong'\n  return { answer: { verdict: 'deny', reason, warnings: [], failure: true }, afterwards: () => {} }\n","  return unwritten\n"),
("const RANK:","const UNWRITTEN = 'the audit log cannot be written, and the settings say that nothing runs unrecorded; `prudent doctor` tells the user what is wrong'\nconst RANK:"),
("import { decide } from '../gate/decide.ts'\n","import { decide } from '../gate/decide.ts'\nimport type { Decided } from '../gate/decide.ts'\n"),
("import type { Heard } from '../gate/hear.ts'\n","import type { Heard } from '../gate/hear.ts'\nimport type { AskedAbout } from '../gate/question.ts'\n"),
("import type { Answered } from './event.ts'\nimport type { Surroundings } from './given.ts'\n","import { elsewhereMillis, placeOfChannels } from './elsewhere.ts'\nimport type { Answered } from './event.ts'\nimport type { SlowParts, Surroundings } from './given.ts'\n"),
("import type { OpenedPolicy } from './policy.ts'\nimport { recorderFor } from './record.ts'\n","import { openPolicy } from './policy.ts'\nimport type { OpenedPolicy } from './policy.ts'\nimport { recorderFor } from './record.ts'\nimport { redactorFor } from './secrets.ts'\n"),
)
