/** The page of recent acts: kinds of its entries, and what each holds. */
import type { DriveRow } from '#shared/drive/rows.ts';

export const TIMELINE_KINDS = [
  'create',
  'upload',
  'update',
  'rename',
  'move',
  'trash',
  'untrash',
  'delete',
  'copy',
  'save',
  'view',
  'download',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Something that an entry names, as it is now. */
export interface TimelineItem {
  readonly row: DriveRow;
  readonly isTrashed: boolean;
}

/** Acts of one kind, person and folder within an hour. */
export interface TimelineEntry {
  /** Of the newest act. */
  readonly n: number;
  readonly kind: TimelineKind;
  /** Epoch ms, of the newest act. */
  readonly atMs: number;
  /** The guest who did it, as the owner named them; '' for the owner, null for a guest who is unknown by now. */
  readonly guest: string | null;
  /** All files and folders, those that are gone too. */
  readonly count: number;
  /** The first of them that are not gone. */
  readonly items: readonly TimelineItem[];
  /** The folder that they came to; null for several, and for one that is gone. '' is the root. */
  readonly folder: { readonly id: string; readonly name: string; readonly isTop: boolean } | null;
}

export interface TimelinePage {
  readonly entries: readonly TimelineEntry[];
  /** Place of the next page; 0 for none. */
  readonly before: number;
}
