/** Cases of images that a browser makes for a file of its person. */
import { driveContract } from '#shared/drive/contract.ts';
import type { picturesContract } from '#shared/drive/pictures/pictures.contract.ts';
import { MIB } from '#shared/units.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { forPerson, type MatrixRows, ownedName } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import { blockContent, bytesOf, freshName, makeFile, makeTrashed, ok, UNKNOWN_ID } from '../../world.ts';

/** @param idOf  the file. @param bytes  of the image */
const imageFor =
  (idOf: (world: Parameters<Case>[0]) => Promise<string> | string, bytes = pngOf(40, 30)): Case =>
  async (world) => ({ token: world.alice.token, params: { id: await idOf(world) }, bytes });

export const picturesCases: ContractCases<typeof picturesContract> = {
  setThumbnail: {
    success: {
      'a frame of a film, with its size and length': async ({ alice }) => ({
        params: { id: await makeFile(alice, 'film', 'film.mp4') },
        query: { width: 1_920, height: 1_080, duration: 61 },
        bytes: pngOf(40, 30),
      }),
    },
    errors: {
      invalid_argument: imageFor(
        ({ alice }) => makeFile(alice, freshName('film'), 'film.mp4'),
        bytesOf('<svg onload="alert(1)"/>'),
      ),
      file_not_found: imageFor(() => UNKNOWN_ID),
      file_in_recycle_bin: imageFor(({ alice }) => makeTrashed(alice)),
      file_too_large: imageFor(
        ({ alice }) => makeFile(alice, freshName('film'), 'film.mp4'),
        new Uint8Array(4 * MIB + 1),
      ),
      file_blocked: async ({ alice, olga }) => {
        const id = await makeFile(alice, freshName('closed'));
        const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id } });
        await blockContent(olga, alice, hash);
        return { params: { id }, bytes: pngOf(40, 30) };
      },
    },
  },
};

export const picturesMatrix: MatrixRows<typeof picturesContract> = {
  setThumbnail: forPerson(
    // Of its own content: the images of a known one come to a new file a moment later.
    async (owner) => ({
      params: { id: await makeFile(owner, freshName('film'), `${ownedName()}.mp4`) },
      bytes: pngOf(40, 30),
    }),
    'file_not_found',
  ),
};
