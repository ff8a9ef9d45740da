/** The offline page that the service worker caches (client/navigation/offline-worker.ts). The same for every visitor. */
import type { Context } from 'hono';
import { OfflineView } from '#client/shell/offline.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';

export function offlinePage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('ui.offline.title')} · ${productName(c.get('locale'))}`, noindex: true }, scripts: 'none' },
    <OfflineView homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} />,
  );
}
