/** I12 of blocks by operators: the drive, the registry and the links of a person are blocked where the account is, and nowhere else. */
import { type Audited, byName, type Finding, ofClass, waitingEvents, whereOf } from '../finding.ts';
import { hasColumn, type ObjectCopy, rowsOf } from '../state-copy.ts';

/** Null for an object that was not opened since blocks are stored. */
function blockIn({ db }: ObjectCopy, table: 'guard' | 'share', column: 'blocked' | 'owner_blocked'): boolean | null {
  if (!hasColumn(db, table, column)) return null;
  return rowsOf<{ blocked: number }>(db, `SELECT ${column} AS blocked FROM ${table}`)[0]?.blocked === 1;
}

function checkPerson(account: ObjectCopy, serving: readonly ObjectCopy[], links: readonly ObjectCopy[]): Finding[] {
  const status = rowsOf<{ status: string }>(account.db, 'SELECT status FROM account')[0]?.status;
  if (status === undefined || status === 'CLOSED' || waitingEvents(account, 'auth.person-blocked').length > 0)
    return [];
  const isUnderWay = serving.some((object) => waitingEvents(object, 'share.owner-blocked').length > 0);
  const blocks = [
    ...serving.map((object) => [object, blockIn(object, 'guard', 'blocked')] as const),
    ...(isUnderWay ? [] : links).map((object) => [object, blockIn(object, 'share', 'owner_blocked')] as const),
  ];
  return blocks
    .filter(([, isBlocked]) => isBlocked !== null && isBlocked !== (status === 'BLOCKED'))
    .map(([object, isBlocked]) => ({
      invariant: 'I12',
      kind: isBlocked ? 'block-left' : 'blocked-person-served',
      where: whereOf(object),
      ids: [account.name],
      says: isBlocked ? 'is blocked, the account is not' : 'is served, although the account is blocked',
    }));
}

export function checkBlocks(audited: Audited): Finding[] {
  const drives = byName(audited, 'DriveObject');
  const registries = byName(audited, 'ShareBookObject');
  const links = new Map<string, ObjectCopy[]>();
  for (const object of ofClass(audited, 'ShareObject')) {
    const row = rowsOf<{ owner: string }>(object.db, 'SELECT owner_id AS owner FROM share WHERE cancelled = 0')[0];
    if (row) links.set(row.owner, [...(links.get(row.owner) ?? []), object]);
  }
  return ofClass(audited, 'AccountObject').flatMap((account) => {
    const serving = [drives.get(account.name), registries.get(account.name)].filter((object) => object !== undefined);
    return checkPerson(account, serving, links.get(account.name) ?? []);
  });
}
