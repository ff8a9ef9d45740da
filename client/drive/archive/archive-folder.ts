/** A folder inside an archive as the drive's dialogs use it. Types only. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';

export interface ArchiveRow {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
}

/** A missing or wrong password is no error. */
export interface ArchiveFolder {
  readonly status: 'OK' | 'PASS_WORD_EMPTY' | 'PASS_WORD_ERROR';
  readonly rows: readonly ArchiveRow[];
  /** The encoding of names; '' where the archive says it. */
  readonly encoding: string;
}

/** The part of an archive that is extracted. */
export interface ExtractChoice {
  /** None: all. */
  readonly paths: readonly string[];
  /** '' for none. */
  readonly password: string;
  /** Of names; null for a guess. */
  readonly encoding: TextEncoding | null;
}

/** How an archive is read. */
export type ArchiveReading = Pick<ExtractChoice, 'password' | 'encoding'>;

/** @throws ApiError */
export type ListArchive = (path: string, reading: ArchiveReading) => Promise<ArchiveFolder>;
