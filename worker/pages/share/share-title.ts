/**
 * The title of a share and the counts of its items, as its page shows them. Pure.
 */
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { ShareView } from '#shared/share/contract.ts';

/** The name of the one shared thing, or of the first with the number of the others. */
export function shareTitle(share: { title: string; moreNum: number }, { tn }: Pick<Translator, 'tn'>): string {
  const { title, moreNum } = share;
  return moreNum > 0 && title !== '' ? tn('share.title_more', moreNum, { name: title }) : isolated(title);
}

/**
 * Counts the listed files and folders. A share of one folder counts the files of the whole share; a list with a next page
 * counts nothing.
 * @param isTop  the list is the top of the share
 */
export function itemCounts(
  data: Pick<ShareView, 'files' | 'file_num' | 'next_page_token'>,
  isTop: boolean,
): { fileCount: number; folderCount: number } | null {
  const folderCount = data.files.filter(({ kind }) => kind === 'drive#folder').length;
  if (isTop && data.files.length === 1 && folderCount === 1)
    return { fileCount: Number(data.file_num), folderCount: 0 };
  return data.next_page_token === '' ? { fileCount: data.files.length - folderCount, folderCount } : null;
}
