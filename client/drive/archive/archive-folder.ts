/** A folder inside an archive as the drive's dialogs use it. Types only. */

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
}

/** The part of an archive that is extracted. */
export interface ExtractChoice {
  /** None: all. */
  readonly paths: readonly string[];
  /** '' for none. */
  readonly password: string;
}

/** @throws ApiError */
export type ListArchive = (path: string, password: string) => Promise<ArchiveFolder>;
