/** Cases of zip files of a link. */
import type { EndpointCases } from '../../cases.ts';
import { makeServer } from '../../send.ts';
import { beginUpload, freshName, makeFile, makeFolder, makeLink, UNKNOWN_ID } from '../../world.ts';
import { viewOnlyLink } from './own-link.cases.ts';

/** A server whose zip files hold one file. */
const smallZips = makeServer({ limits: { zipEntries: 1 } });

export const shareZipCases: EndpointCases = {
  success: {
    'all of a link': async ({ alice }) => ({ body: { share_id: (await makeLink(alice)).shareId } }),
    'one file of a link': async ({ alice }) => {
      const { shareId, fileIds } = await makeLink(alice);
      return { body: { share_id: shareId, file_ids: [...fileIds] } };
    },
    'nothing of a locked link': async ({ alice }) => ({
      body: { share_id: (await makeLink(alice, { locked: true })).shareId },
    }),
    'a link nobody made': () => ({ body: { share_id: UNKNOWN_ID } }),
  },
  errors: {
    link_view_only: async ({ alice }) => ({ body: { share_id: await viewOnlyLink(alice) } }),
    invalid_argument: () => ({ body: { share_id: UNKNOWN_ID, file_ids: 'all' } }),
    file_not_found: async ({ alice }) => ({
      body: { share_id: (await makeLink(alice)).shareId, file_ids: [await makeFile(alice)] },
    }),
    zip_empty: async ({ alice }) => {
      const parentId = await makeFolder(alice);
      const { shareId } = await makeLink(alice, { fileIds: [parentId] });
      const { fileId } = await beginUpload(alice, 5, freshName('file'), parentId);
      return { body: { share_id: shareId, file_ids: [fileId] } };
    },
    zip_too_many_files: async ({ alice }) => {
      const fileIds = [await makeFile(alice), await makeFile(alice)];
      return { server: smallZips, body: { share_id: (await makeLink(alice, { fileIds })).shareId } };
    },
    zip_too_many_chosen: async ({ alice }) => ({
      body: {
        share_id: (await makeLink(alice)).shareId,
        file_ids: Array.from({ length: 41 }, (_, index) => `V${index}`),
      },
    }),
  },
};
