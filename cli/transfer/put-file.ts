/** Puts one file of this computer into a folder of the drive, and checks that the server holds the same bytes. */
import { openAsBlob } from 'node:fs';
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import type { Fingerprint } from '#client/transfer/hash/messages.ts';
import type { Slots } from '#client/transfer/slots.ts';
import { makeWait } from '#client/transfer/timers.ts';
import { takenTimeOf } from '#client/transfer/upload/taken-time.ts';
import { makeTransferApi } from '#client/transfer/upload/upload.api.ts';
import { isWhole, type UploadJob, uploadOne } from '#client/transfer/upload/upload-one.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { CommandError, EXIT } from '../command/exit.ts';
import { detailOf } from '../drive/node.ts';
import { namedIn } from '../drive/place.ts';
import type { Drive } from '../session/drive.ts';
import type { FileProgress } from '../terminal/progress.ts';
import { nodeHasher } from './hash.ts';
import { isOf, type Ledger, type UploadEntry, type UploadSource } from './ledger.ts';
import type { Outcome } from './outcome.ts';
import { makeSendPart, makeSendWhole, type SendBytes } from './send.ts';

export type PutConflict = 'replace' | 'skip' | 'keep-both';

export interface LocalFile {
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

export interface PutTarget {
  readonly parentId: string;
  readonly name: string;
  /** The file or folder that has the name there. */
  readonly holder: FileObject | null;
}

export interface PutDeps {
  readonly drive: Drive;
  readonly userId: string;
  readonly ledger: Ledger;
  readonly send: SendBytes;
  /** Parts under way of all files. */
  readonly slots: Slots;
  readonly conflict: PutConflict;
}

const wait = makeWait((ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
});

/** The client, and the last file that an answer of it held. */
function watched(api: ApiClient, onFile: (file: FileObject) => void): ApiClient {
  return {
    ...api,
    async call(row, input) {
      const answer = await api.call(row, input);
      const { file } = answer as { readonly file?: FileObject | null };
      if (file?.kind === 'drive#file') onFile(file);
      return answer;
    },
  };
}

/** The file as the server has it when it is complete; null where it was moved away concurrently. */
async function storedFile(
  { drive }: PutDeps,
  { parentId, name }: PutTarget,
  last: FileObject | null,
  signal: AbortSignal,
): Promise<FileObject | null> {
  if (last?.phase === 'PHASE_TYPE_COMPLETE' && last.hash !== '') return last;
  if (last) return detailOf(drive, last.id, signal);
  // The answer that named it was lost: an earlier run of this program had it.
  return (await namedIn(drive, parentId, [name], signal)).find(({ file }) => file.kind === 'drive#file')?.file ?? null;
}

/** An upload that an earlier run began, or a new one; one of the file as it was before is given up. */
async function entryFor(
  deps: PutDeps,
  source: UploadSource,
  fingerprint: Fingerprint | null,
  signal: AbortSignal,
): Promise<UploadEntry> {
  const known = await deps.ledger.find(source);
  if (known && isOf(known, source)) return known;
  if (known && known.uploadId !== '') {
    const given = makeTransferApi(deps.drive.api).abort(known.uploadId);
    await given.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  signal.throwIfAborted();
  const entry = { ...source, key: newIdempotencyKey(), uploadId: '', fingerprint };
  await deps.ledger.put(entry);
  return entry;
}

async function send(
  deps: PutDeps,
  file: File,
  source: UploadSource,
  target: PutTarget,
  fingerprint: Fingerprint,
  progress: FileProgress,
  signal: AbortSignal,
): Promise<{ stored: FileObject | null; isInstant: boolean }> {
  let last: FileObject | null = null;
  const see = (seen: FileObject | null) => {
    last = seen;
  };
  const isSmall = isWhole(file.size);
  const entry = isSmall ? null : await entryFor(deps, source, fingerprint, signal);
  const job: UploadJob = {
    file,
    sizeBytes: file.size,
    modifiedMs: file.lastModified,
    takenTime: () => takenTimeOf(file, file.lastModified, Date.now()),
    conflict: deps.conflict === 'replace' ? 'replace' : undefined,
    parentId: () => Promise.resolve(target.parentId),
    key: entry?.key ?? newIdempotencyKey(),
    uploadId: entry?.uploadId ?? '',
    // A repeated key needs the same body.
    fingerprint: entry ? entry.fingerprint : null,
    onHashed: () => undefined,
    onSent: progress.at,
    onPhase: () => undefined,
    onStarted: () => {
      if (entry) writing = deps.ledger.put({ ...entry, key: job.key, uploadId: job.uploadId });
    },
  };
  let writing: Promise<void> = Promise.resolve();
  const api = watched(deps.drive.api, see);
  const parts = {
    api: makeTransferApi(api),
    hasher: nodeHasher,
    sendPart: makeSendPart(deps.send),
    sendWhole: makeSendWhole(deps.drive, deps.send, see),
    slots: deps.slots,
    wait,
  };
  let isInstant: boolean;
  try {
    ({ isInstant } = await uploadOne(job, parts, signal));
  } finally {
    await writing;
  }
  const stored = await storedFile(deps, target, last, signal);
  if (entry) await deps.ledger.remove(source);
  return { stored, isInstant: isInstant && !isSmall };
}

/** @param path  for the outcome. @throws ApiError, CommandError, FileChanged; the reason of the signal */
export async function putFile(
  path: string,
  local: LocalFile,
  target: PutTarget,
  deps: PutDeps,
  progress: FileProgress,
  signal: AbortSignal,
): Promise<Outcome> {
  const { holder, name } = target;
  const size = local.sizeBytes;
  if (holder?.kind === 'drive#folder')
    throw new CommandError({
      exit: EXIT.failed,
      name: 'taken',
      message: `${name} is a folder in the drive`,
      remedy: '',
    });
  const of = (outcome: Outcome['outcome'], file: FileObject) => ({ path, outcome, size, id: file.id, hash: file.hash });
  if (holder && deps.conflict === 'skip') return of('skipped', holder);
  const file = new File([await openAsBlob(local.path)], name, { lastModified: Math.trunc(local.modifiedMs) });
  const { server } = deps.drive;
  const { parentId } = target;
  const source = {
    server,
    userId: deps.userId,
    localPath: local.path,
    sizeBytes: size,
    modifiedMs: local.modifiedMs,
    parentId,
    name,
    conflict: deps.conflict,
  };
  const known = isWhole(size) ? null : await deps.ledger.find(source);
  const fingerprint =
    known && isOf(known, source) && known.fingerprint
      ? known.fingerprint
      : await nodeHasher.fingerprint(file, progress.read, signal);
  if (holder && Number(holder.size) === size && holder.hash === fingerprint.gcid) {
    await deps.ledger.remove(source);
    return of('unchanged', holder);
  }
  const { stored, isInstant } = await send(deps, file, source, target, fingerprint, progress, signal);
  if (stored && stored.hash !== '' && stored.hash !== fingerprint.gcid)
    throw new CommandError({
      exit: EXIT.damaged,
      name: 'damaged',
      message: `${name}: the server holds other bytes than this file`,
      remedy: 'Run the same command again; the file may have changed while it was sent.',
    });
  return { path, outcome: isInstant ? 'instant' : 'moved', size, id: stored?.id ?? '', hash: fingerprint.gcid };
}
