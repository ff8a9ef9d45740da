/** I11: rewards are what their rows say, each once: check-ins one a date, invitations one a person, credits one a key, and each reward an entry of the ledger. */
import { isDeepStrictEqual } from 'node:util';
import { dateIn } from '#shared/membership/check-in.rules.ts';
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import { type Audited, byName, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { entriesOf, isClosed } from './member-checks.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

interface CheckInRow {
  day: string;
  at_ms: number;
  zone: string;
  streak: number;
  item: string | null;
}

interface InvitedRow {
  user_id: string;
  state: string;
  terms: string;
}

interface ArrivalRow {
  inviter_id: string;
  state: string;
  newcomer_days: number;
  invited_days: number;
}

/** Parts of keys (check-in/check-ins.ts, invitations/invitations.ts). */
const CHECK_IN = 'check-in.';
const INVITATION = 'invitation.';
const ARRIVED = 'membership.person-arrived';
const DECIDED = 'membership.invitation-decided';

/** An object that was not opened since rewards exist has no such table. */
function rowsIn<T>(member: ObjectCopy, table: string, order: string): T[] {
  if (rowsOf(member.db, `SELECT 1 FROM sqlite_master WHERE name = '${table}'`).length === 0) return [];
  return rowsOf<T>(member.db, `SELECT * FROM ${table} ORDER BY ${order}`);
}

type Wrong = (kind: string, id: string, says: string) => Finding;

function wrongIn(member: ObjectCopy): Wrong {
  return (kind, id, says) => ({ invariant: 'I11', kind, where: whereOf(member), ids: [member.name, id], says });
}

function checkDays(member: ObjectCopy, entries: Map<string, LedgerEntry>): Finding[] {
  const wrong = wrongIn(member);
  const found: Finding[] = [];
  const rows = rowsIn<CheckInRow>(member, 'check_ins', 'day');
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
  return found;
}

interface ClaimRow {
  key: string;
  item: string;
}

function checkClaims(member: ObjectCopy, entries: Map<string, LedgerEntry>): Finding[] {
  const wrong = wrongIn(member);
  return rowsIn<ClaimRow>(member, 'claims', 'key').flatMap(({ key, item }) => {
    const entry = entries.get(key);
    entries.delete(key);
    return isDeepStrictEqual(JSON.parse(item) as unknown, entry?.item ?? null)
      ? []
      : [wrong('reward-differs', key, 'its credit is not what the ledger has')];
  });
}

/** Takes the entry of a reward out of `entries`. */
function checkDaysOfPremium(wrong: Wrong, entries: Map<string, LedgerEntry>, key: string, days: number): Finding[] {
  const item = days > 0 ? { type: 'premium', region: 'global', months: 0, days } : null;
  const entry = entries.get(key);
  entries.delete(key);
  return isDeepStrictEqual(entry?.item ?? null, item)
    ? []
    : [wrong('reward-differs', key, `the ledger has not ${days} days`)];
}

function checkInvitations(audited: Audited, member: ObjectCopy, entries: Map<string, LedgerEntry>): Finding[] {
  const wrong = wrongIn(member);
  const members = byName(audited, 'MemberObject');
  const found: Finding[] = [];
  for (const { user_id: userId, state, terms } of rowsIn<InvitedRow>(member, 'invited', 'user_id')) {
    const days = state === 'granted' ? Number((JSON.parse(terms) as { inviterDays: number }).inviterDays) : 0;
    found.push(...checkDaysOfPremium(wrong, entries, `${INVITATION}${userId}`, days));
    const person = members.get(userId);
    const came = person && !isClosed(person) ? rowsIn<ArrivalRow>(person, 'arrival', 'rowid')[0] : undefined;
    if (person && !isClosed(person) && came?.inviter_id !== member.name)
      found.push(wrong('invited-by-another', userId, 'came by another person, or by nobody'));
    const isDecided = state === 'granted' || state === 'refused' || state === 'capped';
    const isOnItsWay = waitingEvents(member, DECIDED).some(({ payload }) => payload['userId'] === userId);
    if (isDecided && came?.state === 'held' && !isOnItsWay)
      found.push(wrong('decision-lost', userId, 'was decided, and its person waits for it'));
  }
  const [arrival] = rowsIn<ArrivalRow>(member, 'arrival', 'rowid');
  if (!arrival) return found;
  found.push(...checkDaysOfPremium(wrong, entries, 'newcomer', arrival.newcomer_days));
  const invitedDays = arrival.state === 'accepted' ? arrival.invited_days : 0;
  found.push(...checkDaysOfPremium(wrong, entries, 'invited', invitedDays));
  const inviter = members.get(arrival.inviter_id);
  const isKnown =
    !inviter ||
    isClosed(inviter) ||
    rowsIn<InvitedRow>(inviter, 'invited', 'user_id').some(({ user_id }) => user_id === member.name) ||
    waitingEvents(member, ARRIVED).length > 0;
  if (arrival.inviter_id !== '' && !isKnown)
    found.push(wrong('arrival-lost', arrival.inviter_id, 'the inviter has no row of this person'));
  return found;
}

function checkMember(audited: Audited, member: ObjectCopy): Finding[] {
  const wrong = wrongIn(member);
  if (isClosed(member))
    return ['check_ins', 'claims', 'arrival', 'own_code', 'invited'].flatMap((table) =>
      rowsIn(member, table, '1').map(() => wrong('closed-reward', table, 'the account is closed, rows are left')),
    );
  const granted = (entry: LedgerEntry) => entry.kind === 'grant' && entry.source === 'activity';
  const entries = new Map(
    entriesOf(member)
      .filter(granted)
      .map((entry) => [entry.key, entry]),
  );
  const found = [
    ...checkDays(member, entries),
    ...checkClaims(member, entries),
    ...checkInvitations(audited, member, entries),
  ];
  const left = [...entries.keys()].map((key) => wrong('reward-without-row', key, 'nothing gave it'));
  return [...found, ...left];
}

export function checkRewards(audited: Audited): Finding[] {
  return ofClass(audited, 'MemberObject').flatMap((member) => checkMember(audited, member));
}
