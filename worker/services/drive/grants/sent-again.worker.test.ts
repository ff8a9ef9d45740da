import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { DAY_MS } from '#shared/units.ts';
import { refusalOf, tree } from '#test/contract/cases/grants/guest-view.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { bytesOf, inDrive, makeFolder, makePeople, objects, ok, trash } from '#test/contract/world.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';

const { alice } = await makePeople();
// Demo people invite in other files as well, and a drive sends a hundred invitations a day.
const carla = { ...(await newcomer()), refreshToken: '' };

it.each<readonly [string, (id: string, grantId: string) => Promise<unknown>]>([
  ['renamed', (id) => ok(driveContract.rename, { token: carla.token, params: { id }, body: { name: 'other.txt' } })],
  ['trashed', (id) => trash(carla, id)],
  ['deleted forever', (id) => ok(driveContract.batchDelete, { token: carla.token, body: { ids: [id] } })],
  [
    'moved out of the folder',
    async (id) => {
      const body = { ids: [id], to: { parent_id: await makeFolder(carla) } };
      await ok(driveContract.batchMove, { token: carla.token, body });
    },
  ],
  ['given another content', (id) => inDrive(carla, "UPDATE nodes SET content_key = 'other' WHERE id = ?", id)],
])('a file that a guest sends again has its first answer after it was %s', async (_, change) => {
  const { grantId, inner } = await tree(carla, alice);
  const headers = { 'idempotency-key': `r${grantId}` };
  const query = { name: 'sent.txt', parent_id: inner };
  const sending = { token: alice.token, params: { id: grantId }, headers, query, bytes: bytesOf('sent') };
  const first = await ok(driveContract.commonPut, sending);
  await change(first.id, grantId);
  expect(await ok(driveContract.commonPut, sending)).toEqual(first);
  const other = { ...sending, bytes: bytesOf('tens') };
  expect(await refusalOf(driveContract.commonPut, other)).toBe('invalid_argument');
});

it('a file that a guest sends again has its first answer after its folder was moved out', async () => {
  const { grantId, inner } = await tree(carla, alice);
  const headers = { 'idempotency-key': `m${grantId}` };
  const query = { name: 'sent.txt', parent_id: inner };
  const sending = { token: alice.token, params: { id: grantId }, headers, query, bytes: bytesOf('sent') };
  const first = await ok(driveContract.commonPut, sending);
  const to = { parent_id: await makeFolder(carla) };
  await ok(driveContract.batchMove, { token: carla.token, body: { ids: [inner], to } });
  expect(await ok(driveContract.commonPut, sending)).toEqual(first);
});

it.each([
  ['moved out of the folder', (folderId: string) => `parent_id = '${folderId}'`],
  ['trashed', () => 'state = 1'],
])(
  'a file that a guest sends again is hidden, at first and at each repeat, when its owner had it %s before its last byte came',
  async (_, change) => {
    const { grantId } = await tree(carla, alice);
    const set = change(await makeFolder(carla));
    await inDrive(
      carla,
      `CREATE TRIGGER changed_first BEFORE UPDATE OF state ON uploads WHEN NEW.state = 'done'
       BEGIN UPDATE nodes SET ${set} WHERE id = NEW.node_id; END`,
    );
    const headers = { 'idempotency-key': `h${grantId}` };
    const sending = { token: alice.token, params: { id: grantId }, headers, query: { name: 'sent.txt' } };
    const first = await refusalOf(driveContract.commonPut, { ...sending, bytes: bytesOf('sent') });
    await inDrive(carla, 'DROP TRIGGER changed_first');
    expect(first).toBe('file_not_found');
    expect(await refusalOf(driveContract.commonPut, { ...sending, bytes: bytesOf('sent') })).toBe('file_not_found');
  },
);

it('a file that a guest sends again is not found while an operator has its content closed', async () => {
  const { grantId } = await tree(carla, alice);
  const headers = { 'idempotency-key': `b${grantId}` };
  const bytes = bytesOf(`closed ${grantId}`);
  const sending = { token: alice.token, params: { id: grantId }, headers, query: { name: 'sent.txt' }, bytes };
  const first = await ok(driveContract.commonPut, sending);
  await inDrive(carla, 'INSERT INTO blocked_contents SELECT upper(gcid) FROM nodes WHERE id = ?', first.id);
  // Also when its owner gave the file another content since.
  await inDrive(carla, "UPDATE nodes SET gcid = 'other' WHERE id = ?", first.id);
  expect(await refusalOf(driveContract.commonPut, sending)).toBe('file_not_found');
  await inDrive(carla, 'DELETE FROM blocked_contents');
  expect(await ok(driveContract.commonPut, sending)).toEqual(first);
});

it('a file that a guest sends again has the answer that the file itself has while its owner leaves it unchanged', async () => {
  const { grantId } = await tree(carla, alice);
  const params = { id: grantId };
  const sent = await ok(driveContract.commonPut, {
    token: alice.token,
    params,
    query: { name: 'sent.txt' },
    bytes: bytesOf('sent'),
  });
  const read = { token: alice.token, params: { ...params, file_id: sent.id } };
  expect(Object.keys(sent).toSorted()).toEqual(Object.keys(await ok(driveContract.commonFile, read)).toSorted());
});

it('ends a day later, with the names, whether or not the file was deleted and the guest sends more', async () => {
  const { grantId } = await tree(carla, alice);
  const sending = {
    token: alice.token,
    params: { id: grantId },
    query: { name: 'sent.txt' },
    bytes: bytesOf('sent'),
  };
  const { id } = await ok(driveContract.commonPut, sending);
  await ok(driveContract.batchDelete, { token: carla.token, body: { ids: [id] } });
  const sent = () => inDrive(carla, 'SELECT at_ms FROM grant_uploads WHERE grant_id = ?', grantId);
  const drive = objects.drives.getByName(carla.userId) as unknown as DurableObjectStub;
  await runAlarm(drive);
  const [row] = await sent();
  const alarmMs = await runInDurableObject(drive, (_, { storage }) => storage.getAlarm());
  expect(alarmMs).toBeLessThanOrEqual(Number(row?.['at_ms']) + DAY_MS);
  await inDrive(carla, `UPDATE grant_uploads SET at_ms = at_ms - ${DAY_MS}`);
  await runAlarm(drive);
  expect(await sent()).toEqual([]);
});
