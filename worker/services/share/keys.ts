/**
 * Every name this room makes: key purposes, the cookie, the lives of things. Nothing else.
 */
import { PASS_TOKEN_PREFIX } from '#shared/cookies.ts';
import type { ShareId } from '#shared/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** Purposes handed to the keyring; a purpose is never used for two things. */
export const KEY_PURPOSE = Object.freeze({
  /** Keyed hash of a passcode. */
  passHash: 'share-pass',
  /** Signature of a passcode access token. */
  passToken: 'share-pass-token',
  /** Seal of the passcode in its owner's book. */
  passSeal: 'share-pass-seal',
  /** Who looked, without saying who. */
  viewer: 'share-viewer',
  /** Natural key of a restore. */
  restore: 'share-restore',
});

/** Captcha action a guess past the limit is paid with. */
export const PASS_CODE_ACTION = 'GET:/drive/v1/share';

/** One view per viewer in this time. */
export const VIEW_WINDOW_MS = 10 * MINUTE_MS;

/** A link that was begun this long ago and not finished is swept. */
export const PENDING_LINK_MS = 60 * SECOND_MS;

/** A save that was claimed this long ago and not ended was given up by its call; no call takes so long. */
export const CLAIM_LIFETIME_MS = 60 * SECOND_MS;

/** A cancelled link's row stays this long, so that cancelling or creating it again gets the same answer. */
export const CANCELLED_ROW_MS = 25 * 60 * MINUTE_MS;

/** Name of the cookie that holds a share's passcode access token; it lives PASS_TOKEN_TTL_SECONDS. */
export function tokenCookieName(shareId: ShareId): string {
  return `${PASS_TOKEN_PREFIX}${shareId}`;
}
