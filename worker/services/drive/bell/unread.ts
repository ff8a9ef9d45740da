/** How many notifications are unread: counted once, and anew after a change. */
import type { DriveCore } from '../core/drive-core.ts';
import { countUnread } from './bell.store.ts';

export interface Unread {
  count(): number;
  /** Something changed, or is about to. */
  forget(): void;
}

export function makeUnread(core: DriveCore): Unread {
  let known: number | null = null;
  return {
    count() {
      known ??= countUnread(core.sql, core.object.nowMs());
      return known;
    },
    forget() {
      known = null;
    },
  };
}
