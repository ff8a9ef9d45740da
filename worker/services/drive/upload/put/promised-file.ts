/**
 * The bytes of a small file on their way into a drive: stored as an object promised before, hashed on the way, claimed at the index. The
 * caller makes the file of them in one transaction.
 */
import { AppError, type Result, unwrap } from '#shared/errors.ts';
import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import type { BlobData } from '../../blobs/blob-data.ts';
import { blobIndexOf } from '../../blobs/keys.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import { foldDigests } from '../hash/digest.ts';
import type { uploadPart } from '../part.ts';
import type { PutLease } from '../rpc-types.ts';
import { PUT_CLAIM_MS } from '../rules.ts';
import { storeDigested } from '../store-part.ts';
import { makePutKeys, type PutKeys } from './promised-keys.ts';

const poolsOf = new WeakMap<DriveDeps, PutKeys>();

function poolOf(deps: DriveDeps): PutKeys {
  const pool = poolsOf.get(deps) ?? makePutKeys();
  poolsOf.set(deps, pool);
  return pool;
}

/** Objects for the bytes, or the answer of a file that is not wanted. */
type Placing<Stop> = { readonly skipped: false; readonly leases: readonly PutLease[] } | Stop;
type Stopped = { readonly skipped: true };

export interface PromisedFile<Stop extends Stopped> {
  readonly userId: string;
  /** Session and folder: the drive is not asked again within a second of a file that it took there. */
  readonly place: string;
  /** Of one window at most. */
  readonly sizeBytes: number;
  readonly body: ReadableStream<Uint8Array> | null;
  /** The drive is asked in any case. */
  readonly isAlwaysAsked: boolean;
  /** Whether the drive would take the file. @param keys  objects wanted; 0: none */
  ask(keys: number): PromiseLike<Result<Placing<Stop>>>;
}

/** Stored and claimed bytes. `landed` is to be called with the end of the transaction that makes the file. */
export interface ClaimedBytes {
  readonly skipped: false;
  readonly lease: PutLease;
  readonly blob: BlobData;
  /** A refused file leaves nothing. */
  landed(isTaken: boolean): Promise<void>;
}

async function leaseFor<Stop extends Stopped>(deps: DriveDeps, file: PromisedFile<Stop>): Promise<PutLease | Stop> {
  const { userId, place } = file;
  const pool = poolOf(deps);
  const nowMs = deps.clock.nowMs();
  const had = file.isAlwaysAsked ? { ask: 1 } : pool.take(userId, nowMs);
  const held = 'key' in had ? had : null;
  if (held && pool.isAdmitted(userId, place, nowMs)) return held;
  const asked = await file.ask('ask' in had ? had.ask : 0);
  if (held && !asked.ok) pool.keep(userId, [held], nowMs);
  const found = unwrap(asked);
  if (found.skipped) return found;
  pool.admit(userId, place, deps.clock.nowMs());
  if (held) return held;
  const [lease, ...more] = found.leases;
  if (!lease) throw new AppError('internal', { reason: 'no_place' });
  if (more.length > 0) pool.keep(userId, more, deps.clock.nowMs());
  return lease;
}

/** The bytes come in while the drive is asked where they may go; they are written when it has answered. */
async function storeBytes<Stop extends Stopped>(
  deps: DriveDeps,
  drive: CallsOf<typeof uploadPart>,
  leasing: Promise<PutLease | Stop>,
  { body, sizeBytes }: Pick<PromisedFile<Stop>, 'body' | 'sizeBytes'>,
): Promise<WindowDigest | null> {
  const keyed = leasing.then((lease) => ('skipped' in lease ? null : lease.key));
  try {
    return await storeDigested(deps.blobs, keyed, body, sizeBytes);
  } catch (error) {
    const key = await keyed.catch(() => null);
    // Nothing was claimed: the stored object is discarded at once. If this call fails, the drive sweeps it.
    if (key !== null) await drive.dropPut(key, null).catch(() => undefined);
    throw error;
  }
}

/** @throws AppError those of `ask`; unavailable when the bytes broke off, were not stored, or took too long */
export async function claimBytes<Stop extends Stopped>(
  deps: DriveDeps,
  file: PromisedFile<Stop>,
): Promise<ClaimedBytes | Stop> {
  const { userId, sizeBytes } = file;
  const drive = driveOf<typeof uploadPart>(deps, userId);
  const leasing = leaseFor(deps, file);
  const digest = await storeBytes(deps, drive, leasing, file);
  const lease = await leasing;
  if ('skipped' in lease) return lease;
  if (!digest) throw new AppError('internal', { reason: 'no_place' });
  if (deps.clock.nowMs() > lease.untilMs - PUT_CLAIM_MS) {
    await drive.dropPut(lease.key, null).catch(() => undefined);
    throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
  }
  const hashed = await foldDigests(sizeBytes, [digest]);
  const manifest = { v: 1 as const, size: sizeBytes, parts: [{ key: lease.key, size: sizeBytes }] };
  const blob = unwrap(
    await blobIndexOf(deps.blobIndex, hashed.contentKey).claim({ ...hashed, manifest }, userId, lease.seq),
  );
  return {
    skipped: false,
    lease,
    blob,
    async landed(isTaken) {
      if (isTaken) {
        poolOf(deps).admit(userId, file.place, deps.clock.nowMs());
        return;
      }
      poolOf(deps).forget(userId);
      // If this call fails, the drive sweeps it.
      await drive.dropPut(lease.key, blob).catch(() => undefined);
    },
  };
}
