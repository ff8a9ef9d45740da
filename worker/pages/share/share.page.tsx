/** A shared link. Its forms work without script. */
import type { Context } from 'hono';
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { passTokenCookieName, readTextCookie, writeCookie } from '#shared/cookies.ts';
import { HIDDEN_COVER_KEY } from '#shared/drive/display.ts';
import { messageOf } from '#shared/error-message.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, type NodeId, ROOT_ID } from '#shared/ids.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { href } from '#shared/routes.ts';
import { KIB } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, refusalOf, seeOther } from '../render/form.ts';
import { allowFrame } from '../render/framing.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { pendingSave } from './pending-save.ts';
import { SAVED_QUERY, savedIds } from './saved-ids.ts';
import { DOWNLOAD_QUERY, PASS_CODE_QUERY } from './share-address.ts';
import { formFor } from './share-form.ts';
import { tryPassCode } from './share-pass.tsx';
import { passTokenOf, programShare } from './share-program.ts';
import { isSaveIntent, saveForm } from './share-save.ts';
import { type Place, placeOf, show } from './share-show.tsx';

const FORM_BYTES = 64 * KIB;

export async function sharePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  await allowFrame(c, deps);
  c.set('formTarget', deps.config.contentOrigin);
  const place = placeOf(c);
  const code = c.req.query(PASS_CODE_QUERY);
  if (code) return tryPassCode(c, deps, place, code);
  const wanted = c.req.query(DOWNLOAD_QUERY);
  if (wanted !== undefined) return download(c, deps, place, await passTokenOf(c, deps, place), asNodeId(wanted));
  if (c.req.query(SAVED_QUERY) !== undefined) return savedIds(c, deps, place);
  const form = formFor(place.form, c.req.header('accept') ?? '', c.get('call').userAgent);
  if (form) return programShare(c, deps, place, form);
  const token = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  return show(c, deps, place, token, { save: await pendingSave(c, deps, place) });
}

/**
 * Leads to the content of one file, as the share's object allows it now: the page holds no signed link, so following one asks again.
 * A share that does not show the file answers with its page.
 */
async function download(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  passCodeToken: string,
  fileId: NodeId,
): Promise<Response> {
  const file = await deps.share.file({ shareId: place.shareId, passCodeToken, fileId }, c.get('call'));
  if (!file?.web_content_link) {
    const { text } = translatorOf(c.get('locale'));
    const downloadError = messageOf(new AppError('file_not_found'), text);
    return show(c, deps, place, passCodeToken, { save: { kind: 'ready' }, downloadError });
  }
  c.header('referrer-policy', 'no-referrer');
  c.header('x-robots-tag', 'noindex');
  c.header('cache-control', 'no-store');
  return c.redirect(file.web_content_link, 303);
}

/** Ends the access of this browser to a share with a passcode. */
function forget(place: Place): Response {
  const name = passTokenCookieName(place.shareId);
  return seeOther(place.here, writeCookie(name, '', { maxAgeSeconds: 0, sameSite: 'lax' }));
}

/** A year, as other choices of a browser. */
const COVER_SECONDS = 31_536_000;

/** Puts a cover over the images of all shares that this browser opens, or takes it away, as it is without the cookie. */
function setCover(place: Place, isHidden: boolean): Response {
  const options = { maxAgeSeconds: isHidden ? 0 : COVER_SECONDS, sameSite: 'lax' } as const;
  return seeOther(place.here, writeCookie(HIDDEN_COVER_KEY, isHidden, options));
}

/** Follows the share for a person who is signed in, and leads to the page of those. */
async function followShare(c: Context<AppEnv>, deps: PageDeps, place: Place): Promise<Response> {
  const call = c.get('call');
  const passCodeToken = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  const again = (save: SaveState) => show(c, deps, place, passCodeToken, { save });
  if (!call.caller) return again({ kind: 'ready' });
  try {
    const { follow } = await deps.share.follow(call.caller, { shareId: place.shareId, passCodeToken }, call);
    return follow ? seeOther(href('drive.following')) : await again({ kind: 'ready' });
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (refusal.errorName === 'unauthenticated') return again({ kind: 'ready' });
    if (refusal.errorName === 'file_restore_own') return again({ kind: 'ready' });
    return again({ kind: 'failed', error: messageOf(refusal, translatorOf(call.locale).text) });
  }
}

/** Posted forms: the passcode, or an `intent`. */
export async function sharePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps, FORM_BYTES);
  await allowFrame(c, deps);
  c.set('formTarget', deps.config.contentOrigin);
  const place = placeOf(c);
  const intent = form.get('intent');
  if (isSaveIntent(intent)) return saveForm(c, deps, place, form, intent);
  if (intent === 'forget') return forget(place);
  if (intent === 'cover') return setCover(place, form.get('images') === 'show');
  if (intent === 'follow') return followShare(c, deps, place);
  if (intent === 'zip') return zip(c, deps, place, form.all('id'));
  return tryPassCode(c, deps, place, form.field('pass_code', MAX_PASTED_CHARS), form.field('captcha_token', 4_096));
}

/** Leads to the zip file of the checked files, or of all that the page shows. */
async function zip(c: Context<AppEnv>, deps: PageDeps, place: Place, ids: readonly string[]): Promise<Response> {
  const call = c.get('call');
  const passCodeToken = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  const all = place.parentId === ROOT_ID ? [] : [place.parentId];
  const fileIds = ids.length === 0 ? all : ids.map(asNodeId);
  let downloadError: string;
  try {
    const made = await deps.share.zip(
      { shareId: place.shareId, passCodeToken, fileIds, timeZone: timeZoneOf(c) },
      call,
    );
    if (made.zip) return seeOther(made.zip.url);
    downloadError = '';
  } catch (caught) {
    downloadError = messageOf(refusalOf(caught), translatorOf(call.locale).text);
  }
  return show(c, deps, place, passCodeToken, { save: { kind: 'ready' }, downloadError });
}
