/** Endpoints of an owner's links that collect files. Visitors use the page of a link. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { byId } from '../fields.ts';
import { COLLECT_KINDS, COLLECT_MESSAGE_CHARS, COLLECT_STATES, COLLECT_TITLE_CHARS } from './collect-terms.ts';

const collectLink = v.object({
  kind: v.literal('drive#collect_link'),
  /** As in its address, longer than other ids. */
  link_id: v.string(),
  url: v.string(),
  folder_id: v.string(),
  state: v.picklist(COLLECT_STATES),
  title: v.string(),
  message: v.string(),
  created_time: v.string(),
  /** '' for never. */
  end_time: v.string(),
  kind_of_files: v.picklist(COLLECT_KINDS),
  extensions: v.array(v.string()),
  /** 0 for any. */
  max_file_size: v.string(),
  /** Of all files together; 0 for as much as the owner's plan takes. */
  max_total_size: v.string(),
  max_files: v.number(),
  by_person: v.boolean(),
  /** Files that came in and were not withdrawn. */
  files: v.number(),
  /** When the last one came; '' before. */
  last_time: v.string(),
});
export type CollectLink = v.InferOutput<typeof collectLink>;

const collectFile = v.object({
  kind: v.literal('drive#collect_file'),
  /** The same for files of one visit. */
  receipt_id: v.string(),
  /** '' while it is coming in. */
  file_id: v.string(),
  /** As it was sent. */
  name: v.string(),
  size: v.string(),
  state: v.picklist(['coming', 'accepted', 'withdrawn']),
  /** The name that the visitor gave, and the note; '' for none. */
  visitor: v.string(),
  note: v.string(),
  created_time: v.string(),
});
export type CollectFile = v.InferOutput<typeof collectFile>;

const terms = {
  /** '' for a general one. */
  title: v.pipe(optionalText, v.maxLength(COLLECT_TITLE_CHARS)),
  message: v.pipe(optionalText, v.maxLength(COLLECT_MESSAGE_CHARS)),
  /** RFC 3339; '' for never. */
  end_time: optionalText,
  kind_of_files: v.nullish(v.picklist(COLLECT_KINDS), 'any'),
  /** Separated by commas or blanks; for the kind `list`. */
  extensions: v.pipe(optionalText, v.maxLength(1_000)),
  /** 0 for any size that the owner's plan takes. */
  max_file_size: wireCount,
  /** Of all files together; 0 for as much as the owner's plan takes. */
  max_total_size: wireCount,
  /** 0 for 100. */
  max_files: wireCount,
  /** A folder for each name that visitors give. */
  by_person: wireFlag,
};

export const collectContract = {
  collectCreate: endpoint({
    id: 'drive.collectCreate',
    method: 'POST',
    path: '/drive/v1/collect/links',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    adds: true,
    body: v.object({ folder_id: requiredText, ...terms }),
    output: collectLink,
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin', 'resource_exhausted'],
    summary: 'Makes a link by which others put files into a folder',
  }),
  collectLinks: endpoint({
    id: 'drive.collectLinks',
    method: 'GET',
    path: '/drive/v1/collect/links',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ folder_id: optionalText }),
    output: v.object({ links: v.array(collectLink) }),
    errors: ['unauthenticated'],
    summary: "The caller's links that collect files, newest first; at most 100",
  }),
  collectChange: endpoint({
    id: 'drive.collectChange',
    method: 'PUT',
    path: '/drive/v1/collect/links/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object(terms),
    output: collectLink,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Changes the terms of such a link',
  }),
  collectClose: endpoint({
    id: 'drive.collectClose',
    method: 'PATCH',
    path: '/drive/v1/collect/links/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ closed: v.boolean() }),
    output: collectLink,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Closes such a link, or opens it again',
  }),
  collectFiles: endpoint({
    id: 'drive.collectFiles',
    method: 'GET',
    path: '/drive/v1/collect/links/{id}/files',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byId,
    query: v.object({ page_token: v.pipe(optionalText, v.maxLength(200)) }),
    output: v.object({ files: v.array(collectFile), next_page_token: v.string() }),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Files that came in by such a link, with what their senders wrote, newest first; at most 100',
  }),
  collectRemove: endpoint({
    id: 'drive.collectRemove',
    method: 'DELETE',
    path: '/drive/v1/collect/links/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    output: v.object({}),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Deletes such a link; the files stay',
  }),
};
