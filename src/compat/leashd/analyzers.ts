// How risky are a command and a path, by leashd's names for the two analyzers?
import type { JsonObject } from '../../core/model.ts'
import { analyzeCommand, analyzePath } from '../functions/analyze.ts'
import type { CommandAnalysis, PathAnalysis, PathOperation, RiskLevel, Sensitivity } from '../functions/analyze.ts'
import { toolNamed } from '../call.ts'
import { pathOf } from './sandbox.ts'

export class CommandAnalyzer {
  analyzeBash(command: string): CommandAnalysis {
    return analyzeCommand(command)
  }
}

export class PathAnalyzer {
  analyze(path: string, operation: PathOperation = 'read'): PathAnalysis {
    return analyzePath(path, operation)
  }
}

const LEVELS: Readonly<Record<Sensitivity, RiskLevel>> = { normal: 'low', elevated: 'medium', high: 'high', critical: 'critical' }
const WRITES: Readonly<Record<string, PathOperation>> = { Write: 'write', Edit: 'edit', NotebookEdit: 'edit' }

/** What the analyzers say of a call; null where neither is about it. */
export function riskOf(toolName: string, input: JsonObject): RiskLevel | null {
  const { name } = toolNamed(toolName)
  const { command } = input
  if (name === 'Bash') return typeof command === 'string' ? analyzeCommand(command).riskLevel : null
  const path = pathOf(input)
  return path === null ? null : LEVELS[analyzePath(path, WRITES[name] ?? 'read').sensitivity]
}
