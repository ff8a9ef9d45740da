/** Endpoints of archives made of the drive. Source: wire-contract.md section 3.5; `files:zip` is ours. */
import * as v from 'valibot';
import { TEXT_ENCODINGS } from '#shared/content/encoding/encodings.ts';
import { endpoint, idList, optionalText, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { taskId, writeErrors } from '../fields.ts';
import { PHASES } from '../model.ts';
import { MAX_PATH_CHARS } from './archive-name.ts';
import { zipFile } from './zip-file.ts';

/** Statuses of an archive: a missing or wrong password of its directory is no error. */
export const ARCHIVE_STATUSES = ['OK', 'PASS_WORD_EMPTY', 'PASS_WORD_ERROR'] as const;

/** The encoding of names that do not say theirs; none: a guess. */
export const nameEncoding = v.optional(v.nullable(v.picklist(TEXT_ENCODINGS)), null);
const secret = v.pipe(optionalText, v.maxLength(1_000));
const archiveErrors = [
  'file_in_recycle_bin',
  'INVALID_FILE_FORMAT',
  'unzip_password_required',
  'file_space_not_enough',
  'upload_day_limit',
  'deleted_space_not_free',
  'file_too_large',
  'archive_too_many_files',
  'file_blocked',
  'resource_exhausted',
  'task_run_nums_limit',
] as const;

const archivedFile = v.object({
  index: v.number(),
  filename: v.string(),
  filesize: v.string(),
  mime_type: v.string(),
  gcid: v.string(),
  kind: v.picklist(['drive#file', 'drive#folder']),
  icon_link: v.string(),
  /** Inside the archive, with its name. */
  path: v.string(),
});

export const archiveListing = v.object({
  status: v.picklist(ARCHIVE_STATUSES),
  status_text: v.string(),
  task_id: v.string(),
  current_path: v.string(),
  title: v.string(),
  file_size: v.string(),
  gcid: v.string(),
  /** The encoding that names were read in; '' where they say theirs. */
  encoding: v.string(),
  files: v.array(archivedFile),
});
export type ArchiveListing = v.InferOutput<typeof archiveListing>;

/** A link to one entry; it opens until `expire`. */
export const archiveEntryFile = v.object({
  url: v.string(),
  name: v.string(),
  size: v.string(),
  mime_type: v.string(),
  expire: v.string(),
});
export type ArchiveEntryFile = v.InferOutput<typeof archiveEntryFile>;

export const archiveContract = {
  zip: endpoint({
    id: 'drive.zip',
    method: 'POST',
    path: '/drive/v1/files:zip',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    /** `all`: everything in the drive, for the export of an account. `time_zone`: of the reader, for times in the zip file. */
    body: v.object({ ids: idList, all: wireFlag, time_zone: optionalText }),
    output: zipFile,
    errors: [...writeErrors, 'file_in_recycle_bin', 'zip_empty', 'zip_too_many_files', 'zip_too_many_chosen'],
    summary: 'A link to one zip file of files and folders, with its exact size',
  }),
  pack: endpoint({
    id: 'drive.pack',
    method: 'POST',
    path: '/drive/v1/files/pack',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    adds: true,
    /** The zip file is made beside the folder. */
    body: v.object({ folderId: requiredText, time_zone: optionalText }),
    output: taskId,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'cannot_pack_empty_folder',
      'zip_too_many_files',
      'file_too_large',
      'file_space_not_enough',
      'upload_day_limit',
      'deleted_space_not_free',
      'file_count_limit',
      'resource_exhausted',
      'task_run_nums_limit',
    ],
    summary: 'Makes a zip file of a folder in the drive',
  }),
  unpack: endpoint({
    id: 'drive.unpack',
    method: 'POST',
    path: '/drive/v1/files/unpack',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    adds: true,
    /** `folderId` is the archive; its files are put into a new folder beside it. */
    body: v.object({ folderId: requiredText }),
    output: taskId,
    errors: [...writeErrors, ...archiveErrors],
    summary: 'Extracts a whole archive into a new folder',
  }),
  archiveList: endpoint({
    id: 'drive.archiveList',
    method: 'POST',
    path: '/decompress/v1/list',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    body: v.object({
      gcid: optionalText,
      file_id: requiredText,
      path: optionalText,
      password: secret,
      encoding: nameEncoding,
    }),
    output: archiveListing,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'INVALID_FILE_FORMAT',
      'file_too_large',
      'archive_too_many_files',
      'archive_not_listed',
      'file_blocked',
      'resource_exhausted',
    ],
    summary: 'Lists a folder inside an archive, without downloading it',
  }),
  archiveEntry: endpoint({
    id: 'drive.archiveEntry',
    method: 'POST',
    path: '/decompress/v1/entry',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    body: v.object({ file_id: requiredText, index: wireCount, password: secret, encoding: nameEncoding }),
    output: archiveEntryFile,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'INVALID_FILE_FORMAT',
      'file_too_large',
      'archive_too_many_files',
      'unzip_password_required',
      'unzip_password_incorrect',
      'file_blocked',
      'resource_exhausted',
    ],
    summary: 'A link to one entry of an archive, without downloading the archive',
  }),
  extract: endpoint({
    id: 'drive.extract',
    method: 'POST',
    path: '/decompress/v1/decompress',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    adds: true,
    body: v.object({
      gcid: optionalText,
      file_id: requiredText,
      password: secret,
      /** Entries by their index; none here and in `paths`: all. */
      files: v.pipe(v.nullish(v.array(v.union([wireCount, v.object({ index: wireCount })])), []), v.maxLength(100_000)),
      /** Files and folders by their path in the archive; a folder stands for all in it. */
      paths: v.pipe(v.nullish(v.array(v.pipe(v.string(), v.maxLength(MAX_PATH_CHARS))), []), v.maxLength(1_000)),
      /** Beside the archive, whatever `parent_id` says. */
      default_parent: wireFlag,
      parent_id: optionalText,
      encoding: nameEncoding,
    }),
    output: v.object({
      status: v.picklist(ARCHIVE_STATUSES),
      status_text: v.string(),
      task_id: v.string(),
      files_num: v.number(),
      redirect_link: v.string(),
    }),
    errors: [...writeErrors, ...archiveErrors, 'unzip_password_incorrect'],
    summary: 'Extracts chosen entries, or all, into a new folder',
  }),
  extractProgress: endpoint({
    id: 'drive.extractProgress',
    method: 'GET',
    path: '/decompress/v1/progress',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ task_id: requiredText }),
    output: v.object({
      progress: v.number(),
      phase: v.picklist(PHASES),
      file_id: v.string(),
      task_size: v.string(),
      task_size_completed: v.string(),
      expires_in: v.number(),
      error_description: v.string(),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'How far an extraction is',
  }),
} as const;
