/**
 * The document of the debug console (spec 2.9), framed by the page it watches (client/pages/shell/console.ts). The
 * configuration decides who gets it, whatever the browser sends (trust.md hazard 10).
 */
import type { Context, Next } from 'hono';
import { ConsoleView } from '#client/shell/console.view.tsx';
import { valueFor } from '#shared/config/config-document.ts';
import { consolePolicy } from '#worker/edge/check-policy.ts';
import { deviceIdOf } from '#worker/edge/session.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { framedHeaders } from '../auth/human-check.page.tsx';
import { renderPage, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';

export async function consolePage(
  c: Context<AppEnv>,
  { documents }: Pick<PageDeps, 'documents'>,
  next: Next,
): Promise<Response | undefined> {
  const person = c.get('call').caller?.userId ?? deviceIdOf(c.req.query('uuid'));
  const ask = { language: c.get('locale'), client: WEB_CLIENT, person };
  if (!valueFor(await documents.live('debug_options'), ask).allow_vconsole) {
    await next();
    return undefined;
  }
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    {
      head: { title: t('ops.console.title'), noindex: true },
      scripts: 'console',
      headers: framedHeaders(consolePolicy()),
    },
    <ConsoleView />,
  );
}
