/** Cases around a save from a link: its plan, and taking it back. */
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import type { saveContract } from '#shared/share/save.contract.ts';
import { forPerson, type MatrixRows, ownedLink } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { freshName, makeFile, makeFolder, makeLink, makeTrashed, ok, type Person, UNKNOWN_ID } from '../../world.ts';
import { viewOnlyLink } from './own-link.cases.ts';

/** The task of a save of one file, and its copy. */
async function saved(owner: Person, by: Person): Promise<{ taskId: string; copyId: string }> {
  const { shareId, fileIds } = await makeLink(owner);
  const parent_id = await makeFolder(by);
  const body = { share_id: shareId, file_ids: fileIds, parent_id, specify_parent_id: true };
  const { restore_task_id, params } = await ok(shareContract.restore, { token: by.token, body });
  const [copyId = ''] = Object.values(JSON.parse(params['trace_file_ids'] ?? '{}') as Record<string, string>);
  return { taskId: restore_task_id, copyId };
}

export const saveCases: ContractCases<typeof saveContract> = {
  restorePlan: {
    success: {
      'all of a link': async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice)).shareId, file_ids: [] },
      }),
      'one file into a folder': async ({ alice, bob }) => {
        const { shareId, fileIds } = await makeLink(alice);
        const parent_id = await makeFolder(bob);
        return {
          token: bob.token,
          body: { share_id: shareId, file_ids: fileIds, parent_id, specify_parent_id: true },
        };
      },
      'the state of a locked link': async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice, { locked: true })).shareId, file_ids: [] },
      }),
    },
    errors: {
      link_view_only: async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: await viewOnlyLink(alice), file_ids: [] },
      }),
      invalid_argument: ({ bob }) => ({ token: bob.token, body: { share_id: UNKNOWN_ID, file_ids: 'all' } }),
      file_not_found: async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice)).shareId, file_ids: [await makeFile(alice)] },
      }),
      file_in_recycle_bin: async ({ alice, bob }) => ({
        token: bob.token,
        body: {
          share_id: (await makeLink(alice)).shareId,
          file_ids: [],
          parent_id: await makeTrashed(bob),
          specify_parent_id: true,
        },
      }),
      file_restore_own: async ({ alice }) => ({ body: { share_id: (await makeLink(alice)).shareId, file_ids: [] } }),
    },
  },
  restoreUndo: {
    success: {
      'a save of now': async ({ alice, bob }) => ({
        token: bob.token,
        body: { restore_task_id: (await saved(alice, bob)).taskId },
      }),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: {} }),
      file_not_found: ({ bob }) => ({ token: bob.token, body: { restore_task_id: UNKNOWN_ID } }),
      failed_precondition: async ({ alice, bob }) => {
        const { taskId, copyId } = await saved(alice, bob);
        await ok(driveContract.rename, {
          token: bob.token,
          params: { id: copyId },
          body: { name: freshName('renamed') },
        });
        return { token: bob.token, body: { restore_task_id: taskId } };
      },
    },
  },
};

export const saveMatrix: MatrixRows<typeof saveContract> = {
  restorePlan: forPerson(
    async (owner) => ({ body: { share_id: (await ownedLink(owner)).shareId, file_ids: [] } }),
    'ok',
    'file_restore_own',
  ),
  restoreUndo: forPerson(() => ({ body: { restore_task_id: UNKNOWN_ID } }), 'file_not_found', 'file_not_found'),
};
