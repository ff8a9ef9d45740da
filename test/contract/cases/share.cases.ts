/** Cases of sharing, owner's side and visitor's side. */

import { runInDurableObject } from 'cloudflare:test';
import { shareContract } from '#shared/share/contract.ts';
import { MAX_MAILED_PER_DAY } from '#shared/share/model.ts';
import type { Env, ObjectNamespace } from '#worker/env.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { forAnyone, forOperators, forPerson, type MatrixRows, ownedFile, ownedLink } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { type Ask, makeServer } from '../send.ts';
import {
  beginUpload,
  freshName,
  limitTree,
  makeFile,
  makeFolder,
  makeLink,
  makeTrashed,
  objects,
  ok,
  UNKNOWN_ID,
  type World,
} from '../world.ts';
import { shareArchiveCases, shareArchiveMatrix } from './archives/share-archive.cases.ts';
import { newcomer, newcomerWithoutLinks } from './newcomer.ts';
import { directCases, directMatrix } from './share/direct.cases.ts';
import { ownLinkCases, ownLinkMatrix, viewOnlyLink } from './share/own-link.cases.ts';
import { saveCases, saveMatrix } from './share/save.cases.ts';
import { shareZipCases } from './share/zip.cases.ts';

/** A server that requires a human check after one wrong passcode. */
const strict = makeServer({ limits: { passCodeAttempts: 1 } });
const full = makeServer({ limits: { freeStorageBytes: 0 } });

/** Links whose passcode is another one each time it is looked at. */
function restlessLinks(): ObjectNamespace {
  const stubOf = (name: string): object => {
    const stub = objects.shares.getByName(name);
    return {
      visit: (input: Parameters<typeof stub.visit>[0]) => stub.visit(input),
      guess: async ({ visit }: Parameters<typeof stub.guess>[0]) => {
        const looked = await stub.visit({ ...visit, passVersion: null });
        return looked.ok ? { ok: true, value: { result: 'changed', answer: looked.value } } : looked;
      },
    };
  };
  return { getByName: stubOf } as unknown as Env['SHARE'];
}

/** One more guess at a link where a wrong one was made. */
async function guessedOnce({ alice }: World): Promise<Ask> {
  const { shareId } = await makeLink(alice, { locked: true });
  const ask = { server: strict, query: { share_id: shareId, pass_code: 'nope' } };
  await ok(shareContract.open, ask);
  return ask;
}

export const shareCases: ContractCases<typeof shareContract> = {
  ...shareArchiveCases,
  ...saveCases,
  create: {
    success: {
      'an open link': async ({ alice }) => ({
        body: { file_ids: [await makeFile(alice)], share_to: 'publiclink', pass_code_option: 'NOT_REQUIRED' },
      }),
      'a link of a page that shows the name': async ({ alice, after }) => {
        after(() => ok(shareContract.setSender, { token: alice.token, body: { nickname: '' } }));
        return { body: { file_ids: [await makeFile(alice)], settle_name: true } };
      },
      'a locked link with limits': async ({ alice }) => ({
        body: {
          file_ids: [await makeFolder(alice)],
          share_to: 'encryptedlink',
          pass_code_option: 'REQUIRED',
          expiration_days: 7,
          restore_limit: '3',
          title: 'Holidays',
        },
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { file_ids: [] } }),
      file_not_found: () => ({ body: { file_ids: [UNKNOWN_ID] } }),
      file_in_recycle_bin: async ({ alice }) => ({ body: { file_ids: [await makeTrashed(alice)] } }),
      link_limit: async () => {
        const person = await newcomerWithoutLinks();
        return { token: person.token, body: { file_ids: [await makeFolder(person)] } };
      },
      share_status_prohibited: async ({ alice }) => ({ body: { file_ids: [(await beginUpload(alice)).fileId] } }),
      aborted: async ({ alice }) => {
        const ask = {
          token: alice.token,
          body: { file_ids: [await makeFolder(alice)] },
          headers: { 'idempotency-key': freshName('key') },
        };
        const made = await ok(shareContract.create, ask);
        // As the sweep does with a link that was cancelled long ago.
        await runInDurableObject(objects.shareRegistries.getByName(alice.userId), (_book, state) => {
          state.storage.sql.exec('DELETE FROM links WHERE share_id = ?', made.share_id);
        });
        return ask;
      },
    },
  },
  ...ownLinkCases,
  ...directCases,
  list: {
    success: {
      'the links': async ({ alice }) => {
        await makeLink(alice, { locked: true });
        return {};
      },
      'links that are asked for by id': async ({ alice }) => {
        const { shareId } = await makeLink(alice);
        return { query: { filters: JSON.stringify({ id: { in: shareId } }) } };
      },
    },
    errors: { invalid_argument: () => ({ query: { page_token: 'x' } }) },
  },
  remove: {
    success: {
      nothing: async ({ alice }) => ({ body: { ids: [(await makeLink(alice)).shareId] } }),
    },
    errors: {
      invalid_argument: () => ({ body: { ids: null } }),
      not_found: () => ({ body: { ids: [UNKNOWN_ID] } }),
    },
  },
  change: {
    success: {
      'a link with a passcode, an end and a limit': async ({ alice }) => ({
        body: {
          share_id: (await makeLink(alice)).shareId,
          pass_code_option: 'REQUIRED',
          custom_pass_code: 'abcd12',
          expiration_days: 7,
          restore_limit: '3',
          title: 'Holidays',
        },
      }),
      'a link with a message, a date and no downloads, stopped': async ({ alice }) => ({
        body: {
          share_id: (await makeLink(alice)).shareId,
          expiration_at: new Date(Date.now() + 86_400_000).toISOString(),
          note: 'For you',
          view_only: true,
          paused: true,
        },
      }),
      'a link of which nothing changes': async ({ alice }) => ({
        body: {
          share_id: (await makeLink(alice, { locked: true })).shareId,
          pass_code_option: '',
          expiration_days: null,
        },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({
        body: { share_id: (await makeLink(alice)).shareId, custom_pass_code: 'abc' },
      }),
      not_found: () => ({ body: { share_id: UNKNOWN_ID } }),
    },
  },
  removeOne: {
    success: {
      nothing: async ({ alice }) => ({ params: { id: (await makeLink(alice)).shareId } }),
    },
    errors: { not_found: () => ({ params: { id: UNKNOWN_ID } }) },
  },
  sender: { success: { 'the name on links': () => ({}) }, errors: {} },
  setSender: {
    success: {
      'the masked name': () => ({ body: { nickname: '' } }),
      'a chosen name': ({ alice, after }) => {
        after(() => ok(shareContract.setSender, { token: alice.token, body: { nickname: '' } }));
        return { body: { nickname: 'Alice of the hills' } };
      },
    },
    errors: {
      invalid_argument: () => ({ body: { nickname: 'alice@example.com' } }),
    },
  },
  mailLink: {
    success: {
      'an address that gets the link': async ({ alice }) => ({
        body: { share_id: (await makeLink(alice)).shareId, email: `${freshName('friend')}@example.com` },
      }),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({ body: { share_id: (await makeLink(alice)).shareId, email: 'friend' } }),
      not_found: () => ({ body: { share_id: UNKNOWN_ID, email: 'friend@example.com' } }),
      too_many_requests: async () => {
        const person = { ...(await newcomer()), refreshToken: '' };
        const body = { file_ids: [await makeFolder(person)] };
        const { share_id } = await ok(shareContract.create, { token: person.token, body });
        await runInDurableObject(objects.shareRegistries.getByName(person.userId), (_book, { storage }) => {
          for (let sent = 0; sent < MAX_MAILED_PER_DAY; sent += 1)
            storage.sql.exec('INSERT INTO mailed VALUES (?, ?)', `mark ${sent}`, systemClock.nowMs());
        });
        return { token: person.token, body: { share_id, email: 'friend@example.com' } };
      },
    },
  },
  batchFileInfo: {
    success: {
      'files with their content links, without those of other people': async ({ alice }) => {
        const { shareId, fileIds } = await makeLink(alice);
        return { body: { share_id: shareId, file_ids: [...fileIds, UNKNOWN_ID] } };
      },
      'nothing of a locked link': async ({ alice }) => {
        const { shareId, fileIds } = await makeLink(alice, { locked: true });
        return { body: { share_id: shareId, file_ids: [...fileIds] } };
      },
    },
    errors: {
      invalid_argument: () => ({
        body: { share_id: UNKNOWN_ID, file_ids: Array.from({ length: 101 }, () => UNKNOWN_ID) },
      }),
    },
  },
  zip: shareZipCases,
  open: {
    success: {
      'an open link': async ({ alice }) => ({ query: { share_id: (await makeLink(alice)).shareId } }),
      'a locked link without its passcode': async ({ alice }) => ({
        query: { share_id: (await makeLink(alice, { locked: true })).shareId },
      }),
      'a locked link with its passcode': async ({ alice }) => {
        const { shareId, passCode } = await makeLink(alice, { locked: true });
        return { query: { share_id: shareId, pass_code: passCode } };
      },
      'a link nobody made': () => ({ query: { share_id: UNKNOWN_ID } }),
      'no link at all': () => ({}),
    },
    errors: {
      invalid_argument: async ({ alice }) => ({
        query: { share_id: (await makeLink(alice)).shareId, page_token: 'x' },
      }),
      captcha_required: guessedOnce,
      captcha_invalid: async (world) => ({ ...(await guessedOnce(world)), headers: { 'x-captcha-token': 'noise' } }),
      aborted: async ({ alice }) => ({
        server: makeServer({ bindings: { SHARE: restlessLinks() } }),
        query: { share_id: (await makeLink(alice, { locked: true })).shareId, pass_code: 'nope' },
      }),
    },
  },
  detail: {
    success: {
      'a folder of a link': async ({ alice }) => {
        const folder = await makeFolder(alice);
        const { shareId } = await makeLink(alice, { fileIds: [folder] });
        return { query: { share_id: shareId, parent_id: folder, with_audit: 'true', order: '6' } };
      },
    },
    errors: {
      invalid_argument: async ({ alice }) => ({
        query: { share_id: (await makeLink(alice)).shareId, page_token: 'x' },
      }),
    },
  },
  fileInfo: {
    success: {
      'a file with its content link': async ({ alice }) => {
        const { shareId, fileIds } = await makeLink(alice);
        return { query: { share_id: shareId, file_id: fileIds[0] ?? '' } };
      },
      'nothing of a locked link': async ({ alice }) => {
        const { shareId, fileIds } = await makeLink(alice, { locked: true });
        return { query: { share_id: shareId, file_id: fileIds[0] ?? '' } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: { share_id: UNKNOWN_ID, pass_code_token: 'x'.repeat(4097) } }),
      file_not_found: async ({ alice }) => ({
        query: { share_id: (await makeLink(alice)).shareId, file_id: UNKNOWN_ID },
      }),
    },
  },
  restore: {
    success: {
      'the task of a save': async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice)).shareId, file_ids: [], params: { trace_file_ids: '*' } },
      }),
      'the task of a save into a folder': async ({ alice, bob }) => {
        const { shareId, fileIds } = await makeLink(alice);
        return {
          token: bob.token,
          body: { share_id: shareId, file_ids: fileIds, parent_id: await makeFolder(bob), specify_parent_id: true },
        };
      },
      'the state of a locked link': async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice, { locked: true })).shareId, file_ids: [] },
      }),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: { share_id: UNKNOWN_ID, file_ids: 'all' } }),
      file_not_found: async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: (await makeLink(alice)).shareId, file_ids: [await makeFile(alice)] },
      }),
      link_view_only: async ({ alice, bob }) => ({
        token: bob.token,
        body: { share_id: await viewOnlyLink(alice), file_ids: [] },
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
      file_count_limit: async ({ alice, bob, after }) => {
        await limitTree(bob, { nodesPerDrive: 0 }, after);
        return { token: bob.token, body: { share_id: (await makeLink(alice)).shareId, file_ids: [] } };
      },
      task_sub_task_num_limit: async ({ alice, bob, after }) => {
        await limitTree(bob, { nodesPerCopy: 0 }, after);
        return { token: bob.token, body: { share_id: (await makeLink(alice)).shareId, file_ids: [] } };
      },
      file_space_not_enough: async ({ alice, bob }) => ({
        server: full,
        token: bob.token,
        body: { share_id: (await makeLink(alice)).shareId, file_ids: [] },
      }),
    },
  },
  audit: {
    success: {
      'the links over a file inside a shared folder': async ({ alice }) => {
        const folder = await makeFolder(alice);
        const inner = await makeFolder(alice, folder);
        await makeLink(alice, { fileIds: [folder] });
        return { body: { share_user_id: alice.userId, file_ids: [inner], share_status: 'PROHIBITED' } };
      },
      'an unknown person': () => ({ body: { share_user_id: UNKNOWN_ID, gcids: ['AB'.repeat(20)] } }),
    },
    errors: {
      permission_denied: ({ alice }) => ({ token: alice.token, body: { share_user_id: alice.userId, file_ids: [] } }),
      invalid_argument: () => ({ body: { share_user_id: UNKNOWN_ID, share_status: 'DELETED' } }),
    },
  },
};

export const shareMatrix: MatrixRows<typeof shareContract> = {
  ...shareArchiveMatrix,
  ...saveMatrix,
  create: forPerson(async (owner) => ({ body: { file_ids: [await ownedFile(owner)] } }), 'file_not_found'),
  ...ownLinkMatrix,
  ...directMatrix,
  list: forPerson(async (owner) => {
    const { shareId } = await ownedLink(owner);
    return { query: { filters: JSON.stringify({ id: { in: shareId } }) } };
  }, 'own'),
  remove: forPerson(async (owner) => ({ body: { ids: [(await ownedLink(owner)).shareId] } }), 'not_found'),
  open: forAnyone(async (owner) => ({ query: { share_id: (await ownedLink(owner)).shareId } })),
  detail: forAnyone(async (owner) => ({ query: { share_id: (await ownedLink(owner)).shareId } })),
  fileInfo: forAnyone(async (owner) => {
    const { shareId, fileIds } = await ownedLink(owner);
    return { query: { share_id: shareId, file_id: fileIds[0] ?? UNKNOWN_ID } };
  }),
  batchFileInfo: forAnyone(async (owner) => {
    const { shareId, fileIds } = await ownedLink(owner);
    return { body: { share_id: shareId, file_ids: [...fileIds] } };
  }),
  zip: forAnyone(async (owner) => ({ body: { share_id: (await ownedLink(owner)).shareId } })),
  change: forPerson(async (owner) => ({ body: { share_id: (await ownedLink(owner)).shareId } }), 'not_found'),
  removeOne: forPerson(async (owner) => ({ params: { id: (await ownedLink(owner)).shareId } }), 'not_found'),
  sender: forPerson(() => ({}), 'own'),
  setSender: forPerson(() => ({ body: { nickname: '' } }), 'own'),
  mailLink: forPerson(
    async (owner) => ({ body: { share_id: (await ownedLink(owner)).shareId, email: 'friend@example.com' } }),
    'not_found',
  ),
  restore: forPerson(
    // Without the mark: a saved file has its name in the drive of the person who saved it.
    async (owner) => {
      const fileIds = [await makeFile(owner, 'hello', freshName())];
      return { body: { share_id: (await makeLink(owner, { fileIds })).shareId, file_ids: [] } };
    },
    'ok',
    'file_restore_own',
  ),
  audit: forOperators(
    async (owner) => ({
      body: { share_user_id: owner.userId, file_ids: [...(await ownedLink(owner)).fileIds] },
    }),
    ['moderation'],
  ),
};
