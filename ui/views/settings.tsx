// The settings in force, what each file says, and which of them counts. They are changed in the files, not here.
import type { SettingsView } from '../../src/desk/api.ts'
import type { JSX } from '../lib.ts'
import { Status, useLoad } from '../parts/load.tsx'
import { Plain } from '../parts/text.tsx'
import { reloads } from '../policy.ts'

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? (value.length === 0 ? 'none' : value.map(shown).join(', ')) : JSON.stringify(value)

export function Settings(): JSX.Element {
  const loaded = useLoad<SettingsView>('/api/settings', reloads.value)
  const settings = loaded.value
  return (
    <>
      <div class="title">
        <h2>Settings</h2>
      </div>
      <Status loaded={loaded} what="Settings" />
      {settings !== null && (
        <>
          {settings.problems.map(({ file, line, column, message }, at) => (
            <p class="problem" role="alert" key={at}>
              <code>
                <Plain text={`${file}:${line}:${column}`} />
              </code>{' '}
              <Plain text={message} />
            </p>
          ))}
          <h3>In force</h3>
          <Table head={['Setting', 'Value', 'From']} rows={settings.inForce.map(({ key, value, from }) => [key, shown(value), from])} />
          <h3>Set in files</h3>
          {settings.said.length === 0 ? (
            <p class="quiet">No settings file: all values are defaults.</p>
          ) : (
            <Table head={['Setting', 'Value', 'Layer']} rows={settings.said.map(({ key, value, layer }) => [key, shown(value), layer])} />
          )}
          <h3>Files, in order of precedence</h3>
          <Table head={['Layer', 'File', 'State']} rows={settings.files.map(({ layer, file, there }) => [layer, file, there ? 'read' : 'not there'])} />
          <p class="quiet below">
            The administrator may lock; the user may loosen what is not locked; the project, which the agent can edit, may only tighten.
          </p>
        </>
      )}
    </>
  )
}

const Table = ({ head, rows }: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }): JSX.Element => (
  <div class="scrolled">
    <table class="plain-table">
      <thead>
        <tr>
          {head.map((name, at) => (
            <th scope="col" key={at}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column} data-name={head[column]}>
                <Plain text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
