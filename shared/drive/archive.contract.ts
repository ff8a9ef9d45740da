/** Endpoints of archives made of the drive. Source: wire-contract.md section 3.5; `files:zip` is ours. */
import * as v from 'valibot';
import { endpoint, idList, wireFlag } from '#shared/contract.ts';
import { writeErrors } from './fields.ts';
import { zipFile } from './zip-file.ts';

export const archiveContract = {
  zip: endpoint({
    id: 'drive.zip',
    method: 'POST',
    path: '/drive/v1/files:zip',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    /** `all`: everything in the drive, for the export of an account. */
    body: v.object({ ids: idList, all: wireFlag }),
    output: zipFile,
    errors: [...writeErrors, 'file_in_recycle_bin', 'zip_empty', 'zip_too_many_files'],
    summary: 'A link to one zip file of files and folders, with its exact size',
  }),
} as const;
