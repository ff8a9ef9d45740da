/** Wire rows about contents before they are uploaded. Part of driveContract. Source: contract.md section 3.4. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';

export const resourceContract = {
  cid: endpoint({
    id: 'drive.cid',
    method: 'GET',
    path: '/drive/v1/resource/cid',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ cid: v.pipe(optionalText, v.maxLength(64)), file_size: wireCount }),
    output: v.object({ gcid: v.string() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary:
      "The gcid of content in the caller's own drive by its cid and size; '' for content that this drive does not hold",
  }),
} as const;
