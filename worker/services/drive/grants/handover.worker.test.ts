/** Folders that their owner hands over to one of their people. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { GRANT_MAX_PER_DRIVE } from '#shared/drive/grants/grant-terms.ts';
import { unwrap } from '#shared/errors.ts';
import { deliver, inviteTo, shareWith } from '#test/contract/cases/grants/common-folder.ts';
import { foldersOf, namesIn, put, refusalOf, stateOf, tree } from '#test/contract/cases/grants/guest-view.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { env } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { inDrive, makeFolder, objects, ok, type Person, trash, waitForTask } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { setPersonBlock } from '#worker/platform/session-guard.ts';
import { LIMIT_BYTES, makeDrive, refusalOf as reasonOf, type TestDrive } from '../drive-fixture.ts';
import { copyIdOf } from '../keys.ts';

const person = async (): Promise<Person> => ({ ...(await newcomer()), refreshToken: '' });
const offer = (owner: Person, id: string, offered = true) =>
  ok(driveContract.grantOffer, { token: owner.token, params: { id }, body: { offered } });
const answering = (guest: Person, id: string, answer: 'accepted' | 'declined') => ({
  token: guest.token,
  params: { id },
  body: { answer },
});
const usedBy = async (of: Person) => Number((await inDrive(of, 'SELECT usage_bytes AS n FROM space'))[0]?.['n']);

async function rootOf(owner: Person) {
  return (await ok(driveContract.list, { token: owner.token, query: { parent_id: '' } })).files;
}

it('handing a folder over: moves it to the new owner with its people, and the former owner edits it', async () => {
  const [owner, guest, other] = [await person(), await person(), await person()];
  const { grantId, folderId, inner } = await tree(owner, guest);
  const viewer = await shareWith(owner, other, { role: 'viewer', nodeId: folderId });
  const nested = await shareWith(owner, other, { role: 'editor', nodeId: inner });
  await offer(owner, grantId);
  await deliver(owner);
  expect((await foldersOf(guest)).find(({ grant_id }) => grant_id === grantId)?.offered).toBe(true);
  const used = await usedBy(owner);
  const { task_id } = await ok(driveContract.commonOffer, answering(guest, grantId, 'accepted'));
  expect((await waitForTask(guest, task_id)).phase).toBe('PHASE_TYPE_COMPLETE');
  for (const each of [owner, guest]) await deliver(each);

  const [folder] = await rootOf(guest);
  const listed = await ok(driveContract.list, { token: guest.token, query: { parent_id: folder?.id ?? '' } });
  expect(listed.files.map(({ name }) => name).toSorted()).toEqual(['a.txt', 'inner']);
  expect((await rootOf(owner)).map(({ id }) => id)).not.toContain(folderId);
  const thrown = await ok(driveContract.list, { token: owner.token, query: { filters: '{"trashed":{"eq":true}}' } });
  expect(thrown.files.map(({ id }) => id)).toEqual([folderId]);
  // The trash counts, until it is emptied.
  expect([await usedBy(owner), await usedBy(guest)]).toEqual([used, 'a.txtb.txt'.length]);

  const { grants } = await ok(driveContract.grants, { token: guest.token, query: { file_id: folder?.id ?? '' } });
  expect(grants.map(({ role, state }) => `${role} ${state}`).toSorted()).toEqual([
    'editor accepted',
    'viewer accepted',
  ]);
  const [back] = await foldersOf(owner);
  expect(await namesIn(owner, back?.grant_id ?? '')).toEqual(['inner', 'a.txt']);
  const make = { token: owner.token, params: { id: back?.grant_id ?? '' }, body: { name: 'still mine to edit' } };
  expect((await ok(driveContract.commonCreate, make)).name).toBe('still mine to edit');
  const moved = await foldersOf(other);
  expect(moved.map(({ role, state, name }) => `${role} ${state} ${name}`).toSorted()).toEqual([
    'editor accepted inner',
    `viewer accepted ${folder?.name}`,
  ]);
  // Earlier grants have ended for everybody, and the answer stays the same.
  for (const [who, id] of [
    [other, viewer.grantId] as const,
    [other, nested.grantId] as const,
    [guest, grantId] as const,
  ])
    expect(await stateOf(who, id)).toBeNull();
  expect((await ok(driveContract.commonOffer, answering(guest, grantId, 'accepted'))).task_id).toBe(task_id);
  expect((await rootOf(guest)).length).toBe(1);
  await deliver(guest);
  expect(await inDrive(owner, 'SELECT 1 FROM handovers')).toEqual([]);
  // A folder that comes back from the trash is shared with no one.
  await ok(driveContract.batchUntrash, { token: owner.token, body: { ids: [folderId] } });
  await deliver(owner);
  expect(await stateOf(other, viewer.grantId)).toBeNull();
});

it('handing a folder over is refused without an offer, after a withdrawal, for a file, before an acceptance, and after the person has left', async () => {
  const [owner, guest] = [await person(), await person()];
  const { grantId } = await tree(owner, guest);
  const accept = answering(guest, grantId, 'accepted');
  expect(await refusalOf(driveContract.commonOffer, accept)).toBe('failed_precondition');
  await offer(owner, grantId);
  await offer(owner, grantId, false);
  expect(await refusalOf(driveContract.commonOffer, accept)).toBe('failed_precondition');
  const set = (id: string) => ({ token: owner.token, params: { id }, body: { offered: true } });
  const file = await shareWith(owner, guest, { nodeId: await put(owner, '', 'single.txt') });
  expect(await refusalOf(driveContract.grantOffer, set(file.grantId))).toBe('failed_precondition');
  const invited = await inviteTo(owner, guest);
  expect(await refusalOf(driveContract.grantOffer, set(invited.grantId))).toBe('failed_precondition');
  await offer(owner, grantId);
  await ok(driveContract.commonOffer, answering(guest, grantId, 'declined'));
  await ok(driveContract.commonOffer, answering(guest, grantId, 'declined'));
  expect(await refusalOf(driveContract.commonOffer, accept)).toBe('failed_precondition');
  await offer(owner, grantId);
  await ok(driveContract.commonAnswer, { token: guest.token, params: { id: grantId }, body: { answer: 'left' } });
  expect(await refusalOf(driveContract.commonOffer, accept)).toBe('not_found');
  expect(await refusalOf(driveContract.grantOffer, set(grantId))).toBe('failed_precondition');
  expect((await rootOf(guest)).length).toBe(0);
});

it('one offer at a time: a second one takes the place of the first', async () => {
  const [owner, one, two] = [await person(), await person(), await person()];
  const { grantId, folderId } = await tree(owner, one);
  const second = await shareWith(owner, two, { nodeId: folderId });
  await offer(owner, grantId);
  await offer(owner, second.grantId);
  const { grants } = await ok(driveContract.grants, { token: owner.token, query: { file_id: folderId } });
  expect(grants.map(({ offered }) => offered)).toEqual([false, true]);
  expect(await refusalOf(driveContract.commonOffer, answering(one, grantId, 'accepted'))).toBe('failed_precondition');
});

it('a folder in the trash is not handed over; without storage the offer stays', async () => {
  const [owner, guest] = [await person(), await person()];
  const { grantId, folderId } = await tree(owner, guest);
  await offer(owner, grantId);
  await makeFolder(guest);
  await inDrive(guest, 'UPDATE space SET reserved_bytes = reserved_bytes + 9000000000000000');
  const accept = answering(guest, grantId, 'accepted');
  expect(await refusalOf(driveContract.commonOffer, accept)).toBe('file_space_not_enough');
  await inDrive(guest, 'UPDATE space SET reserved_bytes = reserved_bytes - 9000000000000000');
  await trash(owner, folderId);
  expect(await refusalOf(driveContract.commonOffer, accept)).toBe('not_found');
  await ok(driveContract.batchUntrash, { token: owner.token, body: { ids: [folderId] } });
  await deliver(owner);
  const { task_id } = await ok(driveContract.commonOffer, accept);
  expect((await waitForTask(guest, task_id)).phase).toBe('PHASE_TYPE_COMPLETE');
});

/** Enough that the call which begins does not end it. */
const MANY = 1_200;
const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0, strayVersions: 0 };

/** A large folder that is being taken over; the first part of it is copied. */
async function begun() {
  const [owner, taker] = [makeDrive(), makeDrive()];
  const folderId = await owner.folder('big');
  const inner = await owner.folder('inner', folderId);
  await owner.files(Array.from({ length: MANY }, (_, n) => ({ name: `f${n}`, parentId: inner, content: `c${n % 7}` })));
  const give = async (userId: string, nodeId: string) => {
    const grantId = newWireId();
    const invitation = { id: grantId, nodeId, userId, label: userId, ownerName: 'Owner', role: 'editor' as const };
    unwrap(await owner.stub.inviteGuest(owner.caller, invitation));
    unwrap(await owner.stub.guestAnswer({ grantId, userId }, 'accepted'));
    return grantId;
  };
  const grantId = await give(taker.userId, folderId);
  const otherId = await give('other person', inner);
  unwrap(await owner.stub.setOffer(owner.caller, grantId, true));
  const access = { grantId, userId: taker.userId };
  const order = {
    requestKey: `handover ${grantId}`,
    shareId: grantId,
    ownerId: owner.userId,
    rootIds: [],
    ids: [],
    parentId: '',
    limitBytes: LIMIT_BYTES,
    grant: access,
    newOwnerName: 'Taker',
  };
  const { taskId, done } = unwrap(await taker.stub.restoreShared(taker.caller, order));
  expect([done, await taker.names()]).toEqual([false, []]);
  return { owner, taker, folderId, inner, grantId, otherId, access, taskId };
}

const count = (drive: TestDrive, text: string) => drive.inside((_, sql) => sql.exec(text).toArray().length);

async function expectUntouched({ owner, taker, folderId, inner, taskId }: Awaited<ReturnType<typeof begun>>) {
  await taker.finish(taskId);
  expect([(await taker.task(taskId)).phase, await taker.names()]).toEqual(['PHASE_TYPE_ERROR', []]);
  expect(await taker.audit()).toMatchObject({ ...CLEAN, rows: 0 });
  expect([await owner.names(), await owner.names(folderId)]).toEqual([['big'], ['inner']]);
  expect((await owner.list({ parentId: inner })).length).toBe(1_000);
}

it('a handover that is interrupted: after the folder has left its owner is put in place once, whatever its former owner does since', async () => {
  const { owner, taker, inner, otherId, taskId } = await begun();
  await taker.inside((_, sql) => {
    sql.exec("CREATE TRIGGER killed BEFORE INSERT ON grants BEGIN SELECT RAISE(ABORT, 'killed'); END");
  });
  for (let runs = 0; runs < 20 && (await owner.names()).length > 0; runs += 1) await runAlarm(taker.stub);
  expect([await owner.names(), await taker.names()]).toEqual([[], []]);
  await owner.inside((_, sql) => sql.exec('DELETE FROM nodes WHERE id = ?', inner).toArray());
  unwrap(await owner.stub.erase());
  await taker.inside((_, sql) => {
    sql.exec('DROP TRIGGER killed');
  });
  await taker.finish(taskId);
  expect([(await taker.task(taskId)).phase, await taker.names()]).toEqual(['PHASE_TYPE_COMPLETE', ['big']]);
  expect(await taker.audit()).toMatchObject({ ...CLEAN, rows: MANY + 2 });
  const made = await taker.inside((_, sql) =>
    sql.exec<{ id: string; node_id: string; user_id: string }>('SELECT id, node_id, user_id FROM grants').toArray(),
  );
  expect(made.find(({ user_id }) => user_id === 'other person')).toMatchObject({
    id: copyIdOf(taskId, otherId),
    node_id: copyIdOf(taskId, inner),
  });
  expect(made.map(({ user_id }) => user_id).toSorted()).toEqual([owner.userId, 'other person'].toSorted());
});

it('a handover that is interrupted: by a change of the folder leaves it where it is, and the offer can be accepted again', async () => {
  const run = await begun();
  await run.owner.file('late.txt', run.inner);
  unwrap(await run.owner.stub.rename(run.owner.caller, run.inner, 'renamed', null));
  unwrap(await run.owner.stub.rename(run.owner.caller, run.inner, 'inner', null));
  await expectUntouched(run);
  const again = { requestKey: 'again', shareId: run.grantId, ownerId: run.owner.userId, rootIds: [], ids: [] };
  const { taskId } = unwrap(
    await run.taker.stub.restoreShared(run.taker.caller, {
      ...again,
      parentId: '',
      limitBytes: LIMIT_BYTES,
      grant: run.access,
      newOwnerName: 'Taker',
    }),
  );
  await run.taker.finish(taskId);
  expect(await run.taker.names()).toEqual(['big']);
  expect(await run.taker.audit()).toMatchObject({ ...CLEAN, rows: MANY + 3 });
});

it('a handover that is interrupted: by a withdrawal leaves it where it is', async () => {
  const run = await begun();
  unwrap(await run.owner.stub.setOffer(run.owner.caller, run.grantId, false));
  await expectUntouched(run);
});

it('a handover that is interrupted: by the end of the grant leaves it where it is', async () => {
  const run = await begun();
  unwrap(await run.owner.stub.removeGrant(run.owner.caller, run.grantId));
  await expectUntouched(run);
  expect(await count(run.owner, 'SELECT 1 FROM handovers')).toBe(0);
});

it('a handover that is interrupted: by grants that the new owner has too many of since leaves it where it is', async () => {
  const run = await begun();
  await run.taker.inside((_, sql) => {
    sql.exec(
      `INSERT INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT 'full' || i, 'full', '', 'full' || i, '', 'viewer', 'invited', 1, 1 FROM n`,
      GRANT_MAX_PER_DRIVE - 1,
    );
  });
  await expectUntouched(run);
  expect((await run.taker.task(run.taskId)).message).toBe('resource_exhausted');
});

it('a handover that is interrupted: after links were told of the folder leaves none of them open', async () => {
  const { owner, taker, folderId, taskId } = await begun();
  await owner.inside((_, sql) => sql.exec("INSERT INTO watches (node_id, share_id) VALUES (?, 'link')", folderId));
  await taker.finish(taskId);
  expect(await taker.names()).toEqual(['big']);
  const waiting = "SELECT 1 FROM _outbox WHERE event = 'drive.tree-changed' AND json_extract(payload, '$.removed')";
  expect(await count(owner, waiting)).toBe(0);
});

it('a handover that is interrupted: by another person, who names its task, gets nothing', async () => {
  const { owner, grantId, taskId } = await begun();
  const stranger = { grantId, userId: newWireId() };
  expect(reasonOf(await owner.stub.finishHandover(stranger, { taskId, grantsLeft: 1 }))).toBe('no_such_grant');
});

it('the links of a guest to contents and images end when the guest signs out or is blocked', async () => {
  const [owner, guest] = [await person(), await person()];
  const { grantId, folderId } = await tree(owner, guest);
  const a = await put(owner, folderId, 'picture.png');
  const body = { client_id: 'cli', username: guest.email, password: NEWCOMERS_PASSWORD };
  const { access_token: token, refresh_token } = await ok(authContract.signIn, { body });
  const linksFor = async (session: string) => {
    const params = { id: grantId, file_id: a };
    const { web_content_link, thumbnail_link } = await ok(driveContract.commonFile, { token: session, params });
    return [web_content_link, thumbnail_link];
  };
  const opened = (links: readonly string[]) => Promise.all(links.map(async (link) => (await visit(link)).status));
  const [second, first] = [await linksFor(token), await linksFor(guest.token)];
  // The file is no picture: none can be made, but its link opens.
  expect([await opened(second), await opened(first)]).toEqual([
    [200, 204],
    [200, 204],
  ]);
  await ok(authContract.revoke, { body: { token: refresh_token } });
  expect([await opened(second), await opened(first)]).toEqual([
    [403, 403],
    [200, 204],
  ]);
  await runInDurableObject(objects.drives.getByName(guest.userId), (_object, state) =>
    setPersonBlock(state.storage.sql, { isBlocked: true, seq: 1 }),
  );
  expect(await opened(first)).toEqual([403, 403]);
});

const lettersTo = async ({ email }: Person) =>
  (await servicesOf(env).mail.captured(email))
    .map(({ subject }) => subject)
    .filter((subject) => !/\d{6}|Welcome/.test(subject));

it('a letter about a grant comes once for an invitation and once for an offer, in the language of the person', async () => {
  const [owner, guest] = [await person(), await person()];
  const body = { client_id: 'cli', username: guest.email, password: NEWCOMERS_PASSWORD };
  await ok(authContract.signIn, { body, headers: { 'accept-language': 'pt' } });
  const { grantId } = await inviteTo(owner, guest);
  await deliver(guest);
  // Told again, and invited again.
  const facts = unwrap(await objects.drives.getByName(owner.userId).grantFacts([grantId]));
  unwrap(await objects.drives.getByName(guest.userId).recordGrants(owner.userId, { facts, goneIds: [] }));
  await deliver(guest);
  expect(await lettersTo(guest)).toEqual(['Você recebeu um convite para uma pasta ou um arquivo compartilhado']);
  await ok(driveContract.commonAnswer, { token: guest.token, params: { id: grantId }, body: { answer: 'accepted' } });
  for (const offered of [true, false, true]) {
    await offer(owner, grantId, offered);
    await deliver(owner);
    await deliver(guest);
  }
  expect(await lettersTo(guest)).toEqual([
    'Ofereceram a você a propriedade de uma pasta',
    'Você recebeu um convite para uma pasta ou um arquivo compartilhado',
  ]);
});

it('a letter about a grant does not come from a blocked owner, nor more than ten times a day', async () => {
  const [owner, other, guest] = [await person(), await person(), await person()];
  const { grantId } = await inviteTo(owner, guest);
  await ok(driveContract.commonAnswer, { token: guest.token, params: { id: grantId }, body: { answer: 'blocked' } });
  await inviteTo(owner, guest);
  await deliver(guest);
  expect((await lettersTo(guest)).length).toBe(1);
  for (let n = 0; n < 11; n += 1) await inviteTo(other, guest);
  await deliver(guest);
  expect((await lettersTo(guest)).length).toBe(10);
});
