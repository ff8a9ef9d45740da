/** Cases of compensation. */
import { claimsContract } from '#shared/membership/claims.contract.ts';
import { HIDDEN_TYPE, serverWithActivities } from '../../activities.ts';
import { forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { ok } from '../../world.ts';
import { newcomer } from '../newcomer.ts';

const server = serverWithActivities(Date.now());
const ACCIDENT = 'aliyun_accident_202409';

const forNewcomer = (type: string) => async () => ({ token: (await newcomer()).token, server, body: { type } });

export const claimsCases: ContractCases<typeof claimsContract> = {
  compensate: {
    success: {
      'a type of the specification': forNewcomer(ACCIDENT),
      'a type that no page lists': forNewcomer(HIDDEN_TYPE),
    },
    errors: {
      invalid_argument: () => ({ server, body: { type: '' } }),
      activity_not_found: forNewcomer('christmas'),
      activity_not_begun: forNewcomer('soon_202612'),
      activity_ended: forNewcomer('over_202601'),
      reward_not_for_account: forNewcomer('old_accounts'),
      reward_taken: async () => {
        const ask = await forNewcomer(ACCIDENT)();
        await ok(claimsContract.compensate, ask);
        return ask;
      },
    },
  },
};

export const claimsMatrix: MatrixRows<typeof claimsContract> = {
  // Nothing is published there: the bearer decides before that.
  compensate: forPerson(() => ({ body: { type: ACCIDENT } }), 'activity_not_found', 'activity_not_found'),
};
