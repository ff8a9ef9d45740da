/** The home page; the same for every visitor. */
import type { Context } from 'hono';
import { HomeView } from '#client/site/home/home.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { offeredApps } from './apps.page.tsx';

export async function homePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const apps = offeredApps(await deps.ops.downloads(c.get('locale')));
  const url = deps.config.appOrigin;
  return publicPage(
    c,
    deps,
    {
      title: t('site.home.title'),
      description: t('site.home.lead'),
      structured: [
        { '@type': 'WebSite', name: 'Magpie', url, inLanguage: c.get('locale'), description: t('site.home.lead') },
        { '@type': 'Organization', name: 'Magpie', url, logo: `${url}/icon-512.png` },
      ],
    },
    <HomeView freeStorageBytes={deps.config.limits.freeStorageBytes} apps={apps} />,
  );
}
