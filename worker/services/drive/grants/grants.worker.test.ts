import { expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { deliver, inviteTo, shareWith } from '#test/contract/cases/grants/common-folder.ts';
import { foldersOf, namesIn, put, refusalOf, refusals, stateOf, tree } from '#test/contract/cases/grants/guest-view.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { type Ask, env, send } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import {
  bytesOf,
  deafen,
  inDrive,
  makeFolder,
  makePeople,
  objects,
  ok,
  type Person,
  trash,
  UNKNOWN_ID,
  waitForTask,
} from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { deliverEvents, eventRoutes } from '#worker/events.ts';

const { alice, bob } = await makePeople();
// Demo people invite in other files as well, and a drive sends a hundred invitations a day.
const carla = { ...(await newcomer()), refreshToken: '' };

it('a common folder shows its files to its guest, downloads them, and takes files that count to its owner', async () => {
  const { grantId, inner, a } = await tree(carla, alice);
  expect(await namesIn(alice, grantId)).toEqual(['inner', 'a.txt']);
  const asked = { token: alice.token, params: { id: grantId }, query: { parent_id: inner } };
  expect((await ok(driveContract.commonFiles, asked)).path).toEqual([{ id: inner, name: 'inner' }]);
  const file = await ok(driveContract.commonFile, { token: alice.token, params: { id: grantId, file_id: a } });
  expect([file.user_id, file.starred, file.hash]).toEqual(['', false, '']);
  const content = await visit(file.web_content_link);
  expect([content.status, await content.text()]).toEqual([200, 'a.txt']);
  const used = async (person: Person) =>
    Number((await inDrive(person, 'SELECT usage_bytes AS n FROM space'))[0]?.['n']);
  const [before, own] = [await used(carla), await used(alice)];
  const sending = {
    token: alice.token,
    params: { id: grantId },
    query: { name: 'new.txt' },
    bytes: bytesOf('12345'),
  };
  const sent = await ok(driveContract.commonPut, sending);
  expect([sent.name, (await used(carla)) - before, (await used(alice)) - own]).toEqual(['new.txt', 5, 0]);
  expect(await namesIn(alice, grantId)).toEqual(['inner', 'a.txt', 'new.txt']);
});

it('a common file is listed alone', async () => {
  const fileId = await put(carla, '', `single ${Math.random()}.txt`);
  const { grantId } = await shareWith(carla, alice, { role: 'editor', nodeId: fileId });
  expect((await namesIn(alice, grantId)).length).toBe(1);
  expect(
    await refusalOf(driveContract.commonCreate, { token: alice.token, params: { id: grantId }, body: { name: 'x' } }),
  ).toBe('file_not_found');
  expect(
    await refusalOf(driveContract.commonTrash, {
      token: alice.token,
      params: { id: grantId },
      body: { ids: [fileId] },
    }),
  ).toBe('file_not_found');
});

it('a common folder: its guest saves copies into the own drive, and not after the right has ended', async () => {
  const { grantId, inner } = await tree(carla, alice, 'viewer');
  const parent_id = await makeFolder(alice);
  const save = { token: alice.token, params: { id: grantId }, body: { ids: [inner], parent_id } };
  const { task_id } = await ok(driveContract.commonSave, save);
  expect((await waitForTask(alice, task_id)).phase).toBe('PHASE_TYPE_COMPLETE');
  const { files } = await ok(driveContract.list, { token: alice.token, query: { parent_id } });
  expect(files.map(({ name }) => name)).toEqual(['inner']);
  await ok(driveContract.grantRemove, { token: carla.token, params: { id: grantId } });
  expect(await refusalOf(driveContract.commonSave, { ...save, body: { ids: [], parent_id } })).toBe('not_found');
});

it('a common folder: a viewer changes nothing', async () => {
  const { grantId, a, inner } = await tree(carla, alice, 'viewer');
  const params = { id: grantId, file_id: a };
  const writes: readonly (readonly [Endpoint, Ask])[] = [
    [driveContract.commonCreate, { params, body: { name: 'x' } }],
    [driveContract.commonRename, { params, body: { name: 'x' } }],
    [driveContract.commonMove, { params, body: { ids: [a], to: inner } }],
    [driveContract.commonTrash, { params, body: { ids: [a] } }],
    [driveContract.commonPut, { params, query: { name: 'x' }, bytes: bytesOf('x') }],
  ];
  for (const [endpoint, ask] of writes)
    expect([endpoint.id, await refusalOf(endpoint, { ...ask, token: alice.token })]).toEqual([
      endpoint.id,
      'permission_denied',
    ]);
  expect(await namesIn(alice, grantId)).toEqual(['inner', 'a.txt']);
});

it('a grant of another person and one that never was have one answer', async () => {
  const { grantId, a, inner } = await tree(carla, alice);
  expect(await refusals(bob.token, grantId, a, inner)).toEqual(['not_found']);
  expect(await refusals(bob.token, UNKNOWN_ID, a, inner)).toEqual(['not_found']);
  // A lying row in the guest's own drive gives nothing.
  await inDrive(
    bob,
    `INSERT INTO received_grants (id, owner_id, owner_name, node_name, is_file, is_live, role, state, seq, invited_ms, changed_ms)
       VALUES (?1, ?2, '', '', 0, 1, 'editor', 'accepted', 1, 1, 1)`,
    grantId,
    carla.userId,
  );
  expect(await refusals(bob.token, grantId, a, inner)).toEqual(['not_found']);
  await inDrive(bob, 'DELETE FROM received_grants WHERE id = ?', grantId);
});

it('nothing outside the folder is reached: a sibling, the folder above, the root, a foreign file', async () => {
  const { grantId, outside, inner, folderId } = await tree(carla, alice);
  const foreign = await put(alice, '', `own ${grantId}.txt`);
  for (const id of [outside, foreign, UNKNOWN_ID])
    expect(await refusals(alice.token, grantId, id, inner)).toEqual(['file_not_found']);
  // The common folder itself is its owner's to rename, move and trash.
  const params = { id: grantId, file_id: folderId };
  expect(await refusalOf(driveContract.commonRename, { token: alice.token, params, body: { name: 'x' } })).toBe(
    'file_not_found',
  );
  expect(await refusalOf(driveContract.commonTrash, { token: alice.token, params, body: { ids: [folderId] } })).toBe(
    'file_not_found',
  );
  const out = { token: alice.token, params, body: { ids: [inner], to: outside } };
  expect(await refusalOf(driveContract.commonMove, out)).toBe('file_not_found');
  // One foreign id refuses the whole call.
  expect(
    await refusalOf(driveContract.commonTrash, { token: alice.token, params, body: { ids: [inner, outside] } }),
  ).toBe('file_not_found');
  expect(await namesIn(alice, grantId)).toEqual(['inner', 'a.txt']);
});

it('rights of a guest: what its owner moves out between a list and a call is out', async () => {
  const { grantId, b, inner, folderId } = await tree(carla, alice);
  expect(await namesIn(alice, grantId, inner)).toEqual(['b.txt']);
  const elsewhere = await makeFolder(carla);
  await ok(driveContract.batchMove, { token: carla.token, body: { ids: [inner], to: { parent_id: elsewhere } } });
  expect(await refusals(alice.token, grantId, b, folderId)).toEqual(['file_not_found']);
});

it('rights of a guest: ends at once when it is removed, when the folder is in the trash, and comes back with the folder', async () => {
  const { grantId, a, inner, folderId } = await tree(carla, alice);
  const { web_content_link: link } = await ok(driveContract.commonFile, {
    token: alice.token,
    params: { id: grantId, file_id: a },
  });
  const opened = async () => (await visit(link)).status;
  expect(await opened()).toBe(200);
  await trash(carla, folderId);
  expect([await opened(), await stateOf(alice, grantId)]).toEqual([403, null]);
  expect(await refusals(alice.token, grantId, a, inner)).toEqual(['not_found']);
  await ok(driveContract.batchUntrash, { token: carla.token, body: { ids: [folderId] } });
  await deliver(carla);
  expect([await opened(), await namesIn(alice, grantId)]).toEqual([200, ['inner', 'a.txt']]);
  await ok(driveContract.grantRemove, { token: carla.token, params: { id: grantId } });
  expect(await opened()).toBe(403);
  expect(await refusals(alice.token, grantId, a, inner)).toEqual(['not_found']);
  await deliver(carla);
  expect(await stateOf(alice, grantId)).toBeNull();
  // Neither does the answer to an old invitation bring it back.
  const body = { answer: 'accepted' };
  expect(await refusalOf(driveContract.commonAnswer, { token: alice.token, params: { id: grantId }, body })).toBe(
    'not_found',
  );
});

it('an earlier answer of a repeated call ends with the grant', async () => {
  const { grantId } = await tree(carla, alice);
  const make = {
    token: alice.token,
    params: { id: grantId },
    body: { name: 'once' },
    headers: { 'idempotency-key': `e${grantId}` },
  };
  await ok(driveContract.commonCreate, make);
  await ok(driveContract.grantRemove, { token: carla.token, params: { id: grantId } });
  expect(await refusalOf(driveContract.commonCreate, make)).toBe('not_found');
});

it('an upload that a removal overtakes does not arrive', async () => {
  const { grantId, folderId } = await tree(carla, alice);
  const access = { grantId, userId: alice.userId };
  const drive = objects.drives.getByName(carla.userId);
  const free = (await servicesOf(env).membership.plans()).free;
  const upload = {
    parentId: '',
    name: 'late.txt',
    sizeBytes: 4,
    gcid: '',
    protocol: 's3' as const,
    modifiedMs: null,
    partBytes: 4,
    storageLimitBytes: free.storageBytes,
    free,
    openUploads: 100,
    ttlMs: 60_000,
    store: { dayBytes: 1e12, deletedPercent: 100 },
  };
  expect((await drive.guestBegin(access, { fileKey: 'late', upload })).ok).toBe(true);
  await ok(driveContract.grantRemove, { token: carla.token, params: { id: grantId } });
  const left = await inDrive(carla, "SELECT 1 FROM nodes WHERE name = 'late.txt' AND parent_id = ?", folderId);
  const reserved = await inDrive(carla, 'SELECT 1 FROM grant_uploads WHERE grant_id = ?', grantId);
  expect([left, reserved]).toEqual([[], []]);
});

it('a removal beside an acceptance leaves no right, whichever comes first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { grantId, folderId } = await inviteTo(carla, alice);
    await Promise.all([
      send(driveContract.commonAnswer, { token: alice.token, params: { id: grantId }, body: { answer: 'accepted' } }),
      send(driveContract.grantRemove, { token: carla.token, params: { id: grantId } }),
    ]);
    await deliver(carla);
    expect(await refusals(alice.token, grantId, folderId, '')).toEqual(['not_found']);
    expect(await stateOf(alice, grantId)).toBeNull();
  }
});

it('an editor who becomes a viewer writes no more', async () => {
  const { grantId } = await tree(carla, alice);
  const make = { token: alice.token, params: { id: grantId }, body: { name: 'one' } };
  await ok(driveContract.commonCreate, make);
  await ok(driveContract.grantChange, { token: carla.token, params: { id: grantId }, body: { role: 'viewer' } });
  expect(await refusalOf(driveContract.commonCreate, { ...make, body: { name: 'two' } })).toBe('permission_denied');
  await deliver(carla);
  expect((await foldersOf(alice)).find((each) => each.grant_id === grantId)?.role).toBe('viewer');
});

it('an invitation does not reveal whether an address has an account, declines or blocks', async () => {
  const folderId = await makeFolder(carla);
  const invite = (person: string) =>
    ok(driveContract.grantCreate, { token: carla.token, body: { file_id: folderId, person, role: 'viewer' } });
  const [unknown, known] = [await invite('no.such.person@example.com'), await invite('  ALICE@example.com ')];
  const shape = ({ state, role, person, ...rest }: typeof unknown) => ({
    state,
    role,
    keys: Object.keys(rest).sort(),
    person: person !== '',
  });
  expect(shape(known)).toEqual(shape(unknown));
  await deliver(carla);
  const listed = async () =>
    (await ok(driveContract.grants, { token: carla.token, query: { file_id: folderId } })).grants;
  const before = await listed();
  await ok(driveContract.commonAnswer, {
    token: alice.token,
    params: { id: known.grant_id },
    body: { answer: 'declined' },
  });
  expect(await listed()).toEqual(before);
  // Asked again, the person is not bothered again.
  expect((await invite('alice@example.com')).grant_id).toBe(known.grant_id);
  await deliver(carla);
  expect(await stateOf(alice, known.grant_id)).toBeNull();
});

it('an invitation: of a blocked owner is not shown, until the block ends', async () => {
  const first = await inviteTo(bob, alice);
  await ok(driveContract.commonAnswer, {
    token: alice.token,
    params: { id: first.grantId },
    body: { answer: 'blocked' },
  });
  const second = await inviteTo(bob, alice);
  expect(await stateOf(alice, second.grantId)).toBeNull();
  const { blocked } = await ok(driveContract.commonFolders, { token: alice.token });
  expect(blocked.map(({ owner_id }) => owner_id)).toEqual([bob.userId]);
  await ok(driveContract.commonUnblock, { token: alice.token, params: { id: bob.userId } });
  expect(await stateOf(alice, (await inviteTo(bob, alice)).grantId)).toBe('invited');
});

it.each(['\u0000', 'a\nb', '\u202Eevil@example.com', '\uD800'])(
  'an invitation: of an address with %j is refused',
  async (person) => {
    const body = { file_id: await makeFolder(carla), person, role: 'viewer' };
    expect(await refusalOf(driveContract.grantCreate, { token: carla.token, body })).toBe('invalid_argument');
  },
);

it('an invitation is no right before it is accepted', async () => {
  const { grantId, folderId } = await inviteTo(carla, alice);
  expect(await refusals(alice.token, grantId, folderId, '')).toEqual(['not_found']);
});

it('an invitation reaches its guest once, whenever and how often the event comes', async () => {
  const hear = await deafen(objects.drives.getByName(carla.userId));
  const folderId = await makeFolder(carla);
  const body = { file_id: folderId, person: alice.email, role: 'viewer' };
  const { grant_id: grantId } = await ok(driveContract.grantCreate, { token: carla.token, body });
  expect(await stateOf(alice, grantId)).toBeNull();
  await hear();
  const routes = eventRoutes(servicesOf(env));
  const event = {
    id: 'e',
    event: 'drive.grants-changed',
    source: carla.userId,
    payload: { grants: [[grantId, alice.userId]] },
  };
  for (let times = 0; times < 2; times += 1)
    await deliverEvents(routes, [event], (_, error) => {
      throw error;
    });
  expect((await foldersOf(alice)).filter((each) => each.grant_id === grantId).length).toBe(1);
  await ok(driveContract.rename, {
    token: carla.token,
    params: { id: folderId },
    body: { name: `renamed ${grantId}` },
  });
  await deliverEvents(routes, [event], (_, error) => {
    throw error;
  });
  expect((await foldersOf(alice)).find((each) => each.grant_id === grantId)?.name).toBe(`renamed ${grantId}`);
});

it('its owner reads that a guest has left, and the guest sees it no more', async () => {
  const { grantId, folderId } = await tree(carla, alice);
  const leave = { token: alice.token, params: { id: grantId }, body: { answer: 'left' } };
  await ok(driveContract.commonAnswer, leave);
  await ok(driveContract.commonAnswer, leave);
  const { grants } = await ok(driveContract.grants, { token: carla.token, query: { file_id: folderId } });
  expect([grants.map(({ state }) => state), await stateOf(alice, grantId)]).toEqual([['left'], null]);
  // The guest may be invited anew.
  const again = await shareWith(carla, alice, { nodeId: folderId });
  expect(again.grantId).not.toBe(grantId);
  expect((await namesIn(alice, again.grantId)).length).toBe(2);
});

it('deleting the folder for good ends its grants on both sides', async () => {
  const { grantId, folderId } = await tree(carla, alice);
  await trash(carla, folderId);
  const { task_id } = await ok(driveContract.batchDelete, { token: carla.token, body: { ids: [folderId] } });
  await waitForTask(carla, task_id);
  await deliver(carla);
  expect(await inDrive(carla, 'SELECT 1 FROM grants WHERE id = ?', grantId)).toEqual([]);
  const rows = await inDrive(alice, "SELECT 1 FROM received_grants WHERE id = ? AND state <> 'ended'", grantId);
  expect(rows).toEqual([]);
});

it('a closed account ends the grants that it gave and received', async () => {
  const [owner, guest] = [
    { ...(await newcomer()), refreshToken: '' },
    { ...(await newcomer()), refreshToken: '' },
  ];
  const given = await shareWith(owner, alice);
  const received = await shareWith(carla, guest);
  const routes = eventRoutes(servicesOf(env));
  for (const person of [owner, guest]) {
    const event = {
      id: 'e',
      event: 'auth.account-closed',
      source: person.userId,
      payload: { userId: person.userId },
    };
    await deliverEvents(routes, [event], (_, error) => {
      throw error;
    });
    await deliver(person);
  }
  expect(await stateOf(alice, given.grantId)).toBeNull();
  const { grants } = await ok(driveContract.grants, { token: carla.token, query: { file_id: received.folderId } });
  expect(grants.map(({ state }) => state)).toEqual(['left']);
  expect(await inDrive(guest, 'SELECT 1 FROM received_grants')).toEqual([]);
});
