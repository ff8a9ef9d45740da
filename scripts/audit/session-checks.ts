/**
 * I12 and the directory: no object accepts an ended session or app password, each identifier leads to one account, each link of a
 * provider too.
 */
import { type Audited, byName, eachOf, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { checkGrants } from './grant-checks.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

const ENDED = 'auth.sessions-ended';
/** Waits in the directory until an identifier without an account is free again. */
const RESERVED = 'auth.identifier-reserved';
/** Access tokens live 2 h; serving objects remember an ended session for a day. Sessions that ended earlier cannot return. */
const REMEMBERED_MS = 20 * 3_600_000;

interface EndedSession {
  readonly id: string;
  /** Of its newest tokens; 0 for a session that ended before rows had it. */
  readonly epoch: number;
}

function minEpochOf(serving: ObjectCopy): number {
  return rowsOf<{ at: number }>(serving.db, 'SELECT min_epoch AS at FROM guard')[0]?.at ?? 0;
}

function endedSessions(account: ObjectCopy, sinceMs: number): EndedSession[] {
  return rowsOf<{ id: string; epoch: number }>(
    account.db,
    'SELECT family_id AS id, epoch FROM families WHERE revoked_ms > ?',
    sinceMs,
  );
}

function isRefused(serving: ObjectCopy, { id, epoch }: EndedSession): boolean {
  return (
    minEpochOf(serving) > epoch ||
    rowsOf(serving.db, 'SELECT 1 FROM revoked_families WHERE family_id = ?', id).length > 0
  );
}

/** Every object that serves this person refuses ended sessions, or an event about their end is under way. */
function checkFamilies(audited: Audited, account: ObjectCopy, serving: readonly ObjectCopy[]): Finding[] {
  const found: Finding[] = [];
  const waiting = waitingEvents(account, ENDED).map(({ payload }) => payload);
  const isUnderWay = ({ id, epoch }: EndedSession): boolean =>
    waiting.some(({ familyId, minEpoch }) => familyId === id || Number(minEpoch) > epoch);
  for (const session of endedSessions(account, audited.nowMs - REMEMBERED_MS))
    for (const object of serving)
      if (!isRefused(object, session) && !isUnderWay(session))
        found.push({
          invariant: 'I12',
          kind: 'ended-family-served',
          where: whereOf(object),
          ids: [account.name, session.id],
          says: 'takes tokens of a session that ended',
        });
  found.push(
    ...eachOf(
      account,
      { invariant: 'I12', kind: 'session-of-another-epoch', says: 'lives, and its tokens are of another epoch' },
      'SELECT family_id AS id FROM families WHERE revoked_ms IS NULL AND epoch <> (SELECT epoch FROM account)',
    ),
  );
  const living = new Set(
    rowsOf<{ id: string }>(account.db, 'SELECT family_id AS id FROM families WHERE revoked_ms IS NULL').map(
      (row) => row.id,
    ),
  );
  const epoch = rowsOf<{ epoch: number }>(account.db, 'SELECT epoch FROM account')[0]?.epoch;
  for (const object of serving) {
    for (const { id } of rowsOf<{ id: string }>(object.db, 'SELECT family_id AS id FROM revoked_families'))
      if (living.has(id))
        found.push({
          invariant: 'I12',
          kind: 'living-family-refused',
          where: whereOf(object),
          ids: [account.name, id],
          says: 'refuses a session that lives',
        });
    const minEpoch = minEpochOf(object);
    if (epoch !== undefined && minEpoch > epoch)
      found.push({
        invariant: 'I12',
        kind: 'epoch-ahead',
        where: whereOf(object),
        ids: [account.name],
        says: `refuses tokens below ${minEpoch}, the account gives ${epoch}`,
      });
  }
  return found;
}

const PROGRAMS_CHANGED = 'auth.app-passwords-changed';

function passwordsOf(object: ObjectCopy | undefined): string {
  // An object that was not opened since an upgrade has no such table.
  if (!object || !hasTable(object.db, 'app_passwords')) return '[]';
  const rows = rowsOf(object.db, 'SELECT id, hash, scope, folder_id, epoch, ends_ms FROM app_passwords ORDER BY id');
  return JSON.stringify(rows);
}

/** The drive has the app passwords of its account, or is about to get them. An erased drive is on its way out. */
function checkPrograms(account: ObjectCopy, drive: ObjectCopy | undefined): Finding[] {
  if (drive && hasTable(drive.db, 'closing') && rowsOf(drive.db, 'SELECT 1 FROM closing').length > 0) return [];
  if (passwordsOf(account) === passwordsOf(drive) || waitingEvents(account, PROGRAMS_CHANGED).length > 0) return [];
  return [
    {
      invariant: 'I12',
      kind: 'app-passwords-differ',
      where: whereOf(drive ?? account),
      ids: [account.name],
      says: 'has other app passwords than the account',
    },
  ];
}

function checkDirectory(audited: Audited, accounts: ReadonlyMap<string, ObjectCopy>): Finding[] {
  const found: Finding[] = [];
  const holders = new Map<string, string>();
  for (const shard of ofClass(audited, 'DirectoryObject')) {
    const reserved = waitingEvents(shard, RESERVED).map(({ payload }) => payload);
    for (const { digest, user } of rowsOf<{ digest: string; user: string }>(
      shard.db,
      'SELECT digest, user_id AS user FROM identifiers',
    )) {
      const other = holders.get(digest);
      if (other !== undefined)
        found.push({
          invariant: 'I12',
          kind: 'identifier-twice',
          where: whereOf(shard),
          ids: [digest, user, other],
          says: 'leads to two people',
        });
      holders.set(digest, user);
      const account = accounts.get(user);
      if (reserved.some(({ digest: its, userId }) => its === digest && userId === user)) continue;
      if (!account || rowsOf(account.db, 'SELECT 1 FROM account').length === 0)
        found.push({
          invariant: 'I12',
          kind: 'identifier-without-account',
          where: whereOf(shard),
          ids: [digest, user],
          says: 'leads to nobody',
        });
    }
  }
  for (const account of accounts.values()) found.push(...checkLinks(account, holders));
  return found;
}

/** A person of a sign-in provider opens one account: the one that the directory names. */
function checkLinks(account: ObjectCopy, holders: ReadonlyMap<string, string>): Finding[] {
  // An account that was not opened since an upgrade has no such table.
  if (!hasTable(account.db, 'provider_links')) return [];
  return rowsOf<{ digest: string }>(account.db, 'SELECT digest FROM provider_links')
    .filter(({ digest }) => holders.get(digest) !== account.name)
    .map(({ digest }) => ({
      invariant: 'I12',
      kind: 'link-of-another',
      where: whereOf(account),
      ids: [digest],
      says: 'has a link that the directory does not give it',
    }));
}

export function checkSessions(audited: Audited): Finding[] {
  const accounts = byName(audited, 'AccountObject');
  const drives = byName(audited, 'DriveObject');
  const books = byName(audited, 'ShareBookObject');
  return [
    ...[...accounts.values()].flatMap((account) => {
      const serving = [drives.get(account.name), books.get(account.name)].filter((object) => object !== undefined);
      return [...checkFamilies(audited, account, serving), ...checkPrograms(account, drives.get(account.name))];
    }),
    ...checkDirectory(audited, accounts),
    ...checkGrants(audited),
  ];
}
