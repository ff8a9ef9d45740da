/** Cases of visitors who look into an archive of a link. */
import type { shareArchiveContract } from '#shared/share/archive.contract.ts';
import { MAX_UNPACKED_BY_VISITORS } from '#worker/services/drive/archive/archive-reads.ts';
import type { archivePart } from '#worker/services/drive/archive/part.ts';
import { driveOf } from '#worker/services/drive/deps.ts';
import { forAnyone, type MatrixRows } from '../../callers.ts';
import type { Case, ContractCases, EndpointCases } from '../../cases.ts';
import { makeFile, makeLink, objects, type Person, UNKNOWN_ID } from '../../world.ts';
import { archive, crowdedArchive, largeArchive } from '../archive.cases.ts';
import { viewOnlyLink } from '../share/own-link.cases.ts';

/** The body of a call about a file of a new link. */
async function linkTo(owner: Person, fileId: string, locked = false): Promise<{ share_id: string; file_id: string }> {
  const { shareId } = await makeLink(owner, { fileIds: [fileId], locked });
  return { share_id: shareId, file_id: fileId };
}

const noArchive: Case = async ({ alice }) => ({ body: { ...(await linkTo(alice, await makeFile(alice))), index: 1 } });

/** Refusals of both calls that look into an archive of a link. */
function archiveRefusals(): EndpointCases['errors'] {
  return {
    file_not_found: async ({ alice }) => ({
      body: { ...(await linkTo(alice, await makeFile(alice))), file_id: await archive(alice) },
    }),
    INVALID_FILE_FORMAT: noArchive,
    file_too_large: async ({ alice }) => ({
      body: { ...(await linkTo(alice, await largeArchive(alice))), index: 1 },
    }),
    archive_too_many_files: async ({ alice }) => ({
      body: { ...(await linkTo(alice, await crowdedArchive(alice))), index: 1 },
    }),
    resource_exhausted: async ({ carla }) => {
      const body = { ...(await linkTo(carla, await archive(carla, 'p.7z'))), index: 1 };
      const drive = driveOf<typeof archivePart>(objects, carla.userId);
      for (let count = 0; count < MAX_UNPACKED_BY_VISITORS; count += 1) await drive.archiveUnpacks(null);
      return { body };
    },
  };
}

export const shareArchiveCases: ContractCases<typeof shareArchiveContract> = {
  archiveList: {
    success: {
      'the top of an archive': async ({ alice }) => ({ body: await linkTo(alice, await archive(alice)) }),
      'a folder of an archive whose names are protected': async ({ alice }) => ({
        body: { ...(await linkTo(alice, await archive(alice, 'enc.7z'))), path: 'Trip' },
      }),
      'nothing of a locked link': async ({ alice }) => ({ body: await linkTo(alice, await archive(alice), true) }),
      'a link nobody made': () => ({ body: { share_id: UNKNOWN_ID } }),
    },
    errors: {
      invalid_argument: () => ({ body: { share_id: UNKNOWN_ID, path: 'x'.repeat(4097) } }),
      ...archiveRefusals(),
      archive_not_listed: async ({ alice }) => ({ body: await linkTo(alice, await largeArchive(alice, 'tar.gz')) }),
    },
  },
  archiveEntry: {
    success: {
      'a link to an entry': async ({ alice }) => ({
        body: { ...(await linkTo(alice, await archive(alice))), index: 1 },
      }),
      'a link to a protected entry': async ({ alice }) => ({
        body: { ...(await linkTo(alice, await archive(alice, 'aes.zip'))), index: 2, password: 'secret' },
      }),
      'nothing of a locked link': async ({ alice }) => ({
        body: { ...(await linkTo(alice, await archive(alice), true)), index: 1 },
      }),
    },
    errors: {
      link_view_only: async ({ alice }) => {
        const file_id = await archive(alice);
        return { body: { share_id: await viewOnlyLink(alice, [file_id]), file_id, index: 1 } };
      },
      invalid_argument: async ({ alice }) => ({ body: { ...(await linkTo(alice, await archive(alice))), index: 99 } }),
      ...archiveRefusals(),
      unzip_password_required: async ({ alice }) => ({
        body: { ...(await linkTo(alice, await archive(alice, 'aes.zip'))), index: 2 },
      }),
      unzip_password_incorrect: async ({ alice }) => ({
        body: { ...(await linkTo(alice, await archive(alice, 'aes.zip'))), index: 2, password: 'wrong' },
      }),
    },
  },
};

export const shareArchiveMatrix: MatrixRows<typeof shareArchiveContract> = {
  archiveList: forAnyone(async (owner) => ({ body: await linkTo(owner, await archive(owner)) })),
  archiveEntry: forAnyone(async (owner) => ({ body: { ...(await linkTo(owner, await archive(owner))), index: 1 } })),
};
