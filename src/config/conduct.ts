// How does the gate act on what it decides? Keys that only the person and the administrator may write.
import type { AuditSettings } from '../audit/settings.ts'
import { AUDIT_DEFAULTS, readAuditSettings } from '../audit/settings.ts'
