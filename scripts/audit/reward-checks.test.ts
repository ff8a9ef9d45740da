import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MEMBER_MIGRATIONS } from '#worker/services/membership/member-parts.ts';
import type { Audited } from './finding.ts';
import { checkRewards } from './reward-checks.ts';

const itemOf = (days: number) => `{"type":"premium","region":"global","months":0,"days":${days}}`;
const TERMS = '{"inviterDays":5,"invitedDays":7,"waitHours":24,"perMonth":4,"inAll":6}';

function entry(key: string, days: number): string {
  return `INSERT INTO entries (id, source, key, kind, product, item, starts_ms, at_ms, reason, actor)
    VALUES ('${key}', 'activity', '${key}', 'grant', '', '${itemOf(days)}', 0, 0, '', '{}');`;
}

function memberWith(name: string, statements: string) {
  const db = new DatabaseSync(':memory:');
  db.exec(
    'CREATE TABLE _outbox (id TEXT PRIMARY KEY, event TEXT, payload TEXT, at_ms INTEGER, attempts INTEGER, due_ms INTEGER)',
  );
  for (const migration of MEMBER_MIGRATIONS) db.exec(String(migration));
  db.exec(statements);
  return { className: 'MemberObject', name, file: '', db, alarmMs: null, scheduledMs: null };
}

const at = (text: string) => Date.parse(text);

/** An inviter with a day that gave nothing, a day of premium and a credit, and a person who came. */
function kindsAfter(spoilInviter: string, spoilPerson = ''): string[] {
  const inviter = memberWith(
    'inviter',
    `INSERT INTO check_ins VALUES ('2026-11-25', ${at('2026-11-24T16:00:00Z')}, 'Asia/Tokyo', 0, 1, NULL);
     INSERT INTO check_ins VALUES ('2026-11-26', ${at('2026-11-25T16:00:00Z')}, 'Asia/Tokyo', 0, 2, '${itemOf(1)}');
     INSERT INTO invited VALUES ('person', 1, 'granted', '', 1, '${TERMS}', '', '');
     INSERT INTO claims VALUES ('compensation.accident', 1, '${itemOf(4)}');
     ${entry('check-in.2026-11-26', 1)} ${entry('invitation.person', 5)} ${entry('compensation.accident', 4)} ${spoilInviter}`,
  );
  const person = memberWith(
    'person',
    `INSERT INTO arrival VALUES (1, 'inviter', '["inviter"]', 'accepted', '', 3, 7);
     ${entry('newcomer', 3)} ${entry('invited', 7)} ${spoilPerson}`,
  );
  return checkRewards({ objects: [inviter, person] } as unknown as Audited).map(({ kind }) => kind);
}

it.each([
  ['', []],
  ["UPDATE check_ins SET item = NULL WHERE day = '2026-11-26'", ['reward-differs']],
  ["UPDATE check_ins SET item = json_set(item, '$.days', 2) WHERE streak = 2", ['reward-differs']],
  ["DELETE FROM check_ins WHERE day = '2026-11-26'", ['reward-without-row']],
  ["UPDATE check_ins SET zone = 'UTC'", ['check-in-date', 'check-in-date']],
  ["UPDATE check_ins SET streak = 5 WHERE day = '2026-11-26'", ['check-in-series']],
  ["UPDATE check_ins SET at_ms = 1 WHERE day = '2026-11-26'", ['check-in-date', 'check-in-order']],
  ["UPDATE invited SET state = 'capped'", ['reward-differs']],
  [entry('invitation.nobody', 5), ['reward-without-row']],
  ["UPDATE claims SET item = json_set(item, '$.days', 40)", ['reward-differs']],
  ["UPDATE claims SET key = 'compensation.another'", ['reward-differs', 'reward-without-row']],
  ["UPDATE invited SET user_id = 'other'", ['reward-differs', 'reward-without-row', 'arrival-lost']],
])('after %j the audit of an inviter names %j', (statement, kinds) => {
  expect(kindsAfter(statement)).toEqual(kinds);
});

it.each([
  ['UPDATE arrival SET newcomer_days = 4', ['reward-differs']],
  ["UPDATE arrival SET state = 'refused'", ['reward-differs']],
  ["UPDATE arrival SET state = 'held', invited_days = 0", ['decision-lost', 'reward-differs']],
  ["UPDATE arrival SET inviter_id = 'nobody'", ['invited-by-another']],
  ['INSERT INTO closing VALUES (1)', ['closed-reward']],
])('after %j the audit of a person who came names %j', (statement, kinds) => {
  expect(kindsAfter('', statement)).toEqual(kinds);
});
