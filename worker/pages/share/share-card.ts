/** Facts of an open share for the card of its link: counts, size, and the image of the first picture. Pure. */
import { makeFormat } from '#shared/locale/format.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { SharedList } from '#worker/services/share/index.ts';
import { itemCounts } from './share-title.ts';

export interface CardFacts {
  /** As `5 files · 1 folder · 3 MB`; '' when unknown. */
  readonly facts: string;
  /** Signed, of the epoch of the share: it ends with its state. '' for none. */
  readonly imageHref: string;
}

export const NO_FACTS: CardFacts = { facts: '', imageHref: '' };

/** @param isTop  the list is the top of the share */
export function cardFacts(list: SharedList, { locale, tn }: Translator, isTop: boolean): CardFacts {
  const rows = list.rows();
  const isWhole = list.nextPageToken() === '';
  const counts = itemCounts({ rows, fileNum: list.fileNum, hasMore: !isWhole }, isTop);
  const sizeBytes = rows.reduce((sum, row) => sum + row.sizeBytes, 0);
  const isMeasured = isWhole && rows.length > 0 && rows.every(({ isFolder }) => !isFolder);
  const facts = [
    counts && counts.fileCount > 0 ? tn('share.files', counts.fileCount) : '',
    counts && counts.folderCount > 0 ? tn('share.folders', counts.folderCount) : '',
    isMeasured ? makeFormat(locale, DEFAULT_TIME_ZONE).bytes(sizeBytes) : '',
  ];
  const pictured = rows.find(({ hasContent, hasImage }) => hasContent && hasImage);
  return {
    facts: facts.filter((fact) => fact !== '').join(' · '),
    imageHref: pictured ? list.images()(pictured.id) : '',
  };
}
