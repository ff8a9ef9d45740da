/**
 * Every error the product can answer: wire name -> numbers, HTTP status, whether a retry helps. A table of data; no behaviour.
 * The text of a row lives in locales/<tag>/errors.json under the same name. A new failure starts as a new row here.
 * @source spec section 8, wire-contract.md section 8
 */
import type { MessageKey } from './locale/keys.gen.ts';

export interface ErrorRow {
  /** `error_code` on user paths, and on drive paths unless `driveCode` says otherwise. */
  readonly code: number;
  readonly httpStatus: number;
  /** Whether the same request may succeed later without the person changing anything. */
  readonly retryable: boolean;
  /** Full locale key of the text. */
  readonly messageKey: MessageKey;
  readonly driveCode?: number;
  readonly driveHttpStatus?: number;
}

type Cells = readonly [
  code: number,
  httpStatus: number,
  retryable: boolean,
  driveCode?: number,
  driveHttpStatus?: number,
];

const CELLS = {
  // Standard codes
  ok: [0, 200, false],
  cancelled: [1, 499, false],
  unknown: [2, 500, false],
  invalid_argument: [3, 400, false],
  deadline_exceeded: [4, 504, true],
  not_found: [5, 404, false],
  already_exists: [6, 409, false],
  permission_denied: [7, 403, false],
  resource_exhausted: [8, 429, true],
  failed_precondition: [9, 400, false],
  aborted: [10, 409, true],
  out_of_range: [11, 400, false],
  unimplemented: [12, 501, false],
  internal: [13, 500, true],
  unavailable: [14, 503, true],
  data_loss: [15, 500, false],
  unauthenticated: [16, 401, false],

  // Any request
  too_many_requests: [10, 429, true],
  request_too_large: [3, 413, false],
  /** The proxy alone: very many very small pieces. */
  request_too_fragmented: [3, 413, false],
  method_not_allowed: [12, 405, false],
  unsupported_media_type: [3, 415, false],
  range_not_satisfiable: [11, 416, false],
  precondition_failed: [9, 412, false],
  cross_site_request: [7, 403, false],
  region_not_allowed: [7, 403, false],

  // Human check and sign-in
  captcha_required: [4001, 400, false],
  captcha_invalid: [4002, 400, false, 9],
  verification_rate_limited: [8, 429, true],
  invalid_password: [4010, 400, false],
  invalid_status: [4011, 400, false],
  user_pending: [4012, 400, false],
  user_blocked: [4013, 400, false],
  invalid_verification_code: [4014, 400, false],
  two_factor_required: [4015, 400, false],
  invalid_two_factor: [4016, 400, false],
  invalid_two_factor_recovery: [4017, 400, false],
  under_review: [4018, 400, false],
  provider_error: [4019, 400, false],
  validate_required: [4020, 400, false],
  password_reset_required: [4021, 400, false],
  invalid_account_or_password: [4022, 400, false],
  user_not_exist: [4023, 400, false],
  expired_verification_code: [4024, 400, false],
  account_freeze: [50, 403, false],
  cannot_unlock: [38, 403, false],

  // Authorization service
  interaction_required: [4031, 400, false],
  login_required: [4032, 400, false],
  account_selection_required: [4033, 400, false],
  consent_required: [4034, 400, false],
  invalid_request_uri: [4035, 400, false],
  invalid_request_object: [4036, 400, false],
  request_not_supported: [4037, 400, false],
  request_uri_not_supported: [4038, 400, false],
  registration_not_supported: [4039, 400, false],
  authorization_pending: [4050, 400, true],
  slow_down: [4051, 400, true],
  expired_token: [4052, 400, false],
  invalid_request: [4121, 400, false],
  unsupported_grant_type: [4121, 400, false],
  unauthorized_client: [4122, 400, false],
  invalid_client: [4122, 401, false],
  access_denied: [4123, 400, false],
  unsupported_response_type: [4124, 400, false],
  invalid_scope: [4125, 400, false],
  invalid_grant: [4126, 400, false],
  server_error: [5026, 500, true],
  temporarily_unavailable: [5027, 503, true],

  // Files and folders
  file_not_found: [5, 404, false],
  space_folder_not_exist: [5, 404, false],
  file_space_not_enough: [8, 400, false],
  /** Too many files and folders, whatever their size. */
  file_count_limit: [8, 400, false],
  /** The server's own disk, not the person's quota. */
  storage_full: [14, 507, true],
  file_duplicated_name: [3, 400, false],
  file_rename_to_same_name: [3, 400, false],
  file_name_empty: [3, 400, false],
  file_name_invalid: [3, 400, false],
  cannot_pack_empty_folder: [3, 400, false],
  zip_empty: [3, 400, false],
  zip_too_many_files: [8, 400, false],
  zip_too_many_chosen: [8, 400, false],
  archive_not_listed: [3, 400, false],
  archive_too_many_files: [3, 400, false],
  file_too_large: [3, 400, false],
  file_in_recycle_bin: [9, 400, false],
  file_rename_uncompleted: [9, 400, true],
  file_move_or_copy_to_cur: [9, 400, false],
  file_uncompleted: [9, 400, true],
  file_blocked: [7, 403, false],
  /** Of programs alone: another one holds a lock (RFC 4918 section 11.3). */
  locked: [9, 423, true],
  /** A program asked from a place that the log of the drive no longer has. */
  changes_too_old: [11, 410, false],
  global_file_token_invalid: [9, 400, false],
  INVALID_FILE_FORMAT: [3, 400, false],
  unzip_password_required: [9, 400, false],
  unzip_password_incorrect: [9, 400, false],

  // Uploads and tasks
  /** Traffic of the month and packs are used up. */
  traffic_not_enough: [8, 400, false],
  /** More files at a time than the plan allows. */
  transfer_limit: [8, 429, true],
  upload_expired: [9, 400, false],
  upload_incomplete: [9, 400, false],
  upload_day_limit: [8, 400, false],
  deleted_space_not_free: [8, 400, false],
  upload_checksum_mismatch: [3, 400, true],
  task_not_found: [5, 404, false],
  task_daily_create_limit: [11, 403, false],
  task_daily_create_limit_vip: [11, 403, false],
  task_run_nums_limit: [11, 403, true],
  task_sub_task_num_limit: [11, 403, false],
  task_url_resolve_error: [9, 400, true],
  task_url_unsupported: [3, 400, false],

  // Activities
  activity_not_found: [5, 404, false],
  activity_not_begun: [9, 400, true],
  activity_ended: [9, 400, false],
  reward_taken: [9, 400, false],
  reward_not_for_account: [9, 400, false],

  // Shares
  file_restore_own: [9, 400, false],
  share_status_prohibited: [9, 400, false],
  link_limit: [8, 400, false],
  link_view_only: [7, 403, false],

  // Membership and activities
  premium_required: [7, 403, false],
  NEED_MORE_QUOTA: [8, 400, false],
  invalid_activation_code: [3, 400, false],
  activation_code_reused: [9, 400, false],
  /** The price is no longer the one that the customer saw. */
  price_changed: [9, 409, false],
  coupon_invalid: [3, 400, false],
  member_code_not_support_region: [9, 400, false],
  has_joined_referral: [6, 400, false],
  riskLimited: [7, 403, false],
  order_not_payable: [9, 400, false],
  payment_failed: [9, 402, false],

  // Made in the browser, never sent by the server
  unreachable: [8000, 503, true],
  local: [8001, 400, false],
} as const satisfies Readonly<Record<string, Cells>>;

export type ErrorName = keyof typeof CELLS;

function rowOf(name: ErrorName): ErrorRow {
  const [code, httpStatus, retryable, driveCode, driveHttpStatus]: Cells = CELLS[name];
  return Object.freeze({
    code,
    httpStatus,
    retryable,
    messageKey: `errors.${name}` as const,
    ...(driveCode === undefined ? {} : { driveCode }),
    ...(driveHttpStatus === undefined ? {} : { driveHttpStatus }),
  });
}

export const ERROR_NAMES: readonly ErrorName[] = Object.freeze(Object.keys(CELLS) as ErrorName[]);

export const ERRORS: Readonly<Record<ErrorName, ErrorRow>> = Object.freeze(
  Object.fromEntries(ERROR_NAMES.map((name) => [name, rowOf(name)])) as Record<ErrorName, ErrorRow>,
);

export function isErrorName(value: unknown): value is ErrorName {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** The first row with this number: the standard name where several names share one. */
export function errorNameByCode(code: number): ErrorName | null {
  return ERROR_NAMES.find((name) => ERRORS[name].code === code) ?? null;
}

/** From this number on a code belongs to one failure; smaller ones are the shared standard codes (spec section 8). */
const FIRST_OWN_CODE = 17;

/** The name of a code that belongs to one failure; null for standard and unknown codes. */
export function ownErrorName(code: unknown): ErrorName | null {
  const number = Number(code);
  return Number.isInteger(number) && number >= FIRST_OWN_CODE ? errorNameByCode(number) : null;
}

/** Names whose text replaces the text of their number. */
const TEXT_BY_NAME: Readonly<Partial<Record<ErrorName, MessageKey>>> = {
  captcha_invalid: 'errors.too_frequent',
  unreachable: 'errors.unreachable',
};

/** The text that replaces the text of a row's number; null for most names. */
export function textByName(name: ErrorName): MessageKey | null {
  return TEXT_BY_NAME[name] ?? null;
}
