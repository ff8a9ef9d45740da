/** I11: rewards are what their rows say, each once. Check-ins are one a date; each reward of one is an entry of the ledger. */
import { isDeepStrictEqual } from 'node:util';
import { dateIn } from '#shared/membership/check-in.rules.ts';
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import { type Audited, type Finding, ofClass, whereOf } from './finding.ts';
import { entriesOf, isClosed } from './member-checks.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

interface CheckInRow {
  day: string;
  at_ms: number;
  zone: string;
  streak: number;
  item: string | null;
}

/** The part of a key before the day (check-in/check-ins.ts). */
const CHECK_IN = 'check-in.';

/** An object that was not opened since rewards exist has no such table. */
function checkInsOf(member: ObjectCopy): CheckInRow[] {
  if (rowsOf(member.db, "SELECT 1 FROM sqlite_master WHERE name = 'check_ins'").length === 0) return [];
  return rowsOf<CheckInRow>(member.db, 'SELECT * FROM check_ins ORDER BY day');
}

function checkMember(member: ObjectCopy): Finding[] {
  const wrong = (kind: string, id: string, says: string): Finding => ({
    invariant: 'I11',
    kind,
    where: whereOf(member),
    ids: [member.name, id],
    says,
  });
  const rows = checkInsOf(member);
  if (isClosed(member)) return rows.map(({ day }) => wrong('closed-check-in', day, 'the account is closed'));
  const granted = (entry: LedgerEntry) => entry.kind === 'grant' && entry.source === 'activity';
  const entries = new Map(entriesOf(member).filter(granted).map((entry) => [entry.key, entry]));
  const found: Finding[] = [];
  rows.forEach(({ day, at_ms: atMs, zone, streak, item }, at) => {
    const before = rows[at - 1];
    if (dateIn(zone, atMs) !== day) found.push(wrong('check-in-date', day, `is no date in ${zone} at its moment`));
    if (before && before.at_ms >= atMs) found.push(wrong('check-in-order', day, 'is later than its moment'));
    if (streak !== 1 && streak !== (before?.streak ?? 0) + 1)
      found.push(wrong('check-in-series', day, `day ${streak} of a series follows day ${before?.streak ?? 0}`));
    const entry = entries.get(`${CHECK_IN}${day}`);
    if (!isDeepStrictEqual(item === null ? null : (JSON.parse(item) as unknown), entry?.item ?? null))
      found.push(wrong('reward-differs', day, 'its reward is not what the ledger has'));
    entries.delete(`${CHECK_IN}${day}`);
  });
  for (const key of entries.keys())
    if (key.startsWith(CHECK_IN)) found.push(wrong('reward-without-check-in', key, 'no check-in gave it'));
  return found;
}

export function checkRewards(audited: Audited): Finding[] {
  return ofClass(audited, 'MemberObject').flatMap(checkMember);
}
