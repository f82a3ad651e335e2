// What passes unasked because a person said so, and how is it taken back or switched on from the page? Taking back is for every page, switching on for one that may approve.
import { bannerOf, switchOn } from '../gate/modes.ts'
import type { Mode, ModeWanted } from '../gate/modes.ts'
import type { Lifts } from '../gate/records.ts'
import type { Grants, Modes, ModeView } from './api.ts'
import type { Route, Told } from './routes.ts'

export interface Lifting {
  readonly lifts: Lifts
  readonly by: string
  /** Modes are others now: every page is told. */
  readonly changed: () => Promise<void>
  readonly noted: (event: string, text: string) => void
}

const given = (body: unknown): Told => ({ status: 200, body })
const nothing = (error: string): Told => ({ status: 404, body: { error } })

export function liftRoutes({ lifts: { grants, modes }, by, changed, noted }: Lifting): readonly Route[] {
  const views = async (): Promise<readonly ModeView[]> => (await modes.list(new Date())).map(modeView)
  return [
    { method: 'get', path: '/api/grants', answer: async () => given({ grants: await grants.list(new Date()) } satisfies Grants) },
    {
      method: 'delete',
      path: '/api/grants/:id',
      answer: async ({ parts: { id = '' } }) => {
        if (!(await grants.remove(id))) return nothing('no grant has this id')
        noted('grant.revoked', `${by} has taken back the grant ${id} at the desk`)
        return given({ grants: await grants.list(new Date()) } satisfies Grants)
      },
    },
    { method: 'get', path: '/api/modes', answer: async () => given({ modes: await views() } satisfies Modes) },
    {
      method: 'post',
      path: '/api/modes',
      answer: async ({ body, objection }) => {
        const why = objection()
        if (why !== null) return { status: 403, body: { error: 'this page may not approve', why } }
        const wanted = wantedIn(await body())
        const mode = typeof wanted === 'string' ? wanted : await switchOn(modes, { ...wanted, by, channel: 'desk' }, new Date())
        if (typeof mode === 'string') return { status: 400, body: { error: mode } }
        noted('mode.on', bannerOf(mode))
        await changed()
        return given(modeView(mode))
      },
    },
    {
      method: 'delete',
      path: '/api/modes/:id',
      answer: async ({ parts: { id = '' } }) => {
        if (!(await modes.remove(id))) return nothing('no mode has this id')
        noted('mode.off', `${by} has switched off the mode ${id} at the desk`)
        await changed()
        return given({ modes: await views() } satisfies Modes)
      },
    },
  ]
}

export const modeView = (mode: Mode): ModeView => ({ ...mode, banner: bannerOf(mode) })

/** What `switchOn` does not look at itself: whether it is there at all, and of which kind. A text says what is wrong. */
function wantedIn(body: unknown): Omit<ModeWanted, 'by' | 'channel'> | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body is no JSON object'
  const { what, tool, session, minutes, cap, ...more } = body as Readonly<Record<string, unknown>>
  const [stray] = Object.keys(more)
  if (stray !== undefined) return `\`${stray.slice(0, 40)}\` is not known here`
  if (what !== 'all' && what !== 'tool') return 'a mode is for `all` or for a `tool`'
  for (const [name, value] of [
    ['tool', tool],
    ['session', session],
  ] as const)
    if (value !== undefined && (typeof value !== 'string' || value.length > 400)) return `\`${name}\` must be a text`
  if (typeof minutes !== 'number') return '`minutes` must be a number'
  if (cap !== 'low' && cap !== 'medium' && cap !== 'high') return '`cap` must be low, medium or high'
  return { what, minutes, cap, ...(typeof tool === 'string' ? { tool } : {}), ...(typeof session === 'string' ? { session } : {}) }
}
