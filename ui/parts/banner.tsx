// Says on every view that a mode is on, and that a settings file must be corrected.
import { now } from '../clock.ts'
import type { JSX } from '../lib.ts'
import { modes, modeText } from '../modes.ts'
import { problems } from '../policy.ts'
import { Plain, sentence } from './text.tsx'

export const Banner = (): JSX.Element => (
  <>
    <ModesOn />
    <Problems />
  </>
)

function Problems(): JSX.Element | null {
  if (problems.value.length === 0) return null
  return (
    <div class="banner" role="status">
      <p>
        <strong>A settings file must be corrected.</strong>
      </p>
      {problems.value.map((problem) => (
        <p key={problem}>
          <Plain text={sentence(problem)} />
        </p>
      ))}
      <a href="#/settings">Show the settings</a>
    </div>
  )
}

function ModesOn(): JSX.Element | null {
  const on = modes.value.filter(({ expiresAt }) => Date.parse(expiresAt) > now.value)
  if (on.length === 0) return null
  return (
    <div class="banner" role="status">
      {on.map((mode) => (
        <p key={mode.id}>
          <strong>A mode is on.</strong> <Plain text={sentence(modeText(mode, now.value))} />
        </p>
      ))}
      <a href="#/grants">Switch it off</a>
    </div>
  )
}
