// prudent grants: what has a person let pass for good, and how is it taken back?
import { userInfo } from 'node:os'
import type { KeptGrant } from '../../gate/grants.ts'
import { openDiskLifts } from '../../stores/json-lines/lifts.ts'
import { EXIT, JSON_OPTION, UsageError } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'
import { moment } from '../lasting.ts'
import { noted } from '../noted.ts'
import { mustBePerson } from '../person-here.ts'
import { makePaint } from '../view/paint.ts'
import { safe, wrap } from '../view/safe-text.ts'

const ID = { name: 'id', summary: 'the id of the grant, or how it begins', required: true }

const held = async (): Promise<readonly KeptGrant[]> => openDiskLifts().grants.list(new Date())

async function named(id: string): Promise<KeptGrant> {
  const found = (await held()).filter((one) => id !== '' && one.id.startsWith(id))
  const [grant] = found
  if (grant === undefined || found.length > 1)
    throw new UsageError(`${found.length > 1 ? 'several grants begin with' : 'no grant is called'} \`${id.slice(0, 80)}\`: prudent grants lists them`)
  return grant
}

async function list(json: boolean, io: Io): Promise<number> {
  const all = await held()
  if (json) io.out(`${JSON.stringify(all, null, 2)}\n`)
  else if (all.length === 0) io.note('no grants: every question is asked')
  else {
    const paint = makePaint(io.colour)
    for (const { id, scope, expiresAt, shows, findings } of all) {
      const lines = shows.flatMap((shown) => wrap(safe(shown), io.columns - 10))
      for (const [at, line] of lines.entries()) io.out(`${at === 0 ? paint.name(id.slice(0, 8)) : ' '.repeat(8)}  ${line}\n`)
      for (const text of [`${findings.map(({ rule }) => rule).join(', ')}, until ${moment(expiresAt)}`, safe(scope)])
        for (const line of wrap(text, io.columns - 10)) io.out(`          ${paint.quiet(line)}\n`)
    }
  }
  return EXIT.allow
}

export const grants: CommandSpec = {
  name: 'grants',
  summary: 'list what you have allowed for longer than once',
  operands: [],
  options: [JSON_OPTION],
  examples: [
    ['prudent grants', 'what is granted?'],
    ['prudent grants revoke 3fa9', 'take one back'],
  ],
  commands: [
    { name: 'list', summary: 'list them', operands: [], options: [JSON_OPTION], examples: [], run: ({ options }, io) => list(options['json'] === true, io) },
    {
      name: 'show',
      summary: 'everything about one grant',
      operands: [ID],
      options: [JSON_OPTION],
      examples: [['prudent grants show 3fa9', '']],
      run: async ({ operands: [id = ''], options }, io) => {
        const grant = await named(id)
        if (options['json'] === true) io.out(`${JSON.stringify(grant, null, 2)}\n`)
        else {
          const row = (name: string, text: string): void =>
            wrap(safe(text), io.columns - 14).forEach((line, at) => io.out(`${(at === 0 ? name : '').padEnd(14)}${line}\n`))
          row('id', grant.id)
          for (const shown of grant.shows) row('lets through', shown)
          for (const { rule, severity } of grant.findings) row('rule', `${rule}, up to ${severity}`)
          row('scope', grant.scope)
          row('given', `${moment(grant.madeAt)} by ${grant.by}, in ${grant.channel}`)
          row('until', moment(grant.expiresAt))
          if (grant.reason !== undefined) row('reason', grant.reason)
        }
        return EXIT.allow
      },
    },
    {
      name: 'revoke',
      summary: 'revoke a grant: its calls are asked about again',
      operands: [ID],
      options: [],
      examples: [['prudent grants revoke 3fa9', '']],
      run: async ({ operands: [id = ''] }, io) => {
        const { id: whole } = await named(id)
        mustBePerson('prudent grants revoke')
        if (!(await openDiskLifts().grants.remove(whole))) throw new UsageError('it was already revoked')
        noted('grant.revoked', `${userInfo().username} has taken back the grant ${whole} at the command line`)
        io.out(`${whole} is revoked: its calls are asked about again\n`)
        return EXIT.allow
      },
    },
  ],
  run: ({ options }, io) => list(options['json'] === true, io),
}
