/**
 * Wire rows of names that are taken, and of what a file held before: asking, listing, putting back. Ours, wire-contract.md is
 * silent. Apart from the other rows of the drive: a page loads them when a person asks for them.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { fileObject } from './model.ts';

const text = v.string();
const byFile = v.object({ id: requiredText });
const byVersion = v.object({ id: requiredText, version_id: requiredText });
const link = v.object({ url: text, token: text, expire: text, type: text });

const nameConflict = v.object({
  /** As it was asked. */
  name: text,
  /** The node that has the name in that folder; its case may differ. */
  file: fileObject,
});
export type NameConflict = v.InferOutput<typeof nameConflict>;

export const fileVersion = v.object({
  kind: v.literal('drive#version'),
  id: text,
  file_id: text,
  size: text,
  /** gcid. */
  hash: text,
  /** When it stopped being the file's content; the list's order. */
  replaced_time: text,
  /** When the file was last changed before. */
  modified_time: text,
  user_modified_time: text,
  /** From then on it is deleted for good. */
  expire_time: text,
});
export type FileVersion = v.InferOutput<typeof fileVersion>;

/** With the way to its bytes, which lives for hours: asked for when it is wanted. */
const openVersion = v.object({
  ...fileVersion.entries,
  web_content_link: text,
  links: v.record(text, link),
});
export type OpenVersion = v.InferOutput<typeof openVersion>;

const errors = ['unauthenticated', 'file_not_found', 'file_in_recycle_bin'] as const;

export const versionsContract = {
  conflicts: endpoint({
    id: 'drive.conflicts',
    method: 'POST',
    path: '/drive/v1/files:conflicts',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      parent_id: optionalText,
      names: v.pipe(v.array(v.pipe(v.string(), v.maxLength(2000))), v.minLength(1), v.maxLength(10_000)),
    }),
    output: v.object({ conflicts: v.array(nameConflict) }),
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary:
      'Which of these names are taken in a folder, and by what: one row for a file, one for a folder (the oldest of several)',
  }),
  versions: endpoint({
    id: 'drive.versions',
    method: 'GET',
    path: '/drive/v1/files/{id}/versions',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byFile,
    query: v.object({ limit: wireCount, page_token: v.pipe(optionalText, v.maxLength(4096)) }),
    output: v.object({
      kind: v.literal('drive#versionList'),
      versions: v.array(fileVersion),
      next_page_token: text,
    }),
    errors: [...errors, 'invalid_argument'],
    summary: 'What a file held before, newest first, by keyset pages; the content it has now is not among them',
  }),
  version: endpoint({
    id: 'drive.version',
    method: 'GET',
    path: '/drive/v1/files/{id}/versions/{version_id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byVersion,
    output: openVersion,
    errors: [...errors, 'not_found', 'file_blocked'],
    summary: 'One version with a link to its bytes',
  }),
  restoreVersion: endpoint({
    id: 'drive.restoreVersion',
    method: 'POST',
    path: '/drive/v1/files/{id}/versions/{version_id}/restore',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    params: byVersion,
    output: fileObject,
    errors: [...errors, 'not_found', 'file_blocked'],
    summary: 'Makes a version the content of its file again; the content it had becomes the newest version',
  }),
  deleteVersion: endpoint({
    id: 'drive.deleteVersion',
    method: 'DELETE',
    path: '/drive/v1/files/{id}/versions/{version_id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byVersion,
    output: v.object({}),
    errors,
    summary: 'Deletes one version for good and frees its space; one that is not there is no error',
  }),
} as const;
