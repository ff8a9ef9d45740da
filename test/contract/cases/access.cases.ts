/** Cases of the region check: a caller of its own, another domain's visitor, an address a browser found. */

import type { accessContract } from '#shared/access/contract.ts';
import { forAnyone, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { serverWithRules } from '../documents.ts';

const closed = () => serverWithRules({ blockedCountries: ['KP'], blockedAddresses: ['203.0.113.7'] });

export const accessCases: ContractCases<typeof accessContract> = {
  areaAccessible: {
    success: {
      'that nothing is closed': () => ({}),
      'for the visitor of another domain': () => ({ query: { country: 'KP' }, server: closed() }),
      'for an address that a browser found': () => ({
        query: { country: 'DE', address: '203.0.113.7' },
        server: closed(),
      }),
      'to a caller who is kept out': () => ({ server: closed() }),
    },
    errors: { invalid_argument: () => ({ query: { country: 'XX' } }) },
  },
};

export const accessMatrix: MatrixRows<typeof accessContract> = {
  areaAccessible: forAnyone(() => ({ query: { country: 'DE' } })),
};
