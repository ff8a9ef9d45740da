/** Endpoints that find files: by name, by equal content, by cid. All but `cid` are ours. Source: wire-contract.md section 3.4. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { pageToken } from './fields.ts';
import { fileObject } from './model.ts';

/** A folder of a path. */
export const crumb = v.object({ id: v.string(), name: v.string() });

export const foundFile = v.object({ ...fileObject.entries, path: v.array(crumb) });
export type FoundFile = v.InferOutput<typeof foundFile>;

/** A file that holds the words, with the line where it does; '' where none could be read now. */
export const insideFile = v.object({ ...foundFile.entries, line: v.string() });
export type InsideFile = v.InferOutput<typeof insideFile>;

export const searchContract = {
  search: endpoint({
    id: 'drive.search',
    method: 'GET',
    path: '/drive/v1/files:search',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      /**
       * Words that must all occur in the name, in any order and case; phrases in quotes; operators (shared/find/operators.ts), such as
       * `type:image larger:10MB before:2026-11 in:"My trips"`.
       */
      q: v.pipe(requiredText, v.maxLength(255)),
      /** Comma-joined: `FOLDER` and values of `file_category`; empty means all. */
      kind: v.pipe(optionalText, v.maxLength(200)),
      limit: wireCount,
      page_token: pageToken,
      /** IANA name: days of `before:` and `after:` begin in it. Left out: UTC. */
      time_zone: v.pipe(optionalText, v.maxLength(64)),
      /** `only`: in the place of names come files that hold the words inside, on the first page. */
      inside: v.pipe(optionalText, v.picklist(['', 'only'])),
    }),
    output: v.object({
      kind: v.literal('drive#searchList'),
      files: v.array(foundFile),
      next_page_token: v.string(),
      /** So many of the last files hold the words but for an error. */
      near_count: v.number(),
      /** Only where it was asked for, and the installation searches inside files. */
      inside: v.optional(v.array(insideFile)),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'too_many_requests'],
    summary:
      'Finds names in all folders by words and operators; names that begin with the words come first, names with an error last',
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
      groups: v.array(v.object({ size: v.string(), hash: v.string(), files: v.array(foundFile) })),
      next_page_token: v.string(),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'too_many_requests'],
    summary: 'Files whose bytes are equal, largest first',
  }),
  cid: endpoint({
    id: 'drive.cid',
    method: 'GET',
    path: '/drive/v1/resource/cid',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ cid: v.pipe(optionalText, v.maxLength(64)), file_size: wireCount }),
    output: v.object({ gcid: v.string() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary:
      "The gcid of content in the caller's own drive by its cid and size; '' for content that this drive does not hold",
  }),
} as const;
