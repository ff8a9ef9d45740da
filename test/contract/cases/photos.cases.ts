/** Cases of pictures by their time. */
import type { photosContract } from '#shared/drive/photos/photos.contract.ts';
import { forPerson, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { freshName, makeFile, UNKNOWN_ID } from '../world.ts';
import { makeAlbum, makePicture } from './albums.cases.ts';
import { withoutSweeps } from './search.cases.ts';

export const photosCases: ContractCases<typeof photosContract> = {
  photos: {
    success: {
      'the newest, with the months that there are': async ({ alice }) => {
        await makeFile(alice, freshName('content'), `${freshName()}.jpg`);
        return { query: { limit: '5' } };
      },
      'those of an album': async ({ alice }) => ({
        query: { album: await makeAlbum(alice, [await makePicture(alice)]) },
      }),
      'those of a day and before': () => ({ query: { day: '2026-08-15', skip: '1' } }),
    },
    errors: {
      invalid_argument: () => ({ query: { day: '15.8.2026' } }),
      not_found: () => ({ query: { album: UNKNOWN_ID } }),
      too_many_requests: () => ({ server: withoutSweeps() }),
    },
  },
};

export const photosMatrix: MatrixRows<typeof photosContract> = {
  photos: forPerson(async (owner) => {
    await makeFile(owner, freshName('content'), `${freshName()}.jpg`);
    return {};
  }, 'own'),
};
