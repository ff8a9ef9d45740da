/**
 * The card of an open share as data (oembed.com). For everything else, other sites and closed or locked shares alike, the answer is
 * the same: there is none.
 */
import type { Context } from 'hono';
import { asShareId, isWireId } from '#shared/ids.ts';
import { productName } from '#shared/locale/messages.ts';
import { href } from '#shared/routes.ts';
import { CARD_SIZE } from '#worker/platform/cards/order.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { presentCard } from './card-image.ts';
import { plainName } from './plain-name.ts';
import { cardHref } from './share-card.ts';
import { splitForm } from './share-form.ts';
import { shareTitle } from './share-title.ts';

/** A card of an older state is shown no longer than this. */
const CACHE_SECONDS = '60';
const MAX_ADDRESS_CHARS = 4_000;

/** The share that an address of this product leads to; '' for any other address. */
function shareIdOf(address: string, origin: string): string {
  const url = address.length <= MAX_ADDRESS_CHARS ? URL.parse(address) : null;
  if (url?.origin !== origin) return '';
  const [start, shareId = '', ...parents] = url.pathname.split('/').slice(1);
  return start === 's' ? (parents.length === 0 ? splitForm(shareId).id : shareId) : '';
}

export async function oembedFile(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { appOrigin } = deps.config;
  c.header('cache-control', 'private, no-store');
  c.header('x-robots-tag', 'noindex');
  const format = c.req.query('format') ?? 'json';
  if (format !== 'json') return c.json({ error: 'unimplemented' }, 501);
  const shareId = shareIdOf(c.req.query('url') ?? '', appOrigin);
  const locale = c.get('locale');
  const present = isWireId(shareId) ? await presentCard(c, deps, asShareId(shareId), locale) : null;
  if (present?.cover.status !== 'OK') return c.json({ error: 'not_found' }, 404);
  const { cover, mark } = present;
  const translator = translatorOf(locale);
  return c.json({
    version: '1.0',
    type: 'link',
    title: plainName(shareTitle(cover, translator)) || translator.t('share.page_title'),
    author_name: plainName(cover.ownerNickname),
    provider_name: productName(locale),
    provider_url: `${appOrigin}/`,
    url: `${appOrigin}${href('share.open', { shareId })}`,
    thumbnail_url: appOrigin + cardHref(asShareId(shareId), locale, mark),
    thumbnail_width: CARD_SIZE.width,
    thumbnail_height: CARD_SIZE.height,
    cache_age: CACHE_SECONDS,
  });
}
