/** Finds uploads that earlier windows or other devices left unfinished, and decides whether a file belongs to one. */
import { ApiError } from '#client/api/errors.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { WindowMark } from '../window-mark.ts';
import { INSTANT_MIN_BYTES } from './instant.ts';
import { findStored } from './stored-files.ts';
import type { OpenSession, TransferApi } from './upload.api.ts';
import { endsChallenge, type UploadRecord, type UploadStore } from './upload-record.ts';

/** An upload of another device counts as running this long after its last part: 8 MiB take 70 s at 1 Mbit/s. */
const QUIET_MS = 180_000;

export interface UnfinishedUpload {
  readonly record: UploadRecord;
  readonly storedBytes: number;
  /** The server has deleted its session: it starts again. */
  readonly isExpired: boolean;
}

export interface UnfinishedDeps {
  readonly api: TransferApi;
  readonly store: UploadStore;
  readonly mark: WindowMark;
  readonly nowMs: () => number;
}

function ofAnotherDevice(session: OpenSession): UploadRecord {
  const { uploadId, name, parentId, sizeBytes, gcid } = session;
  return {
    id: uploadId,
    batch: uploadId,
    window: '',
    name,
    folderId: parentId,
    folders: [],
    parentId,
    sizeBytes,
    modifiedMs: null,
    ends: '',
    key: '',
    uploadId,
    fingerprint: undefined,
    gcid,
    isDone: false,
    handle: null,
  };
}

/** State of an upload that is missing in the server's list. */
async function missingState(api: TransferApi, uploadId: string): Promise<'done' | 'expired'> {
  try {
    const { phase } = await api.state(uploadId, new AbortController().signal);
    return phase === 'PHASE_TYPE_ERROR' ? 'expired' : 'done';
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'not_found') return 'expired';
    throw error;
  }
}

/**
 * Deletes the records of batches that are complete.
 * @returns uploads that need their file, and the done uploads of the same batches
 * @throws ApiError
 */
export async function findUnfinished({ api, store, mark, nowMs }: UnfinishedDeps): Promise<{
  readonly open: readonly UnfinishedUpload[];
  readonly done: readonly UploadRecord[];
}> {
  const [records, openWindows] = await Promise.all([store.all(), mark.living()]);
  // The list comes after the records: an upload that another window starts in between has a record or is too young.
  const sessions = new Map((await api.openUploads()).map((session) => [session.uploadId, session]));
  const known = new Set(records.map((one) => one.uploadId));
  const open: UnfinishedUpload[] = [];
  const done: UploadRecord[] = [];
  const closed = records.filter(({ window }) => !openWindows.has(window));
  const unsent = closed.filter(({ isDone, uploadId }) => !isDone && uploadId === '');
  const stored = unsent.length === 0 ? new Set<string>() : await findStored(api, unsent);
  for (const one of closed) {
    const session = sessions.get(one.uploadId);
    if (session) open.push({ record: one, storedBytes: session.storedBytes, isExpired: false });
    else if (one.isDone || stored.has(one.id)) done.push({ ...one, isDone: true });
    else if (one.uploadId === '') open.push({ record: one, storedBytes: 0, isExpired: false });
    else if ((await missingState(api, one.uploadId)) === 'done') done.push(one);
    else open.push({ record: one, storedBytes: 0, isExpired: true });
  }
  for (const session of sessions.values()) {
    if (known.has(session.uploadId) || nowMs() - session.modifiedMs < QUIET_MS) continue;
    open.push({ record: ofAnotherDevice(session), storedBytes: session.storedBytes, isExpired: false });
  }
  const wanted = new Set(open.map(({ record }) => record.batch));
  store.remove(done.filter(({ batch }) => !wanted.has(batch)).map(({ id }) => id));
  return { open, done: done.filter(({ batch }) => wanted.has(batch)) };
}

/** '' for a small file, which its name, size and time identify, and for a file that cannot be hashed. */
export async function endsOf(file: File, hasher: Hasher, signal: AbortSignal): Promise<string> {
  if (file.size < INSTANT_MIN_BYTES) return '';
  return hasher.prove(file, endsChallenge(file.size), signal).catch(() => '');
}

export type FileMatch =
  /** The stored parts may be used; the fingerprint is set when known. */
  | { readonly is: 'same'; readonly fingerprint: UploadRecord['fingerprint'] }
  /** Nothing identifies the content: the upload starts again. */
  | { readonly is: 'unknown'; readonly fingerprint: UploadRecord['fingerprint'] }
  | { readonly is: 'other' };

/** Compares the content of a file of the same name and size with that of the upload. */
export async function matchFile(
  record: UploadRecord,
  file: File,
  hasher: Hasher,
  signal: AbortSignal,
): Promise<FileMatch> {
  if (record.modifiedMs === null) {
    if (record.gcid === '') return { is: 'unknown', fingerprint: undefined };
    const fingerprint = await hasher.fingerprint(file, () => undefined, signal).catch(() => null);
    if (fingerprint === null) return { is: 'unknown', fingerprint };
    return fingerprint.gcid === record.gcid ? { is: 'same', fingerprint } : { is: 'other' };
  }
  if (record.ends !== '') {
    const ends = await endsOf(file, hasher, signal);
    if (ends !== '') return ends === record.ends ? { is: 'same', fingerprint: record.fingerprint } : { is: 'other' };
  }
  return file.lastModified === record.modifiedMs ? { is: 'same', fingerprint: record.fingerprint } : { is: 'other' };
}
