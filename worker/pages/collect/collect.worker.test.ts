import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { makeCollectLink } from '#test/contract/cases/collect/collect.cases.ts';
import { cookieOf, html } from '#test/contract/page-visits.ts';
import { send as call, env, makeServer, runningServer, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { freshName, inDrive, makeFolder, makePeople, objects, ok, type Person, trash } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { FormFileDecoder } from '#worker/services/drive/service.ts';

const BOUNDARY = '----form';
const { drive, mail } = servicesOf(env);
let addresses = 0;

const { alice, carla } = await makePeople();

interface Sending {
  readonly receipt?: string;
  readonly key?: string;
  readonly visitor?: string;
  readonly name?: string;
  readonly bytes?: string;
  readonly json?: boolean;
  readonly address?: string;
  readonly server?: Server;
  readonly headers?: Readonly<Record<string, string>>;
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** As a browser writes it. */
function formOf(fields: Readonly<Record<string, string>>, name: string, bytes: string): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`;
  return latin(`${parts.join('')}${file}${bytes}\r\n--${BOUNDARY}--\r\n`);
}

function send(path: string, sending: Sending = {}): Promise<Response> {
  const { receipt = newWireId(), key = newWireId(), visitor = '', name = 'a.txt', bytes = 'hello', headers } = sending;
  const body = formOf({ receipt, key, visitor, note: 'a note' }, name, bytes);
  addresses += 1;
  return visit(path, {
    body,
    headers: {
      'cf-connecting-ip': sending.address ?? `198.51.100.${addresses % 250}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(body.length),
      ...(sending.json === false ? {} : { accept: 'application/json' }),
      ...headers,
    },
    server: sending.server ?? runningServer,
  });
}

const read = async (path: string) => visit(path);
const refusalOf = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

/** A link of a new folder. */
async function collecting(terms: object = {}, owner = carla): Promise<{ path: string; id: string; folderId: string }> {
  const folderId = await makeFolder(owner);
  const id = await makeCollectLink(owner, terms, folderId);
  return { path: `/c/${id}`, id, folderId };
}

async function namesIn(folderId: string, owner = carla): Promise<string[]> {
  const { files } = await ok(driveContract.list, { token: owner.token, query: { parent_id: folderId, limit: 500 } });
  return files.map(({ name }) => name).toSorted();
}

/** Uploads of other files that began in the same drive and did not end. */
let reservedBefore = 0;

beforeEach(async () => {
  reservedBefore = await reserved();
});

async function reserved(): Promise<number> {
  return Number((await inDrive(carla, 'SELECT count(*) AS n FROM reservations'))[0]?.['n']);
}

it('a visitor reads what is asked for, sends a file, and takes it back once', async () => {
  const message = 'Two <b>pages</b>';
  const { path, folderId } = await collecting({ title: 'Papers & more', message, kind_of_files: 'document' });
  const page = await read(path);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(html).toContain('Papers &amp; more');
  expect(html).toContain('Two &lt;b&gt;pages&lt;/b&gt;');
  const receipt = newWireId();
  const sent = await send(path, { receipt, json: false, name: 'my %22paper%22.txt', visitor: 'Ann' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}/${receipt}`]);
  expect(await namesIn(folderId)).toEqual(['my "paper".txt']);
  const taking = await (await read(`${path}/${receipt}`)).text();
  expect(taking).toContain('Take 1 file back');
  expect(taking).toContain('Save the address of this page');
  // The zone of a visitor without script is unknown.
  expect(taking).toMatch(/You can take files back until \d+:\d\d\s[AP]M\sUTC\./);
  expect((await read(`${path}/${newWireId()}`)).status).toBe(404);
  const undo = () => visit(`${path}/${receipt}`, { fields: {} });
  expect((await undo()).status).toBe(303);
  expect(await namesIn(folderId)).toEqual([]);
  expect(await (await read(`${path}/${receipt}`)).text()).not.toContain('Save the address of this page');
  expect(await (await undo()).text()).toContain('can’t be taken back');
});

it('a file that its owner renamed is not taken back', async () => {
  const { path, id, folderId } = await collecting();
  const receipt = newWireId();
  await send(path, { receipt });
  const { files } = await ok(driveContract.list, { token: carla.token, query: { parent_id: folderId } });
  const params = { id: files[0]?.id ?? '' };
  await ok(driveContract.rename, { token: carla.token, params, body: { name: 'mine.txt' } });
  await expect(drive.withdrawCollected(id, receipt)).rejects.toMatchObject({ errorName: 'failed_precondition' });
  expect(await namesIn(folderId)).toEqual(['mine.txt']);
});

/** Sends without the page, so that no address is counted. */
function receive(linkId: string, text: string, body = new Response(`${text}\r\n--${BOUNDARY}--\r\n`).body) {
  if (!body) throw new Error('no body');
  return drive.receiveCollected({
    linkId,
    receipt: newWireId(),
    fileKey: 'k',
    name: 'a.txt',
    sizeBytes: text.length,
    visitor: '',
    note: '',
    isChecked: false,
    needsCheck: false,
    rest: new Uint8Array(),
    body,
    decoder: new FormFileDecoder(BOUNDARY),
    requireDiskSpace: async () => undefined,
  });
}

it('of 200 files at once a link for 10 takes exactly 10', async () => {
  const { id, folderId } = await collecting({ max_files: 10 });
  const sent = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => receive(id, `file ${at}`)));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await namesIn(folderId)).toHaveLength(10);
  const { links } = await ok(driveContract.collectLinks, { token: carla.token, query: { folder_id: folderId } });
  expect(links).toMatchObject([{ files: 10, state: 'full' }]);
  expect(await reserved()).toBe(reservedBefore);
});

it('a file that breaks off leaves nothing and gives its place back', async () => {
  const { id, folderId } = await collecting({ max_files: 1 });
  const broken = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new TextEncoder().encode('x'.repeat(600)));
    },
    pull(controller) {
      controller.error(new Error('gone'));
    },
  });
  await expect(receive(id, 'x'.repeat(2_000), broken as ReadableStream<Uint8Array>)).rejects.toThrow();
  expect(await namesIn(folderId)).toEqual([]);
  expect(await reserved()).toBe(reservedBefore);
  await receive(id, 'whole');
  expect(await namesIn(folderId)).toEqual(['a.txt']);
});

it('the same file sent again is stored once; another one with its name has a name of its own', async () => {
  const { path, folderId } = await collecting();
  const twice = { receipt: newWireId(), key: 'one' };
  expect((await send(path, twice)).status).toBe(200);
  expect((await send(path, twice)).status).toBe(200);
  expect(await refusalOf(await send(path, { ...twice, bytes: 'jello' }))).toMatchObject({
    status: 400,
    error: 'failed_precondition',
  });
  expect(await namesIn(folderId)).toEqual(['a.txt']);
  expect(await (await send(path)).json()).toEqual({});
  expect(await namesIn(folderId)).toEqual(['a(1).txt', 'a.txt']);
});

it.each<readonly [string, (id: string) => Promise<unknown>]>([
  ['given another content', (id) => inDrive(carla, "UPDATE nodes SET content_key = 'other' WHERE id = ?", id)],
  ['deleted forever', (id) => ok(driveContract.batchDelete, { token: carla.token, body: { ids: [id] } })],
])('a file sent again has its first answer after it was %s', async (_, change) => {
  const { path, folderId } = await collecting();
  const twice = { receipt: newWireId(), key: 'one' };
  expect((await send(path, twice)).status).toBe(200);
  const { files } = await ok(driveContract.list, { token: carla.token, query: { parent_id: folderId } });
  await change(files[0]?.id ?? '');
  expect((await send(path, twice)).status).toBe(200);
  expect(await refusalOf(await send(path, { ...twice, bytes: 'jello' }))).toMatchObject({
    error: 'failed_precondition',
  });
});

it('copies of one file that are sent at a time have one answer, and are stored once', async () => {
  const { path, folderId } = await collecting();
  const copy = { receipt: newWireId(), key: 'one', bytes: 'x'.repeat(300_000) };
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(path, copy)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await namesIn(folderId)).toEqual(['a.txt']);
});

it('open windows of the owner are told how many files came in, and into which folder', async () => {
  const { path, folderId } = await collecting();
  const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `magpie.v1, bearer.${carla.token}` };
  const { webSocket } = await call(driveContract.live, { headers });
  const messages: Record<string, unknown>[] = [];
  webSocket?.accept();
  webSocket?.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))));
  const collected = () => messages.filter(({ kind }) => kind === 'drive#collected');
  await send(path);
  await expect.poll(collected).toEqual([{ kind: 'drive#collected', files: 1, folder_id: folderId }]);
  await Promise.all([send(path), send(path)]);
  const sum = () => collected().reduce((files, message) => files + Number(message['files']), 0);
  await expect.poll(sum).toBe(3);
  webSocket?.close();
});

it('a link for pictures takes them by their content, and nothing else', async () => {
  const { path, folderId } = await collecting({ kind_of_files: 'image' });
  const png = '\x89PNG\r\n\x1a\n0000';
  expect((await send(path, { name: 'a.png', bytes: png })).status).toBe(200);
  for (const wrong of [
    { name: 'a.png', bytes: '<html>' },
    { name: 'a.exe', bytes: png },
    { name: 'b.jpg', bytes: 'MZ00' },
    { name: 'c.png', bytes: '' },
  ])
    expect(await refusalOf(await send(path, wrong))).toMatchObject({ status: 400, error: 'invalid_argument' });
  expect(await namesIn(folderId)).toEqual(['a.png']);
  expect(await reserved()).toBe(reservedBefore);
});

it('names that lead elsewhere, are too long or empty are refused', async () => {
  const { path, folderId } = await collecting();
  for (const name of ['..', 'a/b', 'a\\b', 'a%0Ab', 'x'.repeat(256)])
    expect(await refusalOf(await send(path, { name }))).toMatchObject({ status: 400, error: 'file_name_invalid' });
  expect((await send(path, { name: '' })).status).toBe(400);
  expect(await namesIn(folderId)).toEqual([]);
});

it('a file larger than the link takes is refused, an empty one is taken where any are', async () => {
  const { path, folderId } = await collecting({ max_file_size: 100 });
  expect(await refusalOf(await send(path, { bytes: 'x'.repeat(101) }))).toMatchObject({ error: 'file_too_large' });
  expect((await send(path, { bytes: 'x'.repeat(100) })).status).toBe(200);
  expect((await send(path, { name: 'empty', bytes: '' })).status).toBe(200);
  expect(await namesIn(folderId)).toEqual(['a.txt', 'empty']);
});

it('files go into a folder of the name that the visitor gave', async () => {
  const { path, folderId } = await collecting({ by_person: true });
  await send(path, { visitor: 'Ann / Bo' });
  await send(path, { visitor: 'Ann / Bo', name: 'b.txt' });
  const [one, ...others] = (await ok(driveContract.list, { token: carla.token, query: { parent_id: folderId } })).files;
  expect(others).toEqual([]);
  expect(one?.kind).toBe('drive#folder');
  expect(await namesIn(one?.id ?? '')).toEqual(['a.txt', 'b.txt']);
});

it('links that never were, were deleted, or lost their folder have one answer; closed and ended ones say so', async () => {
  const [deleted, trashed, closed, ended] = await Promise.all(Array.from({ length: 4 }, () => collecting()));
  if (!deleted || !trashed || !closed || !ended) throw new Error('no links');
  await ok(driveContract.collectRemove, { token: carla.token, params: { id: deleted.id } });
  await trash(carla, trashed.folderId);
  await ok(driveContract.collectClose, { token: carla.token, params: { id: closed.id }, body: { closed: true } });
  await inDrive(carla, 'UPDATE collect_links SET ends_ms = 1 WHERE id = ?', ended.id);
  const facts = async (path: string) => {
    const page = await read(path);
    return [page.status, /<h1[^>]*>([^<]*)/.exec(await page.text())?.[1]];
  };
  const unknown = await facts('/c/VnoSuchLink');
  expect(unknown).toEqual([404, 'This link doesn’t exist or was deleted.']);
  expect(await facts(deleted.path)).toEqual(unknown);
  expect(await facts(trashed.path)).toEqual(unknown);
  expect(await facts(closed.path)).toEqual([410, 'This link is closed and doesn’t accept files anymore.']);
  expect(await facts(ended.path)).toEqual([410, 'The deadline of this link has passed.']);
  for (const { path } of [deleted, trashed]) expect((await send(path)).status).toBe(404);
  for (const { path } of [closed, ended]) expect((await send(path)).status).toBe(400);
  await ok(driveContract.collectClose, { token: carla.token, params: { id: closed.id }, body: { closed: false } });
  expect((await send(closed.path)).status).toBe(200);
});

it('an owner without space is said to have none, without a figure', async () => {
  const { path, folderId } = await collecting({}, alice);
  const server = makeServer({ limits: { freeStorageBytes: 0 } });
  const refusal = await refusalOf(await send(path, { server }));
  expect(refusal).toEqual({
    status: 400,
    error: 'failed_precondition',
    sentence: 'The owner’s drive doesn’t have space for this file right now. Tell the person who sent you the link.',
  });
  expect(await namesIn(folderId, alice)).toEqual([]);
});

it('an address that has sent twenty files is asked whether a person sends them', async () => {
  const { path, folderId } = await collecting();
  const address = '192.0.2.77';
  for (let at = 0; at < 20; at += 1) expect((await send(path, { address })).status).toBe(200);
  const refusal = await refusalOf(await send(path, { address }));
  expect(refusal).toMatchObject({
    status: 400,
    error: 'captcha_required',
    check_url: expect.stringContaining('/human-check'),
  });
  expect(await namesIn(folderId)).toHaveLength(20);
});

it('a form of another site, and one without a length, are refused', async () => {
  const { path, folderId } = await collecting();
  const foreign = await send(path, { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://other.test' } });
  expect(foreign.status).toBe(403);
  expect((await send(path, { headers: { 'content-type': 'multipart/form-data' } })).status).toBe(400);
  expect(await namesIn(folderId)).toEqual([]);
});

it('a link is deleted with its folder', async () => {
  const { folderId } = await collecting({ title: freshName('gone') });
  await ok(driveContract.batchDelete, { token: carla.token, body: { ids: [folderId] } });
  await expect
    .poll(async () => (await inDrive(carla, 'SELECT 1 FROM collect_links WHERE folder_id = ?', folderId)).length)
    .toBe(0);
});

/** One alarm of a drive: letters that are due, then their delivery. */
async function runAlarms(person: Person): Promise<void> {
  const stub = objects.drives.getByName(person.userId) as unknown as DurableObjectStub;
  for (let runs = 0; runs < 2; runs += 1) {
    await runInDurableObject(stub, (_drive, { storage }) => storage.setAlarm(Date.now() + 60_000));
    await runAlarm(stub);
  }
}

it('the owner reads who sent what, and is mailed at most once an hour', async () => {
  const { path, id, folderId } = await collecting({ title: 'Letters' }, alice);
  const letters = async () =>
    (await mail.captured(alice.email)).filter(({ text }) => text.includes(`/drive/collect/${folderId}`));
  const due = (ms: number) =>
    inDrive(alice, `UPDATE collect_links SET letter_ms = ${ms} WHERE id = ? AND letter_ms > 0`, id);
  const receipt = newWireId();
  await send(path, { receipt, visitor: 'Ann', name: 'a.txt' });
  await send(path, { receipt, visitor: 'Ann', name: 'b.txt' });
  await runAlarms(alice);
  expect(await letters()).toEqual([]);
  await due(1);
  await runAlarms(alice);
  expect(await letters()).toMatchObject([{ subject: '2 new files for you' }]);

  await send(path, { visitor: 'Bo <b>', name: 'c.txt' });
  const [waiting] = await inDrive(alice, 'SELECT letter_ms - told_ms AS ms FROM collect_links WHERE id = ?', id);
  expect(waiting).toEqual({ ms: 3_600_000 });
  await due(1);
  await runAlarms(alice);
  expect((await letters()).map(({ subject }) => subject)).toEqual(['1 new file for you', '2 new files for you']);
  await due(1);
  await runAlarms(alice);
  expect(await letters()).toHaveLength(2);

  const asked = { token: alice.token, params: { id } };
  const { files, next_page_token } = await ok(driveContract.collectFiles, asked);
  expect(files.map(({ visitor, note, name, state }) => [visitor, note, name, state])).toEqual([
    ['Bo <b>', 'a note', 'c.txt', 'accepted'],
    ...files.slice(1).map(({ name }) => ['Ann', 'a note', name, 'accepted']),
  ]);
  expect(new Set(files.map(({ receipt_id }) => receipt_id)).size).toBe(2);
  expect(next_page_token).toBe('');
  const who = await cookieOf(alice.email, 'magpie-demo');
  const page = await html(who, `/drive/collect/${folderId}`);
  for (const text of ['Received files', 'Ann', 'Bo &lt;b&gt;', 'a note', 'c.txt']) expect(page).toContain(text);
  expect(await html(who, '/drive/all?plain')).toContain('New files arrived through “Letters”.');
});

it('the list of what came in is read page after page, the newest first', async () => {
  const { id } = await collecting();
  await inDrive(
    carla,
    `INSERT INTO collect_files (link_id, receipt, file_key, upload_id, state, name, size_bytes, visitor, note, checked, at_ms)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
     SELECT ?, 'r' || (i / 3), 'k' || i, '', 'withdrawn', 'f' || i, 1, '', '', 0, i / 2 FROM n`,
    id,
  );
  const read = (page_token: string) =>
    ok(driveContract.collectFiles, { token: carla.token, params: { id }, query: { page_token } });
  const first = await read('');
  const second = await read(first.next_page_token);
  expect([first.files.length, second.files.length, second.next_page_token]).toEqual([100, 50, '']);
  const names = [...first.files, ...second.files].map(({ name }) => name);
  expect(new Set(names).size).toBe(150);
  expect([names[0], names[149]]).toEqual(['f150', 'f1']);
  expect((await read('../noise')).files).toEqual(first.files);
  await inDrive(carla, 'DELETE FROM collect_files WHERE link_id = ?', id);
});
