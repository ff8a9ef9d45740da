/**
 * Wire rows of finding and ordering: search, stars, what happened lately, what takes the room, many names at once.
 * Source: contract.md 3.5 and 3.6 for stars and events; the others are ours, contract.md is silent.
 */
import * as v from 'valibot';
import { endpoint, idList, jsonObject, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { EVENT_TYPES, fileObject } from './model.ts';

const ids = v.object({ ids: v.pipe(idList, v.minLength(1)) });
const taskId = v.object({ task_id: v.string() });
const pageToken = v.pipe(optionalText, v.maxLength(4096));
const text = v.string();

/** A folder on the way to something. */
const crumb = v.object({ id: text, name: text });

const foundFile = v.object({ ...fileObject.entries, path: v.array(crumb) });
export type FoundFile = v.InferOutput<typeof foundFile>;

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

const eventObject = v.object({
  kind: v.literal('drive#event'),
  id: text,
  type: v.picklist(EVENT_TYPES),
  type_name: text,
  file_id: text,
  file_name: text,
  mime_type: text,
  folder_id: text,
  created_time: text,
  updated_time: text,
  params: v.record(v.string(), v.string()),
  progress: v.number(),
  reference_resource: v.nullable(fileObject),
});
export type EventObject = v.InferOutput<typeof eventObject>;

const shortText = v.pipe(optionalText, v.maxLength(100));

/** How far it was played, and where. */
const eventParams = v.object({
  play_seconds: shortText,
  play_duration: shortText,
  media_id: shortText,
  device: shortText,
});

export const findContract = {
  search: endpoint({
    id: 'drive.search',
    method: 'GET',
    path: '/drive/v1/files:search',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      /** Words that must all stand in the name, in any order and case. */
      q: v.pipe(requiredText, v.maxLength(255)),
      /** Comma-joined: `FOLDER` and values of `file_category`; empty means all. */
      kind: v.pipe(optionalText, v.maxLength(200)),
      limit: wireCount,
      page_token: pageToken,
    }),
    output: v.object({ kind: v.literal('drive#searchList'), files: v.array(foundFile), next_page_token: text }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Finds names in all folders; names that begin with the words come first',
  }),
  star: endpoint({
    id: 'drive.star',
    method: 'POST',
    path: '/drive/v1/files:star',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: ids,
    output: taskId,
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Marks with a star',
  }),
  unstar: endpoint({
    id: 'drive.unstar',
    method: 'POST',
    path: '/drive/v1/files:unstar',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: ids,
    output: taskId,
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Takes the star away',
  }),
  batchRename: endpoint({
    id: 'drive.batchRename',
    method: 'POST',
    path: '/drive/v1/files:batchRename',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    body: v.object({
      items: v.pipe(
        v.array(v.object({ id: requiredText, name: v.pipe(v.string(), v.maxLength(2000)) })),
        v.minLength(1),
        v.maxLength(10_000),
      ),
    }),
    output: taskId,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'file_name_empty',
      'file_name_invalid',
      'file_duplicated_name',
      'file_rename_uncompleted',
    ],
    summary: 'Renames many at once, all or none; names may be swapped',
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
  kinds: endpoint({
    id: 'drive.kinds',
    method: 'GET',
    path: '/drive/v1/about/kinds',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ kinds: v.array(kindObject) }),
    errors: ['unauthenticated'],
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
    errors: ['unauthenticated', 'invalid_argument'],
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
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Files of all folders, largest first',
  }),
  duplicates: endpoint({
    id: 'drive.duplicates',
    method: 'GET',
    path: '/drive/v1/files:duplicates',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, page_token: pageToken }),
    output: v.object({
      groups: v.array(v.object({ size: text, hash: text, files: v.array(foundFile) })),
      next_page_token: text,
    }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Files whose bytes are equal, largest first',
  }),
  live: endpoint({
    id: 'drive.live',
    method: 'GET',
    path: '/drive/v1/live',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ revision: text }),
    errors: ['unauthenticated'],
    summary:
      'A number that rises with every visible change. Asked with `Upgrade: websocket` and the subprotocols `magpie.v1` and `bearer.<token>`, it is sent from then on',
  }),
  events: endpoint({
    id: 'drive.events',
    method: 'GET',
    path: '/drive/v1/events',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, page_token: pageToken, filters: jsonObject, thumbnail_size: optionalText }),
    output: v.object({ events: v.array(eventObject), next_page_token: text }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'What happened lately, newest first; what was played only when asked for',
  }),
  addEvent: endpoint({
    id: 'drive.addEvent',
    method: 'POST',
    path: '/drive/v1/events',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      event: v.object({
        type: v.picklist(['TYPE_VIEW', 'TYPE_PLAY', 'TYPE_DOWNLOAD']),
        file_id: requiredText,
        params: v.nullish(eventParams, {}),
      }),
    }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Notes that a file was looked at, played or downloaded',
  }),
  deleteEvents: endpoint({
    id: 'drive.deleteEvents',
    method: 'POST',
    path: '/drive/v1/events:delete',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: ids,
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Forgets some of what happened; files stay',
  }),
  clearEvents: endpoint({
    id: 'drive.clearEvents',
    method: 'POST',
    path: '/drive/v1/events:clear',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ types: v.nullish(v.array(v.picklist(EVENT_TYPES)), []) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Forgets what happened, of some types or all; files stay',
  }),
} as const;
