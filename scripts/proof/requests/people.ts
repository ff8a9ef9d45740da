/** The people whose bearers the requests carry, and the things that they always have. */
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { makeWireClient, type WireClient } from '#test/flow/wire-client.ts';
import { Pools } from './pools.ts';

export interface Attacker {
  readonly email: string;
  /** Pools by the noun of an address. */
  readonly pools: Pools;
  token: string;
  /** A call of this person answered 401: the session has ended. */
  isSignedOut: boolean;
}

/** Several, so that the budget of none is used up at once. */
const COUNT = 8;
/** Makes operators' requests. */
export const OPERATOR = 'olga@example.com';

/** Makes the people of a new server and signs them in; the last is the operator. */
export async function makePeople(origin: string, dataDir: string): Promise<Attacker[]> {
  const emails = Array.from({ length: COUNT }, (_, n) => `mallory-${n}@example.com`);
  const people = emails.map((email, n) => ({ name: `Mallory ${n}`, email, premium: n % 2 === 0 }));
  const { status, text } = await callServerOf(dataDir, '/_internal/seed', { people });
  if (status !== 200) throw new Error(`making people failed: ${status} ${text.slice(0, 300)}`);
  const attackers = [...emails, OPERATOR].map(
    (email): Attacker => ({ email, pools: new Pools(), token: '', isSignedOut: true }),
  );
  await signInAgain(origin, attackers);
  return attackers;
}

/** Signs in those whose session has ended. One who closed the account stays signed out. */
export async function signInAgain(origin: string, people: readonly Attacker[]): Promise<void> {
  const wire = makeWireClient(origin);
  for (const person of people.filter(({ isSignedOut }) => isSignedOut)) {
    person.token = (await wire.signIn(person.email)).token;
    person.isSignedOut = false;
  }
}

/** Asks for things and remembers their ids; a refusal leaves the things that are there. */
async function ask(
  wire: WireClient,
  { token, pools }: Attacker,
  noun: string,
  call: readonly [string, string, object?],
) {
  const [method, path, body] = call;
  const answer = await wire.call(method, path, { token, ...(body ? { body } : {}) });
  pools.read(noun, typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  return answer;
}

/** New files, folders, links and rights: earlier requests have deleted those before. */
export async function replenish(origin: string, person: Attacker, other: string): Promise<void> {
  const wire = makeWireClient(origin);
  const { token, pools } = person;
  const root = await ask(wire, person, 'files', ['GET', '/drive/v1/files?limit=200']);
  const ids = ((root.body?.files ?? []) as { id: string }[]).map(({ id }) => id);
  if (ids.length > 100) {
    await wire.call('POST', '/drive/v1/files:batchDelete', { token, body: { ids } });
    await wire.call('POST', '/drive/v1/files/trash:empty', { token, body: {} });
  }
  const folder = await ask(wire, person, 'files', [
    'POST',
    '/drive/v1/files',
    { kind: 'drive#folder', name: 'folder', parent_id: '', conflict: 'keep_both' },
  ]);
  const folderId = String(folder.body?.file?.id ?? '');
  const fileIds: string[] = [];
  for (const [name, parent] of [
    ['text.txt', ''],
    ['data.bin', folderId],
  ]) {
    const query = { name: name ?? '', parent_id: parent ?? '' };
    const put = await wire.call('POST', '/drive/v1/uploads', { token, query, bytes: Buffer.from(`bytes of ${name}`) });
    pools.read('files', JSON.stringify(put.body));
    fileIds.push(String(put.body?.file?.id ?? ''));
  }
  const link = { share_to: 'publiclink', pass_code_option: 'NOT_REQUIRED', expiration_days: -1 };
  await ask(wire, person, 'share', ['POST', '/drive/v1/share', { ...link, file_ids: [fileIds[0]] }]);
  await ask(wire, person, 'links', ['POST', '/drive/v1/collect/links', { folder_id: folderId }]);
  await ask(wire, person, 'grants', [
    'POST',
    '/drive/v1/common/grants',
    { file_id: folderId, person: other, role: 'editor' },
  ]);
  await ask(wire, person, 'uploads', [
    'POST',
    '/drive/v1/files',
    { kind: 'drive#file', name: 'open.bin', size: '4096', parent_id: '', resumable: { provider: 'PROVIDER_MAGPIE' } },
  ]);
  for (const [noun, path] of [
    ['folders', '/drive/v1/common/folders'],
    ['grants', '/drive/v1/common/grants'],
    ['links', '/drive/v1/collect/links'],
    ['tasks', '/drive/v1/tasks'],
    ['share', '/drive/v1/share/list'],
    ['following', '/drive/v1/share/following'],
    ['page_token', '/drive/v1/files?limit=1'],
  ] as const)
    await ask(wire, person, noun, ['GET', path]);
}
