/** Endpoints of a person's direct links -> operations. */
import type { Hono } from 'hono';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { directContract } from '#shared/share/direct.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { directLinks, makeDirect, renewDirect, switchDirect } from './direct-links.ts';

export function bindDirectLinks(router: Hono<AppEnv>, parts: ShareParts): void {
  bindEndpoint(router, directContract.directLinks, ({ caller, query }) =>
    directLinks(parts, caller, {
      limit: Math.min(query.limit, 100),
      pageToken: query.page_token,
      fileId: query.file_id,
    }),
  );
  bindEndpoint(router, directContract.makeDirect, ({ caller, body, call }) =>
    makeDirect(parts, caller, { fileId: asNodeId(body.file_id), hours: body.hours }, call),
  );
  bindEndpoint(router, directContract.switchDirect, ({ caller, body, call }) =>
    switchDirect(parts, caller, { shareId: asShareId(body.share_id), enabled: body.enabled }, call),
  );
  bindEndpoint(router, directContract.renewDirect, ({ caller, body, call }) =>
    renewDirect(parts, caller, asShareId(body.share_id), call),
  );
}
