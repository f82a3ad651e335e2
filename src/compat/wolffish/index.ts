// Wolffish's safety gate by its names.
export { Amygdala } from './amygdala.ts'
export type { AgentToolCall, AmygdalaOptions, ApprovalBridge, ApprovalRequest, Classification, Gated, Level, SafetyEvents } from './amygdala.ts'
export type { SkillPattern, SkillPatterns } from './skills.ts'
