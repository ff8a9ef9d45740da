/** Credits of activities that one person took: the row and its entry are one transaction of the object that holds the ledger. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { REWARD_SOURCE } from '../keys.ts';
import type { MemberLedger } from '../ledger/ledger.ts';
import * as store from './store.ts';

export interface ClaimInput {
  /** `activity.<name>` or `compensation.<type>`. */
  readonly key: string;
  readonly item: GrantItem;
}

export interface MemberClaims {
  /** @throws AppError reward_taken, failed_precondition for a closed account */
  claim(input: ClaimInput): Result<null>;
  /** Keys of everything that was taken. */
  claims(): Result<readonly string[]>;
}

export function makeClaims(core: ObjectCore, ledger: Pick<MemberLedger, 'write' | 'requireOpen'>): MemberClaims {
  const { sql } = core;
  return {
    claim: ({ key, item }) =>
      core.command((nowMs) => {
        ledger.requireOpen();
        if (store.hasClaim(sql, key)) throw new AppError('reward_taken');
        store.insertClaim(sql, { key, atMs: nowMs, item });
        const actor = { id: core.name, name: '' };
        ledger.write({ source: REWARD_SOURCE, key, product: '', item, startsMs: null, reason: '', actor }, nowMs);
        return null;
      }),
    claims: () => {
      if (!core.exists()) return succeed([]);
      return core.command(() => store.selectClaims(sql).map(({ key }) => key));
    },
  };
}
