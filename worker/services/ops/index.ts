/** Ops: export, operators' inbox, counts. Factory of the service and routes; calls auth, drive and share. */
import type { OpsDeps } from './deps.ts';
import { downloadStatistics, downloadsIn, makeCounts, openDownload } from './downloads/downloads.ts';
import { countEvents, eventCounts } from './events/count-events.ts';
import { exportData } from './export/export-data.ts';
import { listMessages, messagesOf, setMessageState } from './inbox/messages.ts';
import { sendMessage } from './inbox/send-message.ts';
import type { OpsService } from './service.ts';

export { exportResponse, makeOpsRoutes } from './endpoints.ts';
export { CONTACT_ACTION } from './keys.ts';
export type { MessageInput, OpsService } from './service.ts';

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
