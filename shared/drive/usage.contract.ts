/** Endpoints of used space: the quota, and what uses it. `about` is wire-contract.md section 7; the others are ours. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { pageToken } from './fields.ts';
import { crumb, foundFile } from './search.contract.ts';

const text = v.string();

const kindObject = v.object({
  file_category: text,
  file_count: text,
  size: text,
  file_count_in_trash: text,
  size_in_trash: text,
});
export type KindObject = v.InferOutput<typeof kindObject>;

const heavyFolder = v.object({ id: text, name: text, size: text, file_count: text, path: v.array(crumb) });
export type HeavyFolderObject = v.InferOutput<typeof heavyFolder>;

export const usageContract = {
  about: endpoint({
    id: 'drive.about',
    method: 'GET',
    path: '/drive/v1/about',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({
      kind: v.literal('drive#about'),
      quota: v.object({
        kind: v.literal('drive#quota'),
        limit: v.string(),
        usage: v.string(),
        usage_in_trash: v.string(),
        /** Ours: of `usage`, what former contents of files take; those of the trash too. */
        usage_in_versions: v.string(),
        play_times_limit: v.string(),
        play_times_usage: v.string(),
        is_unlimited: v.boolean(),
        complimentary: v.string(),
      }),
      expires_at: v.string(),
      quotas: v.record(v.string(), v.unknown()),
      user_type: v.number(),
      /** Ours: how long the trash keeps a thing, and how long and how many versions of a file are kept. */
      trash_retention_days: v.number(),
      version_retention_days: v.number(),
      versions_per_file: v.number(),
    }),
    errors: ['unauthenticated'],
    summary: 'Space used and allowed',
  }),
  size: endpoint({
    id: 'drive.size',
    method: 'GET',
    path: '/drive/v1/files/{id}/size',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: v.object({ id: requiredText }),
    output: v.object({ size: text, file_count: text, folder_count: text, path: v.array(crumb) }),
    errors: ['unauthenticated', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'What a folder holds, everything below it counted, and the folders above it from the root',
  }),
} as const;

/** The facts of the storage page, which only pages of the server read. */
export const storageContract = {
  kinds: endpoint({
    id: 'drive.kinds',
    method: 'GET',
    path: '/drive/v1/about/kinds',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ kinds: v.array(kindObject) }),
    errors: ['unauthenticated', 'too_many_requests'],
    summary: 'What takes the room, by kind of file; the trash is counted, and named apart too',
  }),
  heavyFolders: endpoint({
    id: 'drive.heavyFolders',
    method: 'GET',
    path: '/drive/v1/about/folders',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount }),
    output: v.object({ folders: v.array(heavyFolder) }),
    errors: ['unauthenticated', 'invalid_argument', 'too_many_requests'],
    summary: 'Folders that hold most, everything below them counted; one that holds little besides another is left out',
  }),
  largest: endpoint({
    id: 'drive.largest',
    method: 'GET',
    path: '/drive/v1/files:largest',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      limit: wireCount,
      page_token: pageToken,
      /** A value of `file_category`; empty means all. */
      kind: v.pipe(optionalText, v.maxLength(20)),
    }),
    output: v.object({ kind: v.literal('drive#searchList'), files: v.array(foundFile), next_page_token: text }),
    errors: ['unauthenticated', 'invalid_argument', 'too_many_requests'],
    summary: 'Files of all folders, largest first',
  }),
} as const;
