/** Cases of used space. */

import type { storageContract, usageContract } from '#shared/drive/usage.contract.ts';
import { forPerson, type MatrixRows, ownedFolder } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeFile, makeFolder, makeTrashed, UNKNOWN_ID } from '../world.ts';
import { withoutSweeps } from './search.cases.ts';

const BAD_TOKEN = { page_token: 'x' };

export const usageCases: ContractCases<typeof usageContract & typeof storageContract> = {
  about: {
    success: {
      'the space of a free person': () => ({}),
      'the space of a premium person': ({ carla }) => ({ token: carla.token }),
    },
  },
  size: {
    success: {
      'of a folder': async ({ alice }) => ({ params: { id: await makeFolder(alice) } }),
    },
    errors: {
      file_not_found: () => ({ params: { id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ params: { id: await makeTrashed(alice) } }),
    },
  },
  kinds: {
    success: {
      'of a drive with a file': async ({ alice }) => {
        await makeFile(alice);
        return {};
      },
    },
    errors: { too_many_requests: () => ({ server: withoutSweeps() }) },
  },
  heavyFolders: {
    success: {
      'of a drive with a file in a folder': async ({ alice }) => {
        await makeFile(alice);
        return { query: { limit: '2' } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: { limit: 'x' } }),
      too_many_requests: () => ({ server: withoutSweeps() }),
    },
  },
  largest: {
    success: {
      'of a drive with a file': async ({ alice }) => {
        await makeFile(alice);
        return { query: { limit: '2' } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: BAD_TOKEN }),
      too_many_requests: () => ({ server: withoutSweeps() }),
    },
  },
};

export const usageMatrix: MatrixRows<typeof usageContract & typeof storageContract> = {
  size: forPerson(async (owner) => ({ params: { id: await ownedFolder(owner) } }), 'file_not_found'),
  kinds: forPerson(() => ({}), 'own'),
  heavyFolders: forPerson(() => ({}), 'own'),
  largest: forPerson(() => ({}), 'own'),
  about: forPerson(() => ({}), 'own'),
};
