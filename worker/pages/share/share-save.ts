/** The posted form that saves a share into the visitor's drive. */
import type { Context } from 'hono';
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { passTokenCookieName, readTextCookie } from '#shared/cookies.ts';
import { readSaved } from '#shared/drive/saved.ts';
import { messageOf } from '#shared/error-message.ts';
import { ERRORS } from '#shared/errors.ts';
import { asNodeId, ROOT_ID } from '#shared/ids.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { saveTarget, signInToSave } from './pending-save.ts';
import { type Place, show } from './share-show.tsx';

export async function save(c: Context<AppEnv>, deps: PageDeps, place: Place): Promise<Response> {
  const call = c.get('call');
  const toSignIn = async () => {
    const { location, setCookie } = await signInToSave(deps.keyring, place, call.nowMs);
    c.header('set-cookie', setCookie, { append: true });
    return c.redirect(location, 303);
  };
  const { caller } = call;
  if (!caller) return toSignIn();
  const { text } = translatorOf(call.locale);
  const token = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  let state: SaveState;
  try {
    await c.get('requireDiskSpace')(0);
    const fileIds = place.parentId === ROOT_ID ? [] : [place.parentId];
    const answer = await deps.share.restore(
      caller,
      { shareId: place.shareId, passCodeToken: token, fileIds, parentId: null },
      call,
    );
    if (answer.share_status !== 'OK') state = { kind: 'failed', error: answer.share_status_text };
    else {
      const target = await saveTarget(c, deps, caller, asNodeId(answer.file_id));
      state =
        answer.restore_status === 'RESTORE_COMPLETE'
          ? { kind: 'saved', ...target, ...readSaved(answer.params) }
          : { kind: 'started', ...target };
    }
  } catch (caught) {
    const appError = asAppError(caught);
    if (appError.errorName === 'unauthenticated') return toSignIn();
    if (ERRORS[appError.errorName].httpStatus >= 500 && appError.errorName !== 'storage_full') throw caught;
    state =
      appError.errorName === 'file_restore_own'
        ? { kind: 'own' }
        : {
            kind: 'failed',
            error: messageOf(appError, text),
            isFull: appError.errorName === 'file_space_not_enough',
          };
  }
  return show(c, deps, place, token, { save: state });
}
