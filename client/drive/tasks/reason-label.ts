/** Why a task failed, in a sentence. Apart from the other labels: pages carry the texts of the modules that they load. */
import type { ArchiveTaskError } from '#shared/drive/archive/task-errors.ts';
import type { FetchError, FetchFailure } from '#shared/drive/fetch/fetch-reason.ts';
import type { Translator } from '#shared/locale/translator.ts';

const REASONS = {
  redirects: 'drive.tasks.reason.redirects',
  forbidden: 'drive.tasks.reason.forbidden',
  unreachable: 'drive.tasks.reason.unreachable',
  host_unknown: 'drive.tasks.reason.host_unknown',
  lookup_failed: 'drive.tasks.reason.lookup_failed',
  slow: 'drive.tasks.reason.slow',
  stalled: 'drive.tasks.reason.stalled',
  not_found: 'drive.tasks.reason.not_found',
  refused: 'drive.tasks.reason.refused',
  server_error: 'drive.tasks.reason.server_error',
  incomplete: 'drive.tasks.reason.incomplete',
  too_long: 'drive.tasks.reason.too_long',
  changed: 'drive.tasks.reason.changed',
  cancelled: 'drive.tasks.reason.cancelled',
  no_downloader: 'drive.tasks.reason.no_downloader',
  no_peers: 'drive.tasks.reason.no_peers',
  torrent_damaged: 'drive.tasks.reason.torrent_damaged',
  torrent_too_large: 'drive.tasks.reason.torrent_too_large',
  downloader_busy: 'drive.tasks.reason.downloader_busy',
  internal: 'drive.tasks.reason.internal',
} as const satisfies Record<FetchFailure, string>;

/** Errors that end tasks of archives alone. */
const ARCHIVE_ERRORS = {
  INVALID_FILE_FORMAT: 'errors.INVALID_FILE_FORMAT',
  archive_too_many_files: 'errors.archive_too_many_files',
  zip_too_many_files: 'errors.zip_too_many_files',
  unavailable: 'errors.unavailable',
  aborted: 'errors.aborted',
  unzip_password_required: 'errors.unzip_password_required',
  unzip_password_incorrect: 'errors.unzip_password_incorrect',
} as const satisfies Record<Exclude<ArchiveTaskError, keyof typeof ERRORS | keyof typeof REASONS>, string>;

/** Errors of the catalogue that end a task, or keep a link from being fetched. */
const ERRORS = {
  file_space_not_enough: 'errors.file_space_not_enough',
  file_too_large: 'errors.file_too_large',
  file_count_limit: 'errors.file_count_limit',
  file_not_found: 'errors.file_not_found',
  file_in_recycle_bin: 'errors.file_in_recycle_bin',
  upload_day_limit: 'errors.upload_day_limit',
  traffic_not_enough: 'errors.traffic_not_enough',
  deleted_space_not_free: 'errors.deleted_space_not_free',
  storage_full: 'errors.storage_full',
  resource_exhausted: 'errors.resource_exhausted',
  task_sub_task_num_limit: 'errors.task_sub_task_num_limit',
  task_url_unsupported: 'errors.task_url_unsupported',
  task_url_resolve_error: 'errors.task_url_resolve_error',
} as const satisfies Record<FetchError, string> & Record<string, string>;

type Sentence =
  | (typeof REASONS)[FetchFailure]
  | (typeof ERRORS)[keyof typeof ERRORS]
  | (typeof ARCHIVE_ERRORS)[keyof typeof ARCHIVE_ERRORS];

const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...ARCHIVE_ERRORS,
  ...REASONS,
  ...ERRORS,
};

/** The sentence for a reason of a fetch or the name of an error; other texts as they are. */
export function reasonLabel(reason: string, { t }: Pick<Translator, 't'>): string {
  const key = Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason] : undefined;
  if (key !== undefined) return t(key);
  return /^[a-z]+(?:_[a-z]+)+$/.test(reason) ? t('errors.default') : reason;
}
