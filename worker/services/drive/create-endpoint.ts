/** `POST /drive/v1/files`, which makes a folder, fetches an address, or begins an upload: it stands above all three. */
import type { Hono } from 'hono';
import { readClock } from '#shared/drive/photos/taken.ts';
import { treeContract } from '#shared/drive/tree.contract.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { parseWireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from './deps.ts';
import { createFetch } from './fetch/create-fetch.ts';
import { createFolder } from './tree/change.ts';
import { beginUpload } from './upload/begin-upload.ts';

/** `resumable.provider` of our own upload protocol. */
const OWN_PROVIDER = 'PROVIDER_MAGPIE';
const FORM_UPLOAD = 'UPLOAD_TYPE_FORM';
const URL_UPLOAD = 'UPLOAD_TYPE_URL';
/** Longest note of a client about where a fetch began. */
const MAX_FROM_CHARS = 64;
const UPLOAD_TYPES = ['', 'UPLOAD_TYPE_RESUMABLE', 'UPLOAD_TYPE_UNKNOWN', FORM_UPLOAD];

export function bindCreate(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, treeContract.create, ({ caller, body, call }) => {
    const parentId = asNodeId(body.parent_id);
    const conflict = body.conflict ?? 'keep_both';
    if (body.kind === 'drive#folder') return createFolder(deps, caller, { parentId, name: body.name }, call, conflict);
    if (body.upload_type === URL_UPLOAD) {
      const { name, folder_type: folderType, params } = body;
      const from = typeof params['from'] === 'string' ? params['from'].slice(0, MAX_FROM_CHARS) : '';
      const { url = '', files = null, choose: isAsked = false } = body.url ?? {};
      const input = { url, files, isAsked, name, parentId, folderType, from };
      return createFetch(deps, caller, input, call);
    }
    if (!UPLOAD_TYPES.includes(body.upload_type)) throw new AppError('unimplemented', { field: 'upload_type' });
    return beginUpload(
      deps,
      caller,
      {
        parentId,
        name: body.name,
        sizeBytes: body.size ?? 0,
        gcid: body.hash,
        contentKey: body.content_key,
        ...(body.upload_type === FORM_UPLOAD
          ? { protocol: 's3' as const, isForm: true }
          : { protocol: body.resumable?.provider === OWN_PROVIDER ? ('own' as const) : ('s3' as const) }),
        modifiedMs: parseWireTime(body.user_modified_time),
        taken: readClock(body.taken) ?? undefined,
        ...(conflict === 'keep_both' ? {} : { conflict }),
      },
      call,
    );
  });
}
