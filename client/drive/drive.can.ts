/**
 * What a person may do with a selection now. Pure: selection in, names of actions out, in the order they are shown.
 * The server decides again; this keeps a button from being offered that cannot work.
 */
import { type DrivePlace, isGathered } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';

export type DriveAction =
  | 'open'
  | 'details'
  | 'download'
  | 'share'
  | 'reveal'
  | 'star'
  | 'unstar'
  | 'rename'
  | 'move'
  | 'copy'
  | 'trash'
  | 'restore'
  | 'delete';

/** What can be done with a place itself. */
export type PlaceAction =
  | 'new-folder'
  | 'upload-files'
  | 'upload-folder'
  | 'paste'
  | 'select-all'
  | 'empty-trash'
  | 'sort'
  | 'view';

/** 100: most things one link may hold (shared/share/contract.ts). */
const MAX_SHARED = 100;

/**
 * @param busy  ids with a change under way: they take part in nothing else
 */
export function allowedActions(
  place: DrivePlace,
  rows: readonly DriveRow[],
  busy: ReadonlySet<string> = new Set(),
): readonly DriveAction[] {
  if (rows.length === 0 || rows.some((row) => busy.has(row.id))) return [];
  const [first] = rows;
  const single = rows.length === 1;
  const actions: DriveAction[] = [];
  if (place === 'trash') {
    actions.push('restore', 'details', 'delete');
    return actions;
  }
  const isComplete = rows.every((row) => row.phase === 'PHASE_TYPE_COMPLETE');
  if (single && first?.folder) actions.push('open');
  if (single && isGathered(place)) actions.push('reveal');
  if (isComplete) actions.push('download');
  if (isComplete && rows.length <= MAX_SHARED) actions.push('share');
  actions.push(rows.every((row) => row.starred) ? 'unstar' : 'star');
  if (single || isComplete) actions.push('rename');
  actions.push('move');
  if (isComplete) actions.push('copy');
  actions.push('details', 'trash');
  return actions;
}

/**
 * What a place offers, in the order it is shown: for the toolbar and for the menu of the empty area.
 * @param now  isSelectable: there are things that can be marked; canPaste: something was copied or cut for here
 */
export function allowedHere(
  place: DrivePlace,
  now: { readonly isSelectable?: boolean; readonly canPaste?: boolean } = {},
): readonly PlaceAction[] {
  const actions: PlaceAction[] = [];
  if (place === 'all') actions.push('new-folder');
  if (place !== 'trash') actions.push('upload-files', 'upload-folder');
  if (place === 'all' && now.canPaste) actions.push('paste');
  if (now.isSelectable) actions.push('select-all');
  if (place === 'trash') actions.push('empty-trash');
  if (!isGathered(place)) actions.push('sort');
  actions.push('view');
  return actions;
}

/** Whether things may be put into a folder: never into themselves. Below themselves is the server's word. */
export function canReceive(folderId: string, moving: readonly string[]): boolean {
  return !moving.includes(folderId);
}
