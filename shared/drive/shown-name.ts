/**
 * Names as the pages draw them. The folders in the root that saves from links and fetches go to are found by their wire names
 * (wire-contract.md section 9) and drawn with translated labels. The wire, sorting and renaming keep the stored name. Pure.
 */
import { unturned } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** Wire name of the folder that saves from links go to. */
export const SAVES_FOLDER_NAME = 'Pack From Shared';
/** Wire name of the folder that files fetched by link go to. */
export const SAVED_FETCHES_FOLDER_NAME = 'My Pack';

type Labels = Pick<Translator, 't'>;

/** @param isTop  the folder is in the root */
export function shownFolderName(name: string, isTop: boolean, { t }: Labels): string {
  if (isTop && name === SAVES_FOLDER_NAME) return t('drive.saves_folder');
  return isTop && name === SAVED_FETCHES_FOLDER_NAME ? t('drive.fetches_folder') : name;
}

/** Without the signs that turn letters round: they would show `holiday.exe` as a picture. */
export function shownName(row: { name: string; parentId: string; folder: boolean }, labels: Labels): string {
  return unturned(row.folder ? shownFolderName(row.name, row.parentId === '', labels) : row.name);
}

/** @param path  folders from the root downwards */
export function shownPath<C extends { readonly name: string }>(path: readonly C[], labels: Labels): readonly C[] {
  const [top, ...rest] = path;
  if (!top) return path;
  const name = shownFolderName(top.name, true, labels);
  return name === top.name ? path : [{ ...top, name }, ...rest];
}

/** @param names  names of folders from the root downwards */
export function shownNames(names: readonly string[], labels: Labels): readonly string[] {
  return names.map((name, depth) => shownFolderName(name, depth === 0, labels));
}
