/** Facts about the drive that a client may read before any other call: `values.drive`. Source: wire-contract.md section 7. */
import * as v from 'valibot';
import { endpoint } from '#shared/contract.ts';
import { requestSchema } from './request.contract.ts';

const count = v.number();

export const driveSettings = v.object({
  /** Rows of one page at most; a larger `limit` is capped. */
  page_limit: count,
  /** Largest file, bytes. */
  file_size_limit: v.string(),
  /** Part size of an upload session, bytes; larger files get larger parts. */
  upload_part_size: count,
  /** Open upload sessions of one person. */
  upload_session_limit: count,
  trash_retention_days: count,
  version_retention_days: count,
  versions_per_file: count,
  /** Life of a content link, seconds. */
  content_link_seconds: count,
});

export const driveSettingsEndpoint = endpoint({
  id: 'config.drive',
  method: 'POST',
  path: '/config/v1/drive',
  host: 'user',
  callers: 'anyone',
  idempotency: 'read',
  body: requestSchema,
  output: v.object({ values: v.object({ drive: driveSettings }) }),
  errors: ['invalid_argument'],
  summary: 'Limits of the drive on this installation: `values.drive`',
});
