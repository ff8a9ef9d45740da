import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MEMBER_MIGRATIONS } from '#worker/services/membership/member.migrations.ts';
import type { Audited } from './finding.ts';
import { checkRewards } from './reward-checks.ts';

const ITEM = '{"type":"premium","region":"global","months":0,"days":1}';

/** A person with a day that gave nothing and a day of premium. */
function kindsAfter(statement: string): string[] {
  const db = new DatabaseSync(':memory:');
  for (const migration of MEMBER_MIGRATIONS) db.exec(String(migration));
  const at = (text: string) => Date.parse(text);
  db.exec(`
    INSERT INTO check_ins VALUES ('2026-11-25', ${at('2026-11-24T16:00:00Z')}, 'Asia/Tokyo', 0, 1, NULL);
    INSERT INTO check_ins VALUES ('2026-11-26', ${at('2026-11-25T16:00:00Z')}, 'Asia/Tokyo', 0, 2, '${ITEM}');
    INSERT INTO entries (id, source, key, kind, product, item, starts_ms, at_ms, reason, actor)
      VALUES ('e', 'activity', 'check-in.2026-11-26', 'grant', '', '${ITEM}', 0, 0, '', '{}');
  `);
  db.exec(statement);
  const member = { className: 'MemberObject', name: 'V1', file: '', db, alarmMs: null, scheduledMs: null };
  return checkRewards({ objects: [member] } as unknown as Audited).map(({ kind }) => kind);
}

it.each([
  ['', []],
  ["UPDATE check_ins SET item = NULL WHERE day = '2026-11-26'", ['reward-differs']],
  ["UPDATE check_ins SET item = json_set(item, '$.days', 2) WHERE streak = 2", ['reward-differs']],
  ["DELETE FROM check_ins WHERE day = '2026-11-26'", ['reward-without-check-in']],
  ["UPDATE check_ins SET zone = 'UTC'", ['check-in-date', 'check-in-date']],
  ["UPDATE check_ins SET streak = 5 WHERE day = '2026-11-26'", ['check-in-series']],
  ["UPDATE check_ins SET at_ms = 1 WHERE day = '2026-11-26'", ['check-in-date', 'check-in-order']],
  ['INSERT INTO closing VALUES (1)', ['closed-check-in', 'closed-check-in']],
])('after %j the audit names %j', (statement, kinds) => {
  expect(kindsAfter(statement)).toEqual(kinds);
});
