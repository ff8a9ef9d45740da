/**
 * Several small files of one request inside the drive's transactions: places for their bytes, then all of them in one transaction with one
 * act of the log and one change of the used space. Each is taken or refused by itself, as it would be alone (small-file.ts).
 */
import { AppError, type ErrorData, isAppError, type Result, succeed, toErrorData } from '#shared/errors.ts';
import { newBlobKeys } from '#worker/platform/blobs/port.ts';
import { firstAnswer, keyReused, storeAnswers } from '#worker/platform/storage/answers.ts';
import type { DriveTx } from '../../core/tx.ts';
import { requirePlan } from '../../entitlement/traffic.store.ts';
import { excludeWithAncestors } from '../../jobs/excluded.store.ts';
import { type LandedFile, noteLanded } from '../../jobs/landed-task.store.ts';
import { holderOf } from '../../tree/conflict.store.ts';
import { type CountedContent, gainContents } from '../../tree/content.store.ts';
import { rankIfLarge } from '../../tree/folder-ranks.store.ts';
import { nodeById, requireFolder } from '../../tree/tree.store.ts';
import { countLanded, requireNodes, requireSpace } from '../../tree/usage/quota.ts';
import { requireStore } from '../../tree/usage/store-limits.store.ts';
import { bumpWatchers } from '../../tree/watchers.store.ts';
import { toFileObject } from '../../tree/wire.ts';
import { landedAnswer, landedId, landedOf, uploadAnswer } from '../begin-session.ts';
import { holdingOf } from '../holding.store.ts';
import { completeFile } from '../placement.ts';
import type { ClaimedFile, GroupFile, GroupOrder, GroupPlace, PutLanding } from '../rpc-types.ts';
import { MAX_PUT_SERIES, PUT_LEASE_MS } from '../rules.ts';
import { leasePuts, readSeries, withoutLease } from './put-leases.store.ts';
import { tooLate } from './refusals.ts';
import { addFile, discardSurplus, dropPut, isLooked, type PutHome, repeatPut, replaceContent } from './small-file.ts';

/** The refusal of a check, which writes nothing; null: it passes. */
function refusalOf(check: () => void): ErrorData | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return toErrorData(error);
  }
}

/** Sums over the files of a group that are stored by now, before they are counted. */
interface Sums {
  readonly bytes: number;
  readonly uploadedBytes: number;
  readonly nodes: number;
}

const NOTHING: Sums = { bytes: 0, uploadedBytes: 0, nodes: 0 };

interface Gate {
  /** The refusal of the folder. */
  folder(file: GroupFile): ErrorData | null;
  /** The refusal of the folder, or of a limit. */
  whole(file: GroupFile, beside: Sums): ErrorData | null;
}

/** Whether a file is taken beside others. Where all of the group fit together, nothing is read for each. */
function makeGate(tx: DriveTx, order: GroupOrder, files: readonly GroupFile[]): Gate {
  const folders = new Map<string, ErrorData | null>();
  const free = order.free ? { free: order.free } : {};
  const requireAll = ({ bytes, uploadedBytes, nodes }: Sums, largestBytes: number): void => {
    requireStore(tx, { ...order, sizeBytes: uploadedBytes });
    requirePlan(tx, 'upload', { sizeBytes: uploadedBytes, largestBytes, ...free });
    requireSpace(tx, bytes, order.storageLimitBytes);
    requireNodes(tx, nodes);
  };
  const sizes = files.map(({ sizeBytes }) => sizeBytes);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const all = { bytes, uploadedBytes: bytes, nodes: files.length };
  const fits = refusalOf(() => requireAll(all, Math.max(...sizes))) === null;
  function folderOf({ parentId }: GroupFile): ErrorData | null {
    const known = folders.get(parentId);
    if (known !== undefined) return known;
    const refused = refusalOf(() => requireFolder(tx.sql, parentId));
    folders.set(parentId, refused);
    return refused;
  }
  return {
    folder: folderOf,
    whole(file, beside) {
      const folder = folderOf(file);
      if (folder || fits) return folder;
      const { sizeBytes } = file;
      const sums = {
        bytes: beside.bytes + sizeBytes,
        uploadedBytes: beside.uploadedBytes + sizeBytes,
        nodes: beside.nodes + 1,
      };
      return refusalOf(() => requireAll(sums, sizeBytes));
    },
  };
}

/** The answer to an earlier call under the key of a file, if there was one; an error where the key was used for something else. */
type Known =
  | { readonly error: ErrorData }
  | { readonly error?: never; readonly holderId?: string; readonly uploadId?: string };

function knownOf(tx: DriveTx, { key }: GroupFile): Known {
  let answer: string | null = null;
  const error = refusalOf(() => {
    answer = firstAnswer(tx.sql, key, tx.nowMs);
  });
  if (error) return { error };
  const known = JSON.parse(answer ?? '{}') as string | Omit<Known, 'error'>;
  return typeof known === 'string' ? { uploadId: known } : known;
}

function skipped(tx: DriveTx, holderId: string, { userId }: PutHome): Result<PutLanding> {
  const holder = nodeById(tx.sql, holderId);
  return succeed({ skipped: true, file: holder && toFileObject(holder, { userId }) });
}

/** The end that a file has without its bytes; null: they are wanted. */
function earlierEnd(tx: DriveTx, file: GroupFile, home: PutHome): Result<PutLanding> | null {
  const known = knownOf(tx, file);
  if (known.error) return { ok: false, error: known.error };
  const { holderId, uploadId } = known;
  if (holderId !== undefined) return skipped(tx, holderId, home);
  // A session may wait for the bytes.
  if (uploadId === undefined || !landedOf(uploadId)) return null;
  if (holdingOf(tx.sql, uploadId, file.contentKey) === 'other') return { ok: false, error: toErrorData(keyReused()) };
  return succeed({ skipped: false, answer: uploadAnswer(tx.sql, uploadId, home.userId) });
}

/** Objects for the bytes of those that would be taken now, and the ends of the others. @throws AppError resource_exhausted */
export function placeGroup(tx: DriveTx, order: GroupOrder, files: readonly GroupFile[], home: PutHome): GroupPlace[] {
  const { sql, nowMs } = tx;
  const gate = makeGate(tx, order, files);
  const ends = files.map((file): Result<PutLanding> | null => {
    const earlier = earlierEnd(tx, file, home);
    if (earlier) return earlier;
    // One that is skipped needs no space.
    const holder = file.conflict === 'skip' && !gate.folder(file) ? holderOf(sql, file.parentId, file.name) : null;
    if (holder) return skipped(tx, holder.id, home);
    // Those that fit alone are stored; which of them fit together is decided then.
    const refused = gate.whole(file, NOTHING);
    return refused && { ok: false, error: refused };
  });
  const wanted = ends.filter((end) => end === null).length;
  if (wanted > 0 && readSeries(sql).length >= MAX_PUT_SERIES)
    throw new AppError('resource_exhausted', { reason: 'upload_sessions' });
  const untilMs = nowMs + PUT_LEASE_MS;
  const keys = newBlobKeys(wanted);
  const seq = wanted > 0 ? leasePuts(sql, keys, untilMs) : 0;
  if (wanted > 0) tx.wakeAt(untilMs);
  return ends.map((end): GroupPlace => (end ? { end } : { lease: { key: keys.shift() ?? '', seq, untilMs } }));
}

interface Landing extends LandedFile {
  readonly claimed: ClaimedFile;
}

/** Files of the group that are stored by now, and what they add. */
interface Group {
  readonly landed: Landing[];
  readonly gained: CountedContent[];
  bytes: number;
  uploadedBytes: number;
  nodes: number;
  /** Promises of objects that are left. */
  series: ReturnType<typeof readSeries>;
}

/** Writes the rows of one file that is taken. */
function storeOne(tx: DriveTx, claimed: ClaimedFile, group: Group, home: PutHome): void {
  const { blob, lease, sizeBytes, parentId, name } = claimed;
  discardSurplus(tx, lease.key, blob);
  const target = claimed.conflict === 'replace' ? completeFile(tx.sql, parentId, name) : null;
  group.uploadedBytes += sizeBytes;
  if (target) {
    if (target.content_key !== blob.contentKey) group.bytes += sizeBytes;
    group.landed.push({ claimed, ...replaceContent(tx, claimed, lease, blob, target, home) });
    return;
  }
  group.bytes += sizeBytes;
  group.nodes += 1;
  group.gained.push({ content: { ...blob, manifest: JSON.stringify(blob.manifest) }, count: 1 });
  group.landed.push({ claimed, params: {}, file: addFile(tx, claimed, blob) });
}

/** Counts, notes and announces the stored files, once for all of them. @returns their ends, in their order */
function settle(tx: DriveTx, order: GroupOrder, group: Group, home: PutHome): Result<PutLanding>[] {
  const { landed, gained, bytes, uploadedBytes, nodes } = group;
  if (landed.length === 0) return [];
  const ids = landed.map(({ file }) => file.id);
  countLanded(tx, { bytes, uploadedBytes, nodes, series: JSON.stringify(group.series) }, order.storageLimitBytes);
  gainContents(tx, gained, tx.nowMs, Math.min(...landed.map(({ claimed }) => claimed.lease.seq)));
  excludeWithAncestors(tx.sql, ids);
  const looked = landed.filter(({ file }) => isLooked(file.id)).map(({ file }) => file.parent_id);
  for (const parentId of new Set(looked)) rankIfLarge(tx, parentId);
  const tasks = noteLanded(tx, landed);
  bumpWatchers(tx, ids);
  const ends = landed.map(({ file, claimed }, at) => {
    const task = tasks[at] ?? null;
    const uploadId = landedId(file.id, task?.id ?? '', claimed.blob.contentKey);
    const answer = landedAnswer(uploadId, file, task, home.userId);
    const { key, conflict } = claimed;
    // As a file alone stores it: a repeat by another call finds this upload.
    return {
      stored: { key, answer: conflict === 'skip' ? { uploadId } : uploadId },
      end: { skipped: false, answer } as const,
    };
  });
  storeAnswers(
    tx.sql,
    ends.map(({ stored }) => stored),
    tx.nowMs,
  );
  return ends.map(({ end }) => succeed(end));
}

/** The end of a file that an earlier call brought. Its object is not needed, unless a session waits for the bytes. */
function joinEarlier(tx: DriveTx, { lease, blob }: ClaimedFile, uploadId: string, home: PutHome): Result<PutLanding> {
  const error = refusalOf(() => repeatPut(tx, uploadId, lease, blob, home.limits));
  if (error) return { ok: false, error };
  return succeed({ skipped: false, answer: uploadAnswer(tx.sql, uploadId, home.userId) });
}

/**
 * Stores claimed files.
 * @returns the end of each, in their order. One that is not stored leaves nothing: its object is discarded
 */
export function finishGroup(
  tx: DriveTx,
  order: GroupOrder,
  files: readonly ClaimedFile[],
  home: PutHome,
): Result<PutLanding>[] {
  const { sql } = tx;
  const gate = makeGate(tx, order, files);
  const series = readSeries(sql);
  const group: Group = { landed: [], gained: [], bytes: 0, uploadedBytes: 0, nodes: 0, series };
  /** Work that is left for a file when the others are stored; null for those. */
  const ends = files.map((file): (() => Result<PutLanding>) | null => {
    const drop = (end: Result<PutLanding>) => () => {
      dropPut(tx, file.lease.key, file.blob);
      return end;
    };
    const known = knownOf(tx, file);
    if (known.error) return drop({ ok: false, error: known.error });
    const { holderId, uploadId } = known;
    if (holderId !== undefined) return drop(skipped(tx, holderId, home));
    if (uploadId !== undefined) return () => joinEarlier(tx, file, uploadId, home);
    const holder = file.conflict === 'skip' ? holderOf(sql, file.parentId, file.name) : null;
    if (holder) {
      storeAnswers(sql, [{ key: file.key, answer: { holderId: holder.id } }], tx.nowMs);
      return drop(skipped(tx, holder.id, home));
    }
    const rest = withoutLease(group.series, file.lease.key);
    if (!rest) return () => ({ ok: false, error: toErrorData(tooLate()) });
    const refused = gate.whole(file, group);
    if (refused) return drop({ ok: false, error: refused });
    group.series = rest;
    storeOne(tx, file, group, home);
    return null;
  });
  const landed = settle(tx, order, group, home);
  return ends.map((end) => end?.() ?? landed.shift() ?? { ok: false, error: { name: 'internal' } });
}
