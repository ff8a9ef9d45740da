/** Cases of folders that others share with the caller: carla shares with alice. */
import { driveContract } from '#shared/drive/contract.ts';
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import type { commonContract } from '#shared/drive/grants/guest.contract.ts';
import { type Asking, forPerson, type MatrixRows } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import type { Ask } from '../../send.ts';
import {
  bytesOf,
  freshName,
  inDrive,
  limitTree,
  makeFile,
  makeFolder,
  makeTrashed,
  ok,
  type Person,
  signIn,
  UNKNOWN_ID,
} from '../../world.ts';
import { type Common, inviteTo, shareWith } from './common-folder.ts';

interface Inside extends Common {
  readonly innerId: string;
  readonly fileId: string;
}

export async function withFiles(owner: Person, guest: Person, role: GrantRole = 'editor'): Promise<Inside> {
  const common = await shareWith(owner, guest, { role });
  // A drive sends a hundred invitations a day, and all files of tests share these people.
  await inDrive(owner, 'UPDATE grants SET created_ms = created_ms - 86400001 WHERE id = ?', common.grantId);
  const innerId = await makeFolder(owner, common.folderId);
  const fileId = await makeFile(owner);
  await ok(driveContract.batchMove, {
    token: owner.token,
    body: { ids: [fileId], to: { parent_id: common.folderId } },
  });
  return { ...common, innerId, fileId };
}

type Call = Omit<Ask, 'token'>;

/** A call of alice about a folder of carla. */
const asked =
  (of: (inside: Inside) => Call, role: GrantRole = 'editor'): Case =>
  async ({ alice, carla }) => ({ ...of(await withFiles(carla, alice, role)) });
const unknown =
  (more: Call = {}): Case =>
  () => ({ ...more, params: { id: UNKNOWN_ID, file_id: UNKNOWN_ID } });
const params = ({ grantId, fileId }: Inside) => ({ id: grantId, file_id: fileId });
const noFile = ({ grantId }: Inside) => ({ id: grantId, file_id: UNKNOWN_ID });

/** A folder of carla that she offers to alice. */
const offered =
  (body: object): Case =>
  async ({ alice, carla }) => {
    const { grantId: id } = await withFiles(carla, alice);
    await ok(driveContract.grantOffer, { token: carla.token, params: { id }, body: { offered: true } });
    return { params: { id }, body };
  };

export const commonCases: ContractCases<typeof commonContract> = {
  commonFolders: {
    success: {
      'invitations and common folders': async ({ alice, carla }) => {
        await inviteTo(carla, alice);
        await shareWith(carla, alice, { nodeId: await makeFile(carla) });
        return {};
      },
    },
  },
  commonUnblock: {
    success: { nothing: ({ bob }) => ({ params: { id: bob.userId } }) },
  },
  commonAnswer: {
    success: {
      'nothing when it is accepted': async ({ alice, carla }) => ({
        params: { id: (await inviteTo(carla, alice)).grantId },
        body: { answer: 'accepted' },
      }),
      'nothing when it is declined': async ({ alice, carla }) => ({
        params: { id: (await inviteTo(carla, alice)).grantId },
        body: { answer: 'declined' },
      }),
      'nothing when it is left': asked(({ grantId }) => ({ params: { id: grantId }, body: { answer: 'left' } })),
    },
    errors: {
      invalid_argument: asked(({ grantId }) => ({ params: { id: grantId }, body: { answer: 'maybe' } })),
      not_found: unknown({ body: { answer: 'accepted' } }),
    },
  },
  commonOffer: {
    success: {
      'the task that moves the folder': offered({ answer: 'accepted' }),
      'no task when it is declined': offered({ answer: 'declined' }),
    },
    errors: {
      not_found: unknown({ body: { answer: 'accepted' } }),
      invalid_argument: offered({ answer: 'maybe' }),
      failed_precondition: asked(({ grantId }) => ({ params: { id: grantId }, body: { answer: 'accepted' } })),
      file_space_not_enough: async (world) => {
        const ask = await offered({ answer: 'accepted' })(world);
        await inDrive(world.alice, 'UPDATE space SET reserved_bytes = reserved_bytes + 9000000000000000');
        world.after(() => inDrive(world.alice, 'UPDATE space SET reserved_bytes = reserved_bytes - 9000000000000000'));
        return ask;
      },
      file_count_limit: async (world) => {
        const ask = await offered({ answer: 'accepted' })(world);
        await limitTree(world.alice, { nodesPerDrive: 1 }, world.after);
        return ask;
      },
      task_sub_task_num_limit: async (world) => {
        const ask = await offered({ answer: 'accepted' })(world);
        await limitTree(world.alice, { nodesPerCopy: 1 }, world.after);
        return ask;
      },
      resource_exhausted: async (world) => {
        const ask = await offered({ answer: 'accepted' })(world);
        await inDrive(
          world.alice,
          `INSERT INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms)
           WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
           SELECT 'full' || i, 'full', '', 'full' || i, '', 'viewer', 'invited', 1, 1 FROM n`,
        );
        world.after(() => inDrive(world.alice, "DELETE FROM grants WHERE node_id = 'full'"));
        return ask;
      },
    },
  },
  commonFiles: {
    success: {
      'the files of the common folder': asked(({ grantId }) => ({ params: { id: grantId } })),
      'those of a folder in it': asked(({ grantId, innerId }) => ({
        params: { id: grantId },
        query: { parent_id: innerId },
      })),
    },
    errors: {
      not_found: unknown(),
      file_not_found: asked(({ grantId }) => ({ params: { id: grantId }, query: { parent_id: UNKNOWN_ID } })),
      invalid_argument: asked(({ grantId }) => ({ params: { id: grantId }, query: { page_token: 'noise' } })),
    },
  },
  commonFile: {
    success: { 'a file with its link': asked((inside) => ({ params: params(inside) }), 'viewer') },
    errors: { not_found: unknown(), file_not_found: asked((inside) => ({ params: noFile(inside) })) },
  },
  commonCreate: {
    success: { 'the new folder': asked(({ grantId }) => ({ params: { id: grantId }, body: { name: freshName() } })) },
    errors: {
      not_found: unknown({ body: { name: 'a' } }),
      file_not_found: asked(({ grantId }) => ({ params: { id: grantId }, body: { name: 'a', parent_id: UNKNOWN_ID } })),
      invalid_argument: asked(({ grantId }) => ({ params: { id: grantId }, body: { name: 7 } })),
      permission_denied: asked(({ grantId }) => ({ params: { id: grantId }, body: { name: 'a' } }), 'viewer'),
      file_name_empty: asked(({ grantId }) => ({ params: { id: grantId }, body: { name: '' } })),
      file_name_invalid: asked(({ grantId }) => ({ params: { id: grantId }, body: { name: 'a/b' } })),
      failed_precondition: async ({ alice, carla, after }) => {
        const { grantId } = await withFiles(carla, alice);
        await limitTree(carla, { nodesPerDrive: 1 }, after);
        return { params: { id: grantId }, body: { name: 'a' } };
      },
    },
  },
  commonRename: {
    success: { 'the renamed file': asked((inside) => ({ params: params(inside), body: { name: freshName() } })) },
    errors: {
      not_found: unknown({ body: { name: 'a' } }),
      file_not_found: asked((inside) => ({ params: noFile(inside), body: { name: 'a' } })),
      invalid_argument: asked((inside) => ({ params: params(inside), body: { name: 7 } })),
      permission_denied: asked((inside) => ({ params: params(inside), body: { name: 'a' } }), 'viewer'),
      file_name_empty: asked((inside) => ({ params: params(inside), body: { name: '' } })),
      file_name_invalid: asked((inside) => ({ params: params(inside), body: { name: 'a/b' } })),
      file_rename_to_same_name: async ({ alice, carla }) => {
        const common = await shareWith(carla, alice);
        const file_id = await makeFolder(carla, common.folderId, 'same');
        return { params: { id: common.grantId, file_id }, body: { name: 'same' } };
      },
      file_duplicated_name: async ({ alice, carla }) => {
        const common = await shareWith(carla, alice);
        await makeFolder(carla, common.folderId, 'taken');
        const file_id = await makeFolder(carla, common.folderId, 'other');
        return { params: { id: common.grantId, file_id }, body: { name: 'taken' } };
      },
    },
  },
  commonMove: {
    success: {
      nothing: asked(({ grantId, fileId, innerId }) => ({
        params: { id: grantId },
        body: { ids: [fileId], to: innerId },
      })),
    },
    errors: {
      not_found: unknown({ body: { ids: [UNKNOWN_ID] } }),
      file_not_found: asked(({ grantId, innerId }) => ({
        params: { id: grantId },
        body: { ids: [UNKNOWN_ID], to: innerId },
      })),
      invalid_argument: asked(({ grantId, innerId }) => ({
        params: { id: grantId },
        body: { ids: [innerId], to: innerId },
      })),
      permission_denied: asked(
        ({ grantId, fileId, innerId }) => ({ params: { id: grantId }, body: { ids: [fileId], to: innerId } }),
        'viewer',
      ),
      file_move_or_copy_to_cur: asked(({ grantId, fileId }) => ({
        params: { id: grantId },
        body: { ids: [fileId], to: '' },
      })),
    },
  },
  commonTrash: {
    success: { nothing: asked(({ grantId, fileId }) => ({ params: { id: grantId }, body: { ids: [fileId] } })) },
    errors: {
      not_found: unknown({ body: { ids: [UNKNOWN_ID] } }),
      file_not_found: asked(({ grantId }) => ({ params: { id: grantId }, body: { ids: [UNKNOWN_ID] } })),
      invalid_argument: asked(({ grantId }) => ({ params: { id: grantId }, body: { ids: [] } })),
      permission_denied: asked(
        ({ grantId, fileId }) => ({ params: { id: grantId }, body: { ids: [fileId] } }),
        'viewer',
      ),
    },
  },
  commonPut: {
    success: {
      'the file': asked(({ grantId }) => ({
        params: { id: grantId },
        query: { name: freshName() },
        bytes: bytesOf('hello'),
      })),
      'an empty file': asked(({ grantId }) => ({
        params: { id: grantId },
        query: { name: freshName() },
        bytes: bytesOf(''),
      })),
    },
    errors: {
      not_found: unknown({ query: { name: 'a' }, bytes: bytesOf('hello') }),
      file_not_found: asked(({ grantId }) => ({
        params: { id: grantId },
        query: { name: 'a', parent_id: UNKNOWN_ID },
        bytes: bytesOf('hello'),
      })),
      invalid_argument: asked(({ grantId }) => ({
        params: { id: grantId },
        query: { name: 'a'.repeat(3_000) },
        bytes: bytesOf('a'),
      })),
      permission_denied: asked(
        ({ grantId }) => ({ params: { id: grantId }, query: { name: 'a' }, bytes: bytesOf('hello') }),
        'viewer',
      ),
      file_name_empty: asked(({ grantId }) => ({ params: { id: grantId }, bytes: bytesOf('hello') })),
      file_name_invalid: asked(({ grantId }) => ({
        params: { id: grantId },
        query: { name: 'a/b' },
        bytes: bytesOf('hello'),
      })),
      file_too_large: asked(({ grantId }) => ({
        params: { id: grantId },
        query: { name: 'a' },
        bytes: bytesOf('hello'),
        headers: { 'content-length': String(96 * 1_048_576) },
      })),
      failed_precondition: async ({ alice, carla, after }) => {
        const { grantId } = await withFiles(carla, alice);
        await limitTree(carla, { nodesPerDrive: 1 }, after);
        return { params: { id: grantId }, query: { name: 'a' }, bytes: bytesOf('hello') };
      },
      too_many_requests: async ({ alice, carla }) => {
        const { grantId } = await withFiles(carla, alice);
        await inDrive(
          carla,
          `INSERT INTO grant_uploads (grant_id, file_key, asked, upload_id, at_ms)
           WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT ?1, 'k' || i, '', 'u' || i, 0 FROM n`,
          grantId,
        );
        return { params: { id: grantId }, query: { name: 'a' }, bytes: bytesOf('hello') };
      },
    },
  },
  commonSave: {
    success: {
      'a task for one file': asked(
        ({ grantId, fileId }) => ({ params: { id: grantId }, body: { ids: [fileId] } }),
        'viewer',
      ),
      'a task for the folder': asked(({ grantId }) => ({ params: { id: grantId }, body: {} })),
    },
    errors: {
      not_found: unknown({ body: {} }),
      file_not_found: asked(({ grantId }) => ({ params: { id: grantId }, body: { ids: [UNKNOWN_ID] } })),
      invalid_argument: asked(({ grantId }) => ({ params: { id: grantId }, body: { ids: 'noise' } })),
      file_in_recycle_bin: async ({ alice, carla }) => ({
        params: { id: (await withFiles(carla, alice)).grantId },
        body: { parent_id: await makeTrashed(alice) },
      }),
      file_space_not_enough: async ({ alice, carla, after }) => {
        const { grantId } = await withFiles(carla, alice);
        await inDrive(alice, 'UPDATE space SET reserved_bytes = reserved_bytes + 9000000000000000');
        after(() => inDrive(alice, 'UPDATE space SET reserved_bytes = reserved_bytes - 9000000000000000'));
        return { params: { id: grantId }, body: {} };
      },
      file_count_limit: async ({ alice, carla, after }) => {
        const { grantId } = await withFiles(carla, alice);
        await limitTree(alice, { nodesPerDrive: 1 }, after);
        return { params: { id: grantId }, body: {} };
      },
    },
  },
};

const sharers = new Map<string, Promise<Person>>();

/** Another person, who shares with the owner of the row's data. */
export function sharerFor({ email }: Person): Promise<Person> {
  const name = email.startsWith('carla') ? 'alice@example.com' : 'carla@example.com';
  const known = sharers.get(name) ?? signIn(name);
  sharers.set(name, known);
  return known;
}

const received =
  (of: (inside: Inside) => Call): Asking =>
  async (guest) =>
    of(await withFiles(await sharerFor(guest), guest));

export const commonMatrix: MatrixRows<typeof commonContract> = {
  commonFolders: forPerson(
    received(() => ({})),
    'own',
    'ok',
    'ok',
  ),
  commonUnblock: forPerson(
    received(() => ({ params: { id: UNKNOWN_ID } })),
    'own',
  ),
  commonAnswer: forPerson(
    received(({ grantId }) => ({ params: { id: grantId }, body: { answer: 'accepted' } })),
    'not_found',
  ),
  commonOffer: forPerson(
    received(({ grantId }) => ({ params: { id: grantId }, body: { answer: 'declined' } })),
    'not_found',
  ),
  commonFiles: forPerson(
    received(({ grantId }) => ({ params: { id: grantId } })),
    'not_found',
  ),
  commonFile: forPerson(
    received((inside) => ({ params: params(inside) })),
    'not_found',
  ),
  commonCreate: forPerson(
    received(({ grantId }) => ({ params: { id: grantId }, body: { name: freshName() } })),
    'not_found',
  ),
  commonRename: forPerson(
    received((inside) => ({ params: params(inside), body: { name: freshName() } })),
    'not_found',
  ),
  commonMove: forPerson(
    received(({ grantId, fileId, innerId }) => ({ params: { id: grantId }, body: { ids: [fileId], to: innerId } })),
    'not_found',
  ),
  commonTrash: forPerson(
    received(({ grantId, fileId }) => ({ params: { id: grantId }, body: { ids: [fileId] } })),
    'not_found',
  ),
  commonPut: forPerson(
    received(({ grantId }) => ({ params: { id: grantId }, query: { name: freshName() }, bytes: bytesOf('hello') })),
    'not_found',
  ),
  commonSave: forPerson(
    received(({ grantId, fileId }) => ({ params: { id: grantId }, body: { ids: [fileId] } })),
    'not_found',
  ),
};
