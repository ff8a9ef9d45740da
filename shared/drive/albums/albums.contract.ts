/** Endpoints of albums: named sets of pictures and films. Ours; wire-contract.md is silent. */
import * as v from 'valibot';
import { endpoint, idList } from '#shared/contract.ts';
import { byId } from '../fields.ts';
import { fileObject } from '../model.ts';
import { ALBUM_BATCH, ALBUM_NAME_CHARS } from './album-terms.ts';

const album = v.object({
  kind: v.literal('drive#album'),
  album_id: v.string(),
  name: v.string(),
  created_time: v.string(),
  /** Pictures and films that are in place. */
  count: v.number(),
  /** The newest of them; null for none. */
  cover: v.nullable(fileObject),
});
export type Album = v.InferOutput<typeof album>;

/** It becomes the title of links and the name of their archive: no control characters, nothing that turns the direction of writing. */
const albumName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(ALBUM_NAME_CHARS),
  v.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u),
);
const items = v.pipe(idList, v.maxLength(ALBUM_BATCH));
const changedItems = v.object({
  /** Of the batch: those that were not there before, or that were. */
  changed: v.number(),
});

export const albumsContract = {
  albums: endpoint({
    id: 'drive.albums',
    method: 'GET',
    path: '/drive/v1/albums',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ albums: v.array(album) }),
    errors: ['unauthenticated', 'too_many_requests'],
    summary: 'Albums of the caller, the newest first; at most 200',
  }),
  albumCreate: endpoint({
    id: 'drive.albumCreate',
    method: 'POST',
    path: '/drive/v1/albums',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    body: v.object({ name: albumName, file_ids: items }),
    output: v.object({ album_id: v.string() }),
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin', 'resource_exhausted'],
    summary: 'Makes an album, with up to 1,000 pictures and films in it',
  }),
  albumRename: endpoint({
    id: 'drive.albumRename',
    method: 'PATCH',
    path: '/drive/v1/albums/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ name: albumName }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Renames an album; links that have its name show the new one',
  }),
  albumRemove: endpoint({
    id: 'drive.albumRemove',
    method: 'DELETE',
    path: '/drive/v1/albums/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    output: v.object({}),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Deletes an album and no file; its links show nothing any more',
  }),
  albumAdd: endpoint({
    id: 'drive.albumAdd',
    method: 'POST',
    path: '/drive/v1/albums/{id}/items',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ file_ids: v.pipe(items, v.minLength(1)) }),
    output: changedItems,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'file_not_found',
      'file_in_recycle_bin',
      'resource_exhausted',
    ],
    summary: 'Adds pictures and films to an album; those that it has stay',
  }),
  albumTake: endpoint({
    id: 'drive.albumTake',
    method: 'POST',
    path: '/drive/v1/albums/{id}/items:remove',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ file_ids: v.pipe(items, v.minLength(1)) }),
    output: changedItems,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Takes pictures and films out of an album; the files stay',
  }),
} as const;
