/**
 * What a person may do with a selection now. Pure: selection in, names of actions out, in the order they are shown.
 * The server decides again; this keeps a button from being offered that cannot work.
 */
import type { DriveRow } from '#shared/drive/rows.ts';

export type DriveAction =
  | 'open'
  | 'details'
  | 'download'
  | 'share'
  | 'rename'
  | 'move'
  | 'copy'
  | 'trash'
  | 'restore'
  | 'delete';

/** 100: most things one link may hold (shared/share/contract.ts). */
const MAX_SHARED = 100;
/** 10: browsers ask, then block, when one press starts more downloads than this. */
const MAX_DOWNLOADS = 10;

/**
 * @param busy  ids with a change under way: they take part in nothing else
 */
export function allowedActions(
  place: 'all' | 'trash',
  rows: readonly DriveRow[],
  busy: ReadonlySet<string> = new Set(),
): readonly DriveAction[] {
  if (rows.length === 0 || rows.some((row) => busy.has(row.id))) return [];
  const [first] = rows;
  const single = rows.length === 1;
  const actions: DriveAction[] = [];
  if (place === 'trash') {
    actions.push('restore');
    if (single) actions.push('details');
    actions.push('delete');
    return actions;
  }
  const isComplete = rows.every((row) => row.phase === 'PHASE_TYPE_COMPLETE');
  if (single && first?.folder) actions.push('open');
  if (isComplete && rows.length <= MAX_DOWNLOADS && rows.every((row) => !row.folder)) actions.push('download');
  if (isComplete && rows.length <= MAX_SHARED) actions.push('share');
  if (single) actions.push('rename');
  actions.push('move');
  if (isComplete) actions.push('copy');
  if (single) actions.push('details');
  actions.push('trash');
  return actions;
}

/** Whether things may be put into a folder: never into themselves. Below themselves is the server's word. */
export function canReceive(folderId: string, moving: readonly string[]): boolean {
  return !moving.includes(folderId);
}
