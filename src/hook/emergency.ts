// How is denied when nothing but this file works? Exit code 2 and a line on standard error, which is what all hosts but one understand.
import type { Response } from './contract.ts'

/** Cline looks at nothing but what is printed. */
const isCline = (named: string | undefined, text: string): boolean => (text === '' ? named === 'cline' : text.slice(0, 100_000).includes('"clineVersion"'))

export function emergency(problem: string, named: string | undefined, text: string): Response {
  const reason = `Prudent: ${problem}, so it is not let through; \`prudent doctor\` tells the user what is wrong`
  const stdout = isCline(named, text) ? JSON.stringify({ cancel: true, errorMessage: reason }) : ''
  return { exitCode: 2, stdout, stderr: reason, afterwards: () => {} }
}
