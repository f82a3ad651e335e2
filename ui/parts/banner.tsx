// Says on every view that a mode is on.
import { now } from '../clock.ts'
import type { JSX } from '../lib.ts'
import { modes, modeText } from '../modes.ts'
import { Plain, sentence } from './text.tsx'

export function Banner(): JSX.Element | null {
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
