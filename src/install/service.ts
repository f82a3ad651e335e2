// What makes the resident a service of this person's, that is there after every login? One file for systemd or launchd, which is ours and kept like our scripts.
import path from 'node:path'
import { OUR_FILE } from '../hosts/_frame/install.ts'
import type { FileEdit } from '../hosts/_frame/install.ts'
import { readText } from './files.ts'
import { TAKEN_AWAY } from './passed-on.ts'
import type { Paths } from './wrapper.ts'

export const UNIT = 'prudent.service'
export const LABEL = 'dev.prudent.desk'

/** Null where there is no such thing. */
export function serviceFile(home: string, platform: string = process.platform): string | null {
  if (platform === 'linux') return path.join(home, '.config/systemd/user', UNIT)
  return platform === 'darwin' ? path.join(home, 'Library/LaunchAgents', `${LABEL}.plist`) : null
}

/** What a person types, once; init writes files and starts nothing. */
export const startWords = (home: string, platform: string = process.platform): string =>
  platform === 'linux' ? `systemctl --user enable --now ${UNIT}` : `launchctl bootstrap gui/$(id -u) ${serviceFile(home, platform) ?? ''}`
export const stopWords = (platform: string = process.platform): string =>
  platform === 'linux' ? `systemctl --user disable --now ${UNIT}` : `launchctl bootout gui/$(id -u)/${LABEL}`

/** Where a file of ours is there already, it is kept as it should be. */
export function hasService(home: string, platform: string = process.platform): boolean {
  const file = serviceFile(home, platform)
  const read = file === null ? null : readText(file)
  return read?.ok === true && read.text?.includes(OUR_FILE) === true
}

export function serviceEdit({ home, node, hook, folders = {} }: Paths, platform: string = process.platform): FileEdit | null {
  const file = serviceFile(home, platform)
  if (file === null) return null
  const variables = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', ...folders }
  const named = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  // Of what the session has set nothing reaches Node: whoever can set a variable there could load code into it.
  const words = ['/usr/bin/env', '-i', ...named, node, path.join(path.dirname(hook), 'cli.js'), 'serve']
  return { kind: 'file', file, text: platform === 'linux' ? unitOf(words) : agentOf(words) }
}

const quotedForUnit = (word: string): string =>
  `"${word
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`

const unitOf = (words: readonly string[]): string => `# ${OUR_FILE}
[Unit]
Description=Prudent: answers agents, and shows their questions at the desk

[Service]
ExecStart=${words.map(quotedForUnit).join(' ')}
WorkingDirectory=~
UnsetEnvironment=LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH ${TAKEN_AWAY.join(' ')}
Restart=on-failure
RestartSec=2
NoNewPrivileges=yes
UMask=0077

[Install]
WantedBy=default.target
`

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const agentOf = (words: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${OUR_FILE} -->
<plist version="1.0">
<dict>
  <key>Label</key><string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${inXml(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>Umask</key><integer>63</integer>
</dict>
</plist>
`
