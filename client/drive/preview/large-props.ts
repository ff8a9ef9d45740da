/** Props of the preview views: the listing, and the current file. Types only. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import type { BrowserLive } from '../browser-model.ts';

export interface LargeViewProps extends DriveBrowserProps {
  live?: BrowserLive;
  row: DriveRow;
  /** From 0. */
  index: number;
  /** Shows another file; out of range does nothing. */
  go: (index: number) => void;
}
