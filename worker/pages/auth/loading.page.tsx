/** The page that a passed check returns to. It runs no script: the framing page reads the token from its address. */
import type { Context } from 'hono';
import { LoadingView } from '#client/shield/loading.view.tsx';
import { loadingPolicy } from '#worker/edge/check-policy.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { renderPage, translatorOf } from '../render/render.tsx';
import { framedHeaders } from './human-check.page.tsx';

export function loadingPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    {
      head: { title: t('shield.loading.title'), noindex: true },
      scripts: 'none',
      headers: framedHeaders(loadingPolicy()),
    },
    <LoadingView />,
  );
}
