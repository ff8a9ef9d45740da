/**
 * Endpoints of tasks as a person looks after them, and of addresses before they are fetched. Source: wire-contract.md sections
 * 3.7 and 5; `tasks:limits` is ours.
 */
import * as v from 'valibot';
import { endpoint, optionalText, queryTexts, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { byId, pageToken } from '../fields.ts';
import { PHASES, taskObject } from '../model.ts';
import { MAX_ADDRESSES, MAX_TORRENT_FILES } from './limits.ts';

/** Tasks of one deletion. */
export const MAX_TASK_IDS = 1_000;
/** Longest address. */
export const MAX_ADDRESS_CHARS = 8_192;

const text = v.string();

/** Files of a torrent. */
export const fileNumbers = v.pipe(
  v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  v.minLength(1),
  v.maxLength(MAX_TORRENT_FILES),
);

/** Addresses as a list, or as text with one on each line. */
const addresses = v.pipe(
  v.nullish(v.union([v.string(), v.array(v.string())]), ''),
  v.transform((given) => (typeof given === 'string' ? given.split('\n') : given)),
  v.transform((list) => [...new Set(list.map((one) => one.trim()).filter((one) => one !== ''))]),
  v.array(v.pipe(v.string(), v.maxLength(MAX_ADDRESS_CHARS))),
  v.maxLength(MAX_ADDRESSES),
);

const resourceMeta = v.object({
  hash: text,
  /** `OK`: can be fetched. `UNKNOWN`: can, but the server does not say how large it is. `ERROR`: cannot, for `error`. */
  status: v.picklist(['OK', 'UNKNOWN', 'ERROR']),
  url: text,
  /** Reason of a fetch (shared/drive/fetch/fetch-reason.ts) or name of an error; '' for none. */
  error: text,
});

/** A file or folder behind an address. */
const resource = v.object({
  name: text,
  is_dir: v.boolean(),
  file_size: text,
  file_count: v.number(),
  meta: resourceMeta,
  /** Files of a torrent, by `index`; null for a single file. */
  dir: v.nullable(
    v.object({ resources: v.array(v.object({ index: v.number(), name: text, is_dir: v.boolean(), file_size: text })) }),
  ),
});
export type Resource = v.InferOutput<typeof resource>;

const limits = v.object({
  kind: v.literal('drive#taskLimits'),
  /** Fetches created today (UTC), and how many may be. */
  today: v.number(),
  per_day: v.number(),
  left: v.number(),
  /** Seconds until the day ends. */
  reset_in: v.number(),
  /** No fetch may be created today any more. */
  over_free_task_limit: v.boolean(),
  /** Kinds of addresses that are fetched: `http`, and with a downloader `magnet`, `torrent`, `ftp`. */
  schemes: v.array(text),
});
export type TaskLimits = v.InferOutput<typeof limits>;

const status = v.object({
  kind: v.literal('drive#taskStatus'),
  id: text,
  file_id: text,
  file_name: text,
  file_size: text,
  phase: v.picklist(PHASES),
  progress: v.number(),
  message: text,
  /** Of a file of a torrent. */
  chosen: v.optional(v.boolean()),
});

const taskIds = v.pipe(queryTexts, v.minLength(1), v.maxLength(MAX_TASK_IDS));

export const tasksContract = {
  resourceList: endpoint({
    id: 'drive.resourceList',
    method: 'POST',
    path: '/drive/v1/resource/list',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ urls: addresses, page_size: wireCount, thumbnail_type: optionalText }),
    output: v.object({ list_id: text, list: v.object({ page_size: v.number(), resources: v.array(resource) }) }),
    errors: [
      'unauthenticated',
      'invalid_argument',
      'resource_exhausted',
      'task_url_resolve_error',
      'task_url_unsupported',
    ],
    summary: 'What is behind addresses: names and sizes, before anything is fetched. One bad address alone is refused',
  }),
  resourceStatus: endpoint({
    id: 'drive.resourceStatus',
    method: 'GET',
    path: '/drive/v1/resource/status',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    query: v.object({ url: v.pipe(optionalText, v.maxLength(MAX_ADDRESS_CHARS)) }),
    output: v.object({ status: v.picklist(['OK', 'UNKNOWN', 'LIMITED', 'ERROR']), progress: v.optional(v.number()) }),
    errors: ['invalid_argument'],
    summary: 'Whether an address is of a kind that is fetched. The server behind it is not asked',
  }),
  retryTask: endpoint({
    id: 'drive.retryTask',
    method: 'POST',
    path: '/drive/v1/task',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    body: v.object({ type: optionalText, create_type: optionalText, id: requiredText }),
    output: taskObject,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'failed_precondition',
      'task_daily_create_limit',
      'task_daily_create_limit_vip',
      'task_run_nums_limit',
      'file_not_found',
      'file_in_recycle_bin',
      'file_space_not_enough',
      'file_count_limit',
      'cannot_pack_empty_folder',
      'zip_too_many_files',
    ],
    summary: 'Tries a fetch or a task of an archive again that ended without its files (`create_type` RETRY)',
  }),
  taskStatuses: endpoint({
    id: 'drive.taskStatuses',
    method: 'GET',
    path: '/drive/v1/task/{id}/statuses',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byId,
    query: v.object({ limit: wireCount, page_token: pageToken, filters: optionalText }),
    output: v.object({ statuses: v.array(status), next_page_token: text }),
    errors: ['unauthenticated', 'not_found'],
    summary: 'The files of a task',
  }),
  chooseFiles: endpoint({
    id: 'drive.chooseFiles',
    method: 'POST',
    path: '/drive/v1/task/{id}/files',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    params: byId,
    body: v.object({ files: fileNumbers }),
    output: taskObject,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'failed_precondition',
      'file_space_not_enough',
      'file_too_large',
      'file_count_limit',
      'upload_day_limit',
      'traffic_not_enough',
      'deleted_space_not_free',
    ],
    summary: 'Chooses the files of a torrent whose task waits for it',
  }),
  taskLimits: endpoint({
    id: 'drive.taskLimits',
    method: 'GET',
    path: '/drive/v1/tasks:limits',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: limits,
    errors: ['unauthenticated'],
    summary: 'How many fetches may be created today, and which addresses are fetched',
  }),
  deleteTasks: endpoint({
    id: 'drive.deleteTasks',
    method: 'DELETE',
    path: '/drive/v1/tasks',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    query: v.object({ task_ids: taskIds, delete_files: wireFlag }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'failed_precondition'],
    summary:
      'Removes tasks from the list; a fetch or upload under way is given up. With `delete_files` their files go to the trash',
  }),
  clearTasks: endpoint({
    id: 'drive.clearTasks',
    method: 'POST',
    path: '/drive/v1/tasks:clear',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ type: optionalText, delete_files: wireFlag, phases: v.nullish(v.array(v.string()), []) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Removes ended tasks from the list: all, of one type, or in some phases',
  }),
} as const;
