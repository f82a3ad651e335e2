// Reads Wolffish skills into a gate: the patterns of every SKILL.md, the strictest of all that match, and nothing else but the floor.
import { readFileSync } from 'node:fs'
import { isFolder, loadIncluded, patternFilesIn } from '../../config/included.ts'
import { importPatterns } from '../../config/import-patterns.ts'
import { compileUserRegex } from '../../config/user-regex.ts'
import type { PackSource } from '../../core/rules/source.ts'
import type { Gate } from '../../gate/gate.ts'
import { gateFrom } from '../gate-of.ts'

/** As a skill's front matter has them: a regular expression, or one with its level and reason. */
export type SkillPattern = string | { readonly pattern: string; readonly level?: 'warn' | 'confirm' | 'destructive' | 'block'; readonly reason?: string }
export interface SkillPatterns {
  readonly danger_patterns?: readonly SkillPattern[]
  readonly confirm_patterns?: readonly SkillPattern[]
}
export interface Skills {
  readonly gate: Gate
  /** What could not be taken over, a line each: nothing is dropped silently. */
  readonly notes: readonly string[]
}

/** Folders of skills, or single files. What cannot be read is a note, and the other skills count. */
export function readSkills(sources: readonly string[], registered: readonly SkillPatterns[]): Skills {
  const packs: PackSource[] = []
  const notes: string[] = []
  for (const file of sources.flatMap((source) => (isFolder(source) ? patternFilesIn(source) : [source]))) {
    try {
      const { packs: found, problems, notes: more } = loadIncluded(file, readFileSync(file, 'utf8'), compileUserRegex)
      packs.push(...found)
      notes.push(...problems.map(({ line, message }) => `${file}:${line}: ${message}`), ...more)
    } catch {
      notes.push(`${file} cannot be read`)
    }
  }
  for (const [at, given] of registered.entries()) {
    // JSON is YAML.
    const imported = importPatterns('wolffish', JSON.stringify(given), `registered-${at + 1}`)
    if (!imported.ok) notes.push(imported.message)
    else {
      if (imported.pack !== null) packs.push(imported.pack)
      notes.push(...imported.notes)
    }
  }
  return { gate: gateFrom({ packs }), notes }
}
