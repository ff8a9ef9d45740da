/** One page of a drive's export. */

import type { ExportedFields } from '#shared/drive/file-fields.ts';

/** A file or folder of the export. Times are epoch ms. */
export interface ExportRow extends ExportedFields {
  readonly id: string;
  readonly folder: boolean;
  readonly place: 'drive' | 'trash';
  /** From the root, or from the trashed root; begins with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly isComplete: boolean;
  /** '' for folders and files whose bytes are not all there. */
  readonly contentKey: string;
  readonly gcid: string;
  /** @NOTE `starred` under the name that a Worker of the release before reads. */
  readonly isStarred: boolean;
  /** Where the person left it while it played; 0: at the beginning, or never played. */
  readonly playedSeconds: number;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** When the person last changed it. */
  readonly userModifiedMs: number;
  /** Of a trashed root only; null for all else. */
  readonly trashedMs: number | null;
  /** Former contents, newest first. */
  readonly versions: readonly ExportVersion[];
}

export interface ExportVersion {
  readonly sizeBytes: number;
  readonly contentKey: string;
  readonly gcid: string;
  /** Of the file while it held this. */
  readonly modifiedMs: number;
  readonly replacedMs: number;
}

export interface ExportPage {
  readonly rows: readonly ExportRow[];
  /** The id to continue after; '' at the end. */
  readonly next: string;
}
