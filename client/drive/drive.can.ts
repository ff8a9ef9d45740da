/**
 * Actions that are allowed on a selection, in display order. Pure.
 * The server decides again; this hides buttons that would fail.
 */
import { archiveFormatOf } from '#shared/drive/archive/archive-name.ts';
import { type DrivePlace, isGathered } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { isTorrentName } from '#shared/drive/torrent/file-address.ts';

export type DriveAction =
  | 'open'
  | 'details'
  | 'download'
  | 'zip'
  | 'extract'
  | 'fetch'
  | 'pack'
  | 'link'
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

/** Actions on a place itself. */
export type PlaceAction =
  | 'new-folder'
  | 'upload-files'
  | 'upload-folder'
  | 'add-link'
  | 'paste'
  | 'zip'
  | 'select-all'
  | 'empty-trash'
  | 'sort'
  | 'view';

/** 100: most files of one link (shared/share/contract.ts). */
const MAX_SHARED = 100;

/**
 * @param busy  ids with a running change: no other action is allowed on them
 * @param takesTorrents  the installation downloads the files of torrents
 */
export function allowedActions(
  place: DrivePlace,
  rows: readonly DriveRow[],
  busy: ReadonlySet<string> = new Set(),
  takesTorrents = false,
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
  if (isComplete && (!single || first?.folder)) actions.push('zip');
  if (single && isComplete && first && (first.folder || archiveFormatOf(first.name)))
    actions.push(first.folder ? 'pack' : 'extract');
  if (single && isComplete && first && !first.folder && takesTorrents && isTorrentName(first.name))
    actions.push('fetch');
  if (single && isComplete) actions.push('link');
  if (isComplete && rows.length <= MAX_SHARED) actions.push('share');
  actions.push(rows.every((row) => row.starred) ? 'unstar' : 'star');
  if (single || isComplete) actions.push('rename');
  actions.push('move');
  if (isComplete) actions.push('copy');
  actions.push('details', 'trash');
  return actions;
}

/**
 * Actions of a place, in display order: for the toolbar and for the menu of the empty area.
 * @param now  isSelectable: there are rows to select; canPaste: the clipboard fits this folder
 */
export function allowedHere(
  place: DrivePlace,
  now: { readonly isSelectable?: boolean; readonly canPaste?: boolean } = {},
): readonly PlaceAction[] {
  const actions: PlaceAction[] = [];
  if (place === 'all') actions.push('new-folder');
  if (place !== 'trash') actions.push('upload-files', 'upload-folder', 'add-link');
  if (place === 'all' && now.canPaste) actions.push('paste');
  if (place === 'all' && now.isSelectable) actions.push('zip');
  // Of pictures by time parts are loaded; days are selected by their headings.
  if (now.isSelectable && place !== 'photos') actions.push('select-all');
  if (place === 'trash') actions.push('empty-trash');
  if (!isGathered(place)) actions.push('sort');
  if (place !== 'photos') actions.push('view');
  return actions;
}

/** Whether rows can be put into a folder: not into themselves. The server refuses folders below them. */
export function canReceive(folderId: string, moving: readonly string[]): boolean {
  return !moving.includes(folderId);
}
