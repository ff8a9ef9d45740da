/** Check-ins of the past, written into the object of a person. */
import { runInDurableObject } from 'cloudflare:test';
import { unwrap } from '#shared/errors.ts';
import { dateIn } from '#shared/membership/check-in.rules.ts';
import { HOUR_MS } from '#shared/units.ts';
import type { MemberObject } from '#worker/services/membership/member.object.ts';

/** Checks in, and moves that an hour back and to another zone. */
export async function moveLastCheckIn(member: DurableObjectStub<MemberObject>, zone: string): Promise<void> {
  unwrap(await member.checkIn({ zone, rewards: [null] }));
  await runInDurableObject(member, (_member, { storage: { sql } }) => {
    const nowMs = Date.now();
    sql.exec('UPDATE check_ins SET at_ms = ?, day = ?', nowMs - HOUR_MS, dateIn(zone, nowMs));
  });
}
