/**
 * `/unsubscribe?d=`: the link at the end of an email. GET shows, POST changes (trust.md hazard 6). The address is private:
 * the page sends no referrer and is never cached.
 */
import type { Context } from 'hono';
import { UnsubscribeView } from '#client/site/unsubscribe.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Subscription } from '#worker/services/mail/index.ts';
import { readForm, seeOther } from '../render/form.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { homeHref, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Longest `d` of our links, in characters. */
const MAX_CHARS = 1_000;

function here(c: Context<AppEnv>): string {
  return joinLocale(c.get('locale'), href('site.unsubscribe'));
}

async function subscriptionOf({ mail }: PageDeps, d: string): Promise<Subscription | null> {
  if (d === '') return null;
  try {
    return await mail.subscription(d);
  } catch (error) {
    if (asAppError(error).errorName === 'invalid_argument') return null;
    throw error;
  }
}

export const unsubscribePage: PublicHandler = async (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  const d = (c.req.query('d') ?? '').slice(0, MAX_CHARS + 1);
  const subscription = await subscriptionOf(deps, d);
  const query = d === '' ? '' : new URLSearchParams({ d }).toString();
  return publicPage(
    c,
    deps,
    {
      title: t('mail.subscription.title'),
      description: t('mail.subscription.description'),
      query,
      ...(d !== '' && subscription === null ? { status: 400 } : {}),
      headers: { 'referrer-policy': 'no-referrer' },
    },
    <UnsubscribeView subscription={subscription} d={d} action={here(c)} homeHref={homeHref(c)} />,
  );
};

export async function unsubscribePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const d = form.field('d', MAX_CHARS + 1);
  await deps.mail.subscribe(d, form.get('wish') === 'come');
  return seeOther(`${here(c)}?${new URLSearchParams({ d })}`);
}
