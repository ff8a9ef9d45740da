/**
 * The demo people with the data of the cases: folders, files, uploads and links, all made by calls of the contracts.
 * Everything has a fresh name, so that cases of one file do not meet.
 */
import { runInDurableObject } from 'cloudflare:test';
import type * as v from 'valibot';
import { authContract, type TokenObject } from '#shared/auth/contract.ts';
import type { Endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { objectsOf } from '#worker/objects.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { type Ask, env, send } from './send.ts';
import { visit } from './visit.ts';
import { waitFor } from './wait-for.ts';

const PASSWORD = 'magpie-demo';
export const objects = objectsOf(env);
/** An id that no file has. */
export const UNKNOWN_ID = `V${'0'.repeat(25)}`;

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  readonly refreshToken: string;
}

export interface World {
  readonly alice: Person;
  readonly bob: Person;
  readonly carla: Person;
  /** An operator. */
  readonly olga: Person;
  /** Runs after the case. */
  after(undo: () => unknown): void;
}

/** Calls and insists on success. */
export async function ok<E extends Endpoint>(endpoint: E, ask: Ask): Promise<v.InferOutput<E['output']>> {
  const response = await send(endpoint, ask);
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${endpoint.id} answered ${response.status} ${JSON.stringify(body)}`);
  return body as v.InferOutput<E['output']>;
}

export async function seed(): Promise<void> {
  const response = await visit('/_internal/seed', {
    method: 'POST',
    headers: { 'x-magpie-internal': env.INTERNAL_TOKEN },
  });
  if (response.status !== 200) throw new Error(`seeding answered ${response.status}`);
  await response.body?.cancel();
}

/** One new code for a month of premium, made as an operator makes it. */
export async function giftCode(region: 'global' | 'regional' = 'global'): Promise<string> {
  const response = await visit('/_internal/member/create-codes', {
    body: JSON.stringify({ product: 'premium-month', region, count: 1, until: '2999-01-01T00:00:00Z' }),
    headers: { 'x-magpie-internal': env.INTERNAL_TOKEN, 'content-type': 'application/json' },
  });
  if (response.status !== 200) throw new Error(`making a code answered ${response.status} ${await response.text()}`);
  const { codes } = (await response.json()) as { codes: string[] };
  return codes[0] ?? '';
}

export const credentials = (email: string) => ({ client_id: 'cli', username: email, password: PASSWORD });

export async function signIn(email: string): Promise<Person> {
  const tokens: TokenObject = await ok(authContract.signIn, { body: credentials(email) });
  return { email, userId: tokens.sub, token: tokens.access_token, refreshToken: tokens.refresh_token };
}

export async function makePeople(): Promise<Omit<World, 'after'>> {
  await seed();
  const person = (name: string) => signIn(`${name}@example.com`);
  const [alice, bob, carla, olga] = await Promise.all([
    person('alice'),
    person('bob'),
    person('carla'),
    person('olga'),
  ]);
  return { alice, bob, carla, olga };
}

export const freshName = (word = 'thing') => `${word} ${newHexId(6)}`;

export async function makeFolder(person: Person, parentId = '', name = freshName('folder')): Promise<string> {
  const { file } = await ok(driveContract.create, {
    token: person.token,
    body: { kind: 'drive#folder', name, parent_id: parentId },
  });
  return file?.id ?? '';
}

export interface BegunUpload {
  readonly session: UploadSession;
  readonly fileId: string;
}

/** Begins an upload at our own endpoint. */
export async function beginUpload(
  person: Person,
  sizeBytes = 5,
  name = freshName('file'),
  parentId = '',
): Promise<BegunUpload> {
  const { upload, file } = await ok(driveContract.create, {
    token: person.token,
    body: {
      kind: 'drive#file',
      name,
      parent_id: parentId,
      size: sizeBytes,
      resumable: { provider: 'PROVIDER_MAGPIE' },
    },
  });
  if (!upload || !file) throw new Error('no session');
  return { session: upload, fileId: file.id };
}

export const partAsk = ({ session }: BegunUpload, bytes: Uint8Array<ArrayBuffer>, part = 1): Ask => ({
  params: { id: session.upload_id, part },
  headers: { 'x-upload-token': session.upload_token },
  bytes,
});

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text).slice();

/** A complete file. */
export async function makeFile(
  person: Person,
  content: string | Uint8Array<ArrayBuffer> = 'hello',
  name = freshName('file'),
): Promise<string> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  const begun = await beginUpload(person, bytes.length, name);
  await ok(driveContract.uploadPart, partAsk(begun, bytes));
  await ok(driveContract.uploadComplete, { token: person.token, params: { id: begun.session.upload_id } });
  return begun.fileId;
}

/** A file that was replaced, and the version that was made. */
export async function makeVersioned(
  person: Person,
  name = freshName('file'),
  before = 'before',
): Promise<{ readonly id: string; readonly version_id: string }> {
  const id = await makeFile(person, before, name);
  const { upload } = await ok(driveContract.create, {
    token: person.token,
    body: { kind: 'drive#file', name, size: 5, conflict: 'replace', resumable: { provider: 'PROVIDER_MAGPIE' } },
  });
  if (!upload) throw new Error('no session');
  await ok(driveContract.uploadPart, partAsk({ session: upload, fileId: id }, bytesOf('after')));
  const params = { id: upload.upload_id };
  const { file, task } = await ok(driveContract.uploadComplete, { token: person.token, params });
  if (file.id !== id) throw new Error('not replaced');
  return { id, version_id: task?.params['version_id'] ?? '' };
}

export async function trash(person: Person, ...ids: string[]): Promise<string> {
  return (await ok(driveContract.batchTrash, { token: person.token, body: { ids } })).task_id;
}

/** An operator blocks the content of a file, or of a version of one. */
export async function blockContent(operator: Person, owner: Person, gcid: string): Promise<void> {
  const body = { share_user_id: owner.userId, gcids: [gcid], share_status: 'PROHIBITED' };
  await ok(shareContract.audit, { token: operator.token, body });
}

export async function makeTrashed(person: Person): Promise<string> {
  const id = await makeFolder(person);
  await trash(person, id);
  return id;
}

export interface MadeLink {
  readonly shareId: string;
  readonly passCode: string;
  readonly fileIds: readonly string[];
}

export async function makeLink(
  person: Person,
  change: { fileIds?: string[]; locked?: boolean } = {},
): Promise<MadeLink> {
  const fileIds = change.fileIds ?? [await makeFile(person)];
  const made = await ok(shareContract.create, {
    token: person.token,
    body: { file_ids: fileIds, pass_code_option: change.locked ? 'REQUIRED' : 'NOT_REQUIRED' },
  });
  return { shareId: made.share_id, passCode: made.pass_code, fileIds };
}

export function waitForTask(person: Person, taskId: string): Promise<TaskObject> {
  return waitFor(async () => {
    const task = await ok(driveContract.task, { token: person.token, params: { id: taskId } });
    return task.phase === 'PHASE_TYPE_COMPLETE' || task.phase === 'PHASE_TYPE_ERROR' ? task : null;
  }, 'the task never ends');
}

/** Limits the nodes that a drive may hold, or copy at once, until the case has ended. */
export async function limitTree(
  person: Person,
  change: { nodesPerDrive?: number; nodesPerCopy?: number },
  after: World['after'],
): Promise<void> {
  const limits = { nodesPerDrive: 1_000_000, nodesPerCopy: 1_000_000, ...change };
  const drive = objects.drives.getByName(person.userId);
  const set = (own: object) =>
    runInDurableObject(drive, (object) => {
      Reflect.deleteProperty(object, 'treeLimits');
      Object.assign(object, own);
    });
  await set({ treeLimits: () => limits });
  after(() => set({}));
}

/** Runs SQL inside a person's drive. */
export function inDrive(
  person: Pick<Person, 'userId'>,
  sql: string,
  ...bindings: string[]
): Promise<Record<string, SqlStorageValue>[]> {
  return runInDurableObject(objects.drives.getByName(person.userId), (_drive, state) =>
    state.storage.sql.exec(sql, ...bindings).toArray(),
  );
}

/** Uses up the traffic of a person's month until the case has ended. */
export async function useTraffic(person: Person, kind: 'upload' | 'offline', after: World['after']): Promise<void> {
  const add = (bytes: number) =>
    inDrive(
      person,
      `INSERT INTO traffic_days (day, traffic, bytes) VALUES (?1, ?2, ?3)
       ON CONFLICT (day, traffic) DO UPDATE SET bytes = bytes + ?3`,
      new Date().toISOString().slice(0, 10),
      kind,
      String(bytes),
    );
  await add(2 ** 50);
  after(() => add(-(2 ** 50)));
}

/** Counts bytes as brought today, by no client, until the case has ended. */
export async function useUploadDay(person: Person, after: World['after'], bytes = 2 ** 40): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const count = (more: number) =>
    inDrive(person, 'UPDATE space SET upload_day_bytes = upload_day_bytes + ?2, upload_day = ?1', day, String(more));
  await count(bytes);
  after(() => count(-bytes));
}

/** Fills the store with deleted contents of a person until the case has ended. */
export async function fillGrace(person: Person, after: World['after']): Promise<void> {
  const letGo = (bytes: number) => inDrive(person, 'UPDATE space SET let_go_bytes = let_go_bytes + ?', String(bytes));
  await letGo(2 ** 50);
  after(() => letGo(-(2 ** 50)));
}

/** Uses up a person's fetches by link of today until the case has ended. */
export async function useFetchDay(person: Person, after: World['after']): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const add = (created: number) =>
    inDrive(
      person,
      `INSERT INTO fetch_days (day, created, looked) VALUES (?1, ?2, 0)
       ON CONFLICT (day) DO UPDATE SET created = created + ?2`,
      day,
      String(created),
    );
  await add(2 ** 30);
  after(() => add(-(2 ** 30)));
}

/** Stops an object's event delivery until the returned function is called. */
export async function deafen(object: object): Promise<() => Promise<void>> {
  const stub = object as unknown as DurableObjectStub;
  const set = (deliver: unknown): Promise<unknown> =>
    runInDurableObject(stub, (instance) => {
      const own = instance as unknown as { deliver: unknown };
      const before = own.deliver;
      own.deliver = deliver;
      return before;
    });
  const before = await set(async () => []);
  return async () => void (await set(before));
}
