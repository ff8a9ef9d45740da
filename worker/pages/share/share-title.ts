/**
 * The title of a share and the counts of its items, as its page shows them. Pure.
 */
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { SharedList } from '#worker/services/share/index.ts';

/** The name of the one shared thing, or of the first with the number of the others. */
export function shareTitle(share: { title: string; moreNum: number }, { tn }: Pick<Translator, 'tn'>): string {
  const { title, moreNum } = share;
  return moreNum > 0 && title !== '' ? tn('share.title_more', moreNum, { name: title }) : isolated(title);
}

export interface ItemCounts {
  readonly fileCount: number;
  readonly folderCount: number;
}

/**
 * Files and folders of the list, on each of its pages the same. A share of one folder counts the files of the whole share, or itself
 * where it holds none, or where they are not counted yet.
 * @param isTop  the list is the top of the share
 * @returns null for a list with too many to count
 */
export function itemCounts(
  list: Pick<SharedList, 'rows' | 'fileNum' | 'counts' | 'nextPageToken'>,
  { isTop, isFirst }: { readonly isTop: boolean; readonly isFirst: boolean },
): ItemCounts | null {
  const rows = list.rows();
  const folderCount = rows.filter(({ isFolder }) => isFolder).length;
  const isWhole = isFirst && list.nextPageToken() === '';
  if (isTop && isWhole && rows.length === 1 && folderCount === 1 && list.fileNum > 0)
    return { fileCount: list.fileNum, folderCount: 0 };
  if (isWhole) return { fileCount: rows.length - folderCount, folderCount };
  const counts = list.counts();
  return counts && { fileCount: counts.files, folderCount: counts.folders };
}
