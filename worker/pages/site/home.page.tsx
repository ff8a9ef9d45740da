/** The home page; the same for every visitor. */
import type { Context } from 'hono';
import { HomeView } from '#client/site/home/home.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { iconHref } from '../look/icon-href.ts';
import { publicPage } from '../render/public-page.tsx';
import { themeOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { offeredApps } from './apps.page.tsx';
import { basicFor } from './blog-address.ts';

export async function homePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const apps = offeredApps(await deps.ops.downloads(c.get('locale')));
  const basic = await basicFor(deps, c.get('locale'));
  const url = deps.config.appOrigin;
  return publicPage(
    c,
    deps,
    {
      title: t('site.home.title'),
      description: t('site.home.lead'),
      structured: [
        {
          '@type': 'WebSite',
          name: productName(c.get('locale')),
          url,
          inLanguage: c.get('locale'),
          description: t('site.home.lead'),
        },
        { '@type': 'Organization', name: productName(c.get('locale')), url, logo: url + (await iconHref(deps)) },
      ],
    },
    <HomeView
      freeStorageBytes={deps.config.limits.freeStorageBytes}
      apps={apps}
      theme={themeOf(c)}
      tryHref={basic.try_link}
    />,
  );
}
