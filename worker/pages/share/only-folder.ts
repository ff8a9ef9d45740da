/** A link to one folder opens in it: its visitor sees the content of the folder, not a row that leads there. */
import { asNodeId } from '#shared/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ReadList } from '#worker/services/share/index.ts';
import type { PageDeps } from '../services.ts';

export type ShareQuery = Parameters<PageDeps['share']['visit']>[0];

/** @param read  the list that `query` asked for @returns the list of the only folder, or `read` at once */
export function inOnlyFolder(
  deps: Pick<PageDeps, 'share'>,
  query: ShareQuery,
  read: ReadList,
  call: CallContext,
): ReadList | Promise<ReadList> {
  const { list } = read;
  if (!list || query.parentId !== '' || query.pageToken !== '' || list.nextPageToken() !== '') return read;
  const [only, second] = list.rows();
  if (!only?.isFolder || second) return read;
  return deps.share
    .visit({ ...query, parentId: asNodeId(only.id), isUncounted: true }, call)
    .then(async (inside) => (await inside.list) ?? { cover: inside.cover, list: null });
}
