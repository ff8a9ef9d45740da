/** Endpoint of pictures and films in the order of their time. Ours; wire-contract.md is silent. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';
import { pageToken } from '../fields.ts';
import { fileObject } from '../model.ts';

const photo = v.object({
  file: fileObject,
  /** By the clock where it was taken, `2026-08-15T14:30:12`, with its zone where that is known; else when the file was changed, in UTC. */
  taken: v.string(),
});
export type Photo = v.InferOutput<typeof photo>;

const photoMonth = v.object({
  /** `2026-08` */
  month: v.string(),
  count: v.number(),
  /** Of each day from the first to the last that has any. */
  days: v.array(v.number()),
});
export type PhotoMonth = v.InferOutput<typeof photoMonth>;

export const photosContract = {
  photos: endpoint({
    id: 'drive.photos',
    method: 'GET',
    path: '/drive/v1/files:photos',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      limit: wireCount,
      page_token: pageToken,
      /** `2026-08-15`: pictures of this day and of those before it, in place of a page token. */
      day: v.pipe(optionalText, v.maxLength(10)),
      /** So many pictures of the day, and of those before it, are left out. */
      skip: wireCount,
      /** Only those of an album. */
      album: optionalText,
    }),
    output: v.object({
      kind: v.literal('drive#photoList'),
      photos: v.array(photo),
      next_page_token: v.string(),
      /** Months that have pictures, the newest first; only with the first page. */
      months: v.optional(v.array(photoMonth)),
      /** Name of the album; only with its first page. */
      album_name: v.optional(v.string()),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'not_found', 'too_many_requests'],
    summary: 'Pictures and films of all folders by the time they were taken, the newest first',
  }),
} as const;
