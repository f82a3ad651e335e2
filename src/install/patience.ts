// Are people asked by us where the host could ask? Then the host is told to wait for them.
import { readFileSync } from 'node:fs'
import { conductOf } from '../config/conduct.ts'
import { settingsFiles } from '../config/settings-files.ts'
import { readYaml } from '../config/yaml.ts'

/** By the settings as they stand: most say nothing about it and are not even parsed. */
export function prefersDesk(home: string): boolean {
  const { administrator, user } = settingsFiles(home, home, process.platform)
  const texts = [administrator, user].map((file) => (file === null ? '' : textOf(file)))
  if (!texts.some((text) => text.includes('prefer'))) return false
  const [above, own] = texts.map((text) => readYaml(text).value)
  return conductOf(above, own).approvals.prefer === 'desk'
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
