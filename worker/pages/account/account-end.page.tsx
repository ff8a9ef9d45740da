/** Pages for people who are signed out: after an account was locked or closed, and by the link of a changed address. */
import type { Context } from 'hono';
import type { ReactElement } from 'react';
import { AccountEndedView, AccountUndoView } from '#client/auth/account/account-end.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { readForm, refusalOf, refusalStatus, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

function show(c: Context<AppEnv>, title: string, view: ReactElement, status: 200 | 400 | 429 = 200): Promise<Response> {
  // The address may hold a token, which no other site may see.
  return renderAuthPage(c, { title, status, headers: { 'referrer-policy': 'no-referrer' } }, view);
}

/** `?until=` is only a day to show. */
export function accountEndedPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const until = c.req.query('until') ?? '';
  const endsMs = /^\d{1,15}$/.test(until) ? Number(until) : null;
  const title = t(endsMs === null ? 'auth.account.freeze.done.title' : 'auth.account.closing.title');
  return show(c, title, <AccountEndedView endsMs={endsMs} />);
}

/** Opening the link changes nothing: mail scanners open it too. */
export function accountUndoPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const token = (c.req.query('token') ?? '').slice(0, 4_096);
  const error = token === '' ? t('auth.account.undo.over') : null;
  return show(
    c,
    t('auth.account.undo.title'),
    <AccountUndoView token={token} error={error} />,
    error === null ? 200 : 400,
  );
}

export async function accountUndoPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const translator = translatorOf(c.get('locale'));
  try {
    await deps.auth.undoEmail({ undoToken: form.field('token', 4_096) });
    return await show(c, translator.t('auth.account.undo.done.title'), <AccountUndoView token="" error={null} />);
  } catch (error) {
    const refusal = refusalOf(error);
    const view = <AccountUndoView token="" error={sentenceOf(refusal, translator)} />;
    return show(c, translator.t('auth.account.undo.title'), view, refusalStatus(refusal));
  }
}
