/** Cases of shares that a person follows. */
import { runInDurableObject } from 'cloudflare:test';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { followContract } from '#shared/share/follow.contract.ts';
import { forPerson, type MatrixRows, ownedLink } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import { makeServer } from '../../send.ts';
import {
  makeFile,
  makeFolder,
  makeLink,
  makeTrashed,
  objects,
  ok,
  type Person,
  UNKNOWN_ID,
  type World,
} from '../../world.ts';

const full = makeServer({ limits: { freeStorageBytes: 0 } });
/** Looks of one address in a share within ten minutes. */
const LOOKS = 60;

/** A folder of one person that another one follows, with a file that came since. */
async function followed(owner: Person, by: Person): Promise<string> {
  const folder = await makeFolder(owner);
  const { shareId } = await makeLink(owner, { fileIds: [folder] });
  await ok(followContract.follow, { token: by.token, body: { share_id: shareId } });
  const id = await makeFile(owner, `new in ${folder}`);
  await ok(driveContract.batchMove, { token: owner.token, body: { ids: [id], to: { parent_id: folder } } });
  return shareId;
}

const about =
  (more: (world: World) => object | Promise<object> = () => ({})): Case =>
  async (world) => {
    const { alice, bob } = world;
    return { token: bob.token, body: { share_id: await followed(alice, bob), ...(await more(world)) } };
  };

/** Looked at as often as an address may. */
const tired: Case = async ({ alice, bob }) => {
  const share_id = await followed(alice, bob);
  const ask = { token: bob.token, body: { share_id } };
  for (let looks = 0; looks < LOOKS; looks += 1) await ok(followContract.followLook, ask);
  return ask;
};

const tooLong = { share_id: UNKNOWN_ID, pass_code_token: 'x'.repeat(5_000) };
const stranger: Case = async ({ alice, carla }) => ({
  token: carla.token,
  body: { share_id: (await makeLink(alice)).shareId },
});

export const followCases: ContractCases<typeof followContract> = {
  follow: {
    success: {
      'the share that is followed': async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice)).shareId },
      }),
      'the share that was followed before': about(),
      'the state of a locked share': async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice, { locked: true })).shareId },
      }),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: tooLong }),
      file_restore_own: async ({ alice }) => ({ body: { share_id: (await makeLink(alice)).shareId } }),
      resource_exhausted: async ({ alice, carla, after }) => {
        const { shareId } = await makeLink(alice);
        const inBook = (sql: string) =>
          runInDurableObject(objects.shareRegistries.getByName(carla.userId), (_book, { storage }) =>
            storage.sql.exec(sql).toArray(),
          );
        await ok(followContract.following, { token: carla.token });
        await inBook(`INSERT INTO follows (share_id, title, owner_name, followed_ms, seen)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT 'full' || i, '', '', 0, x'' FROM n`);
        after(() => inBook("DELETE FROM follows WHERE share_id LIKE 'full%'"));
        return { token: carla.token, body: { share_id: shareId } };
      },
    },
  },
  following: {
    success: {
      'followed shares': async ({ alice, bob }) => {
        await followed(alice, bob);
        return { token: bob.token };
      },
    },
  },
  followLook: {
    success: { 'a file that came': about() },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: tooLong }),
      not_found: stranger,
      too_many_requests: tired,
    },
  },
  followFetch: {
    success: {
      'a save of what came': about(),
      'a save into a folder': about(async ({ bob }) => ({
        parent_id: await makeFolder(bob),
        specify_parent_id: true,
      })),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: tooLong }),
      not_found: stranger,
      too_many_requests: tired,
      link_view_only: async (world) => {
        const { alice, bob } = world;
        const share_id = await followed(alice, bob);
        await ok(shareContract.change, { token: alice.token, body: { share_id, view_only: true } });
        return { token: bob.token, body: { share_id } };
      },
      file_not_found: about(() => ({ parent_id: UNKNOWN_ID, specify_parent_id: true })),
      file_in_recycle_bin: about(async ({ bob }) => ({ parent_id: await makeTrashed(bob), specify_parent_id: true })),
      file_space_not_enough: async (world) => ({ ...(await about()(world)), server: full }),
    },
  },
  unfollow: {
    success: {
      nothing: async ({ alice, bob }) => ({ token: bob.token, body: { ids: [await followed(alice, bob)] } }),
    },
    errors: { invalid_argument: ({ bob }) => ({ token: bob.token, body: { ids: [] } }) },
  },
};

const own = async (owner: Person) => ({ body: { share_id: (await ownedLink(owner)).shareId } });

export const followMatrix: MatrixRows<typeof followContract> = {
  // The follower is shown the name of the link from then on.
  follow: forPerson(
    async (owner) => ({ body: { share_id: (await makeLink(owner)).shareId } }),
    'ok',
    'file_restore_own',
  ),
  following: forPerson(() => ({}), 'own'),
  followLook: forPerson(own, 'not_found', 'not_found'),
  followFetch: forPerson(own, 'not_found', 'not_found'),
  unfollow: forPerson(() => ({ body: { ids: [UNKNOWN_ID] } }), 'ok'),
};
