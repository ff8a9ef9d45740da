/** How full a drive is, for the letter that warns of it. */
import { dayOf } from '#shared/membership/calendar.ts';
import type { Plans } from '#shared/membership/plans.ts';
import type { DriveTx } from '../../core/tx.ts';
import { MARK, passesMark, type WarnedOf, warnOf } from '../../entitlement/full-mark.ts';
import { personPlans, storageLimit } from '../../entitlement/limits.store.ts';
import { trafficLeft } from '../../entitlement/traffic.store.ts';
import { readSpace } from './quota.ts';

export interface Fullness {
  readonly usedBytes: number;
  readonly limitBytes: number;
  /** The letter about it is one in the life of this text. */
  readonly period: string;
}

/** How full it is now; null below the mark and without a limit. Bytes that are promised to uploads count. */
export function fullnessNow(
  { sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>,
  what: WarnedOf,
  plans: Plans,
): Fullness | null {
  if (what === 'storage') {
    const { usage_bytes, reserved_bytes } = readSpace(sql);
    const limitBytes = storageLimit({ sql, nowMs }, plans.free.storageBytes);
    const usedBytes = usage_bytes + reserved_bytes;
    return usedBytes < limitBytes * MARK ? null : { usedBytes, limitBytes, period: '' };
  }
  const person = personPlans({ sql, nowMs }, plans.free);
  const { totalBytes, leftBytes } = trafficLeft({ sql, nowMs }, what, person);
  if (totalBytes === null || leftBytes === null) return null;
  const usedBytes = totalBytes - leftBytes;
  // A month of UTC: traffic begins anew with it.
  return usedBytes < totalBytes * MARK
    ? null
    : { usedBytes, limitBytes: totalBytes, period: dayOf(nowMs).slice(0, 'yyyy-mm'.length) };
}

/** Download traffic grew: by the person, or by visitors of links. */
export function recordDownloads(tx: DriveTx, addedBytes: number): void {
  const person = personPlans(tx, null);
  if (!person || person.limits.trafficBytes.download === null) return;
  const { totalBytes, leftBytes } = trafficLeft(tx, 'download', person);
  if (totalBytes === null || leftBytes === null) return;
  const after = totalBytes - leftBytes;
  if (passesMark(after - addedBytes, after, totalBytes)) warnOf(tx, 'download');
}
