/** Records of downloads in this browser, which a run after a reload or a crash continues. Types. */
import type { RemoteNode } from './download.api.ts';

export interface DownloadRecord {
  readonly id: string;
  /** Name of the window that runs it (window-mark.ts). */
  readonly window: string;
  readonly roots: readonly RemoteNode[];
  readonly folder: FileSystemDirectoryHandle;
}

/** One file of a download that has a name on the device. */
export interface DownloadFileRecord {
  readonly name: string;
  /** ETag of the content that is partly there; '' for none. */
  readonly etag: string;
  readonly isDone: boolean;
  /** Its folder while it is incomplete. */
  readonly folder: FileSystemDirectoryHandle | null;
}

/** Never throws: without storage an interrupted download starts again and finds the files on the device. */
export interface DownloadStore {
  /** Records of this user. */
  all(): Promise<readonly DownloadRecord[]>;
  put(download: DownloadRecord): Promise<void>;
  /** By the id of the file in the drive. */
  files(id: string): Promise<ReadonlyMap<string, DownloadFileRecord>>;
  /** Resolves when it is written. */
  putFile(id: string, fileId: string, file: DownloadFileRecord): Promise<void>;
  remove(id: string): void;
}
