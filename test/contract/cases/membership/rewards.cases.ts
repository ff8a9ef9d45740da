/** Cases of rewards. */
import { rewardsContract, TASK_PARAMETER } from '#shared/membership/rewards.contract.ts';
import { serverWithActivities } from '../../activities.ts';
import { forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { objects, ok } from '../../world.ts';
import { newcomer } from '../newcomer.ts';
import { moveLastCheckIn } from './check-ins.ts';

const server = serverWithActivities(Date.now());
const ofActivity = (type: string) => async () => ({ token: (await newcomer()).token, server, body: { type } });

const checkIn = { type: 'check_in', data: { time_zone: 'Asia/Tokyo' } };

export const rewardsCases: ContractCases<typeof rewardsContract> = {
  taskStatus: {
    success: {
      'of the check-in': () => ({ query: { [TASK_PARAMETER]: 'check_in' } }),
      'of an activity': () => ({ server, query: { [TASK_PARAMETER]: 'summer-days' } }),
      'of a task that gives nothing here': () => ({ query: { [TASK_PARAMETER]: 'upload_file' } }),
    },
    errors: { invalid_argument: () => ({ query: { [TASK_PARAMETER]: 'nothing' } }) },
  },
  taskStatuses: {
    success: {
      'of two tasks': () => ({ query: { [TASK_PARAMETER]: 'free_vip,check_in' } }),
      'of an unknown task': () => ({ query: { [TASK_PARAMETER]: 'nothing' } }),
    },
    errors: {
      invalid_argument: () => ({
        query: { [TASK_PARAMETER]: Array.from({ length: 30 }, (_, n) => `task_${n}`).join(',') },
      }),
    },
  },
  rewardVip: {
    success: {
      'today in a zone': async () => ({ token: (await newcomer()).token, body: checkIn }),
      'free days of a new person': async () => ({ token: (await newcomer()).token, body: { type: 'free_vip' } }),
      'an activity with one reward': ofActivity('summer-days'),
      'today without a zone': async () => ({ token: (await newcomer()).token, body: { type: 'check_in' } }),
    },
    errors: {
      invalid_argument: () => ({ body: { type: 'check_in', data: { time_zone: 'Mars/Olympus' } } }),
      activity_not_found: ofActivity('no-such-activity'),
      activity_not_begun: ofActivity('later-on'),
      activity_ended: ofActivity('long-gone'),
      reward_not_for_account: ofActivity('old_accounts'),
      reward_taken: async () => {
        const ask = await ofActivity('christmas')();
        await ok(rewardsContract.rewardVip, ask);
        return ask;
      },
      // A flight over the date line, an hour after the last check-in.
      failed_precondition: async () => {
        const { token, userId } = await newcomer();
        await moveLastCheckIn(objects.members.getByName(userId), 'Pacific/Pago_Pago');
        return { token, body: { type: 'check_in', data: { time_zone: 'Pacific/Kiritimati' } } };
      },
    },
  },
};

export const rewardsMatrix: MatrixRows<typeof rewardsContract> = {
  taskStatus: forPerson(() => ({ query: { [TASK_PARAMETER]: 'check_in' } }), 'own'),
  taskStatuses: forPerson(() => ({ query: { [TASK_PARAMETER]: 'check_in' } }), 'own'),
  // The first day of a series gives nothing: no person gains a membership here.
  rewardVip: forPerson(() => ({ body: checkIn }), 'own'),
};
