/** The part of open windows. */

import { type CallerData, type EndedSessions, endSessions } from '#worker/platform/session-guard.ts';
import { dropEndedDevices } from '../bell/push.store.ts';
import type { Unread } from '../bell/unread.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { makeOpenWindows, type OpenWindows } from './open-windows.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly windows: OpenWindows;
}

const calls = {
  /** Tokens of ended sessions are refused, their windows and devices forgotten. */
  endSessions({ core, windows }: Parts, ended: EndedSessions) {
    const { object, sql } = core;
    if (!object.exists()) object.prepare();
    object.transaction(() => {
      endSessions(sql, ended);
      dropEndedDevices(sql, ended);
    });
    windows.closeEnded();
    return { ok: true } as const;
  },
  /** Rises with every change that the owner can see. */
  revision: ({ core, windows }: Parts, caller: CallerData) => core.read(caller, () => windows.revision()),
};

export const livePart = {
  tables: {
    7: `
  -- Counts what the owner can see change; windows that missed it compare.
  CREATE TABLE revision (n INTEGER NOT NULL);
  INSERT INTO revision VALUES (0);
  `,
  },
  make({ core, ctx, unread }: { readonly core: DriveCore; readonly ctx: DurableObjectState; readonly unread: Unread }) {
    const windows = makeOpenWindows(core, ctx, unread);
    core.addHooks({ onChange: windows.announceSoon, onBellChange: windows.announceUnreadSoon });
    return { windows };
  },
  calls,
} satisfies DrivePart;
