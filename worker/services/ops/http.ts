/** Contract rows of ops -> operations. */
import type { Hono } from 'hono';
import { contentDisposition } from '#shared/content/disposition.ts';
import { opsContract } from '#shared/ops/contract.ts';
import { bindEndpoint, type HttpEnv, makeRouter } from '#worker/platform/http.ts';
import type { ExportedData, OpsService } from './face.ts';

/** The document as an answer that a browser saves. No length: it is written while it is read. */
export function exportResponse({ name, body }: ExportedData): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
    },
  });
}

export function makeOpsRoutes(service: OpsService): Hono<HttpEnv> {
  const router = makeRouter();
  bindEndpoint(router, opsContract.exportData, async ({ caller, call }) =>
    exportResponse(await service.exportData(caller, call)),
  );
  return router;
}
