/** A guest's file in parts in the drive of the owner: it goes on where it broke off, holds no place for long, and ends with the right. */
import { abortAllDurableObjects, runDurableObjectAlarm } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { SENDING_PART_BYTES } from '#shared/drive/sending/sending-terms.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { shareWith } from '#test/contract/cases/grants/common-folder.ts';
import { namesIn } from '#test/contract/cases/grants/guest-view.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { type Ask, send } from '#test/contract/send.ts';
import { bytesOf, inDrive, makeFolder, makePeople, objects, ok, type Person } from '#test/contract/world.ts';
import { newWireId } from '#worker/platform/ids.ts';

const SIZE = SENDING_PART_BYTES + 1_000;
const FILE = new Uint8Array(SIZE).fill(120);

const { alice, bob } = await makePeople();
// Other files leave uploads in the drives of the demo persons, and a drive sends a hundred invitations a day.
const carla = { ...(await newcomer()), refreshToken: '' };

async function folderFor(...guests: readonly Person[]) {
  const folderId = await makeFolder(carla);
  const grantIds: string[] = [];
  for (const guest of guests) grantIds.push((await shareWith(carla, guest, { nodeId: folderId })).grantId);
  const [grantId = ''] = grantIds;
  return { folderId, grantId, grantIds };
}

interface Answer {
  error?: string;
  phase?: string;
  parts?: number[];
  files?: readonly { key: string; name: string; parent_id: string; size_stored: string }[];
}

/** A file of a guest with its calls. */
function sending(
  guest: Person,
  grantId: string,
  { name = 'film.bin', size = SIZE, key = newWireId(), parentId = '' } = {},
) {
  const call = async (endpoint: Endpoint, more: Ask = {}) => {
    const params = { id: grantId, key, ...more.params };
    const answer = await send(endpoint, { token: guest.token, ...more, params });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };
  const partOf = (part: number) => FILE.slice((part - 1) * SENDING_PART_BYTES, part * SENDING_PART_BYTES);
  return {
    key,
    begin: () => call(driveContract.commonSend, { body: { key, name, size, parent_id: parentId } }),
    state: () => call(driveContract.commonSendState),
    part: (part: number, bytes = partOf(part)) => call(driveContract.commonSendPart, { params: { part }, bytes }),
    finish: () => call(driveContract.commonSendComplete),
    drop: () => call(driveContract.commonSendAbort),
    coming: async () => (await call(driveContract.commonComing)).files,
  };
}

const sessions = (folderId: string) =>
  inDrive(carla, "SELECT id FROM uploads WHERE sent_to = ? AND state = 'open'", folderId);
const reserved = async () => Number((await inDrive(carla, 'SELECT reserved_bytes AS n FROM space'))[0]?.['n']);
const away = (folderId: string, ms: number) =>
  inDrive(carla, `UPDATE uploads SET active_ms = active_ms - ${ms} WHERE sent_to = ?`, folderId);

it('a file that broke off goes on with the parts that are missing, and is one file however often it is finished', async () => {
  const { folderId, grantId } = await folderFor(alice);
  const inner = await makeFolder(carla, folderId, 'inner');
  const file = sending(alice, grantId, { parentId: inner });
  expect(await file.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_PENDING', parts: [] });
  expect(await file.part(2)).toMatchObject({ status: 400, error: 'failed_precondition' });
  expect((await file.part(1)).status).toBe(200);
  expect((await file.part(2, FILE.slice(0, 10))).status).toBe(400);
  expect((await file.finish()).status).toBe(400);
  // Nothing is shown before it is whole, but to its sender.
  expect(await namesIn(alice, grantId, inner)).toEqual([]);
  const stored = String(SENDING_PART_BYTES);
  expect(await file.coming()).toMatchObject([
    { key: file.key, name: 'film.bin', parent_id: inner, size_stored: stored },
  ]);
  expect(await file.begin()).toMatchObject({ status: 200, parts: [1] });
  expect((await file.part(2)).status).toBe(200);
  expect((await file.finish()).status).toBe(200);
  expect((await file.finish()).status).toBe(200);
  expect(await file.begin()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_COMPLETE' });
  expect(await file.state()).toMatchObject({ status: 200, phase: 'PHASE_TYPE_COMPLETE' });
  expect(await namesIn(alice, grantId, inner)).toEqual(['film.bin']);
  expect([await file.coming(), await sessions(folderId), await reserved()]).toEqual([[], [], 0]);
});

it('a file goes on after the drive was started anew', async () => {
  const { grantId } = await folderFor(alice);
  const file = sending(alice, grantId);
  await file.begin();
  await file.part(1);
  await abortAllDurableObjects();
  expect(await file.state()).toMatchObject({ status: 200, parts: [1] });
  expect((await file.part(2)).status).toBe(200);
  await abortAllDurableObjects();
  expect((await file.finish()).status).toBe(200);
  expect(await namesIn(alice, grantId)).toEqual(['film.bin']);
});

it('a file belongs to its sender: the key is worth nothing to another guest, to the owner or to a stranger', async () => {
  const { grantIds } = await folderFor(alice, bob);
  const [ofAlice = '', ofBob = ''] = grantIds;
  const file = sending(alice, ofAlice);
  await file.begin();
  await file.part(1);
  for (const other of [sending(bob, ofBob, file), sending(bob, ofAlice, file), sending(carla, ofAlice, file)]) {
    const answers = [await other.state(), await other.part(2), await other.finish()];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await other.coming()) ?? []).toEqual([]);
    await other.drop();
  }
  expect(await file.state()).toMatchObject({ parts: [1] });
  // Another file under the same key is refused; it would be made of both.
  expect(await sending(alice, ofAlice, { key: file.key, size: SIZE + 1 }).begin()).toMatchObject({ status: 400 });
  await file.drop();
});

it('a file holds the space of its parts alone, and the owner has no task before it is here', async () => {
  const { grantId } = await folderFor(alice);
  const file = sending(alice, grantId, { name: 'held.bin' });
  const tasks = () => inDrive(carla, "SELECT phase FROM tasks WHERE file_name = 'held.bin'");
  const before = await reserved();
  await file.begin();
  expect([(await reserved()) - before, await tasks()]).toEqual([0, []]);
  await file.part(1);
  await file.part(1);
  expect([(await reserved()) - before, await tasks()]).toEqual([SENDING_PART_BYTES, []]);
  await file.part(2);
  await file.finish();
  expect([(await reserved()) - before, await tasks()]).toEqual([0, [{ phase: 'PHASE_TYPE_COMPLETE' }]]);
});

it('a guest has two files in parts at a time, and a crowded folder gives up those whose senders are away', async () => {
  const { folderId, grantId, grantIds } = await folderFor(alice, bob);
  const [first, second, third] = [sending(alice, grantId), sending(alice, grantId), sending(alice, grantId)];
  expect([(await first.begin()).status, (await second.begin()).status]).toEqual([200, 200]);
  expect(await third.begin()).toMatchObject({ status: 429, error: 'too_many_requests' });
  // Files in one request have their own places.
  const small = { token: alice.token, params: { id: grantId }, query: { name: 'small.txt' }, bytes: bytesOf('small') };
  await ok(driveContract.commonPut, small);
  await first.part(1);
  // Eighteen of others.
  await inDrive(
    carla,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
     INSERT INTO uploads (id, node_id, task_id, door, state, size_bytes, part_bytes, gcid_claim, storage_limit_bytes, created_ms,
       deadline_ms, conflict, by_part, sent_to, sent_by, active_ms)
     SELECT 'other ' || i, 'other ' || i, '', 'own', 'open', 1, 1, '', 1, 0, 9e15, 'keep_both', 1, ?1, 'other', 9e15 FROM n`,
    folderId,
  );
  const late = sending(bob, grantIds[1] ?? '');
  expect(await late.begin()).toMatchObject({ status: 429, error: 'too_many_requests' });
  await away(folderId, 3 * MINUTE_MS);
  expect((await late.begin()).status).toBe(200);
  expect([(await first.state()).status, (await second.state()).status]).toEqual([200, 404]);
  await late.part(1);
  await away(folderId, DAY_MS);
  const latest = sending(bob, grantIds[1] ?? '');
  expect((await latest.begin()).status).toBe(200);
  expect((await first.state()).status).toBe(404);
  await inDrive(carla, "DELETE FROM uploads WHERE sent_by = 'other'");
});

it('a file that its sender leaves for seven days is given up with its space', async () => {
  const { folderId, grantId } = await folderFor(alice);
  const file = sending(alice, grantId);
  await file.begin();
  await file.part(1);
  const [session] = await inDrive(
    carla,
    'SELECT deadline_ms - active_ms AS ms FROM uploads WHERE sent_to = ?',
    folderId,
  );
  expect(session).toEqual({ ms: 7 * DAY_MS });
  const before = await reserved();
  await inDrive(carla, 'UPDATE uploads SET deadline_ms = 1 WHERE sent_to = ?', folderId);
  await runDurableObjectAlarm(objects.drives.getByName(carla.userId));
  expect([await sessions(folderId), (await reserved()) - before]).toEqual([[], -SENDING_PART_BYTES]);
  expect([(await file.part(2)).status, await file.coming()]).toEqual([404, []]);
});

it('a right that ends, or allows reading only, gives up the file that is coming in', async () => {
  const before = await reserved();
  const begun = async () => {
    const common = await folderFor(alice);
    const file = sending(alice, common.grantId);
    await file.begin();
    await file.part(1);
    return { ...common, file };
  };
  const { token } = carla;
  const read = await begun();
  await ok(driveContract.grantChange, { token, params: { id: read.grantId }, body: { role: 'viewer' } });
  expect(await read.file.part(2)).toMatchObject({ status: 403, error: 'permission_denied' });
  expect(await sessions(read.folderId)).toEqual([]);
  const removed = await begun();
  await ok(driveContract.grantRemove, { token, params: { id: removed.grantId } });
  expect([(await removed.file.part(2)).status, (await removed.file.finish()).status]).toEqual([404, 404]);
  expect(await sessions(removed.folderId)).toEqual([]);
  const trashed = await begun();
  await ok(driveContract.batchTrash, { token, body: { ids: [trashed.folderId] } });
  expect(await reserved()).toBe(before);
  expect([(await trashed.file.part(2)).status, (await trashed.file.begin()).status]).toEqual([404, 404]);
  await ok(driveContract.batchUntrash, { token, body: { ids: [trashed.folderId] } });
  expect([(await trashed.file.state()).status, await sessions(trashed.folderId)]).toEqual([404, []]);
  expect(await trashed.file.begin()).toMatchObject({ status: 200, parts: [] });
  await trashed.file.drop();
});

it('a file that is coming in goes on when something else of its folder, or its folder to another place, is moved', async () => {
  const { folderId, grantId } = await folderFor(alice);
  const [inner, elsewhere] = [await makeFolder(carla, folderId, 'inner'), await makeFolder(carla)];
  const file = sending(alice, grantId);
  await file.begin();
  await file.part(1);
  const { token } = carla;
  await ok(driveContract.batchTrash, { token, body: { ids: [inner] } });
  await ok(driveContract.batchMove, { token, body: { ids: [folderId], to: { parent_id: elsewhere } } });
  expect(await file.state()).toMatchObject({ status: 200, parts: [1] });
  await ok(driveContract.batchTrash, { token, body: { ids: [elsewhere] } });
  expect(await sessions(folderId)).toEqual([]);
});

it('a right that ends amid a part does not let the part in', async () => {
  const before = await reserved();
  const { folderId, grantId } = await folderFor(alice);
  const file = sending(alice, grantId);
  await file.begin();
  await file.part(1);
  const [part] = await Promise.all([
    file.part(2),
    ok(driveContract.grantRemove, { token: carla.token, params: { id: grantId } }),
  ]);
  expect([200, 404, 503]).toContain(part.status);
  expect([(await file.finish()).status, await sessions(folderId), await reserved()]).toEqual([404, [], before]);
});
