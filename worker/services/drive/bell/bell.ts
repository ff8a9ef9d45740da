/** Operations of notifications: of the person they are for, and of other features that have something to say. */
import type { BellItem } from '#shared/drive/bell/bell-kinds.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { BellChoices, NewBellItem } from './bell.store.ts';
import type { bellPart } from './part.ts';

type Deps = Pick<DriveDeps, 'drives'>;

/** Notifies a person, once an id. A person who has no drive yet is not notified. */
export async function notifyPerson(deps: Deps, userId: string, item: NewBellItem): Promise<void> {
  unwrap(await driveOf<typeof bellPart>(deps, userId).notifyPerson(item));
}

/** Newest first. */
export async function notifications(deps: Deps, caller: Caller): Promise<{ items: BellItem[]; unread: number }> {
  return unwrap(await driveOf<typeof bellPart>(deps, caller.userId).bellItems(callerData(caller)));
}

export async function unreadNotifications(deps: Deps, caller: Caller): Promise<number> {
  return unwrap(await driveOf<typeof bellPart>(deps, caller.userId).unreadBell(callerData(caller)));
}

/** @param which  ids, and all up to `upTo` ('' for none). @returns how many are left unread */
export async function readNotifications(
  deps: Deps,
  caller: Caller,
  which: { readonly ids: readonly string[]; readonly upTo: string },
): Promise<number> {
  return unwrap(await driveOf<typeof bellPart>(deps, caller.userId).markBellRead(callerData(caller), which));
}

/** Categories that the person switched off. */
export async function bellChoices(deps: Deps, caller: Caller): Promise<BellChoices> {
  return unwrap(await driveOf<typeof bellPart>(deps, caller.userId).bellChoices(callerData(caller)));
}

export async function saveBellChoices(deps: Deps, caller: Caller, choices: BellChoices): Promise<void> {
  unwrap(await driveOf<typeof bellPart>(deps, caller.userId).saveBellChoices(callerData(caller), choices));
}
