/** A passcode that a visitor gives, in a form or in the address of a share. */
import type { Context } from 'hono';
import { ShareView } from '#client/share/share.view.tsx';
import type { HumanCheck } from '#client/shield/check-fields.view.tsx';
import { passTokenCookieName, stalePassCookies, writeCookie } from '#shared/cookies.ts';
import { DEFAULT_ORDER } from '#shared/drive/model.ts';
import { messageOf } from '#shared/error-message.ts';
import { ERRORS } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { takeCode } from '#shared/intake/code.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { CODE_SHAPES } from '#shared/intake/shapes.ts';
import { PASS_TOKEN_TTL_SECONDS } from '#shared/share/model.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { ShareCover } from '#worker/services/share/index.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { reportHref } from './share-list.tsx';
import { frame, type Place, shapeOf } from './share-show.tsx';

/** @param captchaToken  of a human check passed on this page; '' for none */
export async function tryPassCode(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  passCode: string,
  captchaToken = '',
): Promise<Response> {
  const call = c.get('call');
  const { text, t } = translatorOf(call.locale);
  const taken = takeCode(passCode, CODE_SHAPES.pass);
  // The field then shows the code found in the pasted text.
  const typed = taken.code || passCode.slice(0, MAX_PASTED_CHARS);
  let error = '';
  let several = '';
  let held: { passCode: string; check: HumanCheck } | null = null;
  let cover: ShareCover = {
    status: 'PASS_CODE_ERROR',
    title: '',
    ownerNickname: '',
    ownerPicture: '',
    moreNum: 0,
    fileNum: 0,
    expiresAtMs: null,
    note: '',
    viewOnly: false,
    isOwn: false,
  };
  try {
    const query = {
      shareId: place.shareId,
      passCode,
      passCodeToken: '',
      parentId: ROOT_ID,
      limit: 1,
      pageToken: '',
      order: DEFAULT_ORDER,
      foldersFirst: true,
    };
    const attempt = (token: string) => deps.share.open(query, { ...call, captchaToken: token });
    const guarded = { action: 'GET:/drive/v1/share', given: captchaToken, needsHuman: () => true };
    const answer = await withCaptcha(c, deps, guarded, attempt);
    if (answer.share_status !== 'PASS_CODE_ERROR' && answer.share_status !== 'PASS_CODE_EMPTY') {
      const headers = new Headers({
        location: place.here,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      if (answer.pass_code_token) {
        const name = passTokenCookieName(place.shareId);
        const cookie = writeCookie(name, answer.pass_code_token, {
          maxAgeSeconds: PASS_TOKEN_TTL_SECONDS,
          sameSite: 'lax',
        });
        headers.append('set-cookie', cookie);
        for (const stale of stalePassCookies(c.get('cookies'), name))
          headers.append('set-cookie', writeCookie(stale, '', { maxAgeSeconds: 0, sameSite: 'lax' }));
      }
      return new Response(null, { status: 303, headers });
    }
    // No try was counted: the person says which one it is.
    if (taken.code !== '' && !taken.isSure) several = t('share.locked.several');
    cover = { ...cover, status: answer.share_status, ownerNickname: answer.user_info.nickname };
  } catch (caught) {
    if (caught instanceof CheckNeeded) held = { passCode: typed, check: caught.check };
    else {
      const appError = asAppError(caught);
      if (ERRORS[appError.errorName].httpStatus >= 500) throw caught;
      error = messageOf(appError, text);
    }
  }
  return renderPage(
    c,
    shapeOf(c, deps, place, cover, error ? 429 : 200),
    frame(
      c,
      <ShareView
        status={passCode ? 'PASS_CODE_ERROR' : 'PASS_CODE_EMPTY'}
        ownerName={cover.ownerNickname}
        error={error || several || null}
        held={held}
        typed={typed}
        reportHref={reportHref(place.shareId)}
      />,
    ),
  );
}
