/** The endpoint by which programs follow a drive. Source: docs/wire-contract.md section 3.8. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';
import { fileObject } from './model.ts';

const change = v.object({
  kind: v.literal('drive#change'),
  file_id: v.string(),
  /** It is in no folder any more: in the trash, in a folder that is, or deleted. */
  removed: v.boolean(),
  time: v.string(),
  /** As it is now; null for an entry that was deleted, and for a file without all its bytes. */
  file: v.nullable(fileObject),
});
export type Change = v.InferOutput<typeof change>;

export const changesContract = {
  changes: endpoint({
    id: 'drive.changes',
    method: 'GET',
    path: '/drive/v1/changes',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ since: v.pipe(optionalText, v.maxLength(200)), limit: wireCount }),
    output: v.object({ changes: v.array(change), next_since: v.string(), has_more: v.boolean() }),
    errors: ['unauthenticated', 'invalid_argument', 'changes_too_old'],
    summary:
      'Files and folders that changed after `since`, the oldest change first; without it none, and the place to begin',
  }),
} as const;
