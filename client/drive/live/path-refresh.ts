/** Names above an open folder after news from elsewhere: its heading, its path and the title of the window. */

import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import type { Crumb, DriveState } from '../drive.state.ts';

/** Names asked for again, the heading's and those right above it; a deep path shows no more of them. */
const NAMES = 4;

type Api = Pick<DriveApi, 'detail' | 'measure'>;

/** The way to a folder as it is now. @returns null when it is the one that is shown */
async function pathLabel(api: Api, shown: readonly Crumb[]): Promise<readonly Crumb[] | null> {
  const from = Math.max(0, shown.length - NAMES);
  const found = await Promise.all(shown.slice(from).map(({ id }) => api.detail(id)));
  const last = found.at(-1);
  const isMoved = found.some(({ parent_id }, at) => parent_id !== (shown[from + at - 1]?.id ?? ''));
  // Measuring tells the whole way, and is dear for a large folder: asked only when somebody moved it.
  if (isMoved && last) return [...(await api.measure(last.id)).path, { id: last.id, name: last.name }];
  const isRenamed = found.some(({ name }, at) => name !== shown[from + at]?.name);
  return isRenamed ? [...shown.slice(0, from), ...found.map(({ id, name }) => ({ id, name }))] : null;
}

/** Shows the way to the open folder as it is now. What cannot be learnt stays as it was; never rejects. */
export async function renewPath(
  api: Api,
  browser: Pick<BrowserApi, 'setTitle'>,
  state: Pick<DriveState, 'place' | 'path'>,
): Promise<void> {
  const shown = state.path.value;
  if (state.place.value !== 'all' || shown.length === 0) return;
  // A folder that is gone is told by its listing.
  const way = await pathLabel(api, shown).catch(() => null);
  if (!way || state.path.value !== shown) return;
  state.path.value = way;
  browser.setTitle(`${way.at(-1)?.name ?? ''} · Magpie`);
}
