/** Endpoint that saves shared files -> operation. */
import type { Hono } from 'hono';
import { asNodeId, asShareId, asTaskId, type NodeId } from '#shared/ids.ts';
import { shareContract } from '#shared/share/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { planRestore } from './plan.ts';
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

  bindEndpoint(router, shareContract.restorePlan, async ({ caller, body, call }) => {
    const { share_id, pass_code_token: passCodeToken, file_ids, parent_id, specify_parent_id } = body;
    const input = {
      shareId: asShareId(share_id),
      passCodeToken,
      fileIds: restoredIds(file_ids, undefined),
      parentId: specify_parent_id ? asNodeId(parent_id) : null,
    };
    const { status, plan } = await planRestore(parts, caller, input, call);
    return {
      share_status: status,
      share_status_text: parts.texts.status(status, call.locale),
      plan: plan && {
        file_count: String(plan.files),
        folder_count: String(plan.folders),
        size: String(plan.bytes),
        free_after: String(plan.freeBytes),
        parent_id: plan.parentId,
        taken_names: [...plan.takenNames],
        held_count: String(plan.heldContents),
      },
    };
  });

  bindEndpoint(router, shareContract.restoreUndo, async ({ caller, body }) => ({
    count: String(await parts.drive.undoSave(caller, asTaskId(body.restore_task_id))),
  }));
}
