/** Uploads that earlier windows or other devices left: finding them, and telling whether a chosen file is theirs. */
import { ApiError } from '#client/api/errors.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { WindowMark } from '../window-mark.ts';
import { INSTANT_MIN_BYTES } from './instant.ts';
import type { OpenSession, TransferApi } from './upload.api.ts';
import { endsChallenge, type KeptUpload, type UploadKeep } from './upload-record.ts';

/** An upload of another device that was heard of so lately is taken for running: a part of 8 MiB takes 70 s at 1 Mbit/s. */
const QUIET_MS = 180_000;

export interface Unfinished {
  readonly kept: KeptUpload;
  readonly storedBytes: number;
  /** The server has given it up: it begins anew. */
  readonly isOver: boolean;
}

export interface UnfinishedDeps {
  readonly api: TransferApi;
  readonly keep: UploadKeep;
  readonly mark: WindowMark;
  readonly nowMs: () => number;
}

function ofAnotherDevice(session: OpenSession): KeptUpload {
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

/** What became of an upload that the server's list does not show. */
async function endOf(api: TransferApi, uploadId: string): Promise<'done' | 'over'> {
  try {
    const { phase } = await api.state(uploadId, new AbortController().signal);
    return phase === 'PHASE_TYPE_ERROR' ? 'over' : 'done';
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'not_found') return 'over';
    throw error;
  }
}

/**
 * @returns what waits for its file, and what is done of the same choices; memory of what is over is taken away
 * @throws ApiError
 */
export async function findUnfinished({ api, keep, mark, nowMs }: UnfinishedDeps): Promise<{
  readonly open: readonly Unfinished[];
  readonly done: readonly KeptUpload[];
}> {
  const [kept, living] = await Promise.all([keep.all(), mark.living()]);
  // The second question follows the first: what another window begins meanwhile is among the kept or too young.
  const sessions = new Map((await api.openUploads()).map((session) => [session.uploadId, session]));
  const known = new Set(kept.map((one) => one.uploadId));
  const open: Unfinished[] = [];
  const done: KeptUpload[] = [];
  for (const one of kept.filter(({ window }) => !living.has(window))) {
    const session = sessions.get(one.uploadId);
    if (session) open.push({ kept: one, storedBytes: session.storedBytes, isOver: false });
    else if (one.isDone) done.push(one);
    else if (one.uploadId === '') open.push({ kept: one, storedBytes: 0, isOver: false });
    else if ((await endOf(api, one.uploadId)) === 'done') done.push(one);
    else open.push({ kept: one, storedBytes: 0, isOver: true });
  }
  for (const session of sessions.values()) {
    if (known.has(session.uploadId) || nowMs() - session.modifiedMs < QUIET_MS) continue;
    open.push({ kept: ofAnotherDevice(session), storedBytes: session.storedBytes, isOver: false });
  }
  const wanted = new Set(open.map(({ kept: { batch } }) => batch));
  keep.remove(done.filter(({ batch }) => !wanted.has(batch)).map(({ id }) => id));
  return { open, done: done.filter(({ batch }) => wanted.has(batch)) };
}

/** '' for a small file, which its name, size and time tell apart well enough, and where nothing can be hashed. */
export async function endsOf(file: File, hasher: Hasher, signal: AbortSignal): Promise<string> {
  if (file.size < INSTANT_MIN_BYTES) return '';
  return hasher.prove(file, endsChallenge(file.size), signal).catch(() => '');
}

export type Verdict =
  /** What was stored of it may be gone on with; the fingerprint as far as it is known. */
  | { readonly is: 'same'; readonly fingerprint: KeptUpload['fingerprint'] }
  /** Nothing tells: from the beginning. */
  | { readonly is: 'unknown'; readonly fingerprint: KeptUpload['fingerprint'] }
  | { readonly is: 'other' };

/** Whether the content of a file, whose name and size fit, is that of the upload. */
export async function judgeFile(kept: KeptUpload, file: File, hasher: Hasher, signal: AbortSignal): Promise<Verdict> {
  if (kept.modifiedMs === null) {
    if (kept.gcid === '') return { is: 'unknown', fingerprint: undefined };
    const fingerprint = await hasher.fingerprint(file, () => undefined, signal).catch(() => null);
    if (fingerprint === null) return { is: 'unknown', fingerprint };
    return fingerprint.gcid === kept.gcid ? { is: 'same', fingerprint } : { is: 'other' };
  }
  if (kept.ends !== '') {
    const ends = await endsOf(file, hasher, signal);
    if (ends !== '') return ends === kept.ends ? { is: 'same', fingerprint: kept.fingerprint } : { is: 'other' };
  }
  return file.lastModified === kept.modifiedMs ? { is: 'same', fingerprint: kept.fingerprint } : { is: 'other' };
}
