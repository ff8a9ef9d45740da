/**
 * A save that waits until its visitor has signed in (trust.md hazard 7): signed, for one share and folder, valid for ten
 * minutes. In the browser that asked for it the page then saves by itself, once; elsewhere the page asks for one more press.
 * Either way the save is an ordinary form post, checked like any other.
 */
import type { Context } from 'hono';
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { readTextCookie, writeCookie } from '#shared/cookies.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { type NodeId, ROOT_ID } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { Caller } from '#worker/platform/request.ts';
import { translatorOf } from '../render/render.tsx';
import { signedInPerson } from '../render/signed-in-person.ts';
import type { PageDeps } from '../services.ts';

const PURPOSE = 'page.save-wish';
/** 10 minutes: long enough to find a password or wait for a code. */
const TTL_SECONDS = 600;
/** Name in the query of the share's page. */
export const WISH_QUERY = 'wish';
/**
 * Ties a pending save to the browser that asked for it. Without it a signed address sent to somebody else would save into
 * that person's drive on opening.
 */
const COOKIE = '__Host-magpie_save';

export interface WishedPlace {
  readonly shareId: string;
  readonly parentId: string;
  /** Address of the page: path and query. */
  readonly here: string;
}

function cookie(nonce: string, maxAgeSeconds: number): string {
  return writeCookie(COOKIE, nonce, { maxAgeSeconds, sameSite: 'lax', httpOnly: true });
}

/** Set-Cookie value that ends the pending save of this browser, so that it happens once. */
export function spentWishCookie(): string {
  return cookie('', 0);
}

/** Address of the sign-in page that leads back to the share with the pending save, and the cookie that goes with it. */
export async function signInToSave(
  keyring: Keyring,
  place: WishedPlace,
  nowMs: number,
): Promise<{ location: string; setCookie: string }> {
  const { shareId, parentId, here } = place;
  const exp = Math.floor(nowMs / SECOND_MS) + TTL_SECONDS;
  const nonce = newHexId();
  const wish = await keyring.sign(PURPOSE, { share: shareId, parent: parentId, exp, nonce });
  const next = `${here}${here.includes('?') ? '&' : '?'}${new URLSearchParams({ [WISH_QUERY]: wish })}`;
  const query = new URLSearchParams({ next, scene: 'save' });
  return { location: `${href('auth.sign-in')}?${query}`, setCookie: cookie(nonce, TTL_SECONDS) };
}

/**
 * What a pending save in the address is worth here.
 * @returns `own`: made for this share and folder, by this browser; `foreign`: made for them elsewhere; null: worth nothing
 */
export async function readWish(
  keyring: Keyring,
  wish: string,
  { shareId, parentId }: Pick<WishedPlace, 'shareId' | 'parentId'>,
  cookies: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<'own' | 'foreign' | null> {
  const claims = (await keyring.verify(PURPOSE, wish)) as Readonly<Record<string, unknown>> | null;
  const { share, parent, exp, nonce } = claims ?? {};
  if (share !== shareId || parent !== parentId || typeof exp !== 'number' || nowMs >= exp * SECOND_MS) return null;
  return typeof nonce === 'string' && nonce !== '' && readTextCookie(cookies, COOKIE) === nonce ? 'own' : 'foreign';
}

/** A save that was pending while the visitor signed in: it goes on by itself where it was asked for, else with one press. */
export async function pendingSave(c: Context<AppEnv>, deps: PageDeps, place: WishedPlace): Promise<SaveState> {
  const wish = c.req.query(WISH_QUERY) ?? '';
  const found = wish === '' ? null : await readWish(deps.keyring, wish, place, c.get('cookies'), c.get('call').nowMs);
  if (found === null) return { kind: 'ready' };
  const person = await signedInPerson(c, deps);
  if (person === null) return { kind: 'ready' };
  // Spent by being shown: a reload or the way back saves nothing again.
  if (found === 'own') c.header('set-cookie', spentWishCookie(), { append: true });
  return { kind: 'confirm', person: person.name, isOwn: found === 'own' };
}

/** The folder of a save, by the name it has in that drive now. A save has happened by then, so a failure here only leaves it unnamed. */
export async function saveTarget(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  folderId: NodeId,
): Promise<Pick<Extract<SaveState, { kind: 'saved' }>, 'folder'>> {
  if (folderId === ROOT_ID) return {};
  try {
    const path = await deps.drive.path(caller, folderId);
    const name = shownPath(path, translatorOf(c.get('locale'))).at(-1)?.name;
    return name === undefined ? {} : { folder: { id: folderId, name } };
  } catch (error) {
    logError('share-page.save-target', error, { requestId: c.get('requestId') });
    return {};
  }
}
