/** A visitor's file in parts: it goes on where it broke off, and holds no place for long. */
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract.ts';
import { COLLECT_SECRET_HEADER } from '#shared/drive/collect/visitor.contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { SENDING_PART_BYTES } from '#shared/drive/sending/sending-terms.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { makeCollectLink } from '#test/contract/cases/collect/collect.cases.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { type Ask, send } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { inDrive, makeFolder, ok, seed } from '#test/contract/world.ts';
import { newWireId } from '#worker/platform/ids.ts';

const SIZE = SENDING_PART_BYTES + 1_000;
const FILE = new Uint8Array(SIZE).fill(120);
FILE.set(new TextEncoder().encode('%PDF-1.7'));
let addresses = 0;

await seed();
// Other files leave uploads in the drives of the demo persons.
const owner = { ...(await newcomer()), refreshToken: '' };

async function collecting(terms: object = {}) {
  const folderId = await makeFolder(owner);
  return { folderId, id: await makeCollectLink(owner, terms, folderId) };
}

interface Answer {
  error?: string;
  details?: readonly { message?: string }[];
  phase?: string;
  parts?: number[];
  files?: readonly { state: string; undoable: boolean }[];
}

async function answerOf(sent: Promise<Response>) {
  const answer = await sent;
  const body = (await answer.json()) as Answer;
  return { status: answer.status, ...body, sentence: body.details?.find(({ message }) => message)?.message ?? '' };
}

/** A file of a visitor with its calls. */
function sending(linkId: string, { name = 'a.pdf', size = SIZE, bytes = FILE, receipt = newWireId() } = {}) {
  addresses += 1;
  const headers = { [COLLECT_SECRET_HEADER]: receipt, 'cf-connecting-ip': `198.51.100.${addresses % 250}` };
  const key = newWireId();
  const params = { id: linkId, key };
  const head = Buffer.from(bytes.slice(0, 512)).toString('base64');
  const call = (endpoint: Endpoint, more: Ask = {}) =>
    answerOf(send(endpoint, { headers, ...more, params: { ...params, ...more.params } }));
  return {
    begin: () => call(driveContract.collectSend, { body: { key, name, size, head, visitor: 'Ann' } }),
    state: () => call(driveContract.collectSendState),
    part: (
      part: number,
      content = bytes.slice((part - 1) * SENDING_PART_BYTES, part * SENDING_PART_BYTES),
      more: Record<string, string> = {},
    ) => call(driveContract.collectSendPart, { params: { part }, bytes: content, headers: { ...headers, ...more } }),
    finish: () => call(driveContract.collectSendComplete),
    drop: () => call(driveContract.collectSendAbort),
    sent: () => call(driveContract.collectSent),
  };
}

const coming = (id: string) => inDrive(owner, "SELECT 1 FROM collect_files WHERE link_id = ? AND state = 'coming'", id);
/** Bytes of the owner's space that files of a link hold while they come in. */
const reserved = async (id: string) => {
  const held = 'SELECT coalesce(sum(bytes), 0) AS n FROM reservations WHERE owner IN';
  const [row] = await inDrive(owner, `${held} (SELECT upload_id FROM collect_files WHERE link_id = ?)`, id);
  return Number(row?.['n']);
};
const allReserved = async () => Number((await inDrive(owner, 'SELECT reserved_bytes AS n FROM space'))[0]?.['n']);

async function filesIn(folderId: string) {
  const { files } = await ok(driveContract.list, { token: owner.token, query: { parent_id: folderId } });
  return files.map(({ name, size, phase }) => [name, size, phase]);
}

it('a file that broke off goes on with the parts that are missing, and is one file however often it is finished', async () => {
  const { id, folderId } = await collecting({ kind_of_files: 'document' });
  const file = sending(id);
  expect(await file.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_PENDING', parts: [] });
  expect((await file.part(1)).status).toBe(200);
  expect((await file.part(2, FILE.slice(0, 10))).status).toBe(400);
  expect((await file.finish()).status).toBe(400);
  expect(await file.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_PENDING', parts: [1] });
  const { uploads } = await ok(driveContract.uploads, { token: owner.token });
  expect(uploads).toEqual([]);
  expect((await file.part(2)).status).toBe(200);
  expect((await file.finish()).status).toBe(200);
  expect(await file.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_COMPLETE' });
  expect(await filesIn(folderId)).toEqual([['a.pdf', String(SIZE), 'PHASE_TYPE_COMPLETE']]);
  expect(await reserved(id)).toBe(0);
});

it('first bytes of another kind than was said end the file at its first part', async () => {
  const { id, folderId } = await collecting({ kind_of_files: 'document' });
  const file = sending(id);
  await file.begin();
  const program = FILE.slice(0, SENDING_PART_BYTES);
  program.set(new TextEncoder().encode('MZ'));
  expect(await file.part(1, program)).toMatchObject({ status: 400, error: 'invalid_argument' });
  expect(await file.part(2)).toMatchObject({ status: 404 });
  expect([await coming(id), await filesIn(folderId), await allReserved()]).toEqual([[], [], 0]);
  expect(await sending(id, { name: 'a.exe' }).begin()).toMatchObject({ status: 400, error: 'invalid_argument' });
});

it('a sender that stays away holds a place only until another one needs it: minutes without a part, a day with one', async () => {
  const { id } = await collecting({ max_files: 1 });
  const [first, second, third] = [sending(id), sending(id), sending(id)];
  const away = (ms: number) => inDrive(owner, `UPDATE uploads SET active_ms = active_ms - ${ms} WHERE sent_to = ?`, id);
  await first.begin();
  expect(await second.begin()).toMatchObject({ status: 400, error: 'failed_precondition' });
  await away(3 * MINUTE_MS);
  expect(await second.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_PENDING' });
  expect(await first.part(1)).toMatchObject({ status: 404 });
  await second.part(1);
  await away(DAY_MS - MINUTE_MS);
  expect(await third.begin()).toMatchObject({ status: 400, error: 'failed_precondition' });
  await away(MINUTE_MS);
  expect(await third.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_PENDING' });
  expect(await second.part(2)).toMatchObject({ status: 404 });
  expect(await coming(id)).toHaveLength(1);
});

it('a file holds the space of its parts alone, none of the uploads of the owner, and has no task before it is here', async () => {
  const { id } = await collecting();
  const file = sending(id);
  await file.begin();
  const tasks = () =>
    inDrive(owner, "SELECT 1 FROM tasks WHERE file_name = 'a.pdf' AND phase <> 'PHASE_TYPE_COMPLETE'");
  expect([await reserved(id), await tasks()]).toEqual([0, []]);
  expect(await file.part(2)).toMatchObject({ status: 400, error: 'failed_precondition' });
  await file.part(1);
  await file.part(1);
  expect(await reserved(id)).toBe(SENDING_PART_BYTES);
  // A part that broke off holds nothing.
  await file.part(2, FILE.slice(0, 10), { 'content-length': '1000' }).catch(() => undefined);
  expect(await reserved(id)).toBe(SENDING_PART_BYTES);
  await file.part(2);
  expect(await reserved(id)).toBe(SIZE);
  expect((await file.finish()).status).toBe(200);
  expect([await reserved(id), await tasks()]).toEqual([0, []]);
});

it('a visitor has two files in parts at a time, a link twenty, and those that begin a thousand cost the owner nothing', async () => {
  const { id, folderId } = await collecting({ max_files: 1_000 });
  const receipt = newWireId();
  const own = Array.from({ length: 3 }, () => sending(id, { receipt }));
  expect((await own[0]?.begin())?.status).toBe(200);
  expect((await own[1]?.begin())?.status).toBe(200);
  expect(await own[2]?.begin()).toMatchObject({ status: 429, error: 'too_many_requests' });
  const answers = [];
  for (let begun = 0; begun < 40; begun += 1) answers.push((await sending(id, { size: 2 ** 30 }).begin()).status);
  expect(answers.filter((status) => status === 200)).toHaveLength(18);
  expect(answers.filter((status) => status === 429)).toHaveLength(22);
  expect(await coming(id)).toHaveLength(20);
  expect([await reserved(id), await filesIn(folderId)]).toEqual([0, []]);
  // Files in one request have their own places.
  const field = (name: string, value: string) =>
    `--form\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file =
    '--form\r\nContent-Disposition: form-data; name="file"; filename="small.txt"\r\n\r\nsmall\r\n--form--\r\n';
  const body = field('receipt', newWireId()) + field('key', newWireId()) + file;
  // An address of its own: one that many files come from is asked for a human check.
  const headers = {
    'cf-connecting-ip': '203.0.113.202',
    'content-type': 'multipart/form-data; boundary=form',
    'content-length': String(body.length),
  };
  expect((await visit(`/c/${id}`, { body, headers: { accept: 'application/json', ...headers } })).status).toBe(200);
});

it('a link that was closed or has ended refuses the next part, and closing gives what is coming back', async () => {
  const { id } = await collecting();
  const file = sending(id);
  await file.begin();
  await file.part(1);
  await inDrive(owner, 'UPDATE collect_links SET ends_ms = 1 WHERE id = ?', id);
  const ended = await file.part(2);
  expect(ended).toMatchObject({ status: 400, error: 'failed_precondition' });
  expect(ended.sentence).toContain('deadline');
  expect(await file.begin()).toMatchObject({ status: 400, error: 'failed_precondition' });
  await inDrive(owner, 'UPDATE collect_links SET ends_ms = NULL WHERE id = ?', id);
  expect(await file.begin()).toMatchObject({ status: 200, parts: [1] });
  const before = await allReserved();
  const close = (closed: boolean) =>
    ok(driveContract.collectClose, { token: owner.token, params: { id }, body: { closed } });
  await close(true);
  const closed = await file.part(2);
  expect(closed).toMatchObject({ status: 400, error: 'failed_precondition' });
  expect(closed.sentence).toContain('closed');
  expect([await coming(id), await allReserved()]).toEqual([[], before - SENDING_PART_BYTES]);
  await close(false);
  expect(await file.begin()).toMatchObject({ status: 200, parts: [] });
});

it('parts of another file, of no file, too large ones and those with another secret are refused', async () => {
  const { id } = await collecting({ max_file_size: SIZE });
  const file = sending(id);
  expect(await sending(id, { size: SIZE + 1 }).begin()).toMatchObject({ error: 'file_too_large' });
  expect((await file.part(1)).status).toBe(404);
  await file.begin();
  expect((await file.part(3, FILE.slice(0, 10))).status).toBe(400);
  expect((await file.part(0, FILE.slice(0, 10))).status).toBe(400);
  const other = { [COLLECT_SECRET_HEADER]: newWireId() };
  expect((await file.part(1, FILE.slice(0, 10), other)).status).toBe(404);
  expect((await file.part(1, FILE.slice(0, 10), { [COLLECT_SECRET_HEADER]: 'short' })).status).toBe(400);
});

it('a visitor finds what waits, and gives it up', async () => {
  const { id, folderId } = await collecting();
  const file = sending(id);
  await file.begin();
  await file.part(1);
  expect(await file.state()).toMatchObject({ phase: 'PHASE_TYPE_PENDING', parts: [1] });
  expect((await file.drop()).status).toBe(200);
  expect([await coming(id), await reserved(id), await filesIn(folderId)]).toEqual([[], 0, []]);
  expect((await file.state()).status).toBe(404);
});

it('a file that took longer than the hour of taking back has that hour from when it is here', async () => {
  const { id } = await collecting();
  const file = sending(id);
  await file.begin();
  await file.part(1);
  await inDrive(owner, 'UPDATE collect_files SET at_ms = at_ms - ? WHERE link_id = ?', String(2 * HOUR_MS), id);
  await file.part(2);
  expect((await file.finish()).status).toBe(200);
  expect((await file.sent()).files).toMatchObject([{ state: 'accepted', undoable: true }]);
  // The owner reads when it arrived.
  const arrivals =
    'SELECT 1 FROM collect_links JOIN collect_files ON link_id = id AND at_ms = last_ms AND at_ms > created_ms';
  expect(await inDrive(owner, `${arrivals} WHERE id = ?`, id)).toHaveLength(1);
});

it('a link takes files up to its total, and more once some are taken back or their sender stays away', async () => {
  const { id } = await collecting({ max_total_size: SIZE + 500 });
  const [first, second, small] = [sending(id), sending(id), sending(id, { name: 'b.pdf', size: 500 })];
  expect((await first.begin()).status).toBe(200);
  const refused = await second.begin();
  expect(refused).toMatchObject({ status: 400, error: 'failed_precondition' });
  expect(refused.sentence).toContain('larger than what this link still takes');
  expect((await small.begin()).status).toBe(200);
  await small.drop();
  // A claimed size keeps others out for three minutes.
  await inDrive(owner, 'UPDATE uploads SET active_ms = active_ms - ? WHERE sent_to = ?', String(3 * MINUTE_MS), id);
  expect((await second.begin()).status).toBe(200);
  expect((await first.part(1)).status).toBe(404);
  for (const part of [1, 2]) expect((await second.part(part)).status).toBe(200);
  expect((await second.finish()).status).toBe(200);
  expect(await sending(id).begin()).toMatchObject({ status: 400, error: 'failed_precondition' });
  const { links } = await ok(driveContract.collectLinks, { token: owner.token });
  expect(links.find(({ link_id: link }) => link === id)?.max_total_size).toBe(String(SIZE + 500));
});

it('the folder of a visitor is made when the first file is whole, and has the file under the name that was sent', async () => {
  const { id, folderId } = await collecting({ by_person: true });
  const [first, second] = [sending(id), sending(id)];
  for (const file of [first, second]) await file.begin();
  await first.part(1);
  expect((await filesIn(folderId)).map(([name]) => name)).toEqual([]);
  await second.drop();
  expect(await filesIn(folderId)).toEqual([]);
  await first.part(2);
  expect((await first.finish()).status).toBe(200);
  const { files } = await ok(driveContract.list, { token: owner.token, query: { parent_id: folderId } });
  expect(files.map(({ kind, name }) => [kind, name])).toEqual([['drive#folder', 'Ann']]);
  const late = sending(id);
  await late.begin();
  for (const part of [1, 2]) await late.part(part);
  await late.finish();
  expect(new Set((await filesIn(files[0]?.id ?? '')).map(([name]) => name))).toEqual(new Set(['a(1).pdf', 'a.pdf']));
});
