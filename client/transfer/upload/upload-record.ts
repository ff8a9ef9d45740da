/** Records of uploads in this browser, which a reload, a crash or another window resumes; and which file fits one. Pure. */
import type { Fingerprint, ProofChallenge } from '../hash/messages.ts';
import type { FileHandle } from './picked.ts';

export interface UploadRecord {
  readonly id: string;
  /** Files picked together. Done ones stay recorded until the batch is complete, so that the same folder can be picked again. */
  readonly batch: string;
  /** Name of the window that runs it (window-mark.ts). */
  readonly window: string;
  readonly name: string;
  readonly folderId: string;
  readonly folders: readonly string[];
  /** The choice made for this file (picked.ts). */
  readonly conflict?: 'replace' | undefined;
  readonly isMerged?: boolean | undefined;
  /** Id of the folder of the session; null before the begin call. */
  readonly parentId: string | null;
  readonly sizeBytes: number;
  /** Epoch ms; null for an upload of another device. */
  readonly modifiedMs: number | null;
  /** Digest of the first and last bytes; '' while unknown. */
  readonly ends: string;
  /** Idempotency key of the begin call. */
  readonly key: string;
  /** '' before the begin call. */
  readonly uploadId: string;
  readonly fingerprint: Fingerprint | null | undefined;
  /** Content label of an upload of another device; '' when the server has none. */
  readonly gcid: string;
  readonly isDone: boolean;
  /** Opens the file again after a permission prompt, where the browser supports it. */
  readonly handle: FileHandle | null;
}

/** Never throws: without storage only the server's list of uploads remains. */
export interface UploadStore {
  /** Records of this user. */
  all(): Promise<readonly UploadRecord[]>;
  put(uploads: readonly UploadRecord[]): void;
  change(id: string, change: Partial<UploadRecord>): void;
  remove(ids: readonly string[]): void;
}

/** Bytes at each end that distinguish two files of one name and size. */
const END_BYTES = 65_536;

/** Challenge whose proof is a digest of both ends of a file of at least 1 byte. */
export function endsChallenge(sizeBytes: number): ProofChallenge {
  const length = Math.min(END_BYTES, sizeBytes);
  return {
    nonce: '00'.repeat(32),
    ranges: [
      { start: 0, length },
      { start: sizeBytes - length, length },
    ],
  };
}

/** The name without the number that the server added because it was taken. */
export function unnumbered(name: string): string {
  return name.replace(/ ?\(\d+\)(?=(\.[^.]*)?$)/, '');
}

interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/**
 * Whether name, size and folders of a file fit the upload. Its content is compared later.
 * @param targetId  folder of the selection; null: any unfinished upload may match
 */
export function mayMatch(
  record: Pick<UploadRecord, 'name' | 'sizeBytes' | 'folderId' | 'folders' | 'modifiedMs'>,
  file: ChosenFile,
  folders: readonly string[],
  targetId: string | null,
): boolean {
  const isNamed = file.name === record.name || (record.modifiedMs === null && file.name === unnumbered(record.name));
  if (!isNamed || file.size !== record.sizeBytes) return false;
  if (targetId !== null && targetId !== record.folderId) return false;
  // A single file has no folders, and an upload of another device has lost its own.
  if (targetId === null && (folders.length === 0 || record.modifiedMs === null)) return true;
  return folders.join('/') === record.folders.join('/');
}
