/** Cases of rewards. */
import { type rewardsContract, TASK_PARAMETER } from '#shared/membership/rewards.contract.ts';
import { forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { objects } from '../../world.ts';
import { newcomer } from '../newcomer.ts';
import { moveLastCheckIn } from './check-ins.ts';

const checkIn = { type: 'check_in', data: { time_zone: 'Asia/Tokyo' } };

export const rewardsCases: ContractCases<typeof rewardsContract> = {
  taskStatus: {
    success: {
      'of the check-in': ({ alice }) => ({ token: alice.token, query: { [TASK_PARAMETER]: 'check_in' } }),
      'of a task that gives nothing here': ({ alice }) => ({
        token: alice.token,
        query: { [TASK_PARAMETER]: 'upload_file' },
      }),
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: { [TASK_PARAMETER]: 'nothing' } }) },
  },
  taskStatuses: {
    success: {
      'of two tasks': ({ alice }) => ({ token: alice.token, query: { [TASK_PARAMETER]: 'free_vip,check_in' } }),
      'of an unknown task': ({ alice }) => ({ token: alice.token, query: { [TASK_PARAMETER]: 'nothing' } }),
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: { [TASK_PARAMETER]: ','.repeat(30) } }) },
  },
  rewardVip: {
    success: {
      'today in a zone': async () => ({ token: (await newcomer()).token, body: checkIn }),
      'free days of a new person': async () => ({ token: (await newcomer()).token, body: { type: 'free_vip' } }),
      'today without a zone': async () => ({ token: (await newcomer()).token, body: { type: 'check_in' } }),
    },
    errors: {
      invalid_argument: ({ alice }) => ({
        token: alice.token,
        body: { type: 'check_in', data: { time_zone: 'Mars/Olympus' } },
      }),
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
