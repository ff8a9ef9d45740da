/** `/favorite-links-hub`: the person's own links, and the operators' list in the language of the page. Works without script. */
import type { Context } from 'hono';
import { LinksHubView } from '#client/site/links-hub.view.tsx';
import type { OwnLinks } from '#client/site/own-links.view.tsx';
import { MAX_LINK_CHARS, MAX_LINK_TITLE_CHARS } from '#shared/auth/favorite-link.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { AppError } from '#shared/errors.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { visitorOf } from '../payment/visitor.ts';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const hereOf = (c: Context<AppEnv>): string => joinLocale(c.get('locale'), href('site.links-hub'));

/** English for a missing language. */
function inLanguage(texts: Readonly<Partial<Record<Locale, string | undefined>>> | undefined, locale: Locale): string {
  return texts?.[locale] ?? texts?.[DEFAULT_LOCALE] ?? '';
}

async function hubGroups(deps: PageDeps, locale: Locale) {
  const { hub } = valueFor(await deps.documents.live('links_hub'), { language: locale, client: 'web', person: '' });
  return hub.groups.map((group) => ({
    title: inLanguage(group.title, locale),
    links: group.links.map(({ title, note, url }) => ({
      title: inLanguage(title, locale),
      note: inLanguage(note, locale),
      url,
    })),
  }));
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  said: Omit<OwnLinks, 'links'> & { readonly status: 200 | 400 | 429 },
): Promise<Response> {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const { caller } = c.get('call');
  const [groups, visitor] = await Promise.all([hubGroups(deps, locale), visitorOf(c, deps)]);
  const links = visitor && caller ? await deps.auth.favoriteLinks(caller) : null;
  const { status, ...rest } = said;
  return publicPage(
    c,
    deps,
    { title: t('site.links_hub.title'), description: t('site.links_hub.lead'), status, visitor },
    <LinksHubView groups={groups} own={links && { links, ...rest }} here={hereOf(c)} />,
  );
}

/** `?url=…&title=…` fills in the form: a link may offer an address, and the person adds it. */
export function linksHubPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const typed = {
    url: (c.req.query('url') ?? '').slice(0, MAX_LINK_CHARS),
    title: (c.req.query('title') ?? '').slice(0, MAX_LINK_TITLE_CHARS),
  };
  return show(c, deps, { refusal: '', addressError: '', typed, status: 200 });
}

async function change(deps: PageDeps, caller: Caller, form: SentForm): Promise<void> {
  const linkId = form.field('id', 100);
  switch (form.get('step')) {
    case 'add':
      return deps.auth.addFavoriteLink(typedIn(form), caller);
    case 'rename':
      return deps.auth.changeFavoriteLink({ kind: 'rename', linkId, title: typedIn(form).title }, caller);
    case 'up':
      return deps.auth.changeFavoriteLink({ kind: 'up', linkId }, caller);
    case 'down':
      return deps.auth.changeFavoriteLink({ kind: 'down', linkId }, caller);
    case 'remove':
      return deps.auth.changeFavoriteLink({ kind: 'remove', linkId }, caller);
    default:
      throw new AppError('invalid_argument', { reason: 'unknown_step', field: 'step' });
  }
}

/** One character more than allowed, so that a longer address is refused and not cut. */
const typedIn = (form: SentForm) => ({
  url: form.field('url', MAX_LINK_CHARS + 1),
  title: form.field('title', MAX_LINK_TITLE_CHARS * 2),
});

export async function linksHubPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const here = hereOf(c);
  return asPerson(c, here, async (caller) => {
    try {
      await change(deps, caller, form);
      return seeOther(`${here}#own`);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
      const isAdding = form.get('step') === 'add';
      return show(c, deps, {
        refusal: isAdding ? '' : sentence,
        addressError: isAdding ? sentence : '',
        typed: isAdding ? typedIn(form) : { url: '', title: '' },
        status: refusalStatus(refusal),
      });
    }
  });
}
