/** Endpoints of ops -> operations. */
import type { Hono } from 'hono';
import { contentDisposition } from '#shared/content/disposition.ts';
import { opsContract } from '#shared/ops/contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { OpsParts } from './deps.ts';
import { downloadStatistics } from './downloads/downloads.ts';
import { bindEvents } from './events/endpoints.ts';
import { type ExportedData, exportData } from './export/export-data.ts';
import { listMessages, setMessageState } from './inbox/messages.ts';
import { sendMessage } from './inbox/send-message.ts';
import { bindReports } from './reports/endpoints.ts';

/** The document as a download. No length: it is generated while it is sent. */
export function exportResponse({ name, body }: ExportedData): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
    },
  });
}

export function makeOpsRoutes(parts: OpsParts): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, opsContract.exportData, async ({ caller, call }) =>
    exportResponse(await exportData(parts, caller, call)),
  );
  bindEndpoint(router, opsContract.sendFeedback, async ({ body, caller, call }) => {
    const sent = await sendMessage(parts, { kind: 'feedback', ...body, captchaToken: '' }, caller, call);
    return { id: sent.id, created_time: wireTime(sent.createdMs) };
  });
  bindEndpoint(router, opsContract.messages, ({ query }) =>
    listMessages(parts, { state: query.state, limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, opsContract.setMessageState, ({ params, body, caller }) =>
    setMessageState(parts, { id: params.id, state: body.state }, { id: caller.userId, name: '', via: 'api' }),
  );
  bindEndpoint(router, opsContract.downloadStatistics, ({ call }) => downloadStatistics(parts, call));
  bindEvents(router, parts);
  bindReports(router, parts);
  return router;
}
