/** Cases of archives made of the drive. */
import type { archiveContract } from '#shared/drive/archive.contract.ts';
import { forPerson, type MatrixRows, ownedBatch } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeServer } from '../send.ts';
import { beginUpload, makeFile, makeFolder, makeTrashed, UNKNOWN_ID } from '../world.ts';

/** A server whose zip files hold one file. */
const small = makeServer({ limits: { zipEntries: 1 } });

export const archiveCases: ContractCases<typeof archiveContract> = {
  zip: {
    success: {
      'a file and a folder': async ({ alice }) => ({
        token: alice.token,
        body: { ids: [await makeFile(alice), await makeFolder(alice)] },
      }),
      'everything in the drive': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, body: { all: true } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, body: { ids: [] } }),
      file_not_found: ({ alice }) => ({ token: alice.token, body: { ids: [UNKNOWN_ID] } }),
      file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, body: { ids: [await makeTrashed(alice)] } }),
      zip_empty: async ({ alice }) => ({ token: alice.token, body: { ids: [(await beginUpload(alice)).fileId] } }),
      zip_too_many_files: async ({ alice }) => ({
        server: small,
        token: alice.token,
        body: { ids: [await makeFile(alice), await makeFile(alice)] },
      }),
    },
  },
};

export const archiveMatrix: MatrixRows<typeof archiveContract> = {
  zip: forPerson(ownedBatch(), 'file_not_found'),
};
