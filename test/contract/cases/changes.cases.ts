/** Cases of the endpoint by which programs follow a drive. */

import type { changesContract } from '#shared/drive/changes.contract.ts';
import { forPerson, type MatrixRows, ownedFolder } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeFolder, makeTrashed } from '../world.ts';

/** A place that no log has. */
const NOWHERE = btoa(JSON.stringify([1, 'c', 5, 5, 0])).replaceAll('=', '');

export const changesCases: ContractCases<typeof changesContract> = {
  changes: {
    success: {
      'the place to begin': () => ({}),
      'the place to begin after something was made and something trashed': async ({ alice }) => {
        await makeFolder(alice);
        await makeTrashed(alice);
        return { query: { limit: '10' } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: { since: 'yesterday' } }),
      changes_too_old: () => ({ query: { since: NOWHERE } }),
    },
  },
};

export const changesMatrix: MatrixRows<typeof changesContract> = {
  changes: forPerson(async (owner) => {
    await ownedFolder(owner);
    return {};
  }, 'own'),
};
