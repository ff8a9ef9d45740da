/** Endpoints of uploads: sessions, parts and small files. Source: wire-contract.md section 3.4; open uploads are ours. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { conflictChoice } from './conflict.ts';
import { byId, name, newFileErrors } from './fields.ts';
import { fileObject, taskObject } from './model.ts';

const openUpload = v.object({
  kind: v.literal('drive#upload'),
  id: v.string(),
  /** `PROVIDER_MAGPIE` was begun with our own protocol; other uploads cannot be continued with it. */
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

/** Credentials for the S3-style endpoint. */
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

/** An upload session of our own protocol: the size of its parts and which are stored. Ours, wire-contract.md is silent. */
export const uploadSession = v.object({
  upload_id: v.string(),
  /** Signed, expiring, for exactly this upload; sent as `x-upload-token`. */
  upload_token: v.string(),
  part_size: v.number(),
  part_count: v.number(),
  size: v.string(),
  /** Part numbers (from 1) that are stored. */
  parts: v.array(v.number()),
  expiration: v.string(),
  phase: v.string(),
});
export type UploadSession = v.InferOutput<typeof uploadSession>;

export const createAnswer = v.object({
  upload_type: v.string(),
  file: v.nullable(fileObject),
  task: v.nullable(taskObject),
  resumable: v.optional(resumable),
  upload: v.optional(uploadSession),
  /** Of `UPLOAD_TYPE_FORM`. */
  form: v.optional(uploadForm),
  /** Of `UPLOAD_TYPE_URL`: the file comes with its task. */
  url: v.optional(v.object({ kind: v.literal('upload#url') })),
  /** Only where the caller chose `skip`: the name is taken by `file`, and nothing was made. */
  skipped: v.optional(v.boolean()),
});
export type CreateAnswer = v.InferOutput<typeof createAnswer>;

/** The result of one file of several. */
const landedFile = v.object({
  file: v.nullable(fileObject),
  task: v.nullable(taskObject),
  /** As in the answer of `drive.create`. */
  skipped: v.optional(v.boolean()),
  /** Only of a file that was not stored: the refusal that it would get alone. */
  error: v.optional(
    v.object({
      error: v.string(),
      error_code: v.number(),
      error_description: v.string(),
      reason: v.string(),
      metadata: v.record(v.string(), v.string()),
    }),
  ),
});
export type LandedFile = v.InferOutput<typeof landedFile>;

export const uploadContract = {
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
  put: endpoint({
    id: 'drive.put',
    method: 'POST',
    path: '/drive/v1/uploads',
    host: 'drive',
    callers: 'person',
    bodyKind: 'bytes',
    idempotency: 'key',
    adds: true,
    query: v.object({
      parent_id: optionalText,
      name: v.nullish(name, ''),
      user_modified_time: optionalText,
      /** When a picture or film was taken, by the camera's clock: `2026-08-15T14:30:12`, with its zone where that is known. Left out: the file is read for it. */
      taken: optionalText,
      conflict: conflictChoice,
    }),
    output: v.object({
      file: v.nullable(fileObject),
      task: v.nullable(taskObject),
      /** As in the answer of `drive.create`. */
      skipped: v.optional(v.boolean()),
    }),
    errors: [...newFileErrors, 'resource_exhausted'],
    summary:
      'Stores a file of at most 8 MiB whose bytes are the body; its length must be said. The key of `drive.create` is the same key',
  }),
  putMany: endpoint({
    id: 'drive.putMany',
    method: 'POST',
    path: '/drive/v1/uploads:batch',
    host: 'drive',
    callers: 'person',
    bodyKind: 'bytes',
    idempotency: 'natural',
    adds: true,
    output: v.object({ files: v.array(landedFile) }),
    errors: ['unauthenticated', 'invalid_argument', 'request_too_large'],
    summary:
      'Stores up to 64 files of at most 1 MiB together. The body is a line of JSON, an array with name, parent_id, size, user_modified_time, taken, conflict and key of each file, then a line feed and the bytes of the files in that order. Each is stored or refused by itself; its key is that of `drive.put`',
  }),
  uploadState: endpoint({
    id: 'drive.uploadState',
    method: 'GET',
    path: '/drive/v1/uploads/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byId,
    output: uploadSession,
    errors: ['unauthenticated', 'not_found'],
    summary: 'Which parts of an upload are stored, and a fresh token for it',
  }),
  uploadPart: endpoint({
    id: 'drive.uploadPart',
    method: 'PUT',
    path: '/drive/v1/uploads/{id}/parts/{part}',
    host: 'drive',
    callers: 'link',
    bodyKind: 'bytes',
    idempotency: 'natural',
    adds: true,
    params: v.object({ id: requiredText, part: wireCount }),
    output: v.object({ part: v.number(), size: v.string() }),
    errors: [
      'permission_denied',
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'failed_precondition',
      'transfer_limit',
    ],
    summary: 'Stores one part; the body is streamed to the store',
  }),
  uploadComplete: endpoint({
    id: 'drive.uploadComplete',
    method: 'POST',
    path: '/drive/v1/uploads/{id}/complete',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    output: v.object({ file: fileObject, task: v.nullable(taskObject) }),
    errors: ['unauthenticated', 'not_found', 'failed_precondition'],
    summary: 'Ends an upload whose parts are all there; asking again answers the same',
  }),
  uploadAbort: endpoint({
    id: 'drive.uploadAbort',
    method: 'DELETE',
    path: '/drive/v1/uploads/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    output: v.object({}),
    errors: ['unauthenticated'],
    summary: 'Gives an upload up and frees its space',
  }),
} as const;
