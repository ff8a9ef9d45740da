/** What happens when dragged things are let go over something. Pure. */
import type { DriveRow } from '#shared/drive/rows.ts';
import { canReceive, type DriveAction } from '../drive.can.ts';

/** Over what the pointer is: a folder ('' is the root), or a place of the sidebar. */
export type DropTarget =
  | { readonly kind: 'folder'; readonly id: string; readonly name: string }
  | { readonly kind: 'place'; readonly place: string; readonly name: string };

export type Drop =
  | { readonly kind: 'move'; readonly id: string; readonly name: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'star' };

/**
 * @param allowed  what may be done with the rows now
 * @returns null where nothing would change, or must not
 */
export function dropOf(
  target: DropTarget | null,
  rows: readonly DriveRow[],
  allowed: readonly DriveAction[],
): Drop | null {
  if (target === null || rows.length === 0) return null;
  if (target.kind === 'place' && target.place !== 'all') {
    if (target.place === 'trash') return allowed.includes('trash') ? { kind: 'trash' } : null;
    return target.place === 'starred' && allowed.includes('star') ? { kind: 'star' } : null;
  }
  const id = target.kind === 'folder' ? target.id : '';
  if (!allowed.includes('move') || rows.every((row) => row.parentId === id)) return null;
  const ids = rows.map((row) => row.id);
  return canReceive(id, ids) ? { kind: 'move', id, name: target.name } : null;
}
