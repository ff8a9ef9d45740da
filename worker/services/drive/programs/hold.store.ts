/**
 * The state that a program expects at the place of a long upload: conditions, tokens of locks. It is stored with the session and checked by the
 * transaction in which the file takes its place: another program may have changed or locked the place while the bytes came.
 */
import type { Tags } from '../acts/tags.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { nodeById, STATE } from '../tree/tree.store.ts';
import { requirePutTo } from './change.store.ts';
import type { ProgramContext } from './conditions.store.ts';
import type { Conditions } from './model.ts';
import { placeBelow } from './place.store.ts';

interface Hold extends Pick<ProgramContext, 'credential' | 'rootId'> {
  readonly conditions: Conditions;
}

export function holdOf({ credential, rootId }: ProgramContext, conditions: Conditions): string {
  return JSON.stringify({ credential, rootId, conditions } satisfies Hold);
}

/**
 * The place is found by its folder, which may have another name by now.
 * @param text  of `holdOf`
 * @throws AppError precondition_failed, locked, file_duplicated_name, method_not_allowed
 */
export function requireHold(tags: Tags, { sql, nowMs }: DriveTx, text: string, nodeId: string): void {
  const { conditions, ...of } = JSON.parse(text) as Hold;
  const node = nodeById(sql, nodeId);
  if (node?.state !== STATE.live) return;
  requirePutTo({ sql, nowMs, tags, isReadOnly: false, ...of }, placeBelow(sql, node.parent_id, node.name), conditions);
}
