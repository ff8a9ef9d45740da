/** Entries of the palette that the server finds: files, links, and folders of other people. */
import { Link2, Users } from 'lucide-react';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { commonContract } from '#shared/drive/grants/guest.contract.ts';
import { foundRowsOf } from '#shared/drive/rows.ts';
import { hasFilters, parseQuery, plainText, problemOf } from '#shared/find/query.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';
import { type PaletteEntry, rowEntry, sign } from './palette-entries.tsx';

const FILES = 8;

export async function findFiles(
  { api }: DriveContext,
  text: string,
  translator: Pick<Translator, 't'>,
  signal: AbortSignal,
): Promise<PaletteEntry[]> {
  if (problemOf(parseQuery(text))) return [];
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = { q: text, kind: '', limit: FILES, time_zone };
  const answer = await api.call(browserContract.search, { query, signal, isBackground: true });
  return foundRowsOf(answer).map((row) => rowEntry(row, translator, row.path));
}

/** The user's own links. Filters are of files: with one there are none. */
export async function findLinkEntries(
  { findLinks }: DriveContext,
  text: string,
  signal: AbortSignal,
): Promise<PaletteEntry[]> {
  const plain = plainText(text);
  if (plain === '' || hasFilters(parseQuery(text).filters)) return [];
  const links = await findLinks(plain, signal);
  return links.map(({ id, title, fileName, href: to }) => ({
    id: `link ${id}`,
    group: 'links',
    label: title || fileName,
    hint: title === fileName ? '' : fileName,
    icon: sign(Link2),
    href: to,
  }));
}

/** Folders that other people share with the user, by the names of these people too. */
export async function commonEntries({ api }: DriveContext, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { folders } = await api.call(commonContract.commonFolders, { signal, isBackground: true });
  return folders.map((folder) => ({
    id: `common ${folder.grant_id}`,
    group: 'people',
    label: folder.owner_name === '' ? folder.name : folder.owner_name,
    hint: folder.owner_name === '' ? '' : folder.name,
    sought: folder.name,
    icon: sign(Users),
    href: folder.state === 'accepted' ? href('drive.common-root', { grantId: folder.grant_id }) : href('drive.common'),
  }));
}
