/** Several small files in one call: each ends by itself, repeats get first answers, and nothing is lost when store or objects fail. */
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { expectNothingLost, injure, persist, seedsFrom } from '../upload-faults-fixture.ts';
import {
  bytesOf,
  digestOf,
  personTest as it,
  MIB,
  makeUploader,
  read,
  rows,
  spaceOf,
  type Uploader,
} from '../upload-fixture.ts';
import { refusedFile } from './group-wire.ts';
import type { GroupInput } from './put-group.ts';

const NOWHERE = 'x'.repeat(26);

const nodesOf = (person: Uploader) =>
  rows<{ id: string; name: string; content_key: string }>(person, 'SELECT * FROM nodes ORDER BY name');

type End = Awaited<ReturnType<Uploader['group']>>[number];

/** The part of an end that the tests compare. */
const shown = (end: End | undefined) =>
  typeof end === 'object' ? [end.file?.name, end.skipped ?? false, end.task?.file_id === end.file?.id] : end;

const idOf = (end: End | undefined): string => (typeof end === 'object' ? (end.file?.id ?? '') : '');

it('stores all files of a call with one act, one change of the revision and a task for each', async ({ person }) => {
  const bytes = Array.from({ length: 64 }, (_, at) => bytesOf(100 + at, 3_000 + at));
  const revision = async () => (await rows<{ n: number }>(person, 'SELECT revision AS n FROM space'))[0]?.n ?? 0;
  await person.put(bytesOf(1), { name: 'before' });
  const before = await revision();
  const ends = await person.group(bytes.map((each, at) => ({ name: `f${at}`, bytes: each })));
  expect(ends.map(shown)).toEqual(bytes.map((_, at) => [`f${at}`, false, true]));
  expect(await revision()).toBe(before + 1);
  expect(await rows(person, 'SELECT 1 FROM acts WHERE kind = 2')).toHaveLength(2);
  for (const at of [0, 31, 63])
    expect(digestOf(await read(person, idOf(ends[at])))).toBe(digestOf(bytes[at] ?? bytesOf(0)));
  const sum = bytes.reduce((all, { length }) => all + length, 1);
  expect(await spaceOf(person)).toEqual({ usage_bytes: sum, reserved_bytes: 0 });
  expect(await rows(person, 'SELECT 1 FROM put_leases')).toEqual([]);
  await expectNothingLost(person, []);
});

it('takes and refuses each file by itself', async ({ person }) => {
  for (const name of ['kept', 'old']) await person.put(bytesOf(20, 3_100), { name });
  const ends = await person.group([
    { name: 'new' },
    { name: 'a/b' },
    { name: '' },
    { name: 'lost', parentId: NOWHERE },
    { name: 'kept', conflict: 'skip' },
    { name: 'old', conflict: 'replace' },
    { name: 'kept' },
    { name: 'new', conflict: 'skip' },
  ]);
  expect(ends.map(shown)).toEqual([
    ['new', false, true],
    'file_name_invalid/separator',
    'file_name_empty/empty',
    'file_not_found',
    ['kept', true, false],
    ['old', false, true],
    ['kept(1)', false, true],
    ['new', true, false],
  ]);
  expect((await nodesOf(person)).map(({ name }) => name)).toEqual(['kept', 'kept(1)', 'new', 'old']);
  expect(await rows(person, 'SELECT 1 FROM versions')).toHaveLength(1);
  await expectNothingLost(person, []);
});

it('of files that fit no more those that do are stored, as one after the other', async () => {
  const person = makeUploader({ storageBytes: 100 });
  const sizes = [40, 50, 20, 10, 1];
  const ends = await person.group(sizes.map((size, at) => ({ name: `${at}`, bytes: bytesOf(size, 3_200 + at) })));
  const full = 'file_space_not_enough';
  expect(ends.map((end) => (typeof end === 'object' ? end.file?.name : end))).toEqual(['0', '1', full, '3', full]);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 100, reserved_bytes: 0 });
  expect(await rows(person, 'SELECT 1 FROM put_leases')).toEqual([]);
  await expectNothingLost(person, []);
});

it('a file that is sent again under its key gets its first answer, by any call and in any group', async () => {
  const person = makeUploader();
  const files = Array.from({ length: 6 }, (_, at) => ({
    name: `${at}`,
    key: `k${at}`,
    bytes: bytesOf(30, 3_300 + at),
  }));
  const first = await person.group(files);
  const [a, b, c, d, e, f] = files;
  if (!a || !b || !c || !d || !e || !f) throw new Error('no files');
  expect((await person.group([f, e, d])).map(idOf)).toEqual([first[5], first[4], first[3]].map(idOf));
  expect((await person.put(a.bytes, { name: '0' }, 'k0')).file?.id).toBe(idOf(first[0]));
  const alone = await person.put(bytesOf(30, 3_350), { name: 'alone' }, 'alone');
  expect((await person.group([{ name: 'alone', key: 'alone', bytes: bytesOf(30, 3_350) }])).map(idOf)).toEqual([
    alone.file?.id,
  ]);
  const reused = 'invalid_argument/idempotency_key_reused';
  expect(
    await person.group([
      { ...b, bytes: bytesOf(30, 3_399) },
      { ...c, name: 'other' },
    ]),
  ).toEqual([reused, reused]);
  expect(await nodesOf(person)).toHaveLength(7);
  await expectNothingLost(person, []);
});

it('a session that was begun under the key of a file gets its bytes from the group', async ({ person }) => {
  const bytes = bytesOf(500, 3_400);
  const { upload } = await person.begin({ sizeBytes: 500, name: 'begun' }, 'k');
  const [end] = await person.group([{ name: 'begun', key: 'k', bytes }]);
  expect(shown(end)).toEqual(['begun', false, true]);
  expect((await person.state(upload?.upload_id ?? '')).phase).toBe('PHASE_TYPE_COMPLETE');
  expect(digestOf(await read(person, idOf(end)))).toBe(digestOf(bytes));
  await expectNothingLost(person, []);
});

it('files of one content share its object, which counts each of them', async ({ person }) => {
  const bytes = bytesOf(77, 3_500);
  await person.group(['a', 'b', 'c'].map((name) => ({ name, bytes })));
  expect(await rows(person, 'SELECT nodes FROM contents')).toEqual([{ nodes: 3 }]);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 231, reserved_bytes: 0 });
  await expectNothingLost(person, []);
});

it('their tasks are listed page by page, found, and removed one by one', async ({ person }) => {
  await person.put(bytesOf(1, 3_600), { name: 'single' });
  const ends = await person.group(
    Array.from({ length: 5 }, (_, at) => ({ name: `g${at}`, bytes: bytesOf(9, 3_601 + at) })),
  );
  const list = async (rowsWanted: number, pageToken = '') => {
    const query = { type: 'upload', rows: rowsWanted, pageToken, phases: [], ids: [] };
    return unwrap(await person.stub.tasks(person.caller, query));
  };
  const names: string[] = [];
  for (let token = '', more = true; more; more = token !== '') {
    const page = await list(2, token);
    names.push(...page.rows.map(({ name }) => name));
    token = page.nextPageToken;
  }
  expect(names).toEqual(['g4', 'g3', 'g2', 'g1', 'g0', 'single']);
  const taskIds = ends.map((end) => (typeof end === 'object' ? (end.task?.id ?? '') : ''));
  expect(unwrap(await person.stub.task(person.caller, taskIds[2] ?? ''))).toMatchObject({ name: 'g2', file_size: 9 });
  unwrap(await person.stub.removeTasks(person.caller, [taskIds[1] ?? '', taskIds[3] ?? '']));
  expect((await list(100)).rows.map(({ name }) => name)).toEqual(['g4', 'g2', 'g0', 'single']);
  expect(unwrap(await person.stub.filesOfTasks(person.caller, taskIds))).toHaveLength(3);
});

it('each of them is among the recent events', async ({ person }) => {
  await person.group(Array.from({ length: 64 }, (_, at) => ({ name: `${at}`, bytes: bytesOf(9, 3_700 + at) })));
  const query = { types: [], pageToken: '', rows: 100 };
  const { events } = unwrap(await person.stub.events(person.caller, query));
  expect(events.map(({ node }) => node.name)).toEqual(Array.from({ length: 64 }, (_, at) => `${63 - at}`));
});

it('answers a refusal in the language of the caller, with its facts, and a failure without any', () => {
  const metadata = { used: '1', limit: '2', needed: '3' };
  const full = refusedFile({ name: 'file_space_not_enough', detail: { metadata } }, 'es');
  const error = { error: 'file_space_not_enough', error_code: 8, reason: 'file_space_not_enough', metadata };
  expect(full.error).toMatchObject(error);
  expect(full.error?.error_description).toMatch(/espacio|almacenamiento/i);
  const failed = refusedFile({ name: 'internal', detail: { reason: 'secret' } }, 'en-US');
  expect(failed.error).toMatchObject({ error: 'internal', reason: '', metadata: {} });
});

it('stores nothing for a session that has ended', async ({ person }) => {
  await person.group([{ name: 'before', bytes: bytesOf(10, 3_799) }]);
  await person.stub.endSessions({ sessionId: person.caller.sessionId, minEpoch: 0, untilMs: 4e12 });
  await expect(person.group([{ name: 'after', bytes: bytesOf(10, 3_800) }])).rejects.toThrow('unauthenticated');
  expect(await nodesOf(person)).toHaveLength(1);
  await expectNothingLost(person, []);
});

it('groups under failing store and objects: acknowledged files come back, the others are finished by the same calls once all is well', async () => {
  let [acknowledged, later] = [0, 0];
  for (const seed of seedsFrom(501, 12)) {
    const person = makeUploader({ storageBytes: 10 * MIB });
    const files = Array.from({ length: 5 }, (_, at): Partial<GroupInput> & { bytes: Uint8Array<ArrayBuffer> } => ({
      name: `${at}`,
      key: `k${at}`,
      bytes: bytesOf(400 + at, seed * 100 + at),
    }));
    const { store, heal } = injure(person, seed);
    const told = (await persist(() => person.group(files))) ?? [];
    heal();
    const ends = await person.group(files);
    for (const [at, { bytes }] of files.entries()) {
      const early = told[at];
      if (typeof early === 'object') acknowledged += 1;
      else later += 1;
      if (typeof early === 'object') expect(idOf(ends[at])).toBe(idOf(early));
      expect(digestOf(await read(person, idOf(ends[at])))).toBe(digestOf(bytes));
    }
    expect(await nodesOf(person)).toHaveLength(files.length);
    await expectNothingLost(person, store.tried);
  }
  // The seeds meet both ends; else the test would prove nothing.
  expect(Math.min(acknowledged, later)).toBeGreaterThan(0);
}, 180_000);
