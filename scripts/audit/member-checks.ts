/** I9: the balance of a ledger is the fold of its entries, and the drive has it or an event that brings it. */
import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import { timelineOf } from '#shared/membership/timeline.ts';
import { type Audited, byName, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

interface EntryRow {
  id: string;
  source: LedgerEntry['source'];
  key: string;
  kind: LedgerEntry['kind'];
  product: string;
  item: string | null;
  starts_ms: number;
  at_ms: number;
  reason: string;
  actor: string;
}

interface BalanceRow {
  version: number;
  timeline: string;
}

export function entriesOf(member: ObjectCopy): LedgerEntry[] {
  return rowsOf<EntryRow>(member.db, 'SELECT * FROM entries ORDER BY seq').map((row) => ({
    id: row.id,
    source: row.source,
    key: row.key,
    kind: row.kind,
    product: row.product,
    reason: row.reason,
    item: row.item === null ? null : (JSON.parse(row.item) as LedgerEntry['item']),
    startsMs: row.starts_ms,
    atMs: row.at_ms,
    actor: JSON.parse(row.actor) as LedgerEntry['actor'],
  }));
}

export const isClosed = (object: ObjectCopy): boolean => rowsOf(object.db, 'SELECT 1 FROM closing').length > 0;

/** A drive that was not opened since memberships exist has no such table. */
function pushedTo(drive: ObjectCopy | undefined): BalanceRow | null {
  if (!drive || rowsOf(drive.db, "SELECT 1 FROM sqlite_master WHERE name = 'entitlement'").length === 0) return null;
  return rowsOf<BalanceRow>(drive.db, 'SELECT version, timeline FROM entitlement')[0] ?? null;
}

function checkMember(member: ObjectCopy, drive: ObjectCopy | undefined): Finding[] {
  const where = whereOf(member);
  const wrong = (kind: string, says: string): Finding => ({ invariant: 'I9', kind, where, ids: [member.name], says });
  const balance = rowsOf<BalanceRow>(member.db, 'SELECT version, timeline FROM balance');
  const [{ version, timeline } = { version: -1, timeline: '{}' }] = balance;
  if (balance.length !== 1) return [wrong('balance-missing', `has ${balance.length} balances`)];
  const entries = entriesOf(member);
  const found: Finding[] = [];
  const held = JSON.parse(timeline) as unknown;
  if (!isDeepStrictEqual(held, timelineOf(entries)))
    found.push(wrong('balance-differs', 'the balance is not the fold of the entries'));
  if (isClosed(member))
    return entries.length > 0 ? [...found, wrong('closed-ledger', 'the account is closed, entries are left')] : found;
  if (version !== entries.length)
    found.push(wrong('balance-version', `${entries.length} entries, but version ${version}`));
  if (drive && rowsOf(drive.db, 'SELECT 1 FROM closing').length > 0) return found;
  const pushed = pushedTo(drive);
  const isOnItsWay = waitingEvents(member, 'membership.changed').some(({ payload }) => payload['version'] === version);
  if (pushed?.version === version && !isDeepStrictEqual(JSON.parse(pushed.timeline), held))
    found.push(wrong('drive-differs', 'the drive has other grants of the same version'));
  if ((pushed?.version ?? 0) > version)
    found.push(wrong('drive-ahead', `the drive has version ${pushed?.version}, the ledger ${version}`));
  if ((pushed?.version ?? 0) < version && !isOnItsWay)
    found.push(wrong('drive-behind', `the drive has version ${pushed?.version ?? 0}, the ledger ${version}`));
  return found;
}

export function checkMembers(audited: Audited): Finding[] {
  const drives = byName(audited, 'DriveObject');
  return ofClass(audited, 'MemberObject').flatMap((member) => checkMember(member, drives.get(member.name)));
}
