/**
 * The title of a share and the counts of its items, as its page shows them. Pure.
 */
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { ShareCover, SharedList } from '#worker/services/share/index.ts';

type Titled = Pick<ShareCover, 'title' | 'moreNum' | 'fileNum' | 'ownerNickname'>;

/** The form of a title: the name of the one thing, which may be one that its owner gave, or how many things whose. */
export type TitleForm = 'name' | 'files' | 'items';

export function titleForm({ title, moreNum, fileNum, ownerNickname }: Titled): TitleForm {
  if (moreNum === 0 || title === '' || ownerNickname === '') return 'name';
  return fileNum === moreNum + 1 ? 'files' : 'items';
}

export function shareTitle(share: Titled, { tn }: Pick<Translator, 'tn'>): string {
  const { title, moreNum, ownerNickname: name } = share;
  if (titleForm(share) === 'files') return tn('share.title_from', moreNum + 1, { name });
  if (titleForm(share) === 'items') return tn('share.title_items', moreNum + 1, { name });
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

/** Bytes of a list of files that is whole on this page; undefined for any other list. */
export function totalBytesOf(list: Pick<SharedList, 'rows' | 'nextPageToken'>, isFirst: boolean): number | undefined {
  const rows = list.rows();
  if (!isFirst || list.nextPageToken() !== '' || rows.length === 0 || rows.some(({ isFolder }) => isFolder))
    return undefined;
  return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
