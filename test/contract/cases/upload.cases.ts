/** Cases of our own upload endpoints. */

import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { uploadContract } from '#shared/drive/upload.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { KIB, MIB } from '#shared/units.ts';
import { type Asking, forPerson, type MatrixRows, ownedFolder, ownedName, ownedUpload } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { type Ask, makeServer, type Server } from '../send.ts';
import {
  beginUpload,
  bytesOf,
  freshName,
  inDrive,
  limitTree,
  makeFile,
  makeTrashed,
  objects,
  ok,
  type Person,
  partAsk,
  signIn,
  UNKNOWN_ID,
  useTraffic,
  waitForTask,
} from '../world.ts';

const HELLO = bytesOf('hello');

/** An upload of alice's, and a call about it. */
const about =
  (more: Omit<Ask, 'params' | 'token'> = {}): Case =>
  async ({ alice }) => ({ params: { id: (await beginUpload(alice)).session.upload_id }, ...more });

const aboutNothing =
  (more: Omit<Ask, 'params' | 'token'> = {}): Case =>
  () => ({ params: { id: UNKNOWN_ID }, ...more });

/** A server whose people may keep hardly more than this one holds, after a file of hers was deleted for good. */
export async function afterDeletion(person: Person): Promise<Server> {
  const id = await makeFile(person, 'x'.repeat(1_000));
  const { task_id } = await ok(driveContract.batchDelete, { token: person.token, body: { ids: [id] } });
  await waitForTask(person, task_id);
  const [space] = await inDrive(person, 'SELECT usage_bytes + reserved_bytes AS n FROM space');
  const limit = Number(space?.['n']) + 500;
  return makeServer({
    limits: { freeStorageBytes: limit, premiumStorageBytes: limit, deletedStoragePercent: 0 },
  });
}

/** A small file in one call. */
const putAsk = ({ token }: Person, query: Ask['query'], text = 'hello'): Ask => ({
  token,
  query: { name: freshName('put'), ...query },
  bytes: bytesOf(text),
});

/** Small files in one call, each with what differs of it from a file of its own. */
const groupAsk = ({ token }: Person, files: readonly Readonly<Record<string, unknown>>[], text = 'hello'): Ask => {
  const key = () => crypto.randomUUID();
  const line = files.map((file) => ({ name: freshName('grouped'), size: text.length, key: key(), ...file }));
  return { token, bytes: bytesOf(`${JSON.stringify(line)}\n${text.repeat(files.length)}`) };
};

/** Four long files, three of which are being sent. @returns the first part of the fourth */
const beyondPlan: Case = async ({ bob, after }) => {
  const begun = await Promise.all(Array.from({ length: 4 }, () => beginUpload(bob, 17 * MIB)));
  const [fourth, ...sent] = begun;
  if (!fourth) throw new Error('no upload');
  const drive = objects.drives.getByName(bob.userId);
  const caller = { userId: bob.userId, sessionId: '', epoch: Number.MAX_SAFE_INTEGER };
  for (const { session } of sent) {
    const order = { uploadId: session.upload_id, part: 1, sizeBytes: session.part_size, single: false };
    unwrap(await drive.openPart(caller, { ...order, protocol: 'own' }, 3));
  }
  after(async () => {
    for (const { session } of begun)
      await ok(driveContract.uploadAbort, { token: bob.token, params: { id: session.upload_id } });
  });
  return partAsk(fourth, new Uint8Array(fourth.session.part_size));
};

export const uploadCases: ContractCases<typeof uploadContract> = {
  uploads: {
    success: {
      'what waits for bytes': async ({ alice }) => {
        await beginUpload(alice);
        return { query: { limit: 1 } };
      },
    },
    errors: { invalid_argument: () => ({ query: { page_token: 'noise' } }) },
  },
  uploadState: {
    success: { 'what is stored, with a fresh token': about() },
    errors: { not_found: aboutNothing() },
  },
  uploadPart: {
    success: { 'the stored part': async ({ alice }) => partAsk(await beginUpload(alice), HELLO) },
    errors: {
      permission_denied: async ({ alice }) => ({
        ...partAsk(await beginUpload(alice), HELLO),
        headers: { 'x-upload-token': 'noise' },
      }),
      unauthenticated: async ({ bob }) => {
        const person = await signIn(bob.email);
        const begun = await beginUpload(person);
        await ok(authContract.revoke, { token: person.token, body: {} });
        return partAsk(begun, HELLO);
      },
      invalid_argument: async ({ alice }) => partAsk(await beginUpload(alice), HELLO, 2),
      not_found: async ({ alice }) => {
        const begun = await beginUpload(alice);
        // As the sweep does when an upload is long over.
        await inDrive(alice, 'DELETE FROM uploads WHERE id = ?', begun.session.upload_id);
        return partAsk(begun, HELLO);
      },
      failed_precondition: async ({ alice }) => {
        const begun = await beginUpload(alice);
        await ok(driveContract.uploadAbort, { token: alice.token, params: { id: begun.session.upload_id } });
        return partAsk(begun, HELLO);
      },
      transfer_limit: beyondPlan,
    },
  },
  put: {
    success: {
      'the file': ({ alice }) => putAsk(alice, {}),
      'an empty file': ({ alice }) => putAsk(alice, {}, ''),
      'the file that has the name': async ({ alice }) => {
        const name = freshName('file');
        await makeFile(alice, 'hello', name);
        return putAsk(alice, { name, conflict: 'skip' });
      },
      'the file whose bytes it replaces': async ({ alice }) => {
        const name = freshName('file');
        await makeFile(alice, 'hello', name);
        return putAsk(alice, { name, conflict: 'replace' }, 'after');
      },
    },
    errors: {
      invalid_argument: ({ alice }) => putAsk(alice, { conflict: 'noise' }),
      file_not_found: ({ alice }) => putAsk(alice, { parent_id: UNKNOWN_ID }),
      file_in_recycle_bin: async ({ alice }) => putAsk(alice, { parent_id: await makeTrashed(alice) }),
      file_name_empty: ({ alice }) => putAsk(alice, { name: '' }),
      file_name_invalid: ({ alice }) => putAsk(alice, { name: 'a/b' }),
      file_too_large: ({ alice }) => ({ ...putAsk(alice, {}), bytes: new Uint8Array(8 * MIB + 1) }),
      file_count_limit: async ({ alice, after }) => {
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return putAsk(alice, {});
      },
      traffic_not_enough: async ({ alice, after }) => {
        await useTraffic(alice, 'upload', after);
        return putAsk(alice, {});
      },
      file_space_not_enough: ({ alice }) => ({
        ...putAsk(alice, {}),
        server: makeServer({ limits: { freeStorageBytes: 1, premiumStorageBytes: 1 } }),
      }),
      upload_day_limit: ({ alice }) => ({
        ...putAsk(alice, {}),
        server: makeServer({ limits: { uploadBytesPerDay: 1 } }),
      }),
      deleted_space_not_free: async ({ alice }) => ({ ...putAsk(alice, {}), server: await afterDeletion(alice) }),
      // Nothing to store: it begins a session, as what waits for bytes does.
      resource_exhausted: ({ alice }) => ({
        ...putAsk(alice, {}, ''),
        server: makeServer({ limits: { uploadSessions: 0 } }),
      }),
    },
  },
  putMany: {
    success: {
      'each file': ({ alice }) => groupAsk(alice, [{}, {}]),
      'each by itself: stored, skipped, replaced, refused': async ({ alice }) => {
        const [taken, replaced] = [freshName('file'), freshName('file')];
        for (const name of [taken, replaced]) await makeFile(alice, 'hello', name);
        return groupAsk(alice, [
          {},
          { name: taken, conflict: 'skip' },
          { name: replaced, conflict: 'replace', user_modified_time: '2026-01-02T03:04:05.000+08:00' },
          { name: 'a/b' },
          { parent_id: UNKNOWN_ID },
        ]);
      },
    },
    errors: {
      invalid_argument: ({ alice }) => groupAsk(alice, [{ size: 6 }]),
      request_too_large: ({ alice }) => groupAsk(alice, [{}], 'x'.repeat(MIB + 256 * KIB)),
    },
  },
  uploadComplete: {
    success: {
      'the file': async ({ alice }) => {
        const begun = await beginUpload(alice);
        await ok(driveContract.uploadPart, partAsk(begun, HELLO));
        return { params: { id: begun.session.upload_id } };
      },
    },
    errors: { not_found: aboutNothing(), failed_precondition: about() },
  },
  uploadAbort: {
    success: { 'nothing for an upload that ends': about(), 'nothing for an upload that never was': aboutNothing() },
  },
};

const aboutUpload =
  (more: Ask = {}): Asking =>
  async (owner) => ({ ...more, params: { id: await ownedUpload(owner) } });

export const uploadMatrix: MatrixRows<typeof uploadContract> = {
  uploads: forPerson(async (owner) => {
    await beginUpload(owner, 5, ownedName());
    return {};
  }, 'own'),
  uploadState: forPerson(aboutUpload(), 'not_found'),
  uploadPart: {
    // The signed token of the upload is the authority, for any holder, and only while its session is valid.
    async ask(owner, caller) {
      const person = caller === 'ended' ? await signIn(owner.email) : owner;
      const begun = await beginUpload(person, 5, ownedName());
      const ask = partAsk(begun, bytesOf('hello'));
      if (caller === 'ended') await ok(authContract.revoke, { token: person.token, body: {} });
      return caller === 'forged' ? { ...ask, headers: { 'x-upload-token': `${begun.session.upload_token}x` } } : ask;
    },
    cells: {
      visitor: 'ok',
      free: 'ok',
      premium: 'ok',
      other: 'ok',
      guest: 'ok',
      operator: 'ok',
      frozen: 'ok',
      ended: 'unauthenticated',
      forged: 'permission_denied',
      program: 'ok',
    },
  },
  put: forPerson(async (owner) => {
    const parent_id = await ownedFolder(owner);
    return { query: { parent_id, name: 'put' }, bytes: bytesOf('hello') };
  }, 'file_not_found'),
  putMany: forPerson(async (owner) => groupAsk(owner, [{ parent_id: await ownedFolder(owner) }]), 'own'),
  uploadComplete: forPerson(async (owner) => {
    const begun = await beginUpload(owner, 5, ownedName());
    await ok(driveContract.uploadPart, partAsk(begun, bytesOf('hello')));
    return { params: { id: begun.session.upload_id } };
  }, 'not_found'),
  uploadAbort: forPerson(aboutUpload(), 'own'),
};
