/**
 * A save that waits until its visitor has signed in (trust.md hazard 7): signed, for one share and folder, valid for ten
 * minutes. In the browser that asked for it the page saves automatically, once; in another browser it asks for a press.
 * Both are ordinary form posts with the usual checks.
 */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { SaveChoice } from '#client/share/save-plan.view.tsx';
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
export const SAVE_QUERY = 'wish';
/**
 * Ties a pending save to the browser that asked for it. Without it a signed address sent to another user would save into
 * that user's drive when opened.
 */
const COOKIE = '__Host-magpie_save';

export interface SavePlace {
  readonly shareId: string;
  readonly parentId: string;
  /** Address of the page: path and query. */
  readonly here: string;
}

/** The save or the plan of one that a visitor asked for. */
export interface AskedSave extends SaveChoice {
  readonly intent: 'save' | 'plan';
}

/** Ids that travel through sign-in: more would make addresses that servers refuse. A larger choice is made again afterwards. */
const MAX_IDS = 40;
const EVERYTHING: AskedSave = { intent: 'save', ids: [], to: '', folderName: '' };

const askedSchema = v.object({
  intent: v.picklist(['save', 'plan']),
  ids: v.pipe(v.array(v.string()), v.maxLength(MAX_IDS)),
  to: v.string(),
  folderName: v.string(),
});

/** The choice in a signed pending save; anything malformed is the default one. */
function askedOf(value: unknown): AskedSave {
  const parsed = v.safeParse(askedSchema, value);
  return parsed.success ? parsed.output : EVERYTHING;
}

function cookie(nonce: string, maxAgeSeconds: number): string {
  return writeCookie(COOKIE, nonce, { maxAgeSeconds, sameSite: 'lax', httpOnly: true });
}

/** Set-Cookie value that ends the pending save of this browser, so that it runs once. */
export function endedSaveCookie(): string {
  return cookie('', 0);
}

/** Address of the sign-in page that leads back to the share with the pending save, and the cookie that goes with it. */
export async function signInToSave(
  keyring: Keyring,
  place: SavePlace,
  nowMs: number,
  asked: AskedSave = EVERYTHING,
): Promise<{ location: string; setCookie: string }> {
  const { shareId, parentId, here } = place;
  const exp = Math.floor(nowMs / SECOND_MS) + TTL_SECONDS;
  const nonce = newHexId();
  // A choice that does not fit is planned again, so that only chosen files are saved.
  const carried: AskedSave = asked.ids.length > MAX_IDS ? { ...asked, intent: 'plan', ids: [] } : asked;
  const token = await keyring.sign(PURPOSE, { share: shareId, parent: parentId, exp, nonce, asked: carried });
  const next = `${here}${here.includes('?') ? '&' : '?'}${new URLSearchParams({ [SAVE_QUERY]: token })}`;
  const query = new URLSearchParams({ next, scene: 'save' });
  return { location: `${href('auth.sign-in')}?${query}`, setCookie: cookie(nonce, TTL_SECONDS) };
}

/**
 * Verifies the pending save of an address.
 * @returns isOwn: made in this browser for this share and folder, else for them in another browser; null: invalid or expired
 */
export async function readPendingSave(
  keyring: Keyring,
  token: string,
  { shareId, parentId }: Pick<SavePlace, 'shareId' | 'parentId'>,
  cookies: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<{ readonly isOwn: boolean; readonly asked: AskedSave } | null> {
  const claims = (await keyring.verify(PURPOSE, token)) as Readonly<Record<string, unknown>> | null;
  const { share, parent, exp, nonce, asked } = claims ?? {};
  if (share !== shareId || parent !== parentId || typeof exp !== 'number' || nowMs >= exp * SECOND_MS) return null;
  const isOwn = typeof nonce === 'string' && nonce !== '' && readTextCookie(cookies, COOKIE) === nonce;
  return { isOwn, asked: askedOf(asked) };
}

/** The state of the save button on a share's page that a visitor returns to after sign-in. */
export async function pendingSave(c: Context<AppEnv>, deps: PageDeps, place: SavePlace): Promise<SaveState> {
  const token = c.req.query(SAVE_QUERY) ?? '';
  const found =
    token === '' ? null : await readPendingSave(deps.keyring, token, place, c.get('cookies'), c.get('call').nowMs);
  if (found === null) return { kind: 'ready' };
  const person = await signedInPerson(c, deps);
  if (person === null) return { kind: 'ready' };
  // Used once: a reload saves nothing again.
  if (found.isOwn) c.header('set-cookie', endedSaveCookie(), { append: true });
  const { intent, ...choice } = found.asked;
  return { kind: 'confirm', person: person.name, isOwn: found.isOwn, intent, choice };
}

/** The target folder of a save with its present name. The save is done: a failure here only leaves the name out. */
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
