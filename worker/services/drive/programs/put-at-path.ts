/**
 * A file that a program sends to a path, in one request. Small ones land by one transaction; larger ones are one part of a session. Where the
 * length was not said, the first window is read to see whether that is all; what is longer comes in parts of a window, promised one by one.
 */
import { windowCount } from '#shared/content/window.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { gathered } from '#worker/platform/body/gathered.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { sleep } from '#worker/platform/clock.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { requireFileSize } from '../entitlement/traffic.store.ts';
import { orderOf } from '../upload/begin-upload.ts';
import { sealAndHash } from '../upload/complete-upload.ts';
import { hashInline } from '../upload/hash/run.ts';
import type { uploadPart } from '../upload/part.ts';
import { claimBytes } from '../upload/put/promised-file.ts';
import { storeLimitsOf } from '../upload/session-order.ts';
import { storePart } from '../upload/store-part.ts';
import type { Changed, PathOrder } from './model.ts';
import { NO_CONDITIONS } from './model.ts';
import type { programsPart } from './part.ts';
import type { PathUpload } from './put.store.ts';
import { summedBody } from './said-sum.ts';
import { withinFolder } from './within.ts';

export interface PutAtInput extends PathOrder {
  /** Content-Length, or null when the sender did not say. */
  readonly sizeBytes: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** When the file was changed, as the program says, epoch ms; null: now. */
  readonly modifiedMs: number | null;
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
  /** SHA-1 that the program says the bytes have, hex in small letters; '': unsaid. */
  readonly sha1?: string;
}

/** A file that came in. `isHashed` false: it is here, and its content key is still being computed. */
export interface PutAtAnswer extends Changed {
  readonly isHashed: boolean;
}

/** 30 s: longest wait for the hash of a long file; it goes on without. */
const HASH_WAIT_MS = 30 * SECOND_MS;
const HASH_LOOK_MS = SECOND_MS / 4;

interface Visit {
  readonly deps: DriveDeps;
  readonly caller: Caller;
  readonly input: PutAtInput;
}

type Placed = Pick<Visit, 'deps' | 'caller'> & { readonly input: Pick<PutAtInput, 'path' | 'conditions' | 'sha1'> };

const driveAt = ({ deps, caller }: Pick<Visit, 'deps' | 'caller'>) => driveOf<typeof programsPart>(deps, caller.userId);
const uploadsOf = ({ deps, caller }: Pick<Visit, 'deps' | 'caller'>) => driveOf<typeof uploadPart>(deps, caller.userId);

async function orderAt({ deps, input }: Visit, sizeBytes: number): Promise<PathUpload> {
  requireFileSize(deps.limits.fileBytes, sizeBytes);
  const { path, conditions, modifiedMs } = input;
  // The folder and the name are the transaction's to find.
  const file = { parentId: '', name: '', sizeBytes, gcid: '', contentKey: '', protocol: 's3' as const, modifiedMs };
  const {
    parentId: _,
    name: __,
    conflict: ___,
    ...upload
  } = orderOf(deps, file, deps.limits.partBytes, (await deps.plans()).free);
  return { path, conditions, upload };
}

/** A file of one window at most. */
async function putSmall(
  visit: Visit,
  sizeBytes: number,
  body: ReadableStream<Uint8Array> | null,
): Promise<PutAtAnswer> {
  const { deps, caller, input } = visit;
  const person = withinFolder(caller);
  const order = await orderAt(visit, sizeBytes);
  await input.requireDiskSpace(sizeBytes);
  const isConditional = input.conditions !== NO_CONDITIONS;
  const claimed = await claimBytes<never>(deps, {
    userId: caller.userId,
    place: `${caller.sessionId} ${caller.epoch} ${JSON.stringify(input.path.slice(0, -1))}`,
    sizeBytes,
    body,
    isAlwaysAsked: isConditional,
    ask: async (keys) => {
      const asked = await driveAt(visit).placePutAt(person, order, keys);
      return asked.ok ? { ok: true, value: { skipped: false, leases: asked.value.leases } } : asked;
    },
  });
  const { sha1 } = input;
  const blob = sha1 ? { ...claimed.blob, sha1 } : claimed.blob;
  const landed = await driveAt(visit).finishPutAt(person, order, claimed.lease, blob);
  await claimed.landed(landed.ok);
  return { ...unwrap(landed), isHashed: true };
}

/** Whether the place and the conditions are as the request expects: another program may have changed it since. @throws AppError */
async function requireStill(visit: Placed): Promise<void> {
  const { path, conditions } = visit.input;
  unwrap(await driveAt(visit).requireStill(withinFolder(visit.caller), { path, conditions }));
}

/** The file of a session that has all its bytes, when its content key is known. */
export async function finish(visit: Placed, uploadId: string, isNew: boolean): Promise<PutAtAnswer> {
  const { deps, caller, input } = visit;
  const person = withinFolder(caller);
  const untilMs = deps.clock.nowMs() + HASH_WAIT_MS;
  let { phase } = unwrap(await uploadsOf(visit).uploadAnswer(person, uploadId)).upload;
  while (phase === 'hashing' && deps.clock.nowMs() < untilMs) {
    await sleep(HASH_LOOK_MS);
    phase = unwrap(await uploadsOf(visit).uploadAnswer(person, uploadId)).upload.phase;
  }
  if (phase === 'failed') throw new AppError('data_loss', { reason: 'bytes_lost' });
  // The place is not as the program expects any more, or the file was given up.
  if (phase === 'aborted') await requireStill(visit);
  if (phase === 'aborted') throw new AppError('file_not_found', { reason: 'file_removed' });
  const look = await driveAt(visit).look(person, { path: input.path, isDeep: false, freeBytes: null });
  const entry = look.ok ? look.value.entry : null;
  if (phase === 'done' && input.sha1) unwrap(await driveAt(visit).recordLanded(person, uploadId, input.sha1));
  return { isNew, taskId: null, entry, isHashed: phase === 'done' };
}

/** A session from its beginning to its file; what fails in between leaves nothing. */
async function inSession(
  visit: Visit,
  sizeBytes: number,
  send: (uploadId: string) => Promise<void>,
): Promise<PutAtAnswer> {
  const person = withinFolder(visit.caller);
  const { uploadId, isNew } = unwrap(await driveAt(visit).beginAt(person, await orderAt(visit, sizeBytes)));
  try {
    await send(uploadId);
  } catch (error) {
    // If this call fails, the drive ends the session by its deadline.
    await uploadsOf(visit)
      .abortUpload(person, uploadId)
      .catch(() => undefined);
    throw error;
  }
  return finish(visit, uploadId, isNew);
}

/** An empty file begins sealed. */
function putEmpty(visit: Visit): Promise<PutAtAnswer> {
  const { deps, caller } = visit;
  return inSession(visit, 0, async (uploadId) => {
    await hashInline(deps, caller.userId, unwrap(await uploadsOf(visit).hashPlan(uploadId)));
  });
}

/** A larger file of known length: one part, hashed as it comes in. */
function putLarge(visit: Visit, sizeBytes: number): Promise<PutAtAnswer> {
  const { deps, caller, input } = visit;
  const person = withinFolder(caller);
  const storing = { ...deps, requireDiskSpace: input.requireDiskSpace };
  return inSession(visit, sizeBytes, async (uploadId) => {
    const order = { uploadId, part: 1, sizeBytes, protocol: 's3' as const, single: true };
    await storePart(storing, person, order, { stream: input.body });
    await sealAndHash(deps, person, uploadId, null);
  });
}

/** Stores one window as a part. @param isFirst  the session was begun with its size */
async function sendWindow(visit: Visit, uploadId: string, part: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { deps, caller, input } = visit;
  const person = withinFolder(caller);
  const uploads = uploadsOf(visit);
  const { free } = await deps.plans();
  const order = { uploadId, part, sizeBytes: bytes.length, protocol: 's3' as const, single: false };
  await input.requireDiskSpace(bytes.length);
  const { fileBytes } = deps.limits;
  const opened =
    part === 1
      ? await uploads.openPart(person, order, free.transfersAtOnce)
      : await driveAt(visit).growPart(person, { order, free, store: storeLimitsOf(deps.limits), fileBytes });
  const { objectKey } = unwrap(opened);
  const { stored } = await deps.blobs.put(objectKey, bytes, bytes.length);
  if (!stored) throw new AppError('unavailable', { reason: 'part_not_stored', retryInSeconds: 1 });
  const confirmed = await uploads.confirmPart(person, { ...order, objectKey, etag: `${uploadId}-${part}` });
  if (!unwrap(confirmed).taken) throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
}

async function putUnsaid(visit: Visit, body: ReadableStream<Uint8Array>): Promise<PutAtAnswer> {
  const { deps, caller } = visit;
  const person = withinFolder(caller);
  // A caller whom the drive would refuse holds no memory.
  await requireStill(visit);
  return gathered({ userId: caller.userId, body, clock: deps.clock }, async (reader) => {
    const first = await reader.next();
    if (first === null) return putEmpty(visit);
    if (reader.isOver()) return putSmall(visit, first.length, new Response(first).body);
    return inSession(visit, first.length, async (uploadId) => {
      await sendWindow(visit, uploadId, 1, first);
      for (let part = 2; ; part += 1) {
        const bytes = await reader.next();
        if (bytes === null) break;
        await sendWindow(visit, uploadId, part, bytes);
      }
      await sealAndHash(deps, person, uploadId, null);
    });
  });
}

/**
 * @throws AppError file_not_found with `no_parent`, method_not_allowed for a folder, file_duplicated_name, locked, precondition_failed, the
 *   refusals of uploads
 */
export async function putAtPath(deps: DriveDeps, caller: Caller, input: PutAtInput): Promise<PutAtAnswer> {
  const { body: sent, sizeBytes, sha1 } = input;
  const summed = sent && sha1 && sizeBytes !== 0 ? summedBody(sent, sizeBytes, sha1) : null;
  const body = summed?.stream ?? sent;
  const visit: Visit = { deps, caller, input: { ...input, body } };
  try {
    if (sizeBytes === 0 || body === null) return await putEmpty(visit);
    if (sizeBytes === null) return await putUnsaid(visit, body);
    return await (windowCount(sizeBytes) > 1 ? putLarge(visit, sizeBytes) : putSmall(visit, sizeBytes, body));
  } catch (error) {
    if (summed?.isWrong()) throw new AppError('upload_checksum_mismatch');
    throw error;
  } finally {
    await drainBody(body, sizeBytes ?? Number.POSITIVE_INFINITY);
  }
}
