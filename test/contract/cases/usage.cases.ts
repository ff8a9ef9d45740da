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
      'the space of a free person': ({ alice }) => ({ token: alice.token }),
      'the space of a premium person': ({ carla }) => ({ token: carla.token }),
    },
    errors: {},
  },
  size: {
    success: {
      'of a folder': async ({ alice }) => ({ token: alice.token, params: { id: await makeFolder(alice) } }),
    },
    errors: {
      file_not_found: ({ alice }) => ({ token: alice.token, params: { id: UNKNOWN_ID } }),
      file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, params: { id: await makeTrashed(alice) } }),
    },
  },
  kinds: {
    success: {
      'of a drive with a file': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token };
      },
    },
    errors: { too_many_requests: ({ alice }) => ({ server: withoutSweeps(), token: alice.token }) },
  },
  heavyFolders: {
    success: {
      'of a drive with a file in a folder': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, query: { limit: '2' } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, query: { limit: 'x' } }),
      too_many_requests: ({ alice }) => ({ server: withoutSweeps(), token: alice.token }),
    },
  },
  largest: {
    success: {
      'of a drive with a file': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, query: { limit: '2' } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, query: BAD_TOKEN }),
      too_many_requests: ({ alice }) => ({ server: withoutSweeps(), token: alice.token }),
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
