/**
 * Decisions on changes of the tree. Pure: facts in, refusal out.
 */
import { charsTooMany, type NameProblem, validateName } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';

/** Live: in place up to the root. Trashed: it or a folder above it is in the trash. Gone: no such node for any caller. */
export type Standing = 'live' | 'trashed' | 'gone';

/** @throws AppError file_name_empty; file_name_invalid with the problem as its reason */
export function requireName(name: string): void {
  const decision = validateName(name);
  if (decision.ok) return;
  const reason: NameProblem = decision.reason;
  if (reason === 'empty') throw new AppError('file_name_empty', { reason, field: 'name' });
  const isLong = reason === 'too_long';
  throw new AppError('file_name_invalid', {
    reason,
    field: 'name',
    ...(isLong ? { messageKey: 'drive.name.too_long', messageParams: { count: charsTooMany(name) } } : {}),
  });
}

/**
 * Whether a whole batch may go on, by where each of its nodes stands.
 * @param inTrash  `refuse`: trashed ones are file_in_recycle_bin
 * @throws AppError file_not_found before file_in_recycle_bin: a stranger's id reveals nothing about the others
 */
export function requireStandings(standings: readonly Standing[], inTrash: 'allow' | 'refuse'): void {
  if (standings.includes('gone')) throw new AppError('file_not_found', { field: 'ids' });
  if (inTrash === 'refuse' && standings.includes('trashed'))
    throw new AppError('file_in_recycle_bin', { field: 'ids' });
}

export interface Placement {
  readonly ids: readonly string[];
  /** Where each of them lies now. */
  readonly parentIds: readonly string[];
  readonly to: string;
  /** Ids from the destination up to the root. */
  readonly lineOfTo: readonly string[];
}

/** Whether nodes may go below a folder. @throws AppError invalid_argument (into_itself), file_move_or_copy_to_cur */
export function requirePlacement({ ids, parentIds, to, lineOfTo }: Placement): void {
  const line = new Set(lineOfTo);
  // Its words are those of the other refusal, which name this case.
  const messageKey = 'errors.file_move_or_copy_to_cur' as const;
  if (ids.some((id) => line.has(id)))
    throw new AppError('invalid_argument', { reason: 'into_itself', field: 'to', messageKey });
  if (parentIds.includes(to)) throw new AppError('file_move_or_copy_to_cur', { field: 'to' });
}

/** @throws AppError invalid_argument when folders would stand deeper than `maxDepth` */
export function requireDepth(depth: number, maxDepth: number): void {
  if (depth > maxDepth) throw new AppError('invalid_argument', { reason: 'too_deep', field: 'parent_id' });
}

/** 1 to 99 while something is left, by rows done. */
export function progressOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(99, Math.max(1, Math.floor((done * 100) / total)));
}
