import { Buffer } from 'node:buffer';
import { zipSync } from 'fflate';
import { expect } from 'vitest';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { readZip } from '#shared/content/zip-fixture.ts';
import { makeCodedZip } from '#shared/drive/archive/coded-zip-fixture.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { untilEnded } from '#test/contract/until-ended.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { driveOf } from '../deps.ts';
import { remove, trashOne } from '../jobs/start.ts';
import { createFolder } from '../tree/change.ts';
import {
  bytesOf,
  personTest as it,
  makeUploader,
  read,
  refusalOf,
  rows,
  spaceOf,
  type Uploader,
} from '../upload/upload-fixture.ts';
import { MAX_UNPACKED_PER_HOUR, MAX_WRONG_PASSWORDS } from './archive-reads.ts';
import { ARCHIVES } from './archives-fixture.ts';
import type { archivePart } from './part.ts';
import { makeRar4, makeRar5 } from './rar-fixture.ts';
import { tarEntry, tarOf } from './read/tar-fixture.ts';
import { mayWait } from './runs.ts';
import { extract, listInside, pack, packOrderOf } from './start.ts';

const NOTE = 'A file of the trip.\n';
const LONG = 'A line of text. '.repeat(400);
const CALL = { idempotencyKey: null } as unknown as CallContext;

const TREE = [
  { path: 'Trip', text: null },
  { path: 'Trip/note.txt', text: NOTE },
  { path: 'Trip/nothing.txt', text: '' },
  { path: 'Trip/empty', text: null },
  { path: 'Trip/Снимки', text: null },
  { path: 'Trip/Снимки/long.txt', text: LONG },
];
const RARS = { 'r4.rar': makeRar4, 'r5.rar': makeRar5 };

type ArchiveName = keyof typeof ARCHIVES | keyof typeof RARS;

async function putArchive(person: Uploader, name: ArchiveName): Promise<string> {
  const isRar = name === 'r4.rar' || name === 'r5.rar';
  const bytes = isRar ? RARS[name](TREE) : new Uint8Array(Buffer.from(ARCHIVES[name], 'base64'));
  const { file } = await person.put(bytes, { name });
  return file?.id ?? '';
}

/** @returns id of an empty folder */
async function makeTrip({ deps, caller, nodeId }: Uploader): Promise<string> {
  const { file } = await createFolder(deps, caller, { parentId: nodeId(''), name: 'Trip' }, CALL, 'keep_both');
  return file?.id ?? '';
}

interface Path {
  readonly path: string;
  readonly id: string;
  readonly isFile: boolean;
}

/** Every node in place, by its path. */
async function pathsOf(person: Uploader): Promise<Path[]> {
  return (
    await rows<{ path: string; id: string; is_file: number }>(
      person,
      `WITH RECURSIVE down (id, path, is_file) AS (
         SELECT id, name, is_file FROM nodes WHERE parent_id = '' AND state = 0
         UNION ALL SELECT nodes.id, down.path || '/' || nodes.name, nodes.is_file FROM down JOIN nodes ON nodes.parent_id = down.id AND nodes.state = 0)
       SELECT id, path, is_file FROM down ORDER BY path`,
    )
  ).map(({ path, id, is_file }) => ({ path, id, isFile: is_file === 1 }));
}

async function textAt(person: Uploader, path: string): Promise<string> {
  const found = (await pathsOf(person)).find((one) => one.path === path);
  return found ? new TextDecoder().decode(await read(person, found.id)) : 'absent';
}

const start = (person: Uploader, fileId: string, password = '', entries: readonly number[] = []) =>
  extract(person.deps, person.caller, { fileId, password, entries, parentId: null }, CALL);

/** So many bytes of today came from no client. */
const madeToday = (person: Uploader, bytes: number) =>
  rows(
    person,
    `UPDATE space SET upload_day = '${new Date(person.call().nowMs).toISOString().slice(0, 10)}', upload_day_bytes = client_day_bytes + ${bytes} RETURNING 1`,
  );

const KOREAN = ['사진/', '사진/여름휴가.jpg'].map((name) => encodeAs(name, 'euc-kr'));

it.each([
  ['old.zip', makeCodedZip(KOREAN.map((name) => ({ name, content: new Uint8Array(0) })))],
  ['old.tar', tarOf(KOREAN.map((name) => tarEntry(name)))],
])(
  'names in %s become folders as they were written, or in the encoding that the person chose',
  async (archive, bytes) => {
    const person = makeUploader();
    const { file } = await person.put(bytes, { name: archive });
    const fileId = file?.id ?? '';
    const ask = (encoding: TextEncoding | null) => ({
      fileId,
      path: '',
      password: '',
      entries: [],
      parentId: null,
      reading: { encoding, language: 'zh-CN' },
    });
    const listed = await listInside(person.deps, person.caller, ask(null));
    expect([listed.encoding, ...listed.files.map(({ filename }) => filename)]).toEqual(['euc-kr', '사진']);
    const chosen = await listInside(person.deps, person.caller, ask('gbk'));
    expect([chosen.encoding, ...chosen.files.map(({ filename }) => filename)]).toEqual(['gbk', '荤柳']);
    for (const encoding of [null, 'gbk'] as const) {
      const { taskId } = await extract(person.deps, person.caller, ask(encoding), CALL);
      expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE' });
    }
    expect((await pathsOf(person)).map(({ path }) => path)).toEqual([
      'old',
      'old',
      archive,
      'old/荤柳',
      'old/荤柳/咯抚绒啊.jpg',
      'old/사진',
      'old/사진/여름휴가.jpg',
    ]);
  },
);

it.each([
  ...(['plain.zip', 'aes.zip', 'crypto.zip', 't.tar.gz', 't.tar.xz', 't.tar.bz2'] as const),
  ...(['p.7z', 'enc.7z', 'data.7z', 'r4.rar', 'r5.rar'] as const),
])('an archive: %s is listed and extracted into a folder of its name', async (name) => {
  const person = makeUploader();
  const fileId = await putArchive(person, name);
  const password = /aes|crypto|enc|data/.test(name) ? 'secret' : '';
  const list = (path: string) => listInside(person.deps, person.caller, { fileId, path, password });
  expect((await list('')).files.map(({ filename }) => filename)).toEqual(['Trip']);
  const inside = await list('Trip');
  expect(inside.files.map(({ filename, kind }) => [filename, kind])).toEqual([
    ['empty', 'drive#folder'],
    ['Снимки', 'drive#folder'],
    ['note.txt', 'drive#file'],
    ['nothing.txt', 'drive#file'],
  ]);
  expect((await list('Trip/Снимки')).files[0]).toMatchObject({
    filename: 'long.txt',
    filesize: String(LONG.length),
  });
  const { taskId } = await start(person, fileId, password);
  expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', job: null });
  const folder = name.replace(/(\.tar)?\.\w+$/, '');
  expect((await pathsOf(person)).filter(({ path }) => path !== name).map(({ path }) => path)).toEqual([
    folder,
    `${folder}/Trip`,
    `${folder}/Trip/empty`,
    `${folder}/Trip/note.txt`,
    `${folder}/Trip/nothing.txt`,
    `${folder}/Trip/Снимки`,
    `${folder}/Trip/Снимки/long.txt`,
  ]);
  expect(await textAt(person, `${folder}/Trip/note.txt`)).toBe(NOTE);
  expect(await textAt(person, `${folder}/Trip/Снимки/long.txt`)).toBe(LONG);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

it('an archive gives single entries', async ({ person }) => {
  const fileId = await putArchive(person, 'plain.zip');
  const { files } = await listInside(person.deps, person.caller, { fileId, path: 'Trip', password: '' });
  const index = files.find(({ filename }) => filename === 'note.txt')?.index ?? -1;
  const { taskId, entries } = await start(person, fileId, '', [index]);
  expect(entries).toBe(1);
  await untilEnded(person, taskId);
  expect((await pathsOf(person)).filter(({ isFile }) => isFile).map(({ path }) => path)).toEqual([
    'plain.zip',
    'plain/Trip/note.txt',
  ]);
  expect(await refusalOf(start(person, fileId, '', [999]))).toBe('invalid_argument');
});

it.each([
  ['aes.zip', 'OK'],
  ['crypto.zip', 'OK'],
  ['enc.7z', 'PASS_WORD_EMPTY'],
  ['data.7z', 'OK'],
] as const)('an archive: %s asks for its password and refuses a wrong one', async (name, status) => {
  const person = makeUploader();
  const fileId = await putArchive(person, name);
  expect((await listInside(person.deps, person.caller, { fileId, path: '', password: '' })).status).toBe(status);
  expect(await refusalOf(start(person, fileId))).toContain('unzip_password_required');
  expect(await refusalOf(start(person, fileId, 'wrong'))).toContain('unzip_password_incorrect');
});

it('an archive is refused with paths that leave its folder, and when it is none', async ({ person }) => {
  expect(await refusalOf(start(person, await putArchive(person, 'evil.zip')))).toContain('INVALID_FILE_FORMAT');
  const { file } = await person.put(bytesOf(5_000), { name: 'noise.zip' });
  expect(await refusalOf(start(person, file?.id ?? ''))).toBe('INVALID_FILE_FORMAT/damaged');
  for (const name of ['noise.7z', 'noise.tar', 'noise.tar.gz', 'noise.rar', 'noise.txt']) {
    const { file: other } = await person.put(bytesOf(5_000, 2), { name });
    expect([name, (await refusalOf(start(person, other?.id ?? ''))).split('/')[0]]).toEqual([
      name,
      'INVALID_FILE_FORMAT',
    ]);
  }
});

it('an archive: whose header lies about a size ends its task, and leaves no unfinished file', async ({ person }) => {
  const { taskId } = await start(person, await putArchive(person, 'lying.zip'));
  expect(await untilEnded(person, taskId)).toMatchObject({
    phase: 'PHASE_TYPE_ERROR',
    message: 'INVALID_FILE_FORMAT',
  });
  expect(await rows(person, "SELECT id FROM nodes WHERE phase <> 'PHASE_TYPE_COMPLETE'")).toEqual([]);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

it('an archive made to confuse may have a file and a folder of one name, and two files of one name', async ({
  person,
}) => {
  const one = new Uint8Array(1);
  const zip = zipSync({ 'same/in': one, sime: one, note: one, nite: one }, { level: 0 });
  const renamed = Buffer.from(zip).toString('latin1').replaceAll('sime', 'same').replaceAll('nite', 'note');
  const bytes = Buffer.from(renamed, 'latin1');
  const { file } = await person.put(new Uint8Array(bytes), { name: 'two.zip' });
  const fileId = file?.id ?? '';
  const { files } = await listInside(person.deps, person.caller, { fileId, path: '', password: '' });
  expect(files.map(({ filename, kind }) => [filename, kind])).toEqual([
    ['same', 'drive#folder'],
    ['note', 'drive#file'],
    ['note', 'drive#file'],
    ['same', 'drive#file'],
  ]);
  const { taskId } = await start(person, fileId);
  expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE' });
  expect((await pathsOf(person)).filter(({ isFile }) => isFile)).toHaveLength(5);
});

it('an archive made to confuse has its password sealed in the job, and a trashed archive ends its job', async ({
  person,
}) => {
  const fileId = await putArchive(person, 'aes.zip');
  const { taskId } = await start(person, fileId, 'secret', [2, 5]);
  const [{ job = '' } = {}] = await rows<{ job: string }>(person, 'SELECT job FROM tasks WHERE job IS NOT NULL');
  expect(JSON.parse(job)).toMatchObject({ order: { do: 'extract', chosen: 'JA' } });
  expect(job).not.toContain(':"secret"');
  expect(JSON.parse(job).order.secret).toHaveLength(46);
  await rows(person, `UPDATE nodes SET state = 1 WHERE id = '${fileId}' RETURNING id`);
  expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_ERROR', message: 'file_not_found' });
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

it('an archive made to confuse takes twenty wrong passwords, and then none for a while', async ({ person }) => {
  const fileId = await putArchive(person, 'crypto.zip');
  for (let tries = 0; tries < MAX_WRONG_PASSWORDS; tries += 1)
    expect(await refusalOf(start(person, fileId, `wrong${tries}`))).toContain('unzip_password_incorrect');
  expect(await refusalOf(start(person, fileId, 'secret'))).toContain('resource_exhausted');
});

it('an archive that is unpacked to be listed is counted, and after so many in an hour no other is unpacked', async ({
  person,
}) => {
  const fileId = await putArchive(person, 't.tar.gz');
  const list = (name: string) => listInside(person.deps, person.caller, { fileId: name, path: '', password: '' });
  expect((await list(fileId)).status).toBe('OK');
  for (let count = 0; count < MAX_UNPACKED_PER_HOUR; count += 1)
    unwrap(
      await driveOf<typeof archivePart>(person.deps, person.caller.userId).archiveUnpacks(callerData(person.caller)),
    );
  expect((await list(fileId)).status).toBe('OK');
  const packed = new Uint8Array(Buffer.from(ARCHIVES['p.7z'], 'base64'));
  const { file } = await person.put(packed, { name: 'never listed.7z' });
  expect(await refusalOf(list(file?.id ?? ''))).toBe('resource_exhausted/archive_reads');
  expect((await list(await putArchive(person, 'plain.zip'))).status).toBe('OK');
});

it('an archive that is unpacked to be listed says so where a tar.gz is too large for that, and is extracted all the same', async ({
  person,
}) => {
  const tar = tarOf([tarEntry(Buffer.from('big.bin'), { content: new Uint8Array(41 * 2 ** 20) })]);
  const gzip = new Blob([tar]).stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(gzip).arrayBuffer());
  const { file } = await person.put(packed, { name: 'big.tar.gz' });
  const fileId = file?.id ?? '';
  const listed = listInside(person.deps, person.caller, { fileId, path: '', password: '' });
  expect(await refusalOf(listed)).toBe('archive_not_listed/too_large');
  const { taskId, entries } = await start(person, fileId);
  expect(entries).toBe(0);
  expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE' });
  expect((await pathsOf(person)).map(({ path }) => path)).toContain('big/big.bin');
  expect(await refusalOf(start(person, fileId, '', [0]))).toBe('file_too_large/too_large');
});

it('a folder is packed into a zip file beside it, whose bytes are those of the zip stream', async ({ person }) => {
  const folderId = await makeTrip(person);
  expect(await refusalOf(pack(person.deps, person.caller, { folderId, timeZone: 'UTC' }, CALL))).toBe(
    'cannot_pack_empty_folder',
  );
  await person.put(bytesOf(300_000, 4), { name: 'a.bin', parentId: person.nodeId(folderId) });
  await person.put(bytesOf(10, 5), { name: 'b.bin', parentId: person.nodeId(folderId) });
  const taskId = await pack(person.deps, person.caller, { folderId, timeZone: 'UTC' }, CALL);
  const ended = await untilEnded(person, taskId);
  expect(ended).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', type: 'pack_files', file_name: 'Trip.zip' });
  const bytes = await read(person, ended.file_id);
  const entries = readZip((from, to) => bytes.subarray(from, to), bytes.length);
  expect(entries.map(({ path }) => path)).toEqual(['Trip/', 'Trip/a.bin', 'Trip/b.bin']);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

it('a task that never finds a place to read its archive is given up after an hour', () => {
  const startMs = 1_000;
  expect(mayWait({}, startMs)).toBe(true);
  expect(mayWait({ busySinceMs: 0 }, startMs + 3_600_000)).toBe(true);
  expect(mayWait({ busySinceMs: startMs }, startMs + 3_599_999)).toBe(true);
  expect(mayWait({ busySinceMs: startMs }, startMs + 3_600_000)).toBe(false);
});

it('takes nothing out of an archive, and packs nothing, that is larger than the plan takes', async () => {
  const person = makeUploader({ free: { fileBytes: 5_000 } });
  const listed = zipSync({ 'large.bin': new Uint8Array(6_000), 'small.bin': new Uint8Array(10) });
  const { file } = await person.put(listed, { name: 'listed.zip' });
  const fileId = file?.id ?? '';
  expect(await refusalOf(start(person, fileId))).toBe('file_too_large');
  const { taskId } = await start(person, fileId, '', [1]);
  expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE' });

  const folderId = await makeTrip(person);
  for (const seed of [7, 8])
    await person.put(bytesOf(3_000, seed), { name: `${seed}.bin`, parentId: person.nodeId(folderId) });
  expect(await refusalOf(pack(person.deps, person.caller, { folderId, timeZone: 'UTC' }, CALL))).toBe('file_too_large');
});

it('a repeated call gets the task of the first one, when its archive or folder is gone', async ({ person }) => {
  const { deps, caller } = person;
  const archive = await putArchive(person, 'plain.zip');
  const folder = await makeTrip(person);
  await person.put(bytesOf(10), { name: 'in.txt', parentId: folder });
  const keyed = (idempotencyKey: string) => ({ ...CALL, idempotencyKey }) as CallContext;
  const input = { fileId: archive, password: '', entries: [], parentId: null };
  const extracting = () => extract(deps, caller, input, keyed('e'));
  const packing = () => pack(deps, caller, { folderId: folder, timeZone: 'UTC' }, keyed('p'));
  const trashing = () => trashOne(deps, caller, asNodeId(folder), keyed('t'));
  const first = [await extracting(), await packing(), await trashing()];
  await remove(deps, caller, [asNodeId(archive), asNodeId(folder)], CALL);
  expect([await extracting(), await packing(), await trashing()]).toEqual(first);
  expect(await refusalOf(extract(deps, caller, { ...input, entries: [1] }, keyed('e')))).toMatch(
    /idempotency_key_reused/,
  );
});

it('a repeated extraction without an encoding has the fingerprint that versions without encodings stored', async () => {
  const person = makeUploader();
  const { deps, caller } = person;
  const fileId = await putArchive(person, 'plain.zip');
  const keyed = (idempotencyKey: string) => ({ ...CALL, idempotencyKey }) as CallContext;
  const input = { fileId, password: '', entries: [], parentId: null };
  const { fingerprint } = idempotencyKeyFor(keyed('e'), 'extract', { fileId, entries: [], parentId: null }) ?? {};
  const first = await extract(deps, caller, { ...input, reading: { encoding: null, language: 'ru' } }, keyed('e'));
  expect(await rows(person, "SELECT fingerprint FROM _repeat WHERE key = 'e'")).toEqual([{ fingerprint }]);
  expect(await extract(deps, caller, input, keyed('e'))).toEqual(first);
  const chosen = extract(deps, caller, { ...input, reading: { encoding: 'gbk', language: 'ru' } }, keyed('e'));
  expect(await refusalOf(chosen)).toMatch(/idempotency_key_reused/);
});

it('what extractions of one day wrote counts against their limit, and a task ends with it', async ({ person }) => {
  const { deps, caller } = person;
  const archive = await putArchive(person, 'plain.zip');
  const run = () => extract(deps, caller, { fileId: archive, password: '', entries: [], parentId: null }, CALL);
  const written = (bytes: number) => madeToday(person, bytes);
  const { taskId } = await run();
  await written(256 * 1024 ** 3);
  expect(await untilEnded(person, taskId)).toMatchObject({ phase: 'PHASE_TYPE_ERROR', message: 'upload_day_limit' });
  expect(await refusalOf(run())).toBe('resource_exhausted/archive_bytes_per_day');
  await written(0);
  expect((await untilEnded(person, (await run()).taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
});

it('archives that are made at once pass the limit of one day no more than one after another', async ({ person }) => {
  const { deps, caller } = person;
  const folderId = await makeTrip(person);
  await person.put(bytesOf(3_000), { name: 'in.txt', parentId: person.nodeId(folderId) });
  const archive = await putArchive(person, 'plain.zip');
  const input = { folderId, timeZone: 'UTC' };
  const { sizeBytes } = await packOrderOf(deps, caller, input);
  const limitBytes = 256 * 1024 ** 3;
  await madeToday(person, limitBytes - sizeBytes);
  const taskId = await pack(deps, caller, input, CALL);
  expect(await refusalOf(pack(deps, caller, input, CALL))).toBe('resource_exhausted/archive_bytes_per_day');
  expect(await refusalOf(start(person, archive))).toBe('resource_exhausted/archive_bytes_per_day');
  expect((await untilEnded(person, taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
  const space = 'SELECT upload_day_bytes - client_day_bytes AS made FROM space';
  expect(await rows(person, space)).toEqual([{ made: limitBytes }]);
});
