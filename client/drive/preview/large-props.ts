/** What the large views are given: the listing, and which of its things is looked at. Types only. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import type { BrowserLive } from '../browser-model.ts';

export interface LargeViewProps extends DriveBrowserProps {
  live?: BrowserLive;
  row: DriveRow;
  /** From 0. */
  index: number;
  /** Shows another one; beyond the ends nothing happens. */
  go: (index: number) => void;
}
