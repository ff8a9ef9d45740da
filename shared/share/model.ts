/**
 * Shapes of a share: its statuses and what a visitor and an owner see. Source: spec section 4, wire-contract.md section 6.
 */
export const SHARE_STATUSES = [
  'OK',
  'PASS_CODE_EMPTY',
  'PASS_CODE_ERROR',
  'MAX_RESTORE_COUNT',
  'EXPIRED',
  'DELETED',
  'SENSITIVE_RESOURCE',
  'SENSITIVE_WORD',
  'AUDITING',
  'NOT_FOUND',
  'PROHIBITED',
] as const;
export type ShareStatus = (typeof SHARE_STATUSES)[number];

/** A link in one of these opens, though perhaps with its passcode alone. */
export const OPEN_STATUSES = ['OK', 'PASS_CODE_EMPTY', 'PASS_CODE_ERROR'] as const satisfies readonly ShareStatus[];

/** States that an operator may set on a link (wire-contract.md section 7, spec section 4). */
export const DECIDED_STATUSES = ['OK', 'AUDITING', 'SENSITIVE_RESOURCE', 'SENSITIVE_WORD', 'PROHIBITED'] as const;
export type DecidedStatus = (typeof DECIDED_STATUSES)[number];

/** Orders of the list of one's own links: newest, ending soonest, most opened, most saved. */
export const LINK_SORTS = ['created', 'ends', 'views', 'saves'] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

/** Files and folders of a followed share that are compared. */
export const MAX_COMPARED = 50_000;

/** Acts on many links at once. */
export const LINK_ACTS = ['close', 'reopen', 'extend'] as const;
export type LinkAct = (typeof LINK_ACTS)[number];

/** Mail addresses that a person sends links to in a day. */
export const MAX_MAILED_PER_DAY = 20;

/** UTF-16 units of the message to visitors. */
export const MAX_NOTE_CHARS = 500;

export const RESTORE_STATUSES = ['RESTORE_UNKNOWN', 'RESTORE_START', 'RESTORE_COMPLETE'] as const;
export type RestoreStatus = (typeof RESTORE_STATUSES)[number];

/** 12 hours: life of a passcode access token and of its cookie (spec section 9). */
export const PASS_TOKEN_TTL_SECONDS = 43_200;

/** Characters of a passcode (wire-contract.md 6.1): one that the server makes has the fewest. */
export const PASS_CODE_CHARS = { least: 4, most: 10 } as const;

/** A custom code: letters and digits (wire-contract.md 6.1). */
const PASS_CODE = new RegExp(`^[A-Za-z0-9]{${PASS_CODE_CHARS.least},${PASS_CODE_CHARS.most}}$`);

export function isPassCode(code: string): boolean {
  return PASS_CODE.test(code);
}

/** HTTP status of the share's page, not of its API answer (wire-contract.md section 11). */
export function pageStatusOf(status: ShareStatus): 200 | 404 | 410 | 451 {
  switch (status) {
    case 'NOT_FOUND':
      return 404;
    case 'DELETED':
    case 'EXPIRED':
      return 410;
    case 'SENSITIVE_RESOURCE':
    case 'SENSITIVE_WORD':
    case 'PROHIBITED':
      return 451;
    default:
      return 200;
  }
}
