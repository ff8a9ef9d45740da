/** Endpoints of visitors -> operations. */
import type { Hono } from 'hono';
import { shareOrderOf } from '#shared/drive/orders.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { type ShareView, shareContract, shareView } from '#shared/share/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { archiveQuery, toZipFile } from '#worker/services/drive/service.ts';
import type { ShareParts } from '../deps.ts';
import { linkArchiveEntry, listArchive } from './archive.ts';
import { batchFileInfo } from './batch-file-info.ts';
import { fileInfo } from './file-info.ts';
import { open } from './open.ts';
import { zipShare } from './zip.ts';

function isFlagged(text: string, absent: boolean): boolean {
  return text === '' ? absent : text === 'true' || text === '1';
}

/** The keys of an opened share that the contract names; all others stay on the server. */
export function viewOnly(opened: ShareView): ShareView {
  const names = Object.keys(shareView.entries) as (keyof ShareView)[];
  return Object.fromEntries(names.map((name) => [name, opened[name]])) as ShareView;
}

export function bindVisits(router: Hono<AppEnv>, parts: ShareParts): void {
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
          order: shareOrderOf(query.order),
          foldersFirst: isFlagged(query.folders_first, true),
          thumbnailSize: query.thumbnail_size,
        },
        call,
      ),
    ),
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
          order: shareOrderOf(query.order),
          foldersFirst: isFlagged(query.folders_first, true),
          thumbnailSize: query.thumbnail_size,
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

  bindEndpoint(router, shareContract.zip, async ({ body, call }) => {
    const { share_id, pass_code_token: passCodeToken, file_ids, time_zone: timeZone } = body;
    const made = await zipShare(
      parts,
      { shareId: asShareId(share_id), passCodeToken, fileIds: file_ids.map(asNodeId), timeZone },
      call,
    );
    return {
      share_status: made.status,
      share_status_text: parts.texts.status(made.status, call.locale),
      pass_code_token: made.passCodeToken,
      zip: made.zip && toZipFile(made.zip),
    };
  });

  bindEndpoint(router, shareContract.archiveList, async ({ body, call }) => {
    const { share_id, file_id, pass_code_token: passCodeToken, path } = body;
    const file = { shareId: asShareId(share_id), fileId: asNodeId(file_id), passCodeToken };
    const query = { ...file, path, ...archiveQuery(body, call) };
    const { status, passCodeToken: token, answer } = await listArchive(parts, query, call);
    const share_status_text = parts.texts.status(status, call.locale);
    return { share_status: status, share_status_text, pass_code_token: token, archive: answer };
  });

  bindEndpoint(router, shareContract.archiveEntry, async ({ body, call }) => {
    const { share_id, file_id, pass_code_token: passCodeToken, index } = body;
    const file = { shareId: asShareId(share_id), fileId: asNodeId(file_id), passCodeToken };
    const query = { ...file, index, ...archiveQuery(body, call) };
    const { status, passCodeToken: token, answer } = await linkArchiveEntry(parts, query, call);
    const share_status_text = parts.texts.status(status, call.locale);
    return { share_status: status, share_status_text, pass_code_token: token, entry: answer };
  });
}
