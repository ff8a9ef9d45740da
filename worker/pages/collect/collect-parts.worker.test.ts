/** A visitor's file in parts: it goes on where it broke off, and holds no place for long. */
import { Buffer } from 'node:buffer';
import { beforeAll, expect, it } from 'vitest';
import { COLLECT_PART_BYTES } from '#shared/drive/collect/collect-terms.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { makeCollectLink } from '#test/contract/cases/collect/collect.cases.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { ORIGIN, runningServer } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { inDrive, makeFolder, ok, type Person, seed } from '#test/contract/world.ts';
import { newWireId } from '#worker/platform/ids.ts';

const SIZE = COLLECT_PART_BYTES + 1_000;
const FILE = new Uint8Array(SIZE).fill(120);
FILE.set(new TextEncoder().encode('%PDF-1.7'));
let owner: Person;
let addresses = 0;

beforeAll(async () => {
  await seed();
  // Other files leave uploads in the drives of the demo persons.
  owner = { ...(await newcomer()), refreshToken: '' };
});

async function collecting(terms: object = {}) {
  const folderId = await makeFolder(owner);
  return { folderId, id: await makeCollectLink(owner, terms, folderId) };
}

async function post(path: string, body: BodyInit | null, headers: Record<string, string> = {}) {
  addresses += 1;
  const answer = await visit(path, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', 'cf-connecting-ip': `198.51.100.${addresses % 250}`, ...headers },
  });
  return { status: answer.status, ...((await answer.json()) as { error?: string; done?: boolean; parts?: number[] }) };
}

/** A file of a visitor with its calls. */
function sending(linkId: string, { name = 'a.pdf', size = SIZE, bytes = FILE } = {}) {
  const path = `/c/${linkId}/${newWireId()}/${newWireId()}`;
  const head = Buffer.from(bytes.slice(0, 512)).toString('base64');
  const form = { name, size: String(size), head, visitor: 'Ann', note: '', captcha_token: '' };
  return {
    path,
    begin: () => post(path, new URLSearchParams(form)),
    part(part: number, content = bytes.slice((part - 1) * COLLECT_PART_BYTES, part * COLLECT_PART_BYTES)) {
      return post(`${path}?part=${part}`, content, { 'content-length': String(content.length) });
    },
    finish: () => post(`${path}?done`, null),
  };
}

const coming = (id: string) => inDrive(owner, "SELECT 1 FROM collect_files WHERE link_id = ? AND state = 'coming'", id);
const reserved = async () => Number((await inDrive(owner, 'SELECT count(*) AS n FROM reservations'))[0]?.['n']);

async function filesIn(folderId: string) {
  const { files } = await ok(driveContract.list, { token: owner.token, query: { parent_id: folderId } });
  return files.map(({ name, size, phase }) => [name, size, phase]);
}

it('a file that broke off goes on with the parts that are missing, and is one file however often it is finished', async () => {
  const { id, folderId } = await collecting({ kind_of_files: 'document' });
  const file = sending(id);
  expect(await file.begin()).toMatchObject({ status: 200, done: false, parts: [] });
  expect((await file.part(1)).status).toBe(200);
  expect((await file.part(2, FILE.slice(0, 10))).status).toBe(400);
  expect((await file.finish()).status).toBe(400);
  expect(await file.begin()).toMatchObject({ status: 200, done: false, parts: [1] });
  const { uploads } = await ok(driveContract.uploads, { token: owner.token });
  expect(uploads).toEqual([]);
  expect((await file.part(2)).status).toBe(200);
  expect((await file.finish()).status).toBe(200);
  expect(await file.begin()).toMatchObject({ status: 200, done: true });
  expect(await filesIn(folderId)).toEqual([['a.pdf', String(SIZE), 'PHASE_TYPE_COMPLETE']]);
  expect(await reserved()).toBe(0);
});

it('first bytes of another kind than was said end the file at its first part', async () => {
  const { id, folderId } = await collecting({ kind_of_files: 'document' });
  const file = sending(id);
  await file.begin();
  const program = FILE.slice(0, COLLECT_PART_BYTES);
  program.set(new TextEncoder().encode('MZ'));
  expect(await file.part(1, program)).toMatchObject({ status: 400, error: 'invalid_argument' });
  expect(await file.part(2)).toMatchObject({ status: 404 });
  expect([await coming(id), await filesIn(folderId), await reserved()]).toEqual([[], [], 0]);
  expect(await sending(id, { name: 'a.exe' }).begin()).toMatchObject({ status: 400, error: 'invalid_argument' });
});

it('a sender that stays away holds a place only until another one needs it', async () => {
  const { id } = await collecting({ max_files: 1 });
  const [first, second] = [sending(id), sending(id)];
  await first.begin();
  await first.part(1);
  expect(await second.begin()).toMatchObject({ status: 400, error: 'failed_precondition' });
  await inDrive(owner, 'UPDATE collect_files SET active_ms = active_ms - 180000 WHERE link_id = ?', id);
  expect(await second.begin()).toMatchObject({ status: 200, done: false });
  expect(await first.part(2)).toMatchObject({ status: 404 });
  expect(await coming(id)).toHaveLength(1);
});

it('parts of another file, of no file, too large ones and those of another site are refused', async () => {
  const { id } = await collecting({ max_file_size: SIZE });
  const file = sending(id);
  expect(await sending(id, { size: SIZE + 1 }).begin()).toMatchObject({ error: 'file_too_large' });
  expect((await file.part(1)).status).toBe(404);
  await file.begin();
  expect((await file.part(3, FILE.slice(0, 10))).status).toBe(400);
  expect((await file.part(0, FILE.slice(0, 10))).status).toBe(400);
  expect((await post(`${file.path}?part=x`, FILE.slice(0, 10))).status).toBe(400);
  expect((await post(`/c/VnoSuchLink/${newWireId()}/k?done`, null)).status).toBe(404);
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://other.test' };
  const answers = [`${file.path}?done`, `${file.path}?part=1`, file.path].map(async (path) => {
    const request = new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { host: new URL(ORIGIN).host, ...foreign },
    });
    return (await runningServer(request)).status;
  });
  expect(await Promise.all(answers)).toEqual([403, 403, 403]);
});
