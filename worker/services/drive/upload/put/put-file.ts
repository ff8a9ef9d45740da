/**
 * A small file in one request: its bytes are stored as an object promised before and hashed on the way, claimed at the index,
 * and made the file in one transaction. A request that fails before that leaves nothing visible, and is swept.
 */

import { windowCount } from '#shared/content/window.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { keyReused } from '#worker/platform/storage/answers.ts';
import { blobIndexOf } from '../../blobs/keys.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { type BeginUploadInput, beginUpload, checkUpload, orderOf, uploadKeyFor } from '../begin-upload.ts';
import { foldDigests } from '../hash/digest.ts';
import { hashInline } from '../hash/run.ts';
import type { WindowDigest } from '../hash/store.ts';
import type { uploadPart } from '../part.ts';
import type { BeginUpload, PutLease, UploadAnswer } from '../rpc-types.ts';
import { PUT_CLAIM_MS } from '../rules.ts';
import { storeDigested } from '../store-part.ts';
import { makePutKeys, type PutKeys } from './promised-keys.ts';

export interface PutFileInput extends Pick<BeginUploadInput, 'parentId' | 'name' | 'modifiedMs' | 'conflict'> {
  /** Content-Length, or null when the sender did not say. */
  readonly sizeBytes: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

export interface PutAnswer {
  readonly file: FileObject | null;
  readonly task: TaskObject | null;
  readonly skipped?: boolean;
}

const poolsOf = new WeakMap<DriveDeps, PutKeys>();

function poolOf(deps: DriveDeps): PutKeys {
  const pool = poolsOf.get(deps) ?? makePutKeys();
  poolsOf.set(deps, pool);
  return pool;
}

function uploadOf(deps: DriveDeps, input: PutFileInput): BeginUploadInput {
  const { parentId, name, modifiedMs, conflict, sizeBytes } = input;
  if (sizeBytes === null)
    throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
  const upload = { parentId, name, sizeBytes, gcid: '', contentKey: '', protocol: 'own' as const, modifiedMs };
  const whole = conflict === undefined ? upload : { ...upload, conflict };
  checkUpload(deps, whole);
  // One window has one digest, which is all there is to keep while the bytes go by.
  if (windowCount(sizeBytes) > 1)
    throw new AppError('file_too_large', { reason: 'not_small', field: 'Content-Length' });
  return whole;
}

function placeNameOf({ sessionId, epoch }: Caller, { parentId }: BeginUpload): string {
  return `${sessionId} ${epoch} ${parentId}`;
}

/**
 * Whether the drive would take the file now, and an object for its bytes. Asked before any byte is written, unless the drive has
 * taken a file of this session in this folder within the last second.
 */
async function placeOf(
  deps: DriveDeps,
  caller: Caller,
  drive: CallsOf<typeof uploadPart>,
  order: BeginUpload,
): Promise<PutLease | { readonly skipped: true; readonly file: FileObject | null }> {
  const pool = poolOf(deps);
  const nowMs = deps.clock.nowMs();
  const had = order.conflict === 'skip' ? { ask: 1 } : pool.take(caller.userId, nowMs);
  const held = 'key' in had ? had : null;
  const place = placeNameOf(caller, order);
  if (held && pool.isAdmitted(caller.userId, place, nowMs)) return held;
  const asked = await drive.placePut(callerData(caller), { ...order, keys: 'ask' in had ? had.ask : 0 });
  if (held && !asked.ok) pool.keep(caller.userId, [held], nowMs);
  const found = unwrap(asked);
  if (found.skipped) return found;
  pool.admit(caller.userId, place, deps.clock.nowMs());
  if (held) return held;
  const [lease, ...more] = found.leases;
  if (!lease) throw new AppError('internal', { reason: 'no_place' });
  if (more.length > 0) pool.keep(caller.userId, more, deps.clock.nowMs());
  return lease;
}

/** The bytes come in while the drive is asked where they may go; they are written when it has answered. */
async function storeBytes(
  deps: DriveDeps,
  drive: CallsOf<typeof uploadPart>,
  placing: ReturnType<typeof placeOf>,
  body: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
): Promise<WindowDigest | null> {
  const keyed = placing.then((place) => ('skipped' in place ? null : place.key));
  try {
    return await storeDigested(deps.blobs, keyed, body, sizeBytes);
  } catch (error) {
    const key = await keyed.catch(() => null);
    // Nothing was claimed: the stored object is discarded at once. If this call fails, the drive sweeps it.
    if (key !== null) await drive.dropPut(key, null).catch(() => undefined);
    throw error;
  }
}

async function store(
  deps: DriveDeps,
  caller: Caller,
  input: PutFileInput,
  call: CallContext,
): Promise<PutAnswer | UploadAnswer> {
  const upload = uploadOf(deps, input);
  const { sizeBytes } = upload;
  const person = callerData(caller);
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  const order = orderOf(deps, upload, Math.max(deps.limits.partBytes, sizeBytes), (await deps.plans()).free);
  const key = uploadKeyFor(call, upload);
  const placing = placeOf(deps, caller, drive, order);
  const digest = await storeBytes(deps, drive, placing, input.body, sizeBytes);
  const lease = await placing;
  if ('skipped' in lease || !digest) return { file: 'skipped' in lease ? lease.file : null, task: null, skipped: true };
  if (deps.clock.nowMs() > lease.untilMs - PUT_CLAIM_MS) {
    await drive.dropPut(lease.key, null).catch(() => undefined);
    throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
  }
  const hashed = await foldDigests(sizeBytes, [digest]);
  const manifest = { v: 1 as const, size: sizeBytes, parts: [{ key: lease.key, size: sizeBytes }] };
  const index = blobIndexOf(deps.blobIndex, hashed.contentKey);
  const blob = unwrap(await index.claim({ ...hashed, manifest }, caller.userId, lease.seq));
  const landed = await drive.landPut(person, order, key, lease, blob);
  if (landed.ok) poolOf(deps).admit(caller.userId, placeNameOf(caller, order), deps.clock.nowMs());
  else {
    poolOf(deps).forget(caller.userId);
    // If this call fails, the drive sweeps it.
    await drive.dropPut(lease.key, blob).catch(() => undefined);
  }
  const landing = unwrap(landed);
  if (landing.skipped) return { file: landing.file, task: null, skipped: true };
  const { answer } = landing;
  if (answer.upload.phase !== 'hashing') return answer;
  // Begun with the other protocol under this key, and sealed there.
  const { uploadId } = answer.upload;
  const done = await hashInline(deps, caller.userId, unwrap(await drive.hashPlan(uploadId)));
  if (unwrap(await drive.uploadHolding(person, uploadId, blob.contentKey)) === 'other') throw keyReused();
  return done ?? unwrap(await drive.uploadAnswer(person, uploadId));
}

/** Nothing to store: the upload begins sealed. */
async function storeEmpty(
  deps: DriveDeps,
  caller: Caller,
  input: PutFileInput,
  call: CallContext,
): Promise<PutAnswer | UploadAnswer> {
  const { file, task, skipped } = await beginUpload(deps, caller, uploadOf(deps, input), call);
  return skipped ? { file, task: null, skipped } : { file, task };
}

/** @throws AppError as the contract row `drive.put` says */
export async function putFile(
  deps: DriveDeps,
  caller: Caller,
  input: PutFileInput,
  call: CallContext,
): Promise<PutAnswer> {
  try {
    const answer = await (input.sizeBytes === 0 ? storeEmpty : store)(deps, caller, input, call);
    if (!answer.file) throw new AppError('file_not_found', { reason: 'file_removed' });
    const { file, task } = answer;
    return 'skipped' in answer ? { file, task, skipped: true } : { file, task };
  } finally {
    await drainBody(input.body, input.sizeBytes ?? Number.POSITIVE_INFINITY);
  }
}
