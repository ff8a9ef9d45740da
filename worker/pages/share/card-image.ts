/**
 * The image of a card, for programs that show a link. Asked for at most once for a version, language and state by each of them; it is
 * never made while a page is answered.
 */
import type { Context } from 'hono';
import { asNodeId, asShareId, type ShareId } from '#shared/ids.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { ShareCover } from '#worker/services/share/index.ts';
import { iconHref } from '../look/icon-href.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { inOnlyFolder } from './only-folder.ts';
import { type Card, cardFacts, cardHref, cardMark, cardOf, NO_FACTS } from './share-card.ts';

/** As the page of a share lists it. */
const PAGE_ROWS = 100;
/** The top of a share, for a visitor without passcode. */
const LISTING = {
  passCode: '',
  passCodeToken: '',
  limit: PAGE_ROWS,
  pageToken: '',
  ...({ order: 'mod_desc', foldersFirst: true, thumbnailSize: 'SIZE_LARGE', isUncounted: true } as const),
};

interface PresentCard {
  readonly cover: ShareCover;
  readonly card: Card;
  readonly mark: string;
}

/** The card of a share as it is now, for a visitor without passcode. No view is counted. */
export async function presentCard(
  c: Context<AppEnv>,
  deps: PageDeps,
  shareId: ShareId,
  locale: Locale,
): Promise<PresentCard> {
  const query = {
    shareId,
    parentId: asNodeId(''),
    ...LISTING,
  };
  const visit = await deps.share.visit(query, c.get('call'));
  const read = visit.list ? await inOnlyFolder(deps, query, await visit.list, c.get('call')) : null;
  const cover = read?.cover ?? visit.cover;
  const translator = translatorOf(locale);
  const card = cardOf(
    cover,
    read?.list ? cardFacts(read.list, translator, { isTop: true, isFirst: true }) : NO_FACTS,
    translator,
  );
  return { cover, card, mark: await cardMark(deps, card, locale) };
}

export async function cardImage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const shareId = asShareId(c.req.param('shareId') ?? '');
  const given = c.req.param('locale');
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  const { card, mark } = await presentCard(c, deps, shareId, locale);
  c.header('x-robots-tag', 'noindex');
  c.header('referrer-policy', 'no-referrer');
  c.header('cross-origin-resource-policy', 'cross-origin');
  c.header('cache-control', 'no-store');
  // An older state, or an address that was made up: nothing is drawn for it.
  if (c.req.param('mark') !== mark) return c.redirect(cardHref(shareId, locale, mark), 302);
  const etag = `"${mark}"`;
  // Asked again each time whether the share still has this card.
  c.header('cache-control', 'no-cache');
  c.header('etag', etag);
  if (c.req.header('if-none-match') === etag) return c.body(null, 304);
  const { pictureHref } = card;
  const { t } = translatorOf(locale);
  const { logo, name } = (await deps.readLook()).in(locale);
  const design = {
    locale,
    title: card.title,
    otherTitle: t('share.page_title'),
    lines: card.lines,
    product: name,
    icon: (logo && (await deps.logos.read(logo.id)))?.icon192 ?? null,
    picture: async () => (pictureHref ? deps.readImageLink(pictureHref) : 'none'),
  } as const;
  const drawn = await deps.cards.paint(mark, design, c.get('call').address);
  if (!drawn) {
    c.header('cache-control', 'no-store');
    return c.redirect(await iconHref(deps), 302);
  }
  return c.body(drawn.bytes, 200, { 'content-type': drawn.type });
}
