/** Calls the listeners of changed nodes, in the order of the parts. */
import type { DriveTx, NodeWatchers } from './tx.ts';

/** Nodes were moved or trashed. */
export function nodesMoved(tx: DriveTx, ids: Iterable<string>): void {
  for (const listener of tx.listeners) listener.onChange?.(tx, ids, false);
}

/** Nodes were made or written: the folders above them count too. */
export function nodesWritten(tx: DriveTx, ids: Iterable<string>): void {
  for (const listener of tx.listeners) listener.onChange?.(tx, ids, true);
}

/** Copies within the drive were made. @param pairs  id of the original and of the copy */
export function nodesCopied(tx: DriveTx, pairs: readonly (readonly [from: string, to: string])[]): void {
  for (const listener of tx.listeners) listener.onCopy?.(tx, pairs);
}

/** Unfinished files were deleted for good. */
export function nodesDeleted(tx: DriveTx, ids: readonly string[]): void {
  for (const listener of tx.listeners) listener.onDelete?.(tx, ids);
}

export function watchersOf({ listeners }: DriveTx): NodeWatchers[] {
  return listeners.flatMap(({ watchers }) => watchers ?? []);
}
