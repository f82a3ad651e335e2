// How are leashd's layers put together? As its `build_engine` does: approved folders, policy files, a connector, a log.
import { homedir } from 'node:os'
import path from 'node:path'
import type { RiskLevel } from '../functions/analyze.ts'
import { coverBy } from '../call.ts'
import type { GateSource } from '../call.ts'
import { ApprovalCoordinator } from './approvals.ts'
import type { Connector } from './approvals.ts'
import { AuditLogger } from './audit.ts'
import { ToolGatekeeper } from './gatekeeper.ts'
import { PolicyEngine } from './policy.ts'
import { SandboxEnforcer } from './sandbox.ts'

export interface EngineConfig {
  /** The first is where relative paths begin. `~/.claude/plans` is approved besides. */
  readonly approvedDirectories: readonly string[]
  /** Policy files in leashd's format, in their order; none: the preset `leashd`. */
  readonly policyFiles?: readonly string[]
  /** A gate of yours in their place. */
  readonly gate?: GateSource
  readonly connector?: Connector
  /** Else `LEASHD_APPROVAL_TIMEOUT_SECONDS` of this process, else 300. */
  readonly approvalTimeoutSeconds?: number
  /** `.leashd/audit.jsonl` in the first folder unless said. */
  readonly auditFile?: string
  /** Else `$HOME` of this process. */
  readonly home?: string
  /** What the analyzers score so high is asked about although a rule allows it: `critical` unless said; null: never. */
  readonly askFrom?: RiskLevel | null
}
export interface Engine {
  readonly gatekeeper: ToolGatekeeper
  readonly sandbox: SandboxEnforcer
  readonly policy: PolicyEngine
  readonly approvals: ApprovalCoordinator | null
  readonly audit: AuditLogger
}

/** Throws where a policy file holds a mistake or no folder is approved: a gate that is not whole lets nothing through. */
export function buildEngine(config: EngineConfig): Engine {
  const home = config.home ?? process.env['HOME'] ?? homedir()
  const plans = path.join(home, '.claude/plans')
  const sandbox = new SandboxEnforcer(config.approvedDirectories, home)
  sandbox.addDirectory(plans)
  const { askFrom } = config
  const policy = new PolicyEngine(config.gate ?? config.policyFiles ?? [], { place: () => sandbox.place(), ...(askFrom === undefined ? {} : { askFrom }) })
  const cover = coverBy(policy.source)
  const { approvalTimeoutSeconds } = config
  const approvals =
    config.connector === undefined
      ? null
      : new ApprovalCoordinator(config.connector, { cover, ...(approvalTimeoutSeconds === undefined ? {} : { timeoutSeconds: approvalTimeoutSeconds }) })
  const audit = new AuditLogger(config.auditFile ?? path.join(sandbox.place().cwd, '.leashd/audit.jsonl'), cover)
  const gatekeeper = new ToolGatekeeper({ sandbox, policy, audit, cover, ...(approvals === null ? {} : { approvals }) })
  return { gatekeeper, sandbox, policy, approvals, audit }
}
