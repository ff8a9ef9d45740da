/** What this browser remembers of downloads into a folder, so that a reload or a crash ends none. Types. */
import type { RemoteThing } from './download.api.ts';

export interface KeptDownload {
  readonly id: string;
  /** Name of the window that works on it (window-mark.ts). */
  readonly window: string;
  readonly roots: readonly RemoteThing[];
  readonly folder: FileSystemDirectoryHandle;
}

/** One file of a download that has a name on the device. */
export interface KeptFile {
  readonly name: string;
  /** Tag of what lies there in part; '' for nothing. */
  readonly etag: string;
  readonly isDone: boolean;
  /** Where it lies, while it is not whole. */
  readonly folder: FileSystemDirectoryHandle | null;
}

/** Never throws: where nothing can be kept, a download that is cut off begins anew and finds what is there. */
export interface DownloadKeep {
  /** Of this person. */
  all(): Promise<readonly KeptDownload[]>;
  put(download: KeptDownload): Promise<void>;
  /** By the id of the file in the drive. */
  files(id: string): Promise<ReadonlyMap<string, KeptFile>>;
  /** Resolves when it is written. */
  putFile(id: string, fileId: string, file: KeptFile): Promise<void>;
  remove(id: string): void;
}
