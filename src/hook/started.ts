// With which words was the hook started, and what is told of an error of its own?
const words = process.argv.slice(2)

export const wordAfter = (flag: string): string | undefined => {
  const at = words.indexOf(flag)
  return at >= 0 ? words[at + 1] : words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)
}

const OWN_FAULT = 'the gate failed (`gate.failed`)'
export const TOO_SLOW = 'judging took too long (`gate.timeout`)'

/** As package.json has it. */
const OLDEST = '20.19'
const REPAIR = 'the user can repair it with: npm install --global prudent, then prudent init'

export function problemOf(error: unknown): string {
  const { code, path, message = '' } = (error ?? {}) as { readonly code?: string; readonly path?: string; readonly message?: string }
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return TOO_SLOW
  if (code === 'SETTINGS_CHANGED') return message
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return `the gate needs Node ${OLDEST} or later, and \`${process.execPath}\` is ${process.versions.node} (\`gate.node-too-old\`): the user can repair it with: prudent init, run by a newer Node`
  const missing = code === 'ENOENT' ? path : code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' ? /'([^']+)'/.exec(message)?.[1] : undefined
  return missing !== undefined && /[\\/]dist[\\/]/.test(missing) ? `\`${missing}\` is missing (\`gate.incomplete\`): ${REPAIR}` : OWN_FAULT
}
