// The frame around every view: name, menu, state of the connection, help.
import { Banner } from './parts/banner.tsx'
import { Help, isHelpOpen } from './parts/help.tsx'
import { Locked, Offline } from './parts/locked.tsx'
import { isOffline } from './connection.ts'
import { useEffect, useRef } from './lib.ts'
import type { JSX } from './lib.ts'
import { askForPermission, permission } from './notify.ts'
import { me, waiting } from './queue/state.ts'
import { viewName } from './route.ts'
import { lockout } from './session.ts'
import { VIEWS } from './views/list.ts'

export function Shell(): JSX.Element {
  if (lockout.value !== null) return <Locked because={lockout.value} />
  const current = VIEWS.find(({ name }) => name === viewName.value) ?? VIEWS[0]
  const View = current?.draw
  const menu = useRef<HTMLElement>(null)
  // On a phone the menu is wider than the screen.
  useEffect(() => menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current?.name])
  return (
    <div class="shell">
      <header class="side">
        <p class="brand">
          Prudent
          <span class={`link ${isOffline.value ? 'off' : 'on'}`}>{isOffline.value ? 'offline' : 'live'}</span>
        </p>
        <nav aria-label="views" ref={menu}>
          <ul>
            {VIEWS.map(({ name, title }) => (
              <li key={name}>
                <a href={`#/${name}`} aria-current={current?.name === name ? 'page' : undefined}>
                  {title}
                  {name === 'queue' && waiting.value > 0 && <span class="count">{waiting.value}</span>}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="foot">
          {permission.value === 'default' && (
            <button type="button" class="plain" onClick={() => void askForPermission()}>
              Notify me
            </button>
          )}
          <button type="button" class="plain" onClick={() => (isHelpOpen.value = true)}>
            Keys <kbd aria-hidden="true">?</kbd>
          </button>
          {me.value !== null && <p class="quiet">version {me.value.version}</p>}
        </div>
      </header>
      <main>
        <h1 class="hidden">Prudent: {current?.title}</h1>
        <Offline />
        <Banner />
        {View !== undefined && <View />}
      </main>
      <Help />
    </div>
  )
}
