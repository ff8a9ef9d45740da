/** Gives days of premium as a reward, inside the transaction of the row that they follow from. */
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { REWARD_SOURCE } from '../keys.ts';
import type { MemberLedger } from '../ledger/ledger.ts';

/** @param days  0 writes nothing */
export type GivePremium = (key: string, days: number, nowMs: number) => void;

export function makeGivePremium(core: ObjectCore, ledger: Pick<MemberLedger, 'write'>): GivePremium {
  return (key, days, nowMs) => {
    if (days === 0) return;
    const item = { type: 'premium' as const, region: 'global' as const, months: 0, days };
    const actor = { id: core.name, name: '' };
    ledger.write({ source: REWARD_SOURCE, key, product: '', item, startsMs: null, reason: '', actor }, nowMs);
  };
}
