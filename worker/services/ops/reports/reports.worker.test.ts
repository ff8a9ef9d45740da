/** Reported links, by the forms as browsers send them: the same answer for every link, one case a link, decisions, appeals, bans. */
import { expect, test } from 'vitest';
import { configContract } from '#shared/config/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { unwrap } from '#shared/errors.ts';
import { shareContract } from '#shared/share/contract.ts';
import { env, makeServer, ORIGIN, type Server, send } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import {
  deafen,
  freshName,
  makeFile,
  makeFolder,
  makeLink,
  makePeople,
  objects,
  ok,
  type Person,
  trash,
} from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { listDecisions } from './cases.ts';
import type { Case } from './model.ts';

const HOST = new URL(ORIGIN).host;
const server = makeServer({ limits: { messagesPerHour: 1_000 }, bindings: { SHIELD_MODE: 'never' } });
const queue = objects.inbox.getByName('reports');

const people = await makePeople();
const [olga, alice] = await Promise.all([cookieOf(people.olga), cookieOf(people.alice)]);

interface From {
  readonly server?: Server;
  readonly address?: string;
  readonly cookie?: string;
}

function headersOf({ address = '203.0.113.9', cookie = '' }: From): Record<string, string> {
  return {
    host: HOST,
    accept: 'text/html',
    'accept-language': 'en-US',
    'cf-connecting-ip': address,
    'sec-fetch-site': 'same-origin',
    origin: ORIGIN,
    ...(cookie === '' ? {} : { cookie }),
  };
}

function post(path: string, form: Record<string, string> | string[][], from: From = {}): Promise<Response> {
  return visit(path, { fields: form, headers: { ...headersOf(from) }, server: from.server ?? server });
}

function get(path: string, from: From = {}): Promise<Response> {
  return visit(path, { headers: headersOf(from), server: from.server ?? server });
}

async function cookieOf({ email }: Person): Promise<string> {
  const answer = await post('/auth', { username: email, password: 'magpie-demo' });
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

let lastAddress = 0;
/** An address without earlier reports. */
const freshAddress = (): string => `198.51.${100 + Math.floor(lastAddress / 250)}.${(lastAddress++ % 250) + 1}`;

function report(shareId: string, more: Record<string, string> = {}, from: From = {}): Promise<Response> {
  const form = { reason: 'copyright', note: '', email: '', file: '', ...more };
  return post(`/s/${shareId}/report`, form, { address: freshAddress(), ...from });
}

/** The case of a link after the waiting events have been handled. */
async function caseOf(shareId: string): Promise<Case | null> {
  await runAlarm(queue);
  return unwrap(await queue.readCase(shareId)) as Case | null;
}

async function decide(shareId: string, act: string, more: Record<string, string | string[]> = {}): Promise<Response> {
  const found = await caseOf(shareId);
  const { file = [], ...rest } = more;
  const form = {
    case: shareId,
    step: 'decide',
    act,
    ground: 'copyright',
    status: 'SENSITIVE_RESOURCE',
    reason: `because ${shareId}`,
    seen: String(found?.decision ?? 0),
    key: newHexId(),
    ...rest,
  };
  const files = (Array.isArray(file) ? file : [file]).map((id) => ['file', id]);
  return post('/ops/reports', [...Object.entries(form).map(([name, value]) => [name, String(value)]), ...files], {
    cookie: olga,
  });
}

const statusOf = async (shareId: string) =>
  (await ok(shareContract.open, { query: { share_id: shareId } })).share_status;
const mailsTo = async (to: string) => servicesOf(env).mail.captured(to);

async function contentOf(url: string): Promise<Response> {
  return visit(url, { headers: { 'cf-connecting-ip': '203.0.113.9' }, server });
}

test('a report gets the same answer for an open link, a foreign file, a closed link and one that never was', async () => {
  const { shareId } = await makeLink(people.alice);
  const locked = await makeLink(people.alice, { locked: true });
  const closed = await makeLink(people.alice);
  await ok(shareContract.remove, { token: people.alice.token, body: { ids: [closed.shareId] } });
  const foreign = await makeFile(people.bob);
  const asked = [
    [shareId, ''],
    [shareId, foreign],
    [locked.shareId, locked.fileIds[0] ?? ''],
    [closed.shareId, ''],
    [newWireId(), foreign],
  ] as const;
  const seen = new Set<string>();
  for (const [id, file] of asked) {
    const page = await get(`/s/${id}/report?file=${file}`);
    const answer = await report(id, { file });
    const sent = await get(`/s/${id}/report?sent`);
    const texts = await Promise.all([page.text(), sent.text()]);
    const facts = [page.status, answer.status, answer.headers.get('location'), sent.status, ...texts];
    const same = facts
      .join('\n')
      .replaceAll(id, 'ID')
      .replaceAll(file || 'no file', 'FILE')
      .replace(/Your report is about one file[^<]*/, '')
      .replace(/<p class="mt-3"><\/p>/, '')
      .replaceAll(/value="FILE"/g, 'value=""')
      .replaceAll('file=FILE', 'file=')
      .replaceAll(/nonce[^ >]*|[0-9a-f]{32}/g, '');
    seen.add(same);
  }
  expect(seen.size).toBe(1);
  // Only the links that are there have a case, and a file of another person is no evidence.
  const cases = [];
  for (const [id] of asked) cases.push(await caseOf(id));
  expect(cases.map((found) => found !== null)).toEqual([true, true, true, true, false]);
  expect(cases[0]?.files.map(({ nodeId }) => nodeId)).not.toContain(foreign);
});

test('a visitor reports the name of the sender, and the case leads an operator to the owner of the link', async () => {
  const { shareId } = await makeLink(people.alice);
  expect(await (await get(`/s/${shareId}/report`)).text()).toContain('value="sender_name"');
  expect((await report(shareId, { reason: 'sender_name' })).status).toBe(303);
  const found = await caseOf(shareId);
  expect(found?.people.map(({ reason }) => reason)).toEqual(['sender_name']);
  const page = await (await get(`/ops/reports?case=${shareId}`, { cookie: olga })).text();
  expect(page).toContain(`/ops/people?person=${found?.ownerId}`);
});

test('reports of one person count once, those of several are one case, and none closes the link', async () => {
  const { shareId, fileIds } = await makeLink(people.alice);
  const address = freshAddress();
  for (const reason of ['spam', 'malware', 'spam'])
    expect((await report(shareId, { reason }, { address })).status).toBe(303);
  await report(shareId, { reason: 'malware', file: fileIds[0] ?? '', note: ' bad\r\nfile ' });
  await report(shareId, { reason: 'other' }, { cookie: alice });
  const found = await caseOf(shareId);
  expect(found).toMatchObject({ state: 'open', reports: 3, weight: 3 + 100 + 1, judged: '' });
  expect(found?.people.map(({ note }) => note)).toContain('bad\nfile');
  expect(found?.files).toMatchObject([{ nodeId: fileIds[0], isReported: true, isBanned: false }]);
  expect(await statusOf(shareId)).toBe('OK');
});

test('a report without a reason, with a long note or a bad address is refused beside its field', async () => {
  const { shareId } = await makeLink(people.alice);
  const refused = [
    [{ reason: 'nothing' }, 'Choose what’s wrong.'],
    [{ note: 'x'.repeat(2_001) }, 'At most 2000 characters.'],
    [{ email: 'no address' }, 'email'],
  ] as const;
  for (const [form, sentence] of refused) {
    const answer = await report(shareId, form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(sentence);
  }
  expect(await caseOf(shareId)).toBeNull();
});

test('an address has a budget, for links that exist and for others', async () => {
  const strict = makeServer({ limits: { messagesPerHour: 2 }, bindings: { SHIELD_MODE: 'never' } });
  const from = { server: strict, address: freshAddress() };
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await report(newWireId(), {}, from)).status);
  expect(statuses).toEqual([303, 303, 429]);
});

test('a visitor passes the human check where the shield asks for one', async () => {
  const wary = makeServer({ bindings: { SHIELD_MODE: 'always' } });
  const { shareId } = await makeLink(people.alice);
  const answer = await report(shareId, { note: 'typed text' }, { server: wary });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain('captcha_token');
  expect(html).toContain('typed text');
  expect(await caseOf(shareId)).toBeNull();
});

test('a restricted link is closed at once, logged with its reason, and its owner reads why', async () => {
  const { shareId } = await makeLink(people.alice);
  const before = await ok(shareContract.open, { query: { share_id: shareId } });
  const content = before.files[0]?.web_content_link ?? '';
  expect((await contentOf(content)).status).toBe(200);
  const reporter = `r${newHexId(6)}@example.com`;
  await report(shareId, { reason: 'violence', email: reporter });
  expect((await decide(shareId, 'restrict', { ground: 'violence' })).headers.get('location')).toContain('done');
  expect(await statusOf(shareId)).toBe('SENSITIVE_RESOURCE');
  expect((await get(`/s/${shareId}`)).status).toBe(451);
  expect((await contentOf(content)).status).toBe(403);
  const { acts } = await ok(configContract.log, { token: people.olga.token });
  const act = acts.find((each) => each.act === 'case_decided' && each.note.includes(shareId));
  expect(act?.note).toBe(`${shareId}: restrict SENSITIVE_RESOURCE, violence: because ${shareId}`);

  await caseOf(shareId);
  const drive = await (await get('/drive/all', { cookie: alice })).text();
  expect(drive).toContain('One of your links was closed after a report. Reason: Violence or hate.');
  expect(drive).toContain(`/drive/decisions/${shareId}`);
  const plain = await (await get('/drive/all?plain=1', { cookie: alice })).text();
  expect(plain).toContain(`/drive/decisions/${shareId}`);
  const [mail] = await mailsTo(people.alice.email);
  expect(mail?.subject).toBe('A link you shared was closed');
  expect(mail?.text).toContain(`/drive/decisions/${shareId}`);
  const answers = await mailsTo(reporter);
  expect(answers.map(({ subject }) => subject)).toEqual(['Your report was reviewed']);
  expect(answers[0]?.text).not.toContain(shareId);
  expect((await caseOf(shareId))?.people.map(({ email }) => email)).toEqual(['']);
});

test('only the owner reads a decision, and only an operator the case', async () => {
  const { shareId } = await makeLink(people.alice);
  await report(shareId);
  expect((await get(`/drive/decisions/${shareId}`, { cookie: alice })).status).toBe(404);
  await decide(shareId, 'restrict');
  expect((await get(`/drive/decisions/${shareId}`, { cookie: alice })).status).toBe(200);
  expect((await get(`/drive/decisions/${shareId}`, { cookie: await cookieOf(people.bob) })).status).toBe(404);
  const other = await makeLink(people.alice);
  const judged = { share_user_id: people.alice.userId, file_ids: other.fileIds, gcids: [] };
  await ok(shareContract.audit, { token: people.olga.token, body: judged });
  const noReason = async () => (await get(`/drive/decisions/${other.shareId}`, { cookie: alice })).text();
  await expect.poll(noReason).toContain('No reason is recorded here');
  const { decisions } = await listDecisions(servicesOf(env).parts.ops, 0);
  expect(decisions.at(-1)).toMatchObject({ shareId, ownerId: people.alice.userId, act: 'restrict' });
  for (const cookie of ['', alice]) {
    expect((await get(`/ops/reports?case=${shareId}`, { cookie })).status).toBe(403);
    expect((await post('/ops/reports', { case: shareId, act: 'restore' }, { cookie })).status).toBe(403);
  }
  expect(await statusOf(shareId)).toBe('SENSITIVE_RESOURCE');
});

test('a decision without a reason, or on a page that another decision has made old, changes nothing', async () => {
  const { shareId } = await makeLink(people.alice);
  await report(shareId);
  expect((await decide(shareId, 'restrict', { reason: ' ' })).status).toBe(400);
  expect((await decide(shareId, 'restore')).status).toBe(400);
  expect(await statusOf(shareId)).toBe('OK');
  await decide(shareId, 'none');
  const late = await decide(shareId, 'restrict', { seen: '0' });
  expect(late.status).toBe(400);
  expect(await statusOf(shareId)).toBe('OK');
  expect((await caseOf(shareId))?.state).toBe('decided');
});

test('a form that is sent twice is one decision', async () => {
  const { shareId } = await makeLink(people.alice);
  await report(shareId);
  const key = newHexId();
  await Promise.all([1, 2].map(() => decide(shareId, 'restrict', { key, seen: '0' })));
  await decide(shareId, 'restrict', { key, seen: '0' });
  expect((await caseOf(shareId))?.decisions).toHaveLength(1);
});

test('a decision whose call ended is applied by its event', async () => {
  const { shareId } = await makeLink(people.alice);
  await report(shareId);
  await caseOf(shareId);
  const hear = await deafen(queue);
  const input = { shareId, act: 'restrict', status: 'PROHIBITED', ground: 'spam', note: 'x', nodeIds: [] } as const;
  const by = { id: newWireId(), name: '', via: 'page' } as const;
  unwrap(await queue.decideCase({ ...input, seen: 0, key: newHexId() }, by));
  await hear();
  expect(await statusOf(shareId)).toBe('OK');
  await caseOf(shareId);
  expect(await statusOf(shareId)).toBe('PROHIBITED');
});

test('the owner objects once, and another decision opens the link', async () => {
  const { shareId } = await makeLink(people.alice);
  await report(shareId);
  await decide(shareId, 'restrict');
  const page = `/drive/decisions/${shareId}`;
  expect(await (await get(page, { cookie: alice })).text()).toContain('Appeal this decision');
  expect((await post(page, { message: '  ' }, { cookie: alice })).status).toBe(400);
  expect((await post(page, { message: 'mine' }, { cookie: await cookieOf(people.bob) })).status).toBe(404);
  expect((await post(page, { message: 'It is my work.' }, { cookie: alice })).status).toBe(303);
  expect((await post(page, { message: 'It is my work.' }, { cookie: alice })).status).toBe(303);
  expect((await post(page, { message: 'And again' }, { cookie: alice })).status).toBe(400);
  expect(await caseOf(shareId)).toMatchObject({ state: 'appealed', judged: 'SENSITIVE_RESOURCE' });
  expect(await (await get('/ops/reports?state=appealed', { cookie: olga })).text()).toContain(shareId);
  expect(await (await get(`/ops/reports?case=${shareId}`, { cookie: olga })).text()).toContain('It is my work.');

  await decide(shareId, 'restore');
  expect(await statusOf(shareId)).toBe('OK');
  expect(await (await get(page, { cookie: alice })).text()).toContain('The link is open again.');
  await caseOf(shareId);
  expect((await mailsTo(people.alice.email)).some(({ subject }) => subject === 'Your link is open again')).toBe(true);
});

test('an upheld decision is final', async () => {
  const { shareId } = await makeLink(people.alice);
  await report(shareId);
  await decide(shareId, 'restrict', { ground: 'spam' });
  const page = `/drive/decisions/${shareId}`;
  await post(page, { message: 'no' }, { cookie: alice });
  await decide(shareId, 'uphold');
  expect(await statusOf(shareId)).toBe('SENSITIVE_RESOURCE');
  const html = await (await get(page, { cookie: alice })).text();
  expect(html).toContain('The decision stands and is final.');
  expect(html).toContain('Reason: Spam or scam');
  expect((await post(page, { message: 'please' }, { cookie: alice })).status).toBe(400);
});

test('a content that its owner deletes for good is kept while its case is open, and opening it is in the log', async () => {
  const text = `evidence ${newHexId(8)}`;
  const fileId = await makeFile(people.alice, text, freshName());
  const { shareId } = await makeLink(people.alice, { fileIds: [fileId] });
  await report(shareId, { file: fileId });
  const found = await caseOf(shareId);
  await trash(people.alice, fileId);
  await ok(driveContract.batchDelete, { token: people.alice.token, body: { ids: [fileId] } });
  const opened = await post('/ops/reports', { case: shareId, step: 'open', file: fileId }, { cookie: olga });
  expect(opened.status).toBe(303);
  const address = opened.headers.get('location') ?? '';
  expect(new URL(address).origin).toBe(env.CONTENT_ORIGIN);
  expect(await (await contentOf(address)).text()).toBe(text);
  const { acts } = await ok(configContract.log, { token: people.olga.token });
  expect(acts.some(({ act, note }) => act === 'evidence_opened' && note.includes(fileId))).toBe(true);
  const index = objects.blobIndex.getByName(`blob-index-${found?.files[0]?.contentKey.slice(2, 4)}`);
  expect(await index.lookup(found?.files[0]?.contentKey ?? '')).not.toBeNull();
  // A file of no case is no evidence.
  const none = await post('/ops/reports', { case: shareId, step: 'open', file: newWireId() }, { cookie: olga });
  expect(none.status).toBe(404);
});

test('a banned content can be neither shared nor saved in any drive, until the ban is lifted', async () => {
  const text = `banned ${newHexId(8)}`;
  const fileId = await makeFile(people.alice, text, freshName());
  const { shareId } = await makeLink(people.alice, { fileIds: [fileId] });
  const bobs = await makeFile(people.bob, text, freshName());
  const folder = await makeFolder(people.bob);
  const other = await makeFile(people.bob, `harmless ${newHexId(8)}`, freshName());
  await ok(driveContract.batchMove, {
    token: people.bob.token,
    body: { ids: [bobs, other], to: { parent_id: folder } },
  });
  const of = await makeLink(people.bob, { fileIds: [folder] });
  const shown = async () => {
    const query = { share_id: of.shareId, parent_id: folder };
    return (await ok(shareContract.detail, { query })).files.map(({ id }) => id).toSorted();
  };
  expect(await shown()).toEqual([bobs, other].toSorted());
  const alone = await makeLink(people.bob, { fileIds: [bobs] });

  await report(shareId, { reason: 'child_abuse' });
  await decide(shareId, 'ban', { file: fileId, status: 'PROHIBITED', ground: 'child_abuse' });
  expect(await statusOf(shareId)).toBe('PROHIBITED');
  const key = (await caseOf(shareId))?.files[0]?.contentKey ?? '';
  const index = objects.blobIndex.getByName(`blob-index-${key.slice(2, 4)}`);
  await runAlarm(index);
  expect(await shown()).toEqual([other]);
  // A link that shows nothing else says why.
  expect(await statusOf(alone.shareId)).toBe('SENSITIVE_RESOURCE');
  const share = (person: Person, id: string) =>
    send(shareContract.create, { token: person.token, body: { file_ids: [id], pass_code_option: 'NOT_REQUIRED' } });
  expect((await share(people.bob, bobs)).status).not.toBe(200);

  // Comes again: the same bytes, of a person who never held them.
  const carlas = await makeFile(people.carla, text, freshName());
  await runAlarm(index);
  expect((await share(people.carla, carlas)).status).not.toBe(200);
  // Its owner still has it.
  expect((await ok(driveContract.detail, { token: people.alice.token, params: { id: fileId } })).id).toBe(fileId);

  await decide(shareId, 'restore');
  await runAlarm(index);
  expect(await statusOf(shareId)).toBe('OK');
  // Links learn a moment later of what comes back.
  await expect.poll(shown).toEqual([bobs, other].toSorted());
  await expect.poll(() => statusOf(alone.shareId)).toBe('OK');
  expect((await share(people.carla, carlas)).status).toBe(200);
});
