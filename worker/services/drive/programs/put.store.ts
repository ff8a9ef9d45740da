/**
 * Files that programs send to a path. The place is looked up and what the request expects is checked before bytes are taken, and once more in
 * the transaction that makes the file. Of a file whose length was not said the session grows with its parts.
 */
import { AppError } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireFileSize, requirePlan } from '../entitlement/traffic.store.ts';
import { currentContent, type Reader } from '../tree/open-content.ts';
import { reserve } from '../tree/usage/quota.ts';
import { requireStore } from '../tree/usage/store-limits.store.ts';
import { beginUpload } from '../upload/begin-session.ts';
import { openPart, requireOpen } from '../upload/parts.ts';
import { startPut } from '../upload/put/small-file.ts';
import type { BeginUpload, PartOrder, PartPlace, PutLease } from '../upload/rpc-types.ts';
import { requirePut } from './change.store.ts';
import { type ProgramContext, requireConditions } from './conditions.store.ts';
import { entryAt } from './entry.store.ts';
import { holdOf } from './hold.store.ts';
import type { Changed, OpenFile, Path, PathOrder } from './model.ts';
import { idAt, placeOf, requireAt } from './place.store.ts';

/** A file that goes to a path: its order without the folder and the name. */
export interface PathUpload extends PathOrder {
  readonly upload: Omit<BeginUpload, 'parentId' | 'name' | 'conflict' | 'hold'>;
  /** Bytes that took days: the file comes to be beside the one that is there, where that may not be replaced at the end. */
  readonly isBeside?: boolean;
}

/** The upload in the folder that the path names. */
export function uploadAt(
  context: ProgramContext,
  { upload, ...order }: PathUpload,
): { input: BeginUpload; isNew: boolean } {
  const { parentId, name, target } = requirePut(context, order);
  return { input: { ...upload, parentId, name, conflict: target ? 'replace' : 'keep_both' }, isNew: target === null };
}

/** Whether a small file would be taken, and objects to store it as. @param keys  wanted @throws AppError as `uploadAt` and `startPut` */
export function placePut(
  tx: DriveTx,
  context: ProgramContext,
  order: PathUpload,
  keys: number,
): { leases: readonly PutLease[] } {
  const { input } = uploadAt(context, order);
  return { leases: startPut(tx, { ...input, keys }).leases ?? [] };
}

/** Begins the session of a larger or an empty file. @returns its id @throws AppError as `uploadAt` and `beginUpload` */
export function beginAt(tx: DriveTx, context: ProgramContext, order: PathUpload): { uploadId: string; isNew: boolean } {
  const { input, isNew } = uploadAt(context, order);
  requireStore(tx, input);
  requirePlan(tx, 'upload', input);
  // It has no name in the folder before it is there: a request that breaks off leaves none taken.
  const hold = holdOf(context, order.conditions);
  const uploadId = beginUpload(tx, { ...input, conflict: 'replace', hold, isBeside: order.isBeside ?? false });
  return { uploadId, isNew };
}

export interface Growth extends Pick<BeginUpload, 'store'> {
  readonly order: PartOrder & { readonly sizeBytes: number };
  readonly free: PlanLimits;
  readonly fileBytes: number;
}

/**
 * One part more of a file whose length is not known: its space is promised now.
 * @throws AppError file_too_large, file_space_not_enough, failed_precondition, not_found
 */
export function growPart(tx: DriveTx, { order, free, store, fileBytes }: Growth): PartPlace {
  const { uploadId, sizeBytes } = order;
  const row = requireOpen(tx, uploadId);
  requireFileSize(fileBytes, row.size_bytes + sizeBytes);
  requireStore(tx, { sizeBytes, storageLimitBytes: row.storage_limit_bytes, store });
  requirePlan(tx, 'upload', { sizeBytes, largestBytes: row.size_bytes + sizeBytes, free });
  reserve(tx, uploadId, sizeBytes, row.storage_limit_bytes);
  tx.sql.exec('UPDATE uploads SET size_bytes = size_bytes + ? WHERE id = ?', sizeBytes, uploadId);
  tx.sql.exec('UPDATE nodes SET size_bytes = size_bytes + ? WHERE id = ?', sizeBytes, row.node_id);
  return openPart(tx, order);
}

/** Checks the place and the conditions: before bytes of unknown length come, and why a file did not take its place. @throws AppError as `requirePut` */
export function requireStill(context: ProgramContext, order: PathOrder): { readonly ok: true } {
  requirePut(context, order);
  return { ok: true };
}

/** @throws AppError file_not_found, method_not_allowed for a folder, file_blocked, precondition_failed */
export function openFile(
  tx: Pick<DriveTx, 'sql' | 'nowMs'>,
  context: ProgramContext,
  order: PathOrder,
  reader: Reader,
): OpenFile {
  const place = requireAt(tx.sql, context.rootId, order.path);
  requireConditions(context, order.conditions, place);
  const { node } = place;
  if (node?.is_file !== 1) throw new AppError('method_not_allowed', { reason: 'folder' });
  const content = currentContent(tx, node, reader);
  const entry = entryAt(context, place);
  return { entry, content: { ...content, tag: entry.tag } };
}

/** The file that came in, when it is there. */
export function landed(context: ProgramContext, path: Path, isNew: boolean): Changed {
  const place = placeOf(context.sql, context.rootId, path);
  return { isNew, taskId: null, entry: idAt(place) === null ? null : entryAt(context, place) };
}
