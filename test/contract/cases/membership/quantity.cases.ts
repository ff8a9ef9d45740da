/** Cases of storage and traffic by plan and packs. */

import type { quantityContract } from '#shared/drive/quantity/quantity.contract.ts';
import { forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';

export const quantityCases: ContractCases<typeof quantityContract> = {
  quantity: {
    success: {
      'traffic of a free person': () => ({ query: { type: 'transfer', limit: '200' } }),
      'traffic of a premium person, without parameters': ({ carla }) => ({ token: carla.token }),
    },
    errors: { invalid_argument: () => ({ query: { limit: 'x' } }) },
  },
  spaces: {
    success: { 'storage of a premium person': ({ carla }) => ({ token: carla.token }) },
  },
};

export const quantityMatrix: MatrixRows<typeof quantityContract> = {
  quantity: forPerson(() => ({}), 'own'),
  spaces: forPerson(() => ({}), 'own'),
};
