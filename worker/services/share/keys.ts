/** Key purposes, lifetimes and names of share. Nothing else. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** Purposes of the keyring; each has one use. */
export const KEY_PURPOSE = Object.freeze({
  /** Keyed hash of a passcode. */
  passHash: 'share-pass',
  /** Signature of a passcode access token. */
  passToken: 'share-pass-token',
  /** Seal of the passcode in its owner's registry. */
  passSeal: 'share-pass-seal',
  /** Pseudonymous digest of a visitor. */
  viewer: 'share-viewer',
  /** Mark of a link that was sent to a mail address. */
  mailed: 'share-mailed',
  /** Natural key of a restore. */
  restore: 'share-restore',
  /** Signature of an answer in the cache of a data centre. */
  snapshot: 'share-snapshot',
});

/** Captcha action of a guess past the limit. */
export const PASS_CODE_ACTION = 'GET:/drive/v1/share';

/** Counter of links by day (drive/tally): views, and beside them people, downloads, bytes and referring hosts. */
export const VIEWS_KIND = 'views';

/** `share_to` of a direct link in the registry. No caller may name it. */
export const DIRECT = '~direct';

/** Most direct links of one person, whatever the plan. */
export const MAX_DIRECT_LINKS = 1_000;

/** Counter of saves, for sums of hours. */
export const SAVES_KIND = 'saves';
/** Counter of links that were made, for sums of hours. */
export const LINKS_KIND = 'links';

/** One view per viewer in this time. */
export const VIEW_WINDOW_MS = 10 * MINUTE_MS;

/** Views are added to their links once in this time. */
export const VIEWS_FOLD_MS = MINUTE_MS;

/** The sum of a day stays in its shard so long: far longer than a count is on its way. */
export const DAY_COUNT_TTL_MS = 3 * DAY_MS;

/** Unfinished links are removed after this time. */
export const PENDING_LINK_TTL_MS = 60 * SECOND_MS;

/** A claim is abandoned after this time: no call takes so long. */
export const CLAIM_LIFETIME_MS = 60 * SECOND_MS;

/** The row of a cancelled link stays this long, so that a repeated cancel or create gets the same answer. */
export const CANCELLED_LINK_TTL_MS = 25 * 60 * MINUTE_MS;

/** Operators blocked the owner of links, or ended that. */
export const OWNER_BLOCKED = 'share.owner-blocked';

/** Operation name of idempotency keys. */
export const CREATE_OPERATION = 'share.create';
