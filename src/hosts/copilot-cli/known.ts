// By what is an event known to be that of GitHub Copilot CLI?
import type { JsonObject } from '../../core/model.ts'
import { claudeShapeWithoutCall, has } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

const untold = (payload: JsonObject): boolean => !has(payload, 'tool_use_id') && !has(payload, 'transcript_path') && !has(payload, 'permission_mode')

export const known: Known = {
  name: 'copilot-cli',
  marks: [
    { order: 30, holds: (payload) => has(payload, 'toolArgs') },
    { order: 35, holds: (payload) => has(payload, 'sessionId') && typeof payload['timestamp'] === 'number' && !has(payload, 'hookEventName') },
    { order: 240, holds: (payload) => has(payload, 'timestamp', 'tool_name', 'hook_event_name') && untold(payload) },
    claudeShapeWithoutCall(330),
  ],
}
