/** I4 of common folders: a grant has its folder, and both drives say the same of it. */
import { type Audited, byName, eachOf, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

interface GrantNote {
  id: string;
  owner: string;
  guest: string;
  role: string;
  state: string;
}

const keyOf = ({ id, owner, guest, role, state }: GrantNote): string => [id, owner, guest, role, state].join(' ');

function given(drive: ObjectCopy): GrantNote[] {
  if (!hasTable(drive.db, 'grants')) return [];
  return rowsOf<Omit<GrantNote, 'owner'>>(
    drive.db,
    "SELECT id, user_id AS guest, role, state FROM grants WHERE user_id <> '' AND state IN ('invited', 'accepted')",
  ).map((row) => ({ ...row, owner: drive.name }));
}

function received(drive: ObjectCopy): GrantNote[] {
  if (!hasTable(drive.db, 'received_grants')) return [];
  return rowsOf<Omit<GrantNote, 'guest'>>(
    drive.db,
    "SELECT id, owner_id AS owner, role, state FROM received_grants WHERE state <> 'ended'",
  ).map((row) => ({ ...row, guest: drive.name }));
}

/** Grants of which an event is on its way. */
function underWay(drive: ObjectCopy): Set<string> {
  return new Set([
    ...waitingEvents(drive, 'drive.grants-changed').flatMap(({ payload }) =>
      (payload['grants'] as [string, string][]).map(([id]) => id),
    ),
    ...waitingEvents(drive, 'drive.guest-left').flatMap(({ payload }) => payload['ids'] as string[]),
  ]);
}

function isClosed(drive: ObjectCopy): boolean {
  return hasTable(drive.db, 'closing') && rowsOf(drive.db, 'SELECT 1 FROM closing').length > 0;
}

/** Folders that left the drive of their owner, and that no task of the new owner puts in place. */
function lostHandovers(audited: Audited): Finding[] {
  const drives = ofClass(audited, 'DriveObject');
  const all = byName(audited, 'DriveObject');
  return drives
    .filter((drive) => hasTable(drive.db, 'handovers'))
    .flatMap((drive) =>
      rowsOf<{ id: string; person: string }>(
        drive.db,
        "SELECT task_id AS id, user_id AS person FROM handovers WHERE state = 'done'",
      ).flatMap(({ id, person }): Finding[] => {
        const taker = all.get(person);
        if (!taker || isClosed(taker)) return [];
        const isRunning = rowsOf(taker.db, 'SELECT 1 FROM tasks WHERE id = ? AND job IS NOT NULL', id).length > 0;
        const hasLanded = waitingEvents(taker, 'drive.handover-landed').some(({ payload }) => payload['taskId'] === id);
        if (isRunning || hasLanded) return [];
        const says = 'was handed over, and no task puts it in place';
        return [{ invariant: 'I4', kind: 'handover-lost', where: whereOf(drive), ids: [id], says }];
      }),
    );
}

export function checkCommon(audited: Audited): Finding[] {
  const drives = ofClass(audited, 'DriveObject');
  const moving = new Set(drives.flatMap((drive) => [...underWay(drive)]));
  const closed = new Set(drives.filter(isClosed).map(({ name }) => name));
  const all = byName(audited, 'DriveObject');
  const told = drives.flatMap(given);
  const known = drives.flatMap(received);
  const [givenKeys, receivedKeys] = [new Set(told.map(keyOf)), new Set(known.map(keyOf))];
  const found: Finding[] = lostHandovers(audited);
  const differ = (of: GrantNote, at: string, says: string): void => {
    const drive = all.get(at);
    if (drive && !moving.has(of.id))
      found.push({ invariant: 'I4', kind: 'common-differs', where: whereOf(drive), ids: [of.id], says });
  };
  // An invitation may be hidden by a block of its guest.
  for (const grant of told)
    if (grant.state === 'accepted' && !closed.has(grant.guest) && !receivedKeys.has(keyOf(grant)))
      differ(grant, grant.owner, 'is accepted, and the drive of its guest says something else');
  for (const grant of known)
    if (!givenKeys.has(keyOf(grant)))
      differ(grant, grant.guest, 'is shown, and the drive of its owner says something else');
  for (const drive of drives)
    if (hasTable(drive.db, 'grants'))
      found.push(
        ...eachOf(
          drive,
          { invariant: 'I4', kind: 'grant-without-node', says: 'gives a right to something that does not exist' },
          'SELECT id FROM grants WHERE node_id NOT IN (SELECT id FROM nodes)',
        ),
        ...eachOf(
          drive,
          { invariant: 'I4', kind: 'grant-upload-left', says: 'is coming in, and no upload brings it' },
          `SELECT upload_id AS id FROM grant_uploads WHERE node_id = ''
           AND upload_id NOT IN (SELECT id FROM uploads WHERE state IN ('open', 'hashing'))`,
        ),
      );
  return found;
}
