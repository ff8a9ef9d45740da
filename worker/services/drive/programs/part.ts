/**
 * The part of programs that know files by paths. A call brings the credential and a path; one transaction finds what is there below the
 * folder of the credential, checks what the request expects, and acts.
 */
import type { Result } from '#shared/errors.ts';
import { asUserId, ROOT_ID } from '#shared/ids.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { CallerData, ProgramScope } from '#worker/platform/session-guard.ts';
import type { Tags } from '../acts/tags.store.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { DriveTx } from '../core/tx.ts';
import { taskById } from '../jobs/task.store.ts';
import { recordSha1 } from '../tree/content.store.ts';
import type { PutLease } from '../upload/rpc-types.ts';
import type { UploadSessions } from '../upload/sessions.ts';
import { uploadById } from '../upload/store.ts';
import * as change from './change.store.ts';
import * as chunks from './chunks.store.ts';
import { type ProgramContext, requireConditions } from './conditions.store.ts';
import { entryAt, look, lookOn } from './entry.store.ts';
import { type FolderSizes, makeFolderSizes } from './folder-sizes.ts';
import * as found from './found.store.ts';
import { requireHold } from './hold.store.ts';
import {
  addLock,
  breakLock,
  endLock,
  locksFor,
  renewLocks,
  requireUnlocked,
  shownLocks,
  toLock,
} from './locks.store.ts';
import type * as model from './model.ts';
import * as numbered from './numbered.store.ts';
import { foldersTo, idAt, placeOf, requireAt, requireFree } from './place.store.ts';
import { COPIED_PROPS } from './props.store.ts';
import * as put from './put.store.ts';
import { PROGRAM_TABLES } from './tables.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly tags: Tags;
  readonly uploads: UploadSessions;
  readonly sizes: FolderSizes;
}

type At = Pick<DriveTx, 'sql' | 'nowMs'>;

function contextOf(
  { tags }: Parts,
  caller: CallerData,
  scope: ProgramScope | null,
  { sql, nowMs }: At,
): ProgramContext {
  return {
    sql,
    nowMs,
    tags,
    rootId: scope?.folderId ?? ROOT_ID,
    credential: caller.sessionId,
    isReadOnly: scope?.isReadOnly ?? false,
  };
}

function read<T>(drive: Parts, caller: CallerData, work: (context: ProgramContext) => T): Result<T> {
  return drive.core.read(caller, (sql, nowMs, scope) => work(contextOf(drive, caller, scope, { sql, nowMs })));
}

/**
 * @param paths  that the call names. Where one leads through something that is not there, the program has missed a change: sync clients keep a
 * removed folder for the sake of files that they do not send, and list the folder above only when its tag changes
 */
function write<T>(
  drive: Parts,
  caller: CallerData,
  work: (tx: DriveTx, context: ProgramContext) => T,
  paths: readonly model.Path[] = [],
): Result<T> {
  const written = drive.core.write(caller, (tx, scope) => work(tx, contextOf(drive, caller, scope, tx)));
  if (!written.ok && written.error.name === 'file_not_found')
    read(drive, caller, ({ sql, tags, rootId }) =>
      tags.renew([...new Set(paths.flatMap((path) => foldersTo(sql, rootId, path)))]),
    );
  return written;
}

/** A change, and the entry that is at a path then; it is read when the change is committed, because tags are. */
async function changed(
  drive: Parts,
  caller: CallerData,
  path: model.Path | null,
  work: (tx: DriveTx, context: ProgramContext) => change.Done,
  paths: readonly model.Path[] = path === null ? [] : [path],
): Promise<Result<model.Changed>> {
  const result = write(drive, caller, work, paths);
  if (!result.ok) return result;
  const { isNew, drain, taskId } = result.value;
  if (drain && !(await drive.core.deliverRemovals()))
    return { ok: false, error: { name: 'unavailable', detail: { retryInSeconds: 1 } } };
  return read(drive, caller, (context) => {
    const place = path === null ? null : placeOf(context.sql, context.rootId, path);
    return { isNew, taskId, entry: place && idAt(place) !== null ? entryAt(context, place) : null };
  });
}

const calls = {
  look: (drive: Parts, caller: CallerData, order: model.LookOrder) =>
    read(drive, caller, (context) => look(context, order, drive.sizes)),
  lookOn: (drive: Parts, caller: CallerData, from: model.Cursor) =>
    read(drive, caller, (context) => lookOn(context, from, drive.sizes)),
  openFile: (drive: Parts, caller: CallerData, order: model.PathOrder, free: PlanLimits) =>
    read(drive, caller, (context) =>
      put.openFile(context, context, order, { ownerId: asUserId(drive.core.object.name), free }),
    ),
  makeCollection: (drive: Parts, caller: CallerData, order: model.PathOrder) =>
    changed(drive, caller, order.path, (tx, context) => change.makeCollection(tx, context, order)),
  removeAt: (drive: Parts, caller: CallerData, order: model.PathOrder, trashTtlMs: number) =>
    changed(drive, caller, null, (tx, context) => change.remove(tx, context, order, trashTtlMs)),
  moveTo: (drive: Parts, caller: CallerData, order: model.MoveOrder) =>
    changed(drive, caller, order.to, (tx, context) => change.moveTo(tx, context, order, drive.core.versionLimits()), [
      order.path,
      order.to,
    ]),
  copyTo: (drive: Parts, caller: CallerData, order: model.CopyOrder) =>
    changed(drive, caller, order.to, (tx, context) => change.copyTo(tx, context, order, drive.core.versionLimits())),
  /** Phase of a task that goes on, and what ended it: '' while it runs. */
  programTask: (drive: Parts, caller: CallerData, taskId: string) =>
    read(drive, caller, ({ sql }) => {
      const task = taskById(sql, taskId);
      return { isOver: !task || task.job === null, refusal: task?.phase === 'PHASE_TYPE_ERROR' ? task.message : '' };
    }),
  setProps: (drive: Parts, caller: CallerData, order: model.PropOrder) =>
    changed(drive, caller, order.path, (tx, context) => change.setProps(tx, context, order)),
  placePutAt: (drive: Parts, caller: CallerData, order: put.PathUpload, keys: number) =>
    write(drive, caller, (tx, context) => put.placePut(tx, context, order, keys), [order.path]),
  async finishPutAt(drive: Parts, caller: CallerData, order: put.PathUpload, lease: PutLease, blob: BlobData) {
    let isNew = false;
    const landed = await drive.uploads.finishAt(
      caller,
      (tx, scope) => {
        const place = put.uploadAt(contextOf(drive, caller, scope, tx), order);
        isNew = place.isNew;
        return place.input;
      },
      lease,
      blob,
    );
    return landed.ok ? read(drive, caller, (context) => put.landed(context, order.path, isNew)) : landed;
  },
  beginAt: (drive: Parts, caller: CallerData, order: put.PathUpload) =>
    write(drive, caller, (tx, context) => put.beginAt(tx, context, order), [order.path]),
  growPart: (drive: Parts, caller: CallerData, growth: put.Growth) =>
    write(drive, caller, (tx) => put.growPart(tx, growth)),
  requireStill: (drive: Parts, caller: CallerData, order: model.PathOrder) =>
    write(drive, caller, (_, context) => put.requireStill(context, order), [order.path]),
  /** Makes a lock. `file`: nothing is there yet. */
  lockAt: (drive: Parts, caller: CallerData, order: model.LockOrder): Result<model.LockAnswer> =>
    write(drive, caller, (_, context) => {
      const { sql, rootId } = context;
      const { path, conditions } = order;
      const place = placeOf(sql, rootId, path);
      requireConditions(context, conditions, place);
      const id = idAt(place);
      if (id === null) {
        requireUnlocked(context, requireFree(place).parentId, conditions.tokens);
        return { kind: 'file' };
      }
      const lock = toLock(context, addLock(context, id, order));
      return { kind: 'locked', lock, locks: locksFor(context, id).map((row) => toLock(context, row)) };
    }),
  renewLock: (drive: Parts, caller: CallerData, order: model.PathOrder, ttlMs: number) =>
    write(drive, caller, (_, context) => {
      const { id, ...place } = requireAt(context.sql, context.rootId, order.path);
      requireConditions(context, order.conditions, place);
      return renewLocks(context, id, order.conditions.tokens, ttlMs).map((row) => toLock(context, row));
    }),
  endLock: (drive: Parts, caller: CallerData, path: model.Path, token: string) =>
    write(drive, caller, (_, context) => {
      endLock(context, requireAt(context.sql, context.rootId, path).id, token);
      return { ok: true };
    }),
  starred: (drive: Parts, caller: CallerData) => read(drive, caller, (context) => found.starred(context)),
  named: (drive: Parts, caller: CallerData, text: string, sweptRows: number) =>
    drive.core.sweep(caller, sweptRows, (sql, nowMs, charge) => {
      const tx = { ...drive.core.tx(nowMs), sql, charge };
      return found.named(tx, contextOf(drive, caller, drive.core.guard(caller), tx), text);
    }),
  wanted: (drive: Parts, caller: CallerData, order: model.WantedOrder, sweptRows: number) =>
    drive.core.sweep(caller, sweptRows, (sql, nowMs, charge) =>
      found.wanted(contextOf(drive, caller, drive.core.guard(caller), { sql, nowMs }), order, charge),
    ),
  trashed: (drive: Parts, caller: CallerData) => read(drive, caller, (context) => found.trashed(context)),
  requireTrashed: (drive: Parts, caller: CallerData, id: string) =>
    read(drive, caller, (context) => found.requireTrashed(context, id)),
  versionsWith: (drive: Parts, caller: CallerData, idPrefix: string) =>
    read(drive, caller, (context) => numbered.versionsWith(context, idPrefix)),
  openVersionWith: (
    drive: Parts,
    caller: CallerData,
    version: { readonly idPrefix: string; readonly name: string },
    free: PlanLimits,
  ) =>
    read(drive, caller, (context) =>
      numbered.openVersionWith(context, context, version, { ownerId: asUserId(drive.core.object.name), free }),
    ),
  restoreVersionWith: (
    drive: Parts,
    caller: CallerData,
    version: { readonly idPrefix: string; readonly name: string; readonly tokens: readonly string[] },
  ) =>
    write(drive, caller, (tx, context) =>
      numbered.restoreVersionWith(tx, context, version, drive.core.versionLimits()),
    ),
  openFolder: (drive: Parts, caller: CallerData, folder: chunks.ChunkFolder) =>
    write(drive, caller, (tx, context) => chunks.openFolder(tx, context, folder)),
  placeChunk: (drive: Parts, caller: CallerData, order: chunks.ChunkOrder) =>
    write(drive, caller, (tx, context) => chunks.placeChunk(tx, context, order)),
  listChunks: (drive: Parts, caller: CallerData, folder: string) =>
    read(drive, caller, (context) => chunks.listChunks(context, folder)),
  assemble: (drive: Parts, caller: CallerData, order: chunks.AssembleOrder) =>
    write(drive, caller, (tx, context) => chunks.assemble(tx, context, order), [order.path]),
  closeFolder: (drive: Parts, caller: CallerData, folder: string) =>
    write(drive, caller, (tx, context) => chunks.closeFolder(tx, context, folder)),
  /** A file is here that came by a session. @param sha1  hex, compared with its bytes; '': unsaid */
  recordLanded: (drive: Parts, caller: CallerData, uploadId: string, sha1: string) =>
    write(drive, caller, ({ sql }) => {
      chunks.forgetFolder(sql, uploadId);
      const landedKey = sha1 === '' ? null : uploadById(sql, uploadId)?.landed_key;
      if (landedKey) recordSha1(sql, landedKey, sha1);
      return { ok: true };
    }),
  shownLocks: ({ core }: Parts, caller: CallerData) => core.read(caller, (sql, nowMs) => shownLocks(sql, nowMs)),
  breakLock: ({ core }: Parts, caller: CallerData, token: string) => core.write(caller, (tx) => breakLock(tx, token)),
};

export const programsPart = {
  tables: PROGRAM_TABLES,
  listener: COPIED_PROPS,
  make({ core, tags }: Pick<Parts, 'core' | 'tags'>) {
    core.addHooks({ requireHold: (...held) => requireHold(tags, ...held) });
    return { sizes: makeFolderSizes() };
  },
  calls,
} satisfies DrivePart;
