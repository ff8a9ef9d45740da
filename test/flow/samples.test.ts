/** The sample drives of demo people: made at the first start of a state folder, and never again. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startServer } from '#test/server.ts';
import { makeWireClient, type Person } from './wire-client.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'magpie-samples-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const start = () => startServer({ dataDir, env: { MAGPIE_SAMPLES: '' } });

async function namesIn(person: Person, parentId = ''): Promise<string[]> {
  const { body } = await person.get('/drive/v1/files', { parent_id: parentId, limit: '100' });
  return body.files.map(({ name }: { name: string }) => name).sort();
}

test('demo people begin with sample files, a shared folder and a link to try, and samples that they delete stay deleted', async () => {
  const first = await start();
  try {
    const { signIn } = makeWireClient(first.origin);
    const alice = await signIn('alice@example.com');
    expect(await namesIn(alice)).toEqual([
      'Campfire song.mp3',
      'Evening.png',
      'From dawn to dusk.webm',
      'Morning.png',
      'Night.png',
      'Noon.png',
      'Summer trip',
    ]);
    const { files } = (await alice.get('/drive/v1/files', { limit: '100' })).body;
    const folder = files.find(({ name }: { name: string }) => name === 'Summer trip');
    expect(await namesIn(alice, folder.id)).toEqual(['Budget.xlsx', 'Packing list.docx']);
    const bob = await signIn('bob@example.com');
    const { folders } = (await bob.get('/drive/v1/common/folders')).body;
    expect(folders).toMatchObject([{ name: 'Summer trip', owner_name: 'Alice', state: 'accepted' }]);
    // The one session is that of this sign-in, and it is no further device.
    expect((await alice.get('/v1/user/authorized/devices')).body.devices).toHaveLength(1);
    const { notifications } = (await alice.get('/drive/v1/notifications')).body;
    expect(notifications.map(({ type }: { type: string }) => type)).toEqual(['invitation-accepted']);
    const linkOnHome = async () =>
      /href="(\/s\/[^"]+)"/.exec(await (await fetch(`${first.origin}/en-US`)).text())?.[1] ?? '';
    // A document that a call has read before is stale for a while.
    await expect.poll(linkOnHome, { timeout: 60_000, interval: 1_000 }).not.toBe('');
    const tried = await linkOnHome();
    const shared = await fetch(`${first.origin}${tried}`, { headers: { accept: 'text/html' } });
    expect([shared.status, await shared.text()]).toEqual([200, expect.stringContaining('Noon.png')]);
    const ids = files.map(({ id }: { id: string }) => id);
    expect((await alice.post('/drive/v1/files:batchTrash', { ids })).status).toBe(200);
  } finally {
    await first.stop();
  }

  const second = await start();
  try {
    const { signIn } = makeWireClient(second.origin);
    expect(await namesIn(await signIn('alice@example.com'))).toEqual([]);
    expect(await namesIn(await signIn('bob@example.com'))).toHaveLength(6);
  } finally {
    await second.stop();
  }
});
