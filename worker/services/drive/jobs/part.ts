/** The part of changes that become tasks, and of tasks. */

import type { TaskType } from '#shared/drive/model.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { GivenKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { DriveTx } from '../core/tx.ts';
import { type Choosing, choiceOf } from '../tree/conflict.store.ts';
import { type MarkValue, type NewName, renameMany, setMark } from '../tree/naming.store.ts';
import type { DriveUsage } from '../tree/usage/drive-usage.ts';
import type { TidyGroup } from '../tree/usage/usage.store.ts';
import { beginCopying, beginDeleting, beginEmptying, beginTidying, type CopyInput } from './batches.ts';
import { type BatchAnswer, type Changes, completedTask, makeChanges } from './changes.ts';
import { EXCLUSIONS } from './excluded.store.ts';
import { expire } from './expiry.ts';
import { JOB_FAULT_TABLE } from './faults.store.ts';
import { listTasks, requireShownTask } from './shown-tasks.store.ts';
import { makeTaskSteps } from './steps.ts';
import type { TaskQuery } from './task.store.ts';
import { groupTasks } from './task-groups.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly changes: Changes;
}

type MarkOrder = MarkValue & { readonly task: TaskType; readonly ids: readonly string[] };

function markAll(tx: DriveTx, { task, ids, ...set }: MarkOrder): BatchAnswer {
  return completedTask(tx, task, ids, setMark(tx, ids, set));
}

const calls = {
  renameMany({ changes }: Parts, caller: CallerData, items: readonly NewName[], key: GivenKey) {
    const ids = items.map(({ id }) => id);
    return changes.batch(caller, (tx) => completedTask(tx, 'rename', ids, renameMany(tx, items)), key);
  },
  setMark({ changes }: Parts, caller: CallerData, order: MarkOrder) {
    return changes.batch(caller, (tx) => markAll(tx, order), null);
  },
  /** @NOTE Called by Workers of the release before. */
  setStars({ changes }: Parts, caller: CallerData, { ids, starred }: { ids: readonly string[]; starred: boolean }) {
    const order = { task: starred ? 'star' : 'unstar', ids, mark: 'starred', value: starred ? 1 : 0 } as const;
    return changes.batch(caller, (tx) => markAll(tx, order), null);
  },
  move(
    { changes }: Parts,
    caller: CallerData,
    input: { ids: readonly string[]; to: string } & Choosing,
    key: GivenKey,
  ) {
    const { ids, to } = input;
    return changes.act(caller, ids, (tx) => ({ do: 'move', to, choice: choiceOf(tx, input) }), key);
  },
  /** @param input.trashTtlMs  how long the trash retains these */
  trash(
    { changes }: Parts,
    caller: CallerData,
    { ids, trashTtlMs }: { ids: readonly string[]; trashTtlMs: number },
    key: GivenKey,
  ) {
    return changes.act(caller, ids, (tx) => ({ do: 'trash', untilMs: tx.nowMs + trashTtlMs }), key);
  },
  untrash({ changes }: Parts, caller: CallerData, input: { ids: readonly string[] } & Choosing, key: GivenKey) {
    return changes.act(caller, input.ids, (tx) => ({ do: 'untrash', choice: choiceOf(tx, input) }), key);
  },
  copy({ changes }: Parts, caller: CallerData, input: CopyInput, key: GivenKey) {
    return changes.batch(caller, (tx) => beginCopying(tx, input), key);
  },
  remove({ changes }: Parts, caller: CallerData, { ids }: { ids: readonly string[] }, key: GivenKey) {
    return changes.batch(caller, (tx) => beginDeleting(tx, ids), key);
  },
  emptyTrash({ changes }: Parts, caller: CallerData, key: GivenKey) {
    return changes.batch(caller, beginEmptying, key);
  },
  tidy(
    { changes }: Parts,
    caller: CallerData,
    input: { groups: readonly TidyGroup[]; trashTtlMs: number },
    key: GivenKey,
  ) {
    const { groups, trashTtlMs } = input;
    return changes.batch(caller, (tx) => beginTidying(tx, groups, tx.nowMs + trashTtlMs), key);
  },
  task({ core }: Parts, caller: CallerData, id: string) {
    return core.read(caller, (sql) => requireShownTask(sql, id));
  },
  tasks({ core }: Parts, caller: CallerData, query: TaskQuery) {
    return core.read(caller, (sql, nowMs) => listTasks(sql, query, nowMs));
  },
  groupedTasks({ core }: Parts, caller: CallerData, query: TaskQuery) {
    return core.read(caller, (sql, nowMs) => groupTasks(sql, query, nowMs));
  },
};

export const jobsPart = {
  tables: {
    2: `
  -- What is left of a long task: roots to read, folders whose children are to read, roots to put in place, roots to delete.
  CREATE TABLE job_items (
    task_id TEXT NOT NULL,
    part TEXT NOT NULL,                -- root | folder | place | placed | delete
    node_id TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',     -- cursor of a folder; source id of a copy
    PRIMARY KEY (task_id, part, node_id)
  ) WITHOUT ROWID;
  ALTER TABLE nodes ADD COLUMN trash_until_ms INTEGER;
  `,
    4: `
  -- The request a restore was started by; unlike request_key it stays when the request may start another one.
  ALTER TABLE tasks ADD COLUMN asked_key TEXT;
  CREATE INDEX tasks_by_asked ON tasks (asked_key, created_ms) WHERE asked_key IS NOT NULL;
  `,
    45: JOB_FAULT_TABLE,
  },
  listener: EXCLUSIONS,
  make({ core, usage }: { readonly core: DriveCore; readonly usage: DriveUsage }) {
    return { changes: makeChanges(core), steps: makeTaskSteps(core, usage.forget) };
  },
  calls,
  alarm({ core }: Parts) {
    expire(core);
    return null;
  },
} satisfies DrivePart;
