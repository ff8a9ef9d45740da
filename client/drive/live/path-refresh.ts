/** Refreshes the names above the open folder after a change elsewhere: heading, path and window title. */

import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import type { Crumb, DriveState } from '../drive.state.ts';

/** Names that are loaded again: those that a deep path shows. */
const NAMES = 4;

type Api = Pick<DriveApi, 'detail' | 'measure'>;

/** The current path of a folder. @returns null when it is the shown one */
async function pathLabel(api: Api, shown: readonly Crumb[]): Promise<readonly Crumb[] | null> {
  const from = Math.max(0, shown.length - NAMES);
  const found = await Promise.all(shown.slice(from).map(({ id }) => api.detail(id)));
  const last = found.at(-1);
  const isMoved = found.some(({ parent_id }, at) => parent_id !== (shown[from + at - 1]?.id ?? ''));
  // Measuring returns the whole path but is slow for a large folder: used only when the folder moved.
  if (isMoved && last) return [...(await api.measure(last.id)).path, { id: last.id, name: last.name }];
  const isRenamed = found.some(({ name }, at) => name !== shown[from + at]?.name);
  return isRenamed ? [...shown.slice(0, from), ...found.map(({ id, name }) => ({ id, name }))] : null;
}

/** Shows the current path of the open folder. A failed call changes nothing; never rejects. */
export async function renewPath(
  api: Api,
  browser: Pick<BrowserApi, 'setTitle'>,
  state: Pick<DriveState, 'place' | 'path'>,
): Promise<void> {
  const shown = state.path.value;
  if (state.place.value !== 'all' || shown.length === 0) return;
  // The listing reports a deleted folder.
  const way = await pathLabel(api, shown).catch(() => null);
  if (!way || state.path.value !== shown) return;
  state.path.value = way;
  browser.setTitle(way.at(-1)?.name ?? '');
}
