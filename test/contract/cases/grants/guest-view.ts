/** Calls of owners and guests for tests of rights. */
import type { Endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { type Ask, send } from '../../send.ts';
import { bytesOf, makeFolder, ok, type Person } from '../../world.ts';
import { shareWith } from './common-folder.ts';

export async function refusalOf<E extends Endpoint>(endpoint: E, ask: Ask): Promise<string> {
  const answer = await send(endpoint, ask);
  const body = (await answer.json()) as { error?: string };
  return answer.status === 200 ? 'ok' : (body.error ?? String(answer.status));
}

export async function put(owner: Person, parent_id: string, name: string, text = name): Promise<string> {
  const { file } = await ok(driveContract.put, {
    token: owner.token,
    query: { parent_id, name },
    bytes: bytesOf(text),
  });
  return file?.id ?? '';
}

export async function namesIn(person: Person, grantId: string, parent_id = ''): Promise<string[]> {
  const asked = { token: person.token, params: { id: grantId }, query: { parent_id, order: 'name_asc' } };
  return (await ok(driveContract.commonFiles, asked)).files.map(({ name }) => name);
}

export async function foldersOf(person: Pick<Person, 'token'>) {
  return (await ok(driveContract.commonFolders, { token: person.token })).folders;
}

export const stateOf = async (person: Pick<Person, 'token'>, grantId: string) =>
  (await foldersOf(person)).find((each) => each.grant_id === grantId)?.state ?? null;

/** A common folder with `a.txt`, `inner/b.txt`, and `outside.txt` beside it. */
export async function tree(owner: Person, guest: Person, role: GrantRole = 'editor') {
  const folderId = await makeFolder(owner);
  const inner = await makeFolder(owner, folderId, 'inner');
  const [a, b, outside] = [
    await put(owner, folderId, 'a.txt'),
    await put(owner, inner, 'b.txt'),
    await put(owner, '', `outside ${folderId}.txt`),
  ];
  const { grantId } = await shareWith(owner, guest, { role, nodeId: folderId });
  return { folderId, inner, a, b, outside, grantId };
}

/** Every call of a guest about files, with an id that may be inside or not. */
const calls = (grantId: string, fileId: string, into: string): readonly (readonly [Endpoint, Ask])[] => {
  const params = { id: grantId, file_id: fileId };
  return [
    [driveContract.commonFiles, { params, query: { parent_id: fileId } }],
    [driveContract.commonFile, { params }],
    [driveContract.commonCreate, { params, body: { parent_id: fileId, name: 'x' } }],
    [driveContract.commonRename, { params, body: { name: 'renamed' } }],
    [driveContract.commonMove, { params, body: { ids: [fileId], to: into } }],
    [driveContract.commonTrash, { params, body: { ids: [fileId] } }],
    [driveContract.commonPut, { params, query: { parent_id: fileId, name: 'x' }, bytes: bytesOf('x') }],
    [driveContract.commonSend, { params, body: { key: 'key', parent_id: fileId, name: 'x', size: 1 } }],
    [driveContract.commonSave, { params, body: { ids: [fileId] } }],
  ];
};

export const refusals = async (token: string, ...all: Parameters<typeof calls>) => {
  const told: string[] = [];
  for (const [endpoint, ask] of calls(...all)) told.push(await refusalOf(endpoint, { ...ask, token }));
  return [...new Set(told)];
};
