/**
 * What this browser remembers of uploads under way, so that a reload, a crash or another window can go on with them.
 * Types, and which chosen file an upload is about. Pure.
 */
import type { Fingerprint, ProofChallenge } from '../hash/messages.ts';
import type { FileHandle } from './picked.ts';

export interface KeptUpload {
  readonly id: string;
  /** What was chosen together; done ones are remembered until all of it is done, so that the same folder can be chosen again. */
  readonly batch: string;
  /** Name of the window that works on it (window-mark.ts). */
  readonly window: string;
  readonly name: string;
  readonly folderId: string;
  readonly folders: readonly string[];
  /** As chosen when it was picked (picked.ts). */
  readonly conflict?: 'replace' | undefined;
  readonly isMerged?: boolean | undefined;
  /** Where the file is being stored; null before it was begun. */
  readonly parentId: string | null;
  readonly sizeBytes: number;
  /** Epoch ms; null for an upload of another device. */
  readonly modifiedMs: number | null;
  /** Digest of the first and last bytes; '' while not known. */
  readonly ends: string;
  /** Of the begin call. */
  readonly key: string;
  /** '' before it was begun. */
  readonly uploadId: string;
  readonly fingerprint: Fingerprint | null | undefined;
  /** What the server knows of the content of an upload of another device; '' nothing. */
  readonly gcid: string;
  readonly isDone: boolean;
  /** Opens the file again after one question, where the browser can. */
  readonly handle: FileHandle | null;
}

/** Never throws: where nothing can be kept, the server's list is what is left. */
export interface UploadKeep {
  /** Of this person. */
  all(): Promise<readonly KeptUpload[]>;
  put(uploads: readonly KeptUpload[]): void;
  change(id: string, change: Partial<KeptUpload>): void;
  remove(ids: readonly string[]): void;
}

/** Bytes at each end that tell two files of one name and size apart. */
const END_BYTES = 65_536;

/** Asks the hash worker for a digest of both ends; for a file of 1 byte or more. */
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

/** The name before the server numbered it because it was taken. */
export function unnumbered(name: string): string {
  return name.replace(/ ?\(\d+\)(?=(\.[^.]*)?$)/, '');
}

interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/**
 * Whether this file may be the one of the upload, by what a look at it tells; its content is checked after.
 * @param place  where it was chosen for; null: for an unfinished upload, wherever that goes
 */
export function mayBe(
  kept: Pick<KeptUpload, 'name' | 'sizeBytes' | 'folderId' | 'folders' | 'modifiedMs'>,
  file: ChosenFile,
  folders: readonly string[],
  place: string | null,
): boolean {
  const isNamed = file.name === kept.name || (kept.modifiedMs === null && file.name === unnumbered(kept.name));
  if (!isNamed || file.size !== kept.sizeBytes) return false;
  if (place !== null && place !== kept.folderId) return false;
  // Chosen one by one, a file says nothing of its folder; an upload of another device has lost it.
  if (place === null && (folders.length === 0 || kept.modifiedMs === null)) return true;
  return folders.join('/') === kept.folders.join('/');
}
