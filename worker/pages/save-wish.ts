/**
 * A save that waits until its person has signed in (trust.md hazard 7): signed, for one share and folder, over after ten
 * minutes. It only has the page ask once more; the press that follows is judged like any other.
 */
import { href } from '#shared/routes.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';

const PURPOSE = 'page.save-wish';
/** 10 minutes: long enough to find a password or wait for a code. */
const TTL_SECONDS = 600;
/** Name in the query of the share's page. */
export const WISH_QUERY = 'wish';

export interface WishedPlace {
  readonly shareId: string;
  readonly parentId: string;
  /** Address of the page: path and query. */
  readonly here: string;
}

/** Address of the sign-in page that leads back to the share with the wish. */
export async function signInToSave(keyring: Keyring, place: WishedPlace, nowMs: number): Promise<string> {
  const { shareId, parentId, here } = place;
  const exp = Math.floor(nowMs / SECOND_MS) + TTL_SECONDS;
  const wish = await keyring.sign(PURPOSE, { share: shareId, parent: parentId, exp });
  const next = `${here}${here.includes('?') ? '&' : '?'}${new URLSearchParams({ [WISH_QUERY]: wish })}`;
  const query = new URLSearchParams({ next, scene: 'save' });
  return `${href('auth.sign-in')}?${query}`;
}

/** Whether the text is a wish for this very place that is not over. */
export async function isWishFor(
  keyring: Keyring,
  wish: string,
  { shareId, parentId }: Pick<WishedPlace, 'shareId' | 'parentId'>,
  nowMs: number,
): Promise<boolean> {
  const claims = (await keyring.verify(PURPOSE, wish)) as { share?: unknown; parent?: unknown; exp?: unknown } | null;
  return (
    claims !== null &&
    claims.share === shareId &&
    claims.parent === parentId &&
    typeof claims.exp === 'number' &&
    nowMs < claims.exp * SECOND_MS
  );
}
