/** Cases of the locks of programs. How programs make them: test/contract/webdav.worker.test.ts. */
import { runInDurableObject } from 'cloudflare:test';
import type { locksContract } from '#shared/drive/locks.contract.ts';
import { newUuid } from '#worker/platform/ids.ts';
import { forPerson, type MatrixRows, ownedFile } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeFile, objects, type Person } from '../world.ts';

/** A lock as a program leaves it. @returns its id */
async function lockOf(owner: Person, fileId: string): Promise<string> {
  const id = newUuid();
  await runInDurableObject(objects.drives.getByName(owner.userId), (_, state) => {
    state.storage.sql.exec(
      "INSERT INTO program_locks (token, node_id, deep, shared, owner, credential, created_ms, until_ms) VALUES (?, ?, 0, 0, '<a/>me', 'p', 1, 4e12)",
      `urn:uuid:${id}`,
      fileId,
    );
  });
  return id;
}

export const locksCases: ContractCases<typeof locksContract> = {
  locks: {
    success: {
      none: () => ({}),
      'one of a file': async ({ alice }) => {
        await lockOf(alice, await makeFile(alice));
        return {};
      },
    },
    errors: {},
  },
  breakLock: {
    success: {
      'one that is there': async ({ alice }) => ({ params: { id: await lockOf(alice, await makeFile(alice)) } }),
      'one that is not': () => ({ params: { id: newUuid() } }),
    },
    errors: {},
  },
};

export const locksMatrix: MatrixRows<typeof locksContract> = {
  locks: forPerson(async (owner) => {
    await lockOf(owner, await ownedFile(owner));
    return {};
  }, 'own'),
  breakLock: forPerson(async (owner) => ({ params: { id: await lockOf(owner, await ownedFile(owner)) } }), 'own'),
};
