// Anteroom's tool safety by its names: two pure checks, the check of a call with its approval, and the routes of its web UI.
export { checkBashCommand, checkWritePath } from '../functions/check.ts'
export type { SafetyVerdict, WritePlace } from '../functions/check.ts'
export { PendingApprovals } from './approvals.ts'
export type { ApprovalEvents, ApprovalRequired, ApprovalResolved, PendingOptions } from './approvals.ts'
export { approvalRoutes, nodeListener } from './routes.ts'
export type { Handler, RouteOptions } from './routes.ts'
export { ToolSafety } from './safety.ts'
export type { Checked, SafetyConfig, SafetyOptions, ToolVerdict } from './safety.ts'
