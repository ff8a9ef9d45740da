/** Endpoints of visitors and of the list of links -> operations. */

import type { Hono } from 'hono';
import { sortOrderOf } from '#shared/drive/model.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId, type NodeId } from '#shared/ids.ts';
import { type ShareView, shareContract, shareView } from '#shared/share/contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { ShareParts } from './deps.ts';
import { audit } from './link/audit.ts';
import { create } from './link/create.ts';
import { bindLinks, restoreLimitOf } from './link/endpoints.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import { restore } from './save/restore.ts';
import type { OpenedShare } from './service.ts';
import { batchFileInfo } from './visit/batch-file-info.ts';
import { fileInfo } from './visit/file-info.ts';
import { open } from './visit/open.ts';

/** `filters={"id":{"in":"a,b"}}`; also a list in place of the text. */
function idsOf(filters: Readonly<Record<string, unknown>>): string[] {
  const filter = filters['id'];
  const value: unknown = filter && typeof filter === 'object' && 'in' in filter ? filter.in : '';
  const ids = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
  return ids.map((id) => id.trim()).filter((id) => id !== '');
}

/** `file_ids`, or `params.trace_file_ids` of older clients; `*` and an empty list mean everything. */
function restoredIds(fileIds: readonly string[], trace: unknown): NodeId[] {
  if (fileIds.length > 0 || typeof trace !== 'string' || trace.trim() === '*') return fileIds.map(asNodeId);
  return trace
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .map(asNodeId);
}

function isFlagged(text: string, absent: boolean): boolean {
  return text === '' ? absent : text === 'true' || text === '1';
}

/** The keys of an opened share that the contract names; all others stay on the server. */
function viewOnly(opened: OpenedShare): ShareView {
  const names = Object.keys(shareView.entries) as (keyof ShareView)[];
  return Object.fromEntries(names.map((name) => [name, opened[name]])) as ShareView;
}

export function makeShareRoutes(parts: ShareParts): Hono<AppEnv> {
  const router = makeRouter();

  bindEndpoint(router, shareContract.list, ({ caller, query, call }) =>
    list(parts, caller, { limit: query.limit, pageToken: query.page_token, ids: idsOf(query.filters) }, call),
  );

  bindEndpoint(router, shareContract.detail, async ({ query, call }) =>
    viewOnly(
      await open(
        parts,
        {
          shareId: asShareId(query.share_id),
          passCode: '',
          passCodeToken: query.pass_code_token,
          parentId: asNodeId(query.parent_id),
          limit: query.limit,
          pageToken: query.page_token,
          order: sortOrderOf(query.order),
          foldersFirst: isFlagged(query.folders_first, true),
        },
        call,
      ),
    ),
  );

  bindEndpoint(router, shareContract.fileInfo, async ({ query, call }) => {
    const info = await fileInfo(
      parts,
      { shareId: asShareId(query.share_id), fileId: asNodeId(query.file_id), passCodeToken: query.pass_code_token },
      call,
    );
    if (info.status === 'OK' && !info.file) throw new AppError('file_not_found');
    return {
      share_status: info.status,
      share_status_text: parts.texts.status(info.status, call.locale),
      pass_code_token: info.passCodeToken,
      file_info: info.file,
    };
  });

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

  bindEndpoint(router, shareContract.batchFileInfo, async ({ body, call }) => {
    const { share_id, file_ids, pass_code_token } = body;
    const info = await batchFileInfo(
      parts,
      { shareId: asShareId(share_id), fileIds: file_ids.map(asNodeId), passCodeToken: pass_code_token },
      call,
    );
    return {
      share_status: info.status,
      share_status_text: parts.texts.status(info.status, call.locale),
      pass_code_token: info.passCodeToken,
      file_infos: info.files,
    };
  });

  bindEndpoint(router, shareContract.remove, async ({ caller, body }) => {
    await remove(parts, caller, body.ids.map(asShareId));
    return {};
  });

  bindEndpoint(router, shareContract.create, async ({ caller, body, call }) => {
    const passCodeRequired =
      body.pass_code_option === 'REQUIRED' || (body.pass_code_option === '' && body.custom_pass_code !== '');
    const created = await create(
      parts,
      caller,
      {
        fileIds: body.file_ids.map(asNodeId),
        passCodeRequired,
        customPassCode: body.custom_pass_code,
        expirationDays: body.expiration_days,
        restoreLimit: restoreLimitOf(body.restore_limit, body.limit_count),
        title: body.title,
        shareTo: body.share_to,
      },
      call,
    );
    return {
      share_id: created.shareId,
      share_url: created.shareUrl,
      pass_code: created.passCode,
      share_text: parts.texts.invitation({ url: created.shareUrl, passCode: created.passCode }, call.locale),
      share_list: [],
      share_error_files: [],
      share_text_ext: '',
    };
  });

  bindEndpoint(router, shareContract.open, async ({ query, call }) =>
    viewOnly(
      await open(
        parts,
        {
          shareId: asShareId(query.share_id),
          passCode: query.pass_code,
          passCodeToken: query.pass_code_token,
          parentId: asNodeId(''),
          limit: query.limit,
          pageToken: query.page_token,
          order: sortOrderOf(query.order),
          foldersFirst: isFlagged(query.folders_first, true),
        },
        call,
      ),
    ),
  );

  bindEndpoint(router, shareContract.audit, async ({ body, caller }) => {
    const links = await audit(parts, {
      ownerId: asUserId(body.share_user_id),
      fileIds: body.file_ids,
      gcids: body.gcids,
      status: body.share_status,
      operatorId: caller.userId,
    });
    return { shares: links.map(({ shareId, status }) => ({ share_id: shareId, share_status: status })) };
  });

  bindLinks(router, parts);
  return router;
}
