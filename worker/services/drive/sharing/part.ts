/** The part of a drive for visitors of its links, and about saves from links. Calls of a link must not create the drive. */

import { fail, type Result, succeed } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { OwnTransfer } from '../content/claims.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { ifExists } from '../core/transact.ts';
import type { DriveTx } from '../core/tx.ts';
import type { CallAct } from '../jobs/batch-step.store.ts';
import type { Changes } from '../jobs/changes.ts';
import type { TaskSteps } from '../jobs/steps.ts';
import { transferOf } from '../tree/open-content.ts';
import type { ExportQuery } from '../tree/source.store.ts';
import { LINK_NOTICE_TABLE } from './evidence.store.ts';
import { requireLink } from './link-limit.ts';
import { findSaveConflicts, planShared } from './save-plan.store.ts';
import { makeSaves, type SaveInput, type Saves } from './saves.ts';
import { countHeld, type FolderSearch, foldersAlong, type NodesRest, sharedNodes } from './shared-files.store.ts';
import { markUndone, savedCopies } from './undo-save.store.ts';
import * as view from './view.store.ts';
import { addWatch, dropWatch, LINK_WATCHERS } from './watch.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly changes: Changes;
  readonly saves: Saves;
}

/** Takes a save back. A repeated call finds nothing left to do. @returns how many copies it was */
async function undoSave(
  { core, changes }: Parts,
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

const calls = {
  describeForShare({ core }: Parts, caller: CallerData, ids: readonly string[]) {
    return core.read(caller, (sql) => view.describeNodes(sql, ids));
  },
  sizeOfNodes({ core }: Parts, ids: readonly string[]) {
    return ifExists(core, { sizeBytes: 0, fileCount: 0 }, ({ sql }) => view.sizeOfLive(sql, ids));
  },
  /** @param free  limits of the free plan; left out: as the drive last saw them */
  watch({ core }: Parts, shareId: string, rootIds: readonly string[], free?: PlanLimits) {
    return core.transact(({ sql, nowMs }) => {
      requireLink({ sql: sql, nowMs }, shareId, free ?? null);
      addWatch(sql, shareId, rootIds);
    });
  },
  unwatch({ core }: Parts, shareId: string) {
    return ifExists(core, null, ({ sql }) => dropWatch(sql, shareId));
  },
  linksOver({ core }: Parts, input: { fileIds: readonly string[]; gcids: readonly string[] }) {
    return ifExists(core, [], ({ sql }) => view.linksOver(sql, input));
  },
  listShared({ core }: Parts, query: view.SharedQuery) {
    return ifExists(core, null, (tx) => view.listShared(tx, query));
  },
  sharedFile({ core }: Parts, rootIds: readonly string[], fileId: string) {
    return ifExists(core, null, ({ sql }) => view.sharedFile(sql, rootIds, fileId, core.object.name));
  },
  restoreShared({ saves }: Parts, caller: CallerData, input: SaveInput) {
    return saves.save(caller, input);
  },
  restoreOf({ saves }: Parts, requestKey: string) {
    return saves.find(requestKey);
  },
  /** Traffic and speed that the plan leaves for visitors of direct links. */
  linkTransfer: ({ core }: Parts, free: PlanLimits) =>
    core.object.exists() ? core.transact((tx): OwnTransfer | null => transferOf(tx, free)) : succeed(null),
  planShared: ({ core }: Parts, query: ExportQuery) =>
    core.object.exists() ? core.transact(({ sql }) => planShared(sql, query)) : fail('file_not_found'),
  /** For a person who follows a share: it must not create the drive. */
  sharedNodes: ({ core }: Parts, rootIds: readonly string[], from: NodesRest | null) =>
    core.object.exists()
      ? core.transact(({ sql }) => sharedNodes(sql, rootIds, from))
      : succeed({ nodes: [], rest: null }),
  foldersAlong: ({ core }: Parts, caller: CallerData, search: FolderSearch) =>
    core.read(caller, (sql) => foldersAlong(sql, search)),
  countHeld: ({ core }: Parts, caller: CallerData, contentKeys: readonly string[]) =>
    core.read(caller, (sql) => countHeld(sql, contentKeys)),
  findSaveConflicts: ({ core }: Parts, caller: CallerData, input: Parameters<typeof findSaveConflicts>[1]) =>
    core.read(caller, (sql) => findSaveConflicts(sql, input)),
  undoSave,
};

export const sharingPart = {
  tables: {
    37: LINK_NOTICE_TABLE,
  },
  listener: { watchers: LINK_WATCHERS },
  make({ core, steps }: { readonly core: DriveCore; readonly steps: TaskSteps }) {
    return { saves: makeSaves(core, steps) };
  },
  calls,
} satisfies DrivePart;
