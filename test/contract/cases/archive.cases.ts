/** Cases of archives made of the drive. */
import { runInDurableObject } from 'cloudflare:test';
import { Buffer } from 'node:buffer';
import type { archiveContract } from '#shared/drive/archive/archive.contract.ts';
import { makeCrowdedZip } from '#shared/drive/archive/coded-zip-fixture.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { TIB } from '#shared/units.ts';
import { MAX_WRONG_PASSWORDS } from '#worker/services/drive/archive/archive-reads.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';
import type { archivePart } from '#worker/services/drive/archive/part.ts';
import { MAX_ENTRIES } from '#worker/services/drive/archive/rules.ts';
import { driveOf } from '#worker/services/drive/deps.ts';
import { forPerson, type MatrixRows, ownedBatch } from '../callers.ts';
import type { Case, ContractCases, EndpointCases } from '../cases.ts';
import { type Ask, makeServer } from '../send.ts';
import {
  beginUpload,
  blockContent,
  bytesOf,
  fillGrace,
  freshName,
  inDrive,
  limitTree,
  makeFile,
  makeFolder,
  makeTrashed,
  objects,
  ok,
  type Person,
  UNKNOWN_ID,
  useUploadDay,
  type World,
} from '../world.ts';

/** A drive without storage. */
const full = makeServer({ limits: { freeStorageBytes: 0 } });

async function putBytes(person: Person, bytes: Uint8Array<ArrayBuffer>, name: string, parentId = ''): Promise<string> {
  const query = { name, parent_id: parentId };
  const { file } = await ok(driveContract.put, { token: person.token, query, bytes });
  return file?.id ?? '';
}

export function archive(person: Person, name: keyof typeof ARCHIVES = 'plain.zip'): Promise<string> {
  return putBytes(person, new Uint8Array(Buffer.from(ARCHIVES[name], 'base64')), `${freshName()}${name}`);
}

/** 7-Zip archives are read as a whole: this one is too large for that. */
export async function largeArchive(person: Person, end = '7z'): Promise<string> {
  const id = await putBytes(person, bytesOf(`not that large ${end}`), `${freshName()}.${end}`);
  await runInDurableObject(objects.drives.getByName(person.userId), (_object, state) => {
    const part = { key: 'ab'.repeat(16), size: 1e8 };
    const manifest = JSON.stringify({ v: 1, size: part.size, parts: [part] });
    state.storage.sql.exec(
      'UPDATE contents SET manifest = ? WHERE content_key = (SELECT content_key FROM nodes WHERE id = ?)',
      manifest,
      id,
    );
  });
  return id;
}

/** It says that it has more entries than any archive may have. */
export function crowdedArchive(person: Person): Promise<string> {
  return putBytes(person, makeCrowdedZip(MAX_ENTRIES + 1), `${freshName()}.zip`);
}

async function blockedArchive({ alice, olga }: World): Promise<string> {
  const query = { name: `${freshName()}.zip`, parent_id: '' };
  const { file } = await ok(driveContract.put, { token: alice.token, query, bytes: bytesOf(freshName('closed')) });
  await blockContent(olga, alice, file?.hash ?? '');
  return file?.id ?? '';
}

/** An archive of its own, for which too many passwords were tried. */
async function afterWrongPasswords(person: Person): Promise<string> {
  const id = await putBytes(person, bytesOf(freshName('not an archive')), `${freshName()}.zip`);
  const [row] = await inDrive(person, 'SELECT content_key FROM nodes WHERE id = ?', id);
  const { userId } = person;
  const caller = { userId, sessionId: '', epoch: 1, clientId: 'test', scopes: [] };
  const drive = driveOf<typeof archivePart>(objects, userId);
  for (let tries = 0; tries < MAX_WRONG_PASSWORDS; tries += 1)
    await drive.archiveWrongPassword(caller as never, String(row?.['content_key']));
  return id;
}

/** As many archive tasks as one person may have. */
async function fillTasks(person: Person, after: World['after']): Promise<void> {
  await inDrive(
    person,
    `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, params, job, created_ms, updated_ms)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
     SELECT 'full' || i, 'decompress', 'PHASE_TYPE_RUNNING', 0, '', '', '', '', 0, '{}',
       '{"kind":"archive","order":{"do":"extract"},"place":{"uploadId":""},"run":1,"tries":0,"untilMs":9e15}', 0, 0 FROM n`,
  );
  after(() => inDrive(person, "DELETE FROM tasks WHERE id LIKE 'full%'"));
}

export async function filledFolder(person: Person): Promise<string> {
  const folder = await makeFolder(person);
  await putBytes(person, bytesOf('hello'), freshName('file'), folder);
  return folder;
}

type IdField = 'folderId' | 'file_id';

function refusals(field: IdField) {
  const asking =
    (id: string): ((world: World) => Ask) =>
    () => ({ body: { [field]: id } });
  return {
    invalid_argument: asking(''),
    file_not_found: asking(UNKNOWN_ID),
    file_in_recycle_bin: async ({ alice }: World) => ({ body: { [field]: await makeTrashed(alice) } }),
  };
}

/** Errors of both calls that extract. */
function extracting(field: IdField): EndpointCases['errors'] {
  const asking =
    (name: keyof typeof ARCHIVES, more: object = {}): Case =>
    async ({ alice }) => ({ body: { [field]: await archive(alice, name), ...more } });
  const noArchive: Case = async ({ alice }) => ({ body: { [field]: await makeFile(alice) } });
  return {
    ...refusals(field),
    INVALID_FILE_FORMAT: noArchive,
    unzip_password_required: asking('aes.zip'),
    ...(field === 'file_id' ? { unzip_password_incorrect: asking('aes.zip', { password: 'wrong' }) } : {}),
    file_too_large: async ({ alice }) => ({ body: { [field]: await largeArchive(alice) } }),
    archive_too_many_files: async ({ alice }) => ({ body: { [field]: await crowdedArchive(alice) } }),
    file_blocked: async (world) => ({ token: world.alice.token, body: { [field]: await blockedArchive(world) } }),
    resource_exhausted: async ({ alice }) => ({ body: { [field]: await afterWrongPasswords(alice) } }),
    task_run_nums_limit: async ({ alice, after }) => {
      const id = await archive(alice);
      await fillTasks(alice, after);
      return { body: { [field]: id } };
    },
    file_space_not_enough: async ({ alice }) => ({
      server: full,
      body: { [field]: await archive(alice) },
    }),
    upload_day_limit: async ({ alice, after }) => {
      const id = await archive(alice);
      await useUploadDay(alice, after);
      return { body: { [field]: id } };
    },
    deleted_space_not_free: async ({ alice, after }) => {
      const id = await archive(alice);
      await fillGrace(alice, after);
      return { body: { [field]: id } };
    },
  };
}

const entryOf = (fileId: string, index = 1) => ({ file_id: fileId, index });

/** A server whose zip files hold one file. */
const small = makeServer({ limits: { zipEntries: 1 } });

export const archiveCases: ContractCases<typeof archiveContract> = {
  zip: {
    success: {
      'a file and a folder': async ({ alice }) => ({
        token: alice.token,
        body: { ids: [await makeFile(alice), await makeFolder(alice)] },
      }),
      'everything in the drive': async ({ alice }) => {
        await makeFile(alice);
        return { token: alice.token, body: { all: true } };
      },
    },
    errors: {
      invalid_argument: ({ alice }) => ({ token: alice.token, body: { ids: [] } }),
      file_not_found: ({ alice }) => ({ token: alice.token, body: { ids: [UNKNOWN_ID] } }),
      file_in_recycle_bin: async ({ alice }) => ({ token: alice.token, body: { ids: [await makeTrashed(alice)] } }),
      zip_empty: async ({ alice }) => ({ token: alice.token, body: { ids: [(await beginUpload(alice)).fileId] } }),
      zip_too_many_files: async ({ alice }) => ({
        server: small,
        token: alice.token,
        body: { ids: [await makeFile(alice), await makeFile(alice)] },
      }),
      zip_too_many_chosen: ({ alice }) => ({
        token: alice.token,
        body: { ids: Array.from({ length: 1_001 }, (_, index) => `V${index}`) },
      }),
    },
  },
  pack: {
    success: {
      'a task for a folder with a file': async ({ alice }) => ({ body: { folderId: await filledFolder(alice) } }),
    },
    errors: {
      ...refusals('folderId'),
      invalid_argument: () => ({ body: {} }),
      cannot_pack_empty_folder: async ({ alice }) => ({ body: { folderId: await makeFolder(alice) } }),
      zip_too_many_files: async ({ alice }) => ({
        server: small,
        body: { folderId: await filledFolder(alice) },
      }),
      file_space_not_enough: async ({ alice }) => ({
        server: full,
        body: { folderId: await filledFolder(alice) },
      }),
      task_run_nums_limit: async ({ alice, after }) => {
        const folderId = await filledFolder(alice);
        await fillTasks(alice, after);
        return { body: { folderId } };
      },
      file_count_limit: async ({ alice, after }) => {
        const folderId = await filledFolder(alice);
        await limitTree(alice, { nodesPerDrive: 0 }, after);
        return { body: { folderId } };
      },
      file_too_large: async ({ alice, after }) => {
        const folderId = await filledFolder(alice);
        const resize = (bytes: number) =>
          inDrive(alice, 'UPDATE nodes SET size_bytes = size_bytes + ? WHERE parent_id = ?', String(bytes), folderId);
        await resize(6 * TIB);
        after(() => resize(-6 * TIB));
        return { body: { folderId } };
      },
      upload_day_limit: async ({ alice, after }) => {
        const folderId = await filledFolder(alice);
        await useUploadDay(alice, after);
        return { body: { folderId } };
      },
      resource_exhausted: async ({ alice, after }) => {
        const folderId = await filledFolder(alice);
        await useUploadDay(alice, after, 2 ** 38);
        return { body: { folderId } };
      },
      deleted_space_not_free: async ({ alice, after }) => {
        const folderId = await filledFolder(alice);
        await fillGrace(alice, after);
        return { body: { folderId } };
      },
    },
  },
  unpack: {
    success: {
      'a task for an archive': async ({ alice }) => ({ body: { folderId: await archive(alice) } }),
    },
    errors: extracting('folderId'),
  },
  archiveList: {
    success: {
      'the top of an archive': async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await archive(alice), path: '', password: '' },
      }),
      'an archive whose names are protected': async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await archive(alice, 'enc.7z') },
      }),
    },
    errors: {
      ...refusals('file_id'),
      INVALID_FILE_FORMAT: async ({ alice }) => ({ token: alice.token, body: { file_id: await makeFile(alice) } }),
      file_too_large: async ({ alice }) => ({ token: alice.token, body: { file_id: await largeArchive(alice) } }),
      archive_too_many_files: async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await crowdedArchive(alice) },
      }),
      archive_not_listed: async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await largeArchive(alice, 'tar.gz') },
      }),
      file_blocked: async (world) => ({ token: world.alice.token, body: { file_id: await blockedArchive(world) } }),
      resource_exhausted: async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await afterWrongPasswords(alice) },
      }),
    },
  },
  archiveEntry: {
    success: {
      'a link to an entry': async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await archive(alice), index: 1 },
      }),
      'a link to a protected entry': async ({ alice }) => ({
        token: alice.token,
        body: { file_id: await archive(alice, 'aes.zip'), index: 2, password: 'secret' },
      }),
    },
    errors: {
      ...refusals('file_id'),
      INVALID_FILE_FORMAT: async ({ alice }) => ({ token: alice.token, body: entryOf(await makeFile(alice)) }),
      file_too_large: async ({ alice }) => ({ token: alice.token, body: entryOf(await largeArchive(alice)) }),
      archive_too_many_files: async ({ alice }) => ({ token: alice.token, body: entryOf(await crowdedArchive(alice)) }),
      unzip_password_required: async ({ alice }) => ({
        token: alice.token,
        body: entryOf(await archive(alice, 'aes.zip'), 2),
      }),
      unzip_password_incorrect: async ({ alice }) => ({
        token: alice.token,
        body: { ...entryOf(await archive(alice, 'aes.zip'), 2), password: 'wrong' },
      }),
      file_blocked: async (world) => ({ token: world.alice.token, body: entryOf(await blockedArchive(world)) }),
      resource_exhausted: async ({ alice }) => ({
        token: alice.token,
        body: entryOf(await afterWrongPasswords(alice)),
      }),
    },
  },
  extract: {
    success: {
      'a task for all entries': async ({ alice }) => ({
        body: { file_id: await archive(alice), default_parent: true },
      }),
      'a task for one entry into a folder': async ({ alice }) => ({
        body: { file_id: await archive(alice), files: [{ index: 1 }], parent_id: await makeFolder(alice) },
      }),
      'a task for a folder in the archive': async ({ alice }) => ({
        body: { file_id: await archive(alice), paths: ['Trip/Снимки'], default_parent: true },
      }),
    },
    errors: extracting('file_id'),
  },
  extractProgress: {
    success: {
      'of an extraction': async ({ alice }) => {
        const body = { file_id: await archive(alice) };
        const { task_id } = await ok(driveContract.extract, { token: alice.token, body });
        return { query: { task_id } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: {} }),
      not_found: () => ({ query: { task_id: UNKNOWN_ID } }),
    },
  },
};

export const archiveMatrix: MatrixRows<typeof archiveContract> = {
  zip: forPerson(ownedBatch(), 'file_not_found'),
  pack: forPerson(async (owner) => ({ body: { folderId: await filledFolder(owner) } }), 'file_not_found'),
  unpack: forPerson(async (owner) => ({ body: { folderId: await archive(owner) } }), 'file_not_found'),
  archiveEntry: forPerson(async (owner) => ({ body: entryOf(await archive(owner)) }), 'file_not_found'),
  archiveList: forPerson(async (owner) => ({ body: { file_id: await archive(owner) } }), 'file_not_found'),
  extract: forPerson(async (owner) => ({ body: { file_id: await archive(owner) } }), 'file_not_found'),
  extractProgress: forPerson(async (owner) => {
    const body = { file_id: await archive(owner) };
    const { task_id } = await ok(driveContract.extract, { token: owner.token, body });
    return { query: { task_id } };
  }, 'not_found'),
};
