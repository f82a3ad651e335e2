// Writes schemas/*.schema.json from the one description of packs, presets and settings. Run it, then `npm run format`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { schemas } from '../src/config/schemas.ts'

const folder = new URL('../schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(schemas())) writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`)
