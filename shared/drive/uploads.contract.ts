/** Wire row of the uploads that wait for bytes: what a person left unfinished, wherever it was begun. Ours, contract.md is silent. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';

const openUpload = v.object({
  kind: v.literal('drive#upload'),
  id: v.string(),
  /** `PROVIDER_MAGPIE` came through our own door; others cannot be gone on with by parts of our own. */
  provider: v.string(),
  file_id: v.string(),
  parent_id: v.string(),
  /** As it will be called; a number was added where the name was taken. */
  name: v.string(),
  size: v.string(),
  part_size: v.number(),
  part_count: v.number(),
  /** Parts that are stored, and their bytes. */
  parts_stored: v.number(),
  size_stored: v.string(),
  /** gcid that the client named when it began; '' when it named none. */
  hash: v.string(),
  created_time: v.string(),
  /** When the last part was stored; when it began, before the first. */
  modified_time: v.string(),
  /** From then on the upload is given up and its space is free. */
  expire_time: v.string(),
});
export type OpenUpload = v.InferOutput<typeof openUpload>;

/** A form that a client posts as `multipart/form-data`: these fields, then the bytes as the field `file`. */
export const uploadForm = v.object({
  kind: v.literal('drive#form'),
  method: v.literal('POST'),
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  multi_parts: v.record(v.string(), v.string()),
});

/** What a client of the S3-style door is handed. */
export const resumable = v.object({
  kind: v.literal('drive#resumable'),
  provider: v.string(),
  params: v.object({
    access_key_id: v.string(),
    access_key_secret: v.string(),
    bucket: v.string(),
    endpoint: v.string(),
    expiration: v.string(),
    key: v.string(),
    security_token: v.string(),
  }),
});

export const uploadsContract = {
  uploads: endpoint({
    id: 'drive.uploads',
    method: 'GET',
    path: '/drive/v1/uploads',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, page_token: v.pipe(optionalText, v.maxLength(4096)) }),
    output: v.object({
      kind: v.literal('drive#uploadList'),
      uploads: v.array(openUpload),
      next_page_token: v.string(),
    }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Uploads that wait for bytes, newest first, by keyset pages',
  }),
} as const;
