// With which words was the hook started, and what is told of an error of its own?
const words = process.argv.slice(2)

export const wordAfter = (flag: string): string | undefined => {
  const at = words.indexOf(flag)
  return at >= 0 ? words[at + 1] : words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)
}

const OWN_FAULT = 'the gate failed (`gate.failed`)'
export const TOO_SLOW = 'judging took too long (`gate.timeout`)'

export const problemOf = (error: unknown): string =>
  (error as { readonly code?: string } | null | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? TOO_SLOW : OWN_FAULT
