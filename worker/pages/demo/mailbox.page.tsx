/** The mailbox of demo mode: a page for people, JSON for programs. Its address is bound in demo mode alone. */
import type { Context } from 'hono';
import { MailboxView } from '#client/mail/mailbox.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

export async function mailboxPage(c: Context<AppEnv>, { mail }: PageDeps): Promise<Response> {
  const asked = (c.req.query('to') ?? '').trim().slice(0, 320);
  // `?to=+49...` typed by hand arrives without its plus.
  const to = /^\d{7,15}$/.test(asked) ? `+${asked}` : asked;
  const mails = await mail.captured(to);
  if (!(c.req.header('accept') ?? '').includes('text/html'))
    return c.json(mails, 200, { 'cache-control': 'no-store', vary: 'Accept' });
  const { t } = translatorOf(c.get('locale'));
  const addressIn = (tag: Locale) => `${href('dev.mailbox')}?${new URLSearchParams({ locale: tag, to })}`;
  return renderPage(
    c,
    {
      head: { title: `${t('mail.mailbox.title')} · ${productName(c.get('locale'))}`, noindex: true },
      headers: { vary: 'Accept' },
    },
    <PublicShell
      homeHref={homeHref(c)}
      languageHrefs={Object.fromEntries(LOCALES.map((tag) => [tag, addressIn(tag)])) as Record<Locale, string>}
      entrance={c.get('call').caller ? 'drive' : 'sign-in'}
    >
      <MailboxView mails={mails} to={to} />
    </PublicShell>,
  );
}
