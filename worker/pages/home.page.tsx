/** The first page; the same for everyone. */
import type { Context } from 'hono';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { HomeView } from '#client/site/home.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from './render.tsx';
import type { PageDeps } from './services.ts';

export async function homePage(c: Context<AppEnv>, { config }: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const addressIn = (tag: Locale) => `${config.appOrigin}${joinLocale(tag, '/')}`;
  return renderPage(
    c,
    {
      head: {
        title: `Magpie · ${t('site.home.title')}`,
        description: t('site.home.lead'),
        canonical: addressIn(c.get('locale')),
        alternates: Object.fromEntries(LOCALES.map((tag) => [tag, addressIn(tag)])) as Record<Locale, string>,
        card: {
          title: 'Magpie',
          description: t('site.home.lead'),
          url: addressIn(c.get('locale')),
          image: `${config.appOrigin}/icon-512.png`,
        },
      },
      headers: { vary: 'Accept-Language, Cookie' },
    },
    <PublicShell
      homeHref={homeHref(c)}
      languageHrefs={languageHrefs(c)}
      entrance={c.get('call').caller ? 'drive' : 'sign-in'}
    >
      <HomeView freeStorageBytes={config.limits.freeStorageBytes} />
    </PublicShell>,
  );
}
