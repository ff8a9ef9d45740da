/** I12 and the directory: no object accepts an ended session, each identifier leads to one account. */
import { type Audited, byName, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { checkGrants } from './grant-checks.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

const ENDED = 'auth.sessions-ended';
/** Access tokens live 2 h; serving objects remember an ended session for a day. Sessions that ended earlier cannot return. */
const REMEMBERED_MS = 20 * 3_600_000;

function isRefused(serving: ObjectCopy, sessionId: string): boolean {
  return rowsOf(serving.db, 'SELECT 1 FROM revoked_families WHERE family_id = ?', sessionId).length > 0;
}

interface EndedSession {
  readonly id: string;
  /** Epoch ms. */
  readonly revokedMs: number;
}

function minEpochOf(serving: ObjectCopy): number {
  return rowsOf<{ at: number }>(serving.db, 'SELECT min_epoch AS at FROM guard')[0]?.at ?? 0;
}

/**
 * Whether all sessions ended with this one, by a higher epoch, which the serving object has instead of their ids: no session that lives
 * was there before, but for the one that a change of the password leaves.
 */
function endedByEpoch(account: ObjectCopy, { revokedMs }: EndedSession): boolean {
  const living = 'SELECT 1 FROM families WHERE revoked_ms IS NULL AND created_ms <= ?';
  return (
    rowsOf(account.db, 'SELECT 1 FROM account WHERE password_ms = ?', revokedMs).length > 0 ||
    rowsOf(account.db, living, revokedMs).length === 0
  );
}

/** Every object that serves this person refuses ended sessions, or an event about their end is under way. */
function checkFamilies(audited: Audited, account: ObjectCopy, serving: readonly ObjectCopy[]): Finding[] {
  const found: Finding[] = [];
  const waiting = waitingEvents(account, ENDED).map(({ payload }) => payload['familyId']);
  const ended = rowsOf<{ id: string; revokedMs: number }>(
    account.db,
    'SELECT family_id AS id, revoked_ms AS revokedMs FROM families WHERE revoked_ms > ?',
    audited.nowMs - REMEMBERED_MS,
  ).filter((session) => !waiting.includes(session.id) && !(waiting.includes(null) && endedByEpoch(account, session)));
  for (const session of ended)
    for (const object of serving)
      if (!isRefused(object, session.id) && !(minEpochOf(object) > 0 && endedByEpoch(account, session)))
        found.push({
          invariant: 'I12',
          kind: 'ended-family-served',
          where: whereOf(object),
          ids: [account.name, session.id],
          says: 'takes tokens of a session that ended',
        });
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

function checkDirectory(audited: Audited, accounts: ReadonlyMap<string, ObjectCopy>): Finding[] {
  const found: Finding[] = [];
  const holders = new Map<string, string>();
  for (const shard of ofClass(audited, 'DirectoryObject'))
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
      if (!account || rowsOf(account.db, 'SELECT 1 FROM account').length === 0)
        found.push({
          invariant: 'I12',
          kind: 'identifier-without-account',
          where: whereOf(shard),
          ids: [digest, user],
          says: 'leads to nobody',
        });
    }
  return found;
}

export function checkSessions(audited: Audited): Finding[] {
  const accounts = byName(audited, 'AccountObject');
  const drives = byName(audited, 'DriveObject');
  const books = byName(audited, 'ShareBookObject');
  return [
    ...[...accounts.values()].flatMap((account) => {
      const serving = [drives.get(account.name), books.get(account.name)].filter((object) => object !== undefined);
      return checkFamilies(audited, account, serving);
    }),
    ...checkDirectory(audited, accounts),
    ...checkGrants(audited),
  ];
}
