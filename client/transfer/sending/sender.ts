/** Who sends files by a form, and where to: the queue of files asks a sender for its calls. */
import type { UploadDeps } from '../upload/upload-one.ts';

/** A file that this sender began before, as the server lists it. */
export interface BegunFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly storedBytes: number;
}

export interface Sender {
  /** Files that are coming in. */
  coming(): Promise<readonly BegunFile[]>;
  /** The same for the same file, until it is here. */
  keyOf(file: File): string;
  /** Gives up a file that is coming in. */
  drop(key: string): Promise<void>;
  /** The calls of the upload of one file. @param captchaToken  good for one call; '' for none */
  upload(file: File, captchaToken: string): Pick<UploadDeps, 'api' | 'sendPart' | 'sendWhole'>;
  /** Files are on their way. */
  onBegun(): void;
  /** All files are here. */
  onSent(): void;
}
