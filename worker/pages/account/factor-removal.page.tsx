/** `/auth/second-factor`: the person stops an operator's removal of the second factor, by the letter or signed in; or does it, by a link from hand to hand. */
import type { Context } from 'hono';
import type { ReactElement } from 'react';
import { FactorRemovalDoneView, FactorRemovalView } from '#client/auth/account/factor-removal.view.tsx';
import { isAppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { readForm } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const TOKEN_CHARS = 4_096;

function show(c: Context<AppEnv>, title: string, view: ReactElement, status: 200 | 400 = 200): Promise<Response> {
  // The address may hold a token, which no other site may see.
  return renderAuthPage(c, { title, status, headers: { 'referrer-policy': 'no-referrer' } }, view);
}

function showNone(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return show(c, t('auth.removal.none.title'), <FactorRemovalView removal={null} token="" />, 400);
}

/** Opening the link changes nothing: mail scanners open it too. */
export async function factorRemovalPage(c: Context<AppEnv>, { auth }: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const token = (c.req.query('token') ?? '').slice(0, TOKEN_CHARS);
  const removal = await auth.seenRemoval(token, c.get('call').caller);
  if (removal === null) return showNone(c);
  const title = t(removal.way === 'keep' ? 'auth.removal.keep.title' : 'auth.removal.now.title');
  return show(c, title, <FactorRemovalView removal={removal} token={token} />);
}

export async function factorRemovalPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const { t } = translatorOf(c.get('locale'));
  try {
    const way = await deps.auth.answerRemoval(form.field('token', TOKEN_CHARS), c.get('call').caller);
    if (way === null) return await showNone(c);
    const title = t(way === 'keep' ? 'auth.removal.kept.title' : 'auth.removal.removed.title');
    return await show(c, title, <FactorRemovalDoneView way={way} />);
  } catch (error) {
    // It took effect between the look and the press.
    if (isAppError(error) && error.errorName === 'not_found') return showNone(c);
    throw error;
  }
}
