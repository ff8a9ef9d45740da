/**
 * Several small files in one request: hashed, promised objects by one call to the drive, stored together, claimed by one call to each
 * object of the index, and made files in one transaction. Each ends by itself, as it would alone (put-file.ts).
 */
import { AppError, type ErrorData, fail, type Result, succeed, toErrorData, unwrap } from '#shared/errors.ts';
import { makeWindowDigester } from '#worker/platform/blobs/window-digest.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { BlobData, HashedContent } from '../../blobs/blob-data.ts';
import { type BlobIndexStub, blobIndexOf } from '../../blobs/keys.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { type BeginUploadInput, checkUpload, uploadKeyFor } from '../begin-upload.ts';
import { foldDigests } from '../hash/digest.ts';
import type { uploadPart } from '../part.ts';
import type { ClaimedFile, GroupFile, GroupOrder, PutLanding, PutLease } from '../rpc-types.ts';
import { PUT_CLAIM_MS } from '../rules.ts';
import { sessionLimitsOf } from '../session-order.ts';
import { type PutAnswer, untilHashed } from './put-file.ts';
import { tooLate } from './refusals.ts';

export interface GroupInput extends Pick<BeginUploadInput, 'parentId' | 'name' | 'modifiedMs' | 'taken' | 'conflict'> {
  /** Idempotency key of this file. */
  readonly key: string;
  /** At least one; all of the group together one window at most. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A file of the request on its way. */
interface Traveller {
  readonly file: GroupFile;
  readonly hashed: HashedContent;
  readonly bytes: Uint8Array<ArrayBuffer>;
  end: Result<PutLanding> | null;
  lease: PutLease | null;
  blob: BlobData | null;
}

type Drive = CallsOf<typeof uploadPart>;

/** @throws AppError for a file that no drive would take */
async function travellerOf(deps: DriveDeps, input: GroupInput, call: CallContext): Promise<Traveller> {
  const { parentId, name, modifiedMs, taken, conflict, bytes, key: idempotencyKey } = input;
  const sizeBytes = bytes.length;
  const plain = { parentId, name, sizeBytes, gcid: '', contentKey: '', protocol: 'own' as const, modifiedMs };
  const upload = conflict === undefined ? plain : { ...plain, conflict };
  checkUpload(deps, upload);
  const key = uploadKeyFor({ ...call, idempotencyKey }, upload);
  if (!key) throw new AppError('invalid_argument', { field: 'key' });
  const digester = makeWindowDigester(0, sizeBytes);
  digester.add(bytes);
  const hashed = await foldDigests(sizeBytes, [digester.end()]);
  const { contentKey } = hashed;
  const file = {
    parentId,
    name,
    sizeBytes,
    modifiedMs,
    taken,
    ...(conflict === undefined ? {} : { conflict }),
    key,
    contentKey,
  };
  return { file, hashed, bytes, end: null, lease: null, blob: null };
}

/** Those that have an object, and no end yet. */
function underWay(all: readonly Traveller[]): (Traveller & { readonly lease: PutLease })[] {
  return all.filter((one): one is Traveller & { lease: PutLease } => one.end === null && one.lease !== null);
}

async function place(drive: Drive, caller: Caller, order: GroupOrder, all: readonly Traveller[]): Promise<void> {
  const places = unwrap(
    await drive.placeGroup(
      callerData(caller),
      order,
      all.map(({ file }) => file),
    ),
  );
  for (const [at, one] of all.entries()) {
    const found = places[at];
    one.end = found ? (found.end ?? null) : fail('internal');
    one.lease = found?.lease ?? null;
  }
}

/** Nothing comes of these objects. If this call fails, the drive sweeps them. */
async function drop(drive: Drive, some: readonly (Traveller & { readonly lease: PutLease })[]): Promise<void> {
  if (some.length === 0) return;
  await drive
    .dropGroup(some.map(({ lease, blob }) => ({ objectKey: lease.key, blob })))
    .catch((error: unknown) => logError('upload.drop', error));
}

async function store(deps: DriveDeps, drive: Drive, all: readonly Traveller[]): Promise<void> {
  const some = underWay(all);
  if (some.length === 0) return;
  const stored = await deps.blobs.putAll(some.map(({ lease, bytes }) => ({ key: lease.key, bytes })));
  const lost = some.filter(({ lease }) => !stored.has(lease.key));
  await drop(drive, lost);
  for (const one of lost) one.end = fail('unavailable', { reason: 'part_not_stored', retryInSeconds: 1 });
}

/** Claims the contents, by one call to each object of the index. The drive sweeps an object whose claim failed: it may have been made. */
async function claim(deps: DriveDeps, userId: string, all: readonly Traveller[]): Promise<void> {
  const some = underWay(all);
  const indexes = new Map<string, { index: BlobIndexStub; group: typeof some }>();
  for (const one of some) {
    const index = blobIndexOf(deps.blobIndex, one.file.contentKey);
    const name = index.id.toString();
    const known = indexes.get(name) ?? { index, group: [] };
    known.group.push(one);
    indexes.set(name, known);
  }
  await Promise.all(
    [...indexes.values()].map(async ({ index, group }) => {
      const blobs = group.map(({ hashed, lease }) => {
        const { sizeBytes } = hashed;
        return {
          ...hashed,
          manifest: { v: 1 as const, size: sizeBytes, parts: [{ key: lease.key, size: sizeBytes }] },
        };
      });
      const claims = unwrap(await index.claimAll(blobs, userId, Math.min(...group.map(({ lease }) => lease.seq))));
      for (const [at, one] of group.entries()) {
        const found = claims[at] ?? fail('internal');
        if (found.ok) one.blob = found.value;
        else one.end = found;
      }
    }),
  );
}

async function land(drive: Drive, caller: Caller, order: GroupOrder, all: readonly Traveller[]): Promise<void> {
  const claimed = underWay(all).flatMap((one) => (one.blob ? [{ one, blob: one.blob }] : []));
  if (claimed.length === 0) return;
  const files = claimed.map(({ one, blob }): ClaimedFile => ({ ...one.file, lease: one.lease, blob }));
  const landed = await drive.finishGroup(callerData(caller), order, files);
  if (!landed.ok)
    await drop(
      drive,
      claimed.map(({ one }) => one),
    );
  for (const [at, { one }] of claimed.entries()) one.end = landed.ok ? (landed.value[at] ?? fail('internal')) : landed;
}

async function answerOf(deps: DriveDeps, caller: Caller, { end, hashed }: Traveller): Promise<PutAnswer> {
  const landing = unwrap(end ?? fail('internal'));
  if (landing.skipped) return { file: landing.file, task: null, skipped: true };
  const { file, task } = await untilHashed(deps, caller, landing.answer, hashed.contentKey);
  if (!file) throw new AppError('file_not_found', { reason: 'file_removed' });
  return { file, task };
}

function resultOf<T>(settled: PromiseSettledResult<T>): Result<T> {
  if (settled.status === 'fulfilled') return succeed(settled.value);
  const error: ErrorData = toErrorData(settled.reason);
  if (error.name === 'internal') logError('upload.group', settled.reason);
  return { ok: false, error };
}

/**
 * @param inputs  with keys that differ
 * @returns what came of each file, in their order
 * @throws AppError unauthenticated, resource_exhausted, and whatever concerns the request as a whole
 */
export async function putGroup(
  deps: DriveDeps,
  caller: Caller,
  inputs: readonly GroupInput[],
  call: CallContext,
): Promise<Result<PutAnswer>[]> {
  const { free } = await deps.plans();
  const order: GroupOrder = { storageLimitBytes: free.storageBytes, free, store: sessionLimitsOf(deps.limits).store };
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  const begun = (await Promise.allSettled(inputs.map((input) => travellerOf(deps, input, call)))).map(resultOf);
  const all = begun.flatMap((one) => (one.ok ? [one.value] : []));
  if (all.length > 0) {
    await place(drive, caller, order, all);
    await store(deps, drive, all);
    const [first] = underWay(all);
    if (first && deps.clock.nowMs() > first.lease.untilMs - PUT_CLAIM_MS) throw tooLate();
    await claim(deps, caller.userId, all);
    await land(drive, caller, order, all);
  }
  const answers = await Promise.allSettled(begun.map(async (one) => answerOf(deps, caller, unwrap(one))));
  return answers.map(resultOf);
}
