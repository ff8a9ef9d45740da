/** The part of notifications. */

import { type Result, succeed } from '#shared/errors.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done } from '../core/transact.ts';
import {
  addBellItem,
  BELL_TABLES,
  type BellChoices,
  bellChoices,
  bellItems,
  markRead,
  type NewBellItem,
  renewBellItem,
  saveBellChoices,
} from './bell.store.ts';
import * as push from './push.store.ts';
import { makeUnread, type Unread } from './unread.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly unread: Unread;
}

const calls = {
  /** From another object; it never makes a drive. */
  notifyPerson: ({ core }: Parts, item: NewBellItem): Result<{ ok: true }> => {
    const add = item.kind === 'new-device' ? renewBellItem : addBellItem;
    return core.object.exists() ? done(core, (tx) => add(tx, item)) : succeed({ ok: true });
  },
  bellItems: ({ core, unread }: Parts, caller: CallerData) =>
    core.read(caller, (sql, nowMs) => ({ items: bellItems(sql, nowMs), unread: unread.count() })),
  unreadBell: ({ core, unread }: Parts, caller: CallerData) => core.read(caller, () => unread.count()),
  markBellRead: (
    { core, unread }: Parts,
    caller: CallerData,
    which: { readonly ids: readonly string[]; readonly upTo: string },
  ) =>
    core.write(caller, (tx) => {
      markRead(tx, which);
      return unread.count();
    }),
  bellChoices: ({ core }: Parts, caller: CallerData) => core.read(caller, bellChoices),
  saveBellChoices: ({ core }: Parts, caller: CallerData, choices: BellChoices) =>
    core.write(caller, (tx) => {
      saveBellChoices(tx, choices);
      return { ok: true } as const;
    }),
  pushDevices: ({ core }: Parts, caller: CallerData) => core.read(caller, (sql) => push.pushDevices(sql, caller)),
  savePushDevice: ({ core }: Parts, caller: CallerData, device: push.NewPushDevice) =>
    core.write(caller, (tx) => {
      push.savePushDevice(tx, caller, device);
      return { ok: true } as const;
    }),
  dropPushDevices: ({ core }: Parts, caller: CallerData, sessionId: string) =>
    core.write(caller, (tx) => {
      push.dropPushDevices(tx, sessionId);
      return { ok: true } as const;
    }),
  /** By the handler that sends. */
  takePush: ({ core }: Parts, order: push.PushOrder) => core.transact((tx) => push.takePush(tx, order)),
  retryPush: ({ core }: Parts, order: Pick<push.PushOrder, 'id' | 'device' | 'tries'>) =>
    done(core, (tx) => push.retryPush(tx, order)),
  dropPushDevice: ({ core }: Parts, id: string) => done(core, (tx) => push.dropPushDevice(tx, id)),
};

export const bellPart = {
  tables: {
    44: BELL_TABLES,
  },
  make({ core }: Pick<Parts, 'core'>) {
    const unread = makeUnread(core);
    core.addHooks({ onBellChange: unread.forget });
    return { unread };
  },
  calls,
} satisfies DrivePart;
