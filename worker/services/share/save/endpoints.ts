/** Endpoint that saves shared files -> operation. */
import type { Hono } from 'hono';
import { asNodeId, asShareId, type NodeId } from '#shared/ids.ts';
import { shareContract } from '#shared/share/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { restore } from './restore.ts';

/** `file_ids`, or `params.trace_file_ids` of older clients; `*` and an empty list mean everything. */
function restoredIds(fileIds: readonly string[], trace: unknown): NodeId[] {
  if (fileIds.length > 0 || typeof trace !== 'string' || trace.trim() === '*') return fileIds.map(asNodeId);
  return trace
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .map(asNodeId);
}

export function bindSaves(router: Hono<AppEnv>, parts: ShareParts): void {
  bindEndpoint(router, shareContract.restore, ({ caller, body, call }) =>
    restore(
      parts,
      caller,
      {
        shareId: asShareId(body.share_id),
        passCodeToken: body.pass_code_token,
        fileIds: restoredIds(body.file_ids, body.params?.['trace_file_ids']),
        parentId: body.specify_parent_id ? asNodeId(body.parent_id) : null,
      },
      call,
    ),
  );
}
