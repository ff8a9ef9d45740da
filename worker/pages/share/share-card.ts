/**
 * The card of a link: what it says, and the address of its image. The address names language and everything that is on the image, so
 * that another state has another address; an address of an older state leads to the present one.
 */

import type { ShareId } from '#shared/ids.ts';
import { makeFormat } from '#shared/locale/format.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { toBase64Url } from '#worker/platform/crypto.ts';
import type { ShareCover, SharedList } from '#worker/services/share/index.ts';
import type { PageDeps } from '../services.ts';
import { itemCounts, shareTitle, titleForm, totalBytesOf } from './share-title.ts';

export interface CardFacts {
  /** As `5 files · 1 folder · 3 MB`; '' when unknown. */
  readonly facts: string;
  /** Link to the first picture, signed, of the epoch of the share: it ends with its state. '' for none. */
  readonly pictureHref: string;
}

export const NO_FACTS: CardFacts = { facts: '', pictureHref: '' };

/** Texts of a card, and its picture. */
export interface Card {
  readonly title: string;
  readonly lines: readonly string[];
  readonly pictureHref: string;
}

export function cardFacts(
  list: SharedList,
  { locale, tn }: Translator,
  at: { readonly isTop: boolean; readonly isFirst: boolean },
): CardFacts {
  const counts = itemCounts(list, at);
  const totalBytes = totalBytesOf(list, at.isFirst);
  const facts = [
    counts && counts.fileCount > 0 ? tn('share.files', counts.fileCount) : '',
    counts && counts.folderCount > 0 ? tn('share.folders', counts.folderCount) : '',
    totalBytes === undefined ? '' : makeFormat(locale, DEFAULT_TIME_ZONE).bytes(totalBytes),
  ];
  const pictured = list.rows().find(({ hasContent, hasImage }) => hasContent && hasImage);
  return {
    facts: facts.filter((fact) => fact !== '').join(' · '),
    pictureHref: pictured ? list.images()(pictured.id) : '',
  };
}

/** A share that is not open to everybody has the sentence of its state, and nothing of its contents. */
export function cardOf(cover: ShareCover, { facts, pictureHref }: CardFacts, translator: Translator): Card {
  const { t, text } = translator;
  if (cover.status !== 'OK')
    return { title: t('share.page_title'), lines: [text(`share.status.${cover.status}`)], pictureHref: '' };
  const by = titleForm(cover) === 'name' ? t('share.by', { name: cover.ownerNickname }) : '';
  return {
    title: shareTitle(cover, translator) || t('share.page_title'),
    lines: [facts, by].filter((line) => line !== ''),
    pictureHref,
  };
}

const PURPOSE = 'share-card';
const MARK_BYTES = 16;

/** Names everything that is on the image. The link to a picture is signed anew by the hour; its file and content are not. */
export async function cardMark(
  { keyring, readLook }: Pick<PageDeps, 'keyring' | 'readLook'>,
  card: Card,
  locale: Locale,
): Promise<string> {
  const picture = card.pictureHref.split('/').at(-2) ?? '';
  const { name, logo } = (await readLook()).in(locale);
  const mac = await keyring.mac(PURPOSE, JSON.stringify([locale, card.title, card.lines, picture, name, logo?.id]));
  return toBase64Url(mac.subarray(0, MARK_BYTES));
}

/** @returns the path of the image */
export function cardHref(shareId: ShareId, locale: Locale, mark: string): string {
  return href('share.card', { shareId, locale, mark });
}
