/** Ops: what looks at everything. Face, maker and routes; calls auth, drive and share. */
import type { OpsDeps } from './deps.ts';
import type { OpsService } from './face.ts';
import { countEvents, eventCounts } from './ops/count-events.ts';
import { downloadStatistics, downloadsIn, makeCounts, openDownload } from './ops/downloads.ts';
import { exportData } from './ops/export-data.ts';
import { listMessages, messagesOf, setMessageState } from './ops/messages.ts';
import { sendMessage } from './ops/send-message.ts';

export type { OpsService, WrittenMessage } from './face.ts';
export { exportResponse, makeOpsRoutes } from './http.ts';
export { CONTACT_ACTION } from './keys.ts';

export function makeOpsService(deps: OpsDeps): OpsService {
  const counts = makeCounts(deps);
  const exporting = { ...deps, messagesOf: (userId: string, after: string) => messagesOf(deps, userId, after) };
  return {
    exportData: (caller, call) => exportData(exporting, caller, call),
    sendMessage: (written, caller, call) => sendMessage(deps, written, caller, call),
    listMessages: (query) => listMessages(deps, query),
    setMessageState: (input, by) => setMessageState(deps, input, by),
    downloads: (language) => downloadsIn(deps, language),
    openDownload: (target, language) => openDownload(deps, target, language),
    downloadStatistics: (call) => downloadStatistics(deps, counts, call),
    countEvents: (events, call) => countEvents(deps, events, call),
    eventCounts: (days, call) => eventCounts(deps, days, call),
  };
}
