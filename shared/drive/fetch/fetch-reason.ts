/**
 * Why a fetch ended without a file: params `error` of its task. Those that are errors of the catalogue have its text; the
 * others have one in locales/<tag>/drive.json.
 */
export const FETCH_ERRORS = [
  'file_space_not_enough',
  'file_too_large',
  'file_count_limit',
  'file_not_found',
  'file_in_recycle_bin',
  'upload_day_limit',
  'traffic_not_enough',
  'deleted_space_not_free',
  'storage_full',
  'resource_exhausted',
] as const;

export const FETCH_FAILURES = [
  /** The rules refuse the address, or where it redirects. */
  'forbidden',
  'unreachable',
  /** No server has the name. */
  'host_unknown',
  /** The name servers do not answer. */
  'lookup_failed',
  'redirects',
  /** No answer in time. */
  'slow',
  /** The transfer stopped. */
  'stalled',
  'not_found',
  /** The server does not give it: 401, 403 and the like. */
  'refused',
  'server_error',
  /** Fewer bytes than announced. */
  'incomplete',
  /** More bytes than announced. */
  'too_long',
  /** Another file than before the interruption. */
  'changed',
  'cancelled',
  /** No downloader takes this kind of address any more. */
  'no_downloader',
  /** No one who has the content was found. */
  'no_peers',
  'torrent_damaged',
  'torrent_too_large',
  /** Another download of the same content is under way, or there is no space. */
  'downloader_busy',
  'internal',
] as const;

export type FetchFailure = (typeof FETCH_FAILURES)[number];
export type FetchError = (typeof FETCH_ERRORS)[number];
export type FetchReason = FetchFailure | FetchError;

/** English text of a task that failed, for clients that show `message`. */
export const FETCH_MESSAGES: Readonly<Record<FetchReason, string>> = {
  file_space_not_enough: 'Not enough storage',
  file_too_large: 'The file is too large',
  file_count_limit: 'Too many files',
  file_not_found: 'The folder no longer exists',
  file_in_recycle_bin: 'The folder is in the trash',
  upload_day_limit: 'The daily upload limit is reached',
  traffic_not_enough: 'The traffic of this month is used up',
  deleted_space_not_free: 'Deleted files still occupy the storage',
  storage_full: 'The server has no space left',
  resource_exhausted: 'Too many open uploads',
  forbidden: 'The address is not allowed',
  unreachable: 'The server does not answer',
  host_unknown: 'The server name does not exist',
  lookup_failed: 'The server name could not be looked up',
  redirects: 'The address redirects in circles',
  slow: 'The server took too long to answer',
  stalled: 'The transfer stopped',
  not_found: 'The file is not there',
  refused: 'The server refuses the file',
  server_error: 'The server failed',
  incomplete: 'The server sent less than it announced',
  too_long: 'The server sent more than it announced',
  changed: 'The file changed during the transfer',
  cancelled: 'Cancelled',
  no_downloader: 'This kind of address is not supported',
  no_peers: 'No one shares this right now',
  torrent_damaged: 'The torrent is damaged',
  torrent_too_large: 'The torrent has too many files',
  downloader_busy: 'The downloader is busy',
  internal: 'Something went wrong',
};

export function isFetchReason(text: string): text is FetchReason {
  return Object.hasOwn(FETCH_MESSAGES, text);
}
