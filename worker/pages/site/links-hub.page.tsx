/** `/favorite-links-hub`: the operators' list of links, in the language of the page. */
import type { Context } from 'hono';
import { LinksHubView } from '#client/site/links-hub.view.tsx';
import { valueFor } from '#shared/config/config-document.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** English for a missing language. */
function inLanguage(texts: Readonly<Partial<Record<Locale, string | undefined>>> | undefined, locale: Locale): string {
  return texts?.[locale] ?? texts?.[DEFAULT_LOCALE] ?? '';
}

export async function linksHubPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const { hub } = valueFor(await deps.documents.live('links_hub'), { language: locale, client: 'web', person: '' });
  const groups = hub.groups.map((group) => ({
    title: inLanguage(group.title, locale),
    links: group.links.map(({ title, note, url }) => ({
      title: inLanguage(title, locale),
      note: inLanguage(note, locale),
      url,
    })),
  }));
  return publicPage(
    c,
    deps,
    { title: t('site.links_hub.title'), description: t('site.links_hub.lead') },
    <LinksHubView groups={groups} />,
  );
}
