/** Result of dropping rows onto a target. Pure. */
import type { DriveRow } from '#shared/drive/rows.ts';
import { canReceive, type DriveAction } from '../drive.can.ts';

/** The target under the pointer: a folder ('' is the root), or a place of the sidebar. */
export type DropTarget =
  | { readonly kind: 'folder'; readonly id: string; readonly name: string }
  | { readonly kind: 'place'; readonly place: string; readonly name: string };

export type Drop =
  | { readonly kind: 'move'; readonly id: string; readonly name: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'star' };

/**
 * @param allowed  actions that the rows allow now
 * @returns null where the drop would change nothing, or is not allowed
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
