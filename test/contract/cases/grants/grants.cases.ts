/** Cases of the people of a folder, for its owner. */
import { driveContract } from '#shared/drive/contract.ts';
import type { grantsContract } from '#shared/drive/grants/grants.contract.ts';
import { type Asking, forPerson, type MatrixRows, ownedFolder } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import { freshName, inDrive, makeFolder, makeTrashed, ok, type Person, UNKNOWN_ID } from '../../world.ts';
import { shareWith } from './common-folder.ts';

const PERSON = 'bob@example.com';

async function makeGrant(owner: Person, nodeId = ''): Promise<{ id: string; file_id: string }> {
  const file_id = nodeId || (await makeFolder(owner));
  const body = { file_id, person: `${freshName('nobody').replaceAll(' ', '')}@example.com`, role: 'viewer' };
  const { grant_id: id } = await ok(driveContract.grantCreate, { token: owner.token, body });
  return { id, file_id };
}

const about =
  (body?: object): Case =>
  async ({ alice }) => ({ params: { id: (await makeGrant(alice)).id }, ...(body ? { body } : {}) });
const aboutNothing =
  (body?: object): Case =>
  () => ({ params: { id: UNKNOWN_ID }, ...(body ? { body } : {}) });
const invite =
  (fields: object): Case =>
  async ({ alice }) => ({ body: { file_id: await makeFolder(alice), person: PERSON, role: 'viewer', ...fields } });

/** Rows of grants that count: people of a folder, or invitations of the last day. */
const rows = (n: number, state: string) =>
  `INSERT INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms)
   WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${n})
   SELECT 'full' || i, ?1, '', 'full' || i, '', 'viewer', '${state}', ${state === 'removed' ? Date.now() : 0}, ${Date.now()} FROM n`;
const filled =
  (n: number, state: string): Case =>
  async ({ carla, after }) => {
    const file_id = await makeFolder(carla);
    await inDrive(carla, rows(n, state), file_id);
    after(() => inDrive(carla, "DELETE FROM grants WHERE label LIKE 'full%'"));
    return { token: carla.token, body: { file_id, person: PERSON, role: 'viewer' } };
  };

export const grantsCases: ContractCases<typeof grantsContract> = {
  grantCreate: {
    success: {
      'an invitation': invite({}),
      'an invitation of an address that nobody has': invite({ person: 'nobody.at.all@example.com', role: 'editor' }),
    },
    errors: {
      invalid_argument: invite({ person: 'alice@example.com' }),
      file_not_found: invite({ file_id: UNKNOWN_ID }),
      file_in_recycle_bin: async ({ alice }) => ({
        body: { file_id: await makeTrashed(alice), person: PERSON, role: 'viewer' },
      }),
      resource_exhausted: filled(50, 'invited'),
      too_many_requests: filled(100, 'removed'),
    },
  },
  grants: {
    success: {
      'the people of a folder': async ({ alice }) => {
        const { file_id } = await makeGrant(alice);
        return { query: { file_id } };
      },
    },
    errors: { invalid_argument: () => ({ query: {} }) },
  },
  grantChange: {
    success: { 'the grant with its role': about({ role: 'editor' }) },
    errors: { invalid_argument: about({ role: 'king' }), not_found: aboutNothing({ role: 'editor' }) },
  },
  grantOffer: {
    success: {
      'the offered grant': async ({ alice, bob }) => ({
        params: { id: (await shareWith(alice, bob)).grantId },
        body: { offered: true },
      }),
      'the grant without an offer': about({ offered: false }),
    },
    errors: {
      invalid_argument: about({ offered: 'yes' }),
      not_found: aboutNothing({ offered: true }),
      // Not accepted.
      failed_precondition: about({ offered: true }),
    },
  },
  grantRemove: { success: { nothing: about() }, errors: { not_found: aboutNothing() } },
};

const owned =
  (body?: object): Asking =>
  async (owner) => ({
    params: { id: (await makeGrant(owner, await ownedFolder(owner))).id },
    ...(body ? { body } : {}),
  });

export const grantsMatrix: MatrixRows<typeof grantsContract> = {
  grantCreate: forPerson(
    async (owner) => ({ body: { file_id: await ownedFolder(owner), person: 'olga2@example.com', role: 'viewer' } }),
    'file_not_found',
  ),
  grants: forPerson(
    async (owner) => ({ query: { file_id: (await makeGrant(owner, await ownedFolder(owner))).file_id } }),
    'own',
  ),
  grantChange: forPerson(owned({ role: 'editor' }), 'not_found'),
  grantOffer: forPerson(owned({ offered: false }), 'not_found'),
  grantRemove: forPerson(owned(), 'not_found'),
};
