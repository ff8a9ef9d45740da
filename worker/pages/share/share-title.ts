/**
 * The title of a share and the counts of its items, as its page shows them. Pure.
 */
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** The name of the one shared thing, or of the first with the number of the others. */
export function shareTitle(share: { title: string; moreNum: number }, { tn }: Pick<Translator, 'tn'>): string {
  const { title, moreNum } = share;
  return moreNum > 0 && title !== '' ? tn('share.title_more', moreNum, { name: title }) : isolated(title);
}

/** A listed page, and the number of files of the whole share. */
interface ListedItems {
  readonly rows: readonly { readonly isFolder: boolean }[];
  readonly fileNum: number;
  readonly hasMore: boolean;
}

/**
 * Counts the listed files and folders. A share of one folder counts the files of the whole share; a list with a next page
 * counts nothing.
 * @param isTop  the list is the top of the share
 */
export function itemCounts(
  { rows, fileNum, hasMore }: ListedItems,
  isTop: boolean,
): { fileCount: number; folderCount: number } | null {
  const folderCount = rows.filter(({ isFolder }) => isFolder).length;
  if (isTop && rows.length === 1 && folderCount === 1) return { fileCount: fileNum, folderCount: 0 };
  return hasMore ? null : { fileCount: rows.length - folderCount, folderCount };
}
