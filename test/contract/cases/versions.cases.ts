/** Cases of taken names, and of what files held before. */

import { versionsContract } from '#shared/drive/versions.contract.ts';
import { type Asking, forPerson, type MatrixRows, ownedFile, ownedFolder, ownedName } from '../callers.ts';
import type { Case, ContractCases, EndpointCases } from '../cases.ts';
import {
  blockContent,
  freshName,
  makeFile,
  makeFolder,
  makeTrashed,
  makeVersioned,
  ok,
  trash,
  UNKNOWN_ID,
} from '../world.ts';

/** About a version that is there. */
const about: Case = async ({ alice }) => {
  const params = await makeVersioned(alice);
  return { params };
};

const refusals: EndpointCases['errors'] = {
  file_not_found: () => ({ params: { id: UNKNOWN_ID, version_id: UNKNOWN_ID } }),
  file_in_recycle_bin: async ({ alice }) => {
    const params = await makeVersioned(alice);
    await trash(alice, params.id);
    return { params };
  },
};

const noVersion: Case = async ({ alice }) => ({ params: { id: await makeFile(alice), version_id: UNKNOWN_ID } });

/** About a version whose content an operator closed. */
const blocked: Case = async ({ alice, olga }) => {
  const params = await makeVersioned(alice, freshName('file'), freshName('closed'));
  const { hash } = await ok(versionsContract.version, { token: alice.token, params });
  await blockContent(olga, alice, hash);
  return { params };
};

const named = (name: string, parent_id = '') => ({ parent_id, names: [name] });

export const versionCases: ContractCases<typeof versionsContract> = {
  conflicts: {
    success: {
      'a name in another case that a file has': async ({ alice }) => {
        const name = freshName('taken');
        await makeFile(alice, 'hello', name);
        return { body: named(name.toUpperCase()) };
      },
      'nothing for a name that is free': async ({ alice }) => ({
        body: named(freshName('free'), await makeFolder(alice)),
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { names: [] } }),
      file_not_found: () => ({ body: named('a', UNKNOWN_ID) }),
      file_in_recycle_bin: async ({ alice }) => ({ body: named('a', await makeTrashed(alice)) }),
    },
  },
  versions: {
    success: {
      'what a file held before': async ({ alice }) => {
        const { id } = await makeVersioned(alice);
        return { params: { id }, query: { limit: 1 } };
      },
    },
    errors: {
      ...refusals,
      invalid_argument: async ({ alice }) => ({ params: { id: await makeFile(alice) }, query: { page_token: 'x' } }),
    },
  },
  version: {
    success: { 'one with its link': about },
    errors: { ...refusals, not_found: noVersion, file_blocked: blocked },
  },
  restoreVersion: {
    success: { 'the file as it was': about },
    errors: { ...refusals, not_found: noVersion, file_blocked: blocked },
  },
  deleteVersion: {
    success: { 'nothing for one that goes': about, 'nothing for one that never was': noVersion },
    errors: refusals,
  },
};

const aboutVersion: Asking = async (owner) => {
  const { id, version_id } = await makeVersioned(owner, ownedName());
  return { params: { id, version_id } };
};

export const versionMatrix: MatrixRows<typeof versionsContract> = {
  conflicts: forPerson(async (owner) => {
    const parent_id = await ownedFolder(owner);
    return { body: { parent_id, names: ['any'] } };
  }, 'file_not_found'),
  versions: forPerson(async (owner) => ({ params: { id: await ownedFile(owner) } }), 'file_not_found'),
  version: forPerson(aboutVersion, 'file_not_found'),
  restoreVersion: forPerson(aboutVersion, 'file_not_found'),
  deleteVersion: forPerson(aboutVersion, 'file_not_found'),
};
