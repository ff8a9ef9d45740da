/** An operator blocks a person: every way in closes before the answer, and opens again with the end of the block. */
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { makeCollectLink } from './cases/collect/collect.cases.ts';
import { shareWith } from './cases/grants/common-folder.ts';
import { namesIn, refusalOf } from './cases/grants/guest-view.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { ask, cookieOf, formOf, html, VISITOR } from './page-visits.ts';
import { env, send } from './send.ts';
import { visit, visit as visitPage } from './visit.ts';
import {
  beginUpload,
  freshName,
  makeFile,
  makeFolder,
  makeLink,
  makePeople,
  objects,
  ok,
  type Person,
  partAsk,
} from './world.ts';

async function onConsole(path: string, body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await visit(path, {
    body: JSON.stringify(body),
    headers: { 'x-magpie-internal': env.INTERNAL_TOKEN },
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const consoleAct = (body: object) => onConsole('/_internal/people/act', { reason: 'by a test', ...body });

const get = (address: string): Promise<Response> => visitPage(address);

/** A person with something behind every way in. */
async function makeTarget(guest: Person) {
  const person: Person = { ...(await newcomer()), refreshToken: '' };
  const { token } = person;
  const fileId = await makeFile(person, 'mine', freshName('file'));
  const { shareId } = await makeLink(person, { fileIds: [fileId] });
  const visit = () => ok(shareContract.open, { query: { share_id: shareId } });
  const shared = await ok(shareContract.fileInfo, { query: { share_id: shareId, file_id: fileId } });
  const own = await ok(driveContract.detail, { token, params: { id: fileId } });
  const direct = await ok(shareContract.makeDirect, { token, body: { file_id: fileId } });
  const folderId = await makeFolder(person);
  const given = await shareWith(person, guest, { nodeId: folderId });
  const taken = await shareWith(guest, person);
  const collect = await makeCollectLink(person, {}, folderId);
  const upload = await beginUpload(person);
  return {
    person,
    fileId,
    shareId,
    visit,
    given,
    taken,
    collect,
    upload,
    direct: direct.url,
    sharedUrl: shared.file_info?.web_content_link ?? '',
    ownUrl: own.web_content_link,
  };
}

const statusOf = async (address: string): Promise<number> => {
  const answer = await get(address);
  await answer.body?.cancel();
  return answer.status;
};

const people = await makePeople();

test('every way to a blocked person’s files closes at once, and opens again when the block ends', async () => {
  const { bob } = people;
  const target = await makeTarget(bob);
  const { person, shareId, fileId, visit, given, taken, upload } = target;
  const { token, email, userId } = person;
  const signIn = { body: { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD } };
  const collectPage = async () => (await ask(VISITOR, `/c/${target.collect}`)).status;
  const contents = () => Promise.all([target.direct, target.sharedUrl, target.ownUrl].map(statusOf));
  expect((await visit()).share_status).toBe('OK');
  expect([await contents(), await collectPage()]).toEqual([[200, 200, 200], 200]);

  expect(await consoleAct({ person: email, act: 'block' })).toEqual({ status: 200, answer: { id: userId } });

  expect(await refusalOf(driveContract.list, { token })).toBe('unauthenticated');
  expect(await refusalOf(driveContract.commonFiles, { token, params: { id: taken.grantId } })).toBe('unauthenticated');
  expect(await refusalOf(shareContract.list, { token })).toBe('unauthenticated');
  expect(await refusalOf(authContract.me, { token })).toBe('unauthenticated');
  expect((await send(driveContract.uploadPart, partAsk(upload, new Uint8Array(5)))).status).toBe(401);
  expect(await refusalOf(authContract.signIn, signIn)).toBe('user_blocked');
  expect(await visit()).toMatchObject({ share_status: 'PROHIBITED', files: [] });
  expect((await ask(VISITOR, `/s/${shareId}`)).status).toBe(451);
  const restore = { token: bob.token, body: { share_id: shareId, file_ids: [fileId] } };
  expect((await ok(shareContract.restore, restore)).share_status).toBe('PROHIBITED');
  expect(await contents()).toEqual([404, 403, 403]);
  expect(await collectPage()).toBe(404);
  const guest = { token: bob.token, params: { id: given.grantId } };
  expect(await refusalOf(driveContract.commonFiles, guest)).toBe('not_found');

  // The block deletes nothing.
  expect(await consoleAct({ person: userId, act: 'unblock' })).toMatchObject({ status: 200 });
  expect((await visit()).share_status).toBe('OK');
  expect(await statusOf(target.direct)).toBe(200);
  expect(await collectPage()).toBe(200);
  expect(await namesIn(bob, given.grantId)).toEqual([]);
  const again = await ok(authContract.signIn, signIn);
  const { files } = await ok(driveContract.list, { token: again.access_token, query: { limit: 100 } });
  expect(files.map(({ id }) => id)).toContain(fileId);
  // Sessions and signed addresses from before the block stay closed.
  expect(await refusalOf(driveContract.list, { token })).toBe('unauthenticated');
  expect(await statusOf(target.sharedUrl)).toBe(403);
});

test('the sign-in page says in the language of the person that operators blocked the account, and how to object', async () => {
  const { email } = await newcomer();
  await consoleAct({ person: email, act: 'block' });
  const answer = await ask(VISITOR, '/ja/auth', { username: email, password: NEWCOMERS_PASSWORD });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
  expect(await answer.text()).toContain('運営者がこのアカウントをブロックしました');
});

test('a block that is repeated changes nothing, and a late block does not close what was opened since', async () => {
  const person: Person = { ...(await newcomer()), refreshToken: '' };
  const { shareId } = await makeLink(person);
  const act = (name: string) => consoleAct({ person: person.userId, act: name });
  expect([(await act('block')).status, (await act('block')).status]).toEqual([200, 200]);
  expect((await act('unblock')).status).toBe(200);
  const { shareRegistries, drives } = objects;
  await shareRegistries.getByName(person.userId).setBlock({ isBlocked: true, seq: 2 });
  await drives.getByName(person.userId).setBlock({ isBlocked: true, seq: 2 });
  expect((await ok(shareContract.open, { query: { share_id: shareId } })).share_status).toBe('OK');
});

test('an operator is neither blocked nor deleted, and no operator raises the own limits', async () => {
  const { olga } = people;
  for (const act of ['block', 'delete', 'reset']) {
    const refused = await consoleAct({ person: olga.email, act });
    expect(refused).toMatchObject({ status: 400, answer: { error: 'failed_precondition' } });
  }
  const cookie = await cookieOf(olga.email, 'magpie-demo');
  const page = await html(cookie, `/ops/people?person=${olga.userId}`);
  expect(page).toContain('This is your own account');
  const fields = {
    person: olga.userId,
    key: 'ab'.repeat(12),
    step: 'storage',
    gib: '5',
    ends: '2999-01-01',
    reason: 'me',
  };
  const refused = await ask(cookie, '/ops/people', fields);
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('another operator has to decide'),
  ]);
});

test('the last operator keeps the role, and loses it when there is another one', async () => {
  const [first, second] = [await newcomer(), await newcomer()];
  const role = (person: string, operator: boolean) =>
    onConsole('/_internal/operator', { person, role: operator ? 'all' : '' });
  const refused = { status: 400, answer: { error: 'failed_precondition' } };
  expect(await role(first.email, true)).toMatchObject({ status: 200 });
  // Other files leave operators in the list; these two are alone in it here.
  const { results } = await env.ADMIN.prepare("SELECT user_id FROM people WHERE role = 'operator'").run();
  const others = results.map((row) => String(row['user_id'])).filter((id) => id !== first.userId);
  await env.ADMIN.prepare("UPDATE people SET role = '' WHERE user_id <> ?").bind(first.userId).run();
  try {
    expect(await role(first.email, false)).toMatchObject(refused);
    expect(await role(second.email, true)).toMatchObject({ status: 200 });
    expect(await role(first.email, false)).toMatchObject({ status: 200 });
    expect(await role(second.userId, false)).toMatchObject(refused);
  } finally {
    await onConsole('/_internal/people/rebuild', { ids: [...others, people.olga.userId] });
  }
  expect(await role(second.userId, false)).toMatchObject({ status: 200 });
});

test('a rebuild writes what the accounts have, and deletes entries that no account has', async () => {
  const { email, userId } = await newcomer();
  const find = async () => (await onConsole('/_internal/people/find', { term: email })).answer['people'];
  await expect.poll(find).toMatchObject([{ id: userId, status: 'ACTIVE' }]);
  await env.ADMIN.prepare("UPDATE people SET name = 'old', changes = 99 WHERE user_id = ?").bind(userId).run();
  await env.ADMIN.prepare(
    `INSERT INTO people (user_id, name, email, phone, search_text, status, held, role, created_ms, ends_ms, changes, noted_ms)
       SELECT 'Vghost', name, email, phone, search_text, status, held, role, created_ms, ends_ms, 1, 0 FROM people WHERE user_id = ?`,
  )
    .bind(userId)
    .run();
  const { started } = (await onConsole('/_internal/people/rebuild-begin', {})).answer;
  // Other files need the operator in the list.
  const ids = [userId, people.alice.userId, people.olga.userId, 'Vnone'];
  const rebuilt = await onConsole('/_internal/people/rebuild', { ids });
  expect(rebuilt.answer).toEqual({ found: 3 });
  // Where only ids of objects are known.
  const objects = [userId, 'Vnone'].map((name) => env.ACCOUNT.idFromName(name).toString());
  const byObjects = (list: string[]) => onConsole('/_internal/people/rebuild-objects', { objects: list });
  expect((await byObjects(objects)).answer).toEqual({ found: 1 });
  expect(await byObjects([env.DRIVE.idFromName(userId).toString()])).toMatchObject({ status: 400 });
  const later = await onConsole('/_internal/people/rebuild-end', { started: Number(started) + 1e9 });
  expect(later).toMatchObject({ status: 400, answer: { error: 'invalid_argument' } });
  expect((await onConsole('/_internal/people/rebuild-end', { started })).answer['removed']).toBeGreaterThan(0);
  const { acts } = (await onConsole('/_internal/config/log', { limit: 1 })).answer;
  expect(acts).toMatchObject([{ act: 'people_listed', name: 'people' }]);
  expect(await find()).toEqual([expect.objectContaining({ id: userId, email })]);
  expect(await find()).not.toMatchObject([{ name: 'old' }]);
});

test('an operator finds a person, adds storage, blocks and unblocks with a reason, and reads it in the log', async () => {
  const cookie = await cookieOf(people.olga.email, 'magpie-demo');
  const { email, userId } = await newcomer();
  const part = email.slice(0, email.indexOf('@')).toUpperCase();
  await expect.poll(() => html(cookie, `/ops/people?q=${part}`)).toContain(`person=${userId}`);
  expect(await html(cookie, `/ops/people?q=${userId}`)).toContain(`person=${userId}`);
  expect(await html(cookie, '/ops/people?q=%25')).toContain('No people found');

  const here = `/ops/people?person=${userId}`;
  const press = async (button: string, more: Record<string, string>) => {
    const fields = formOf(await html(cookie, here), button);
    const answer = await ask(cookie, '/ops/people', { ...fields, reason: `because of ${button}`, ...more });
    expect([button, answer.status, answer.headers.get('location')]).toEqual([button, 303, `${here}&done=1`]);
  };
  const ends = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const tooLate = {
    ...formOf(await html(cookie, here), 'Add storage'),
    step: 'storage',
    gib: '7',
    reason: 'a project',
  };
  const refused = await ask(cookie, here, { ...tooLate, ends: '2001-02-03', at: '18:00' });
  const again = await refused.text();
  expect([refused.status, again.includes('Choose an end that is to come')]).toEqual([400, true]);
  for (const value of ['7', 'a project', '2001-02-03', '18:00']) expect(again).toContain(`value="${value}"`);
  await press('Add storage', { step: 'storage', gib: '7', ends });
  await press('Give premium', { step: 'premium', ends, at: '18:00' });
  expect(await html(cookie, here)).toContain(`Premium until <time dateTime="${ends}T18:00:00.000Z"`);
  await press('Block', { step: 'block' });
  const blocked = await html(cookie, here);
  expect(blocked).toContain('Blocked');
  expect(blocked).toContain('Premium until');
  expect(blocked.replaceAll('<!-- -->', '')).toContain('“because of Block”');
  expect(blocked).toContain('because of Add storage');
  await expect.poll(() => html(cookie, '/ops/people?status=BLOCKED')).toContain(`person=${userId}`);
  await press('Unblock', { step: 'unblock' });
  const log = (await html(cookie, '/ops/log')).replaceAll('<!-- -->', '');
  expect(log).toContain(`${here}">${userId}</a>`);
  expect(log).toContain('“because of Block”');
  expect(log).toContain('“7 GB until ');
});

test('a person who is no operator reads no list of people and acts on no account', async () => {
  const alice = await cookieOf(people.alice.email, 'magpie-demo');
  for (const path of ['/ops/people', `/ops/people?person=${people.bob.userId}`]) {
    const answer = await ask(alice, path);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain(people.bob.userId);
  }
  const fields = { person: people.bob.userId, key: 'ab'.repeat(12), step: 'block', reason: 'no' };
  expect((await ask(alice, '/ops/people', fields)).status).toBe(403);
  expect((await send(driveContract.list, { token: people.bob.token })).status).toBe(200);
});
