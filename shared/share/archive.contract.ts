/** Endpoints of visitors who look into an archive of a link. The archive itself is not downloaded. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';
import { archiveEntryFile, archiveListing, nameEncoding } from '#shared/drive/archive/archive.contract.ts';
import { SHARE_STATUSES } from './model.ts';

const status = v.picklist(SHARE_STATUSES);

/** An archive that a link shows. */
const inArchive = {
  share_id: optionalText,
  file_id: optionalText,
  pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
  password: v.pipe(optionalText, v.maxLength(1_000)),
  encoding: nameEncoding,
};

export const shareArchiveContract = {
  archiveList: endpoint({
    id: 'share.archiveList',
    method: 'POST',
    path: '/drive/v1/share/archive_list',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    body: v.object({ ...inArchive, path: v.pipe(optionalText, v.maxLength(4096)) }),
    output: v.object({
      share_status: status,
      share_status_text: v.string(),
      pass_code_token: v.string(),
      archive: v.nullable(archiveListing),
    }),
    errors: [
      'invalid_argument',
      'file_not_found',
      'INVALID_FILE_FORMAT',
      'file_too_large',
      'archive_too_many_files',
      'archive_not_listed',
      'resource_exhausted',
    ],
    summary: 'Lists a folder inside an archive of a link, without downloading it',
  }),
  archiveEntry: endpoint({
    id: 'share.archiveEntry',
    method: 'POST',
    path: '/drive/v1/share/archive_entry',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    body: v.object({ ...inArchive, index: wireCount }),
    output: v.object({
      share_status: status,
      share_status_text: v.string(),
      pass_code_token: v.string(),
      entry: v.nullable(archiveEntryFile),
    }),
    errors: [
      'link_view_only',
      'invalid_argument',
      'file_not_found',
      'INVALID_FILE_FORMAT',
      'file_too_large',
      'archive_too_many_files',
      'unzip_password_required',
      'unzip_password_incorrect',
      'resource_exhausted',
    ],
    summary: 'A link to one entry of an archive of a link, without downloading the archive',
  }),
} as const;
