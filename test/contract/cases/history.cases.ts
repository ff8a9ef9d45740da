/** Cases of the events of files. */

import { historyContract } from '#shared/drive/history.contract.ts';
import { forPerson, type MatrixRows, ownedFolder } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeFile, makeFolder, makeTrashed, ok, UNKNOWN_ID } from '../world.ts';

export const historyCases: ContractCases<typeof historyContract> = {
  events: {
    success: {
      'with a folder that was made': async ({ alice }) => {
        await makeFolder(alice);
        return { query: { limit: '2', filters: '{"type":{"in":"TYPE_CREATE,TYPE_VIEW"}}' } };
      },
      'of one file that was played': async ({ alice }) => {
        const id = await makeFile(alice);
        const event = { type: 'TYPE_PLAY', file_id: id, params: { play_seconds: '7', play_duration: '90' } } as const;
        await ok(historyContract.addEvent, { token: alice.token, body: { event } });
        return { query: { filters: `{"type":{"in":"TYPE_PLAY"},"file_id":{"in":"${id}"}}` } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: { filters: '{"type":{"in":"TYPE_EAT"}}' } }),
    },
  },
  addEvent: {
    success: {
      'of a file that was looked at': async ({ alice }) => ({
        body: { event: { type: 'TYPE_VIEW', file_id: await makeFile(alice), params: { play_seconds: '7' } } },
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { event: { type: 'TYPE_DELETE', file_id: UNKNOWN_ID } } }),
      file_not_found: () => ({ body: { event: { type: 'TYPE_VIEW', file_id: UNKNOWN_ID } } }),
      file_in_recycle_bin: async ({ alice }) => ({
        body: { event: { type: 'TYPE_VIEW', file_id: await makeTrashed(alice) } },
      }),
    },
  },
  deleteEvents: {
    success: { 'also of one that is not there': () => ({ body: { ids: [UNKNOWN_ID] } }) },
    errors: { invalid_argument: () => ({ body: { ids: [] } }) },
  },
  clearEvents: {
    success: { 'of one type': () => ({ body: { types: ['TYPE_VIEW'] } }) },
    errors: { invalid_argument: () => ({ body: { types: ['TYPE_EAT'] } }) },
  },
};

export const historyMatrix: MatrixRows<typeof historyContract> = {
  events: forPerson(async (owner) => {
    await ownedFolder(owner);
    return {};
  }, 'own'),
  addEvent: forPerson(
    async (owner) => ({ body: { event: { type: 'TYPE_VIEW', file_id: await ownedFolder(owner) } } }),
    'file_not_found',
  ),
  deleteEvents: forPerson(() => ({ body: { ids: ['none'] } }), 'own'),
  clearEvents: forPerson(() => ({ body: {} }), 'own'),
};
