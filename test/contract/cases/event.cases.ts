/** Cases of counted events. */

import { opsContract } from '#shared/ops/contract.ts';
import { EVENT_DAYS, type eventContract } from '#shared/ops/event.contract.ts';
import { forAnyone, forOperators, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { ok } from '../world.ts';

const events = [{ name: 'page_view', path: '/ja/faq' }];

export const eventCases: ContractCases<typeof eventContract> = {
  countEvents: {
    success: {
      'nothing to tell for what was counted': () => ({ body: { events } }),
      'the same for what is no public page': () => ({ body: { events: [{ name: 'page_view', path: '/drive/all' }] } }),
    },
    errors: { invalid_argument: () => ({ body: { events: [{ name: 'password', path: '/' }] } }) },
  },
  eventCounts: {
    success: {
      'totals of days': async () => {
        await ok(opsContract.countEvents, { body: { events } });
        return { query: { days: 2 } };
      },
      'those of a month when no days are named': () => ({}),
    },
    errors: {
      permission_denied: ({ alice }) => ({ token: alice.token }),
      invalid_argument: () => ({ query: { days: EVENT_DAYS + 1 } }),
    },
  },
};

export const eventMatrix: MatrixRows<typeof eventContract> = {
  countEvents: forAnyone(() => ({ body: { events: [{ name: 'page_view', path: '/ja/help' }] } })),
  eventCounts: forOperators(() => ({ query: { days: 1 } }), ['money']),
};
