/** RPC methods of DriveObject for visitors of its links, and about saves from shares. `planShared` and `linkTransfer` are for a visitor of a share: they must not create the drive. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import { type CallerData, isPersonBlocked } from '#worker/platform/session-guard.ts';
import type { OwnTransfer } from './content/claims.ts';
import type { DriveTx } from './core/tx.ts';
import type { DriveParts } from './drive-parts.ts';
import { requireGrant } from './grants/grants.store.ts';
import { beginHandover } from './grants/handover.store.ts';
import type { CallAct } from './jobs/batch-step.store.ts';
import { meetSave, planShared } from './sharing/save-plan.store.ts';
import {
  countHeld,
  type FolderSearch,
  foldersAlong,
  type NodesRest,
  sharedNodes,
} from './sharing/shared-files.store.ts';
import { markUndone, savedCopies } from './sharing/undo-save.store.ts';
import { measureShared, readShared } from './sharing/view.store.ts';
import { transferOf } from './tree/open-content.ts';
import type { ExportQuery } from './tree/source.store.ts';

/** Takes a save back. A repeated call finds nothing left to do. @returns how many copies it was */
async function undoSave(
  { core, changes }: DriveParts,
  caller: CallerData,
  taskId: string,
  trashTtlMs: number,
): Promise<Result<number>> {
  const saved = core.read(caller, (sql, nowMs) => savedCopies(sql, taskId, nowMs));
  if (!saved.ok) return saved;
  const { ids, isUndone } = saved.value;
  if (isUndone) return succeed(ids.length);
  const toTrash = (tx: DriveTx): CallAct => {
    // In the transaction that trashes: nothing can change between.
    savedCopies(tx.sql, taskId, tx.nowMs);
    markUndone(tx, taskId);
    return { do: 'trash', untilMs: tx.nowMs + trashTtlMs };
  };
  const undone = await changes.act(caller, ids, toTrash, null);
  return undone.ok ? succeed(ids.length) : undone;
}

/** The tree that may be copied. A right to a common folder is asked for in the transaction that reads. @throws AppError not_found */
function allowed(sql: SqlStorage, { grant, ...query }: ExportQuery): ExportQuery {
  if (!grant) return query;
  if (isPersonBlocked(sql)) throw new AppError('not_found', { reason: 'no_such_grant' });
  return { ...query, rootIds: [requireGrant(sql, grant, 'viewer').node_id] };
}

export const saveMethods = {
  /** Traffic and speed that the plan leaves for visitors of direct links. */
  linkTransfer: ({ core }: DriveParts, free: PlanLimits) =>
    core.object.exists() ? core.transact((tx): OwnTransfer | null => transferOf(tx, free)) : succeed(null),
  exportMeasure: ({ core }: DriveParts, query: ExportQuery) =>
    core.object.exists()
      ? core.transact((tx) => {
          if (query.handover && query.grant) beginHandover(tx, query.grant, query.handover);
          return measureShared(tx.sql, allowed(tx.sql, query));
        })
      : fail('file_not_found'),
  exportTree: ({ core }: DriveParts, query: ExportQuery) =>
    core.object.exists() ? core.transact(({ sql }) => readShared(sql, allowed(sql, query))) : fail('file_not_found'),
  planShared: ({ core }: DriveParts, query: ExportQuery) =>
    core.object.exists() ? core.transact(({ sql }) => planShared(sql, query)) : fail('file_not_found'),
  /** For a person who follows a share: it must not create the drive. */
  sharedNodes: ({ core }: DriveParts, rootIds: readonly string[], from: NodesRest | null) =>
    core.object.exists()
      ? core.transact(({ sql }) => sharedNodes(sql, rootIds, from))
      : succeed({ nodes: [], rest: null }),
  foldersAlong: ({ core }: DriveParts, caller: CallerData, search: FolderSearch) =>
    core.read(caller, (sql) => foldersAlong(sql, search)),
  countHeld: ({ core }: DriveParts, caller: CallerData, contentKeys: readonly string[]) =>
    core.read(caller, (sql) => countHeld(sql, contentKeys)),
  meetSave: ({ core }: DriveParts, caller: CallerData, input: Parameters<typeof meetSave>[1]) =>
    core.read(caller, (sql) => meetSave(sql, input)),
  undoSave,
};
