import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { openAs, untilHeard, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);

test('a folder made in one window shows in the other, also after the connection was lost', async () => {
  const [one, two] = [await visit(), await visit({ width: 390, locale: 'ja' })];
  for (const { page } of [one, two]) {
    const heard = untilHeard(page);
    await openAs(page, ALICE.email, `${server.origin}/drive/all`);
    await heard;
  }
  async function makeFolder(name: string): Promise<void> {
    await one.page.evaluate(async (name) => {
      const token = await fetch('/v1/auth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: 'web', grant_type: 'refresh_token' }),
      }).then((answer) => answer.json() as Promise<{ access_token: string }>);
      await fetch('/drive/v1/files', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.access_token}` },
        body: JSON.stringify({ kind: 'drive#folder', name }),
      });
    }, name);
  }
  await makeFolder('Seen by both');
  await two.page.getByRole('link', { name: 'Seen by both' }).waitFor();
  await one.page.getByRole('link', { name: 'Seen by both' }).waitFor();

  await two.context.setOffline(true);
  await makeFolder('Made meanwhile');
  await one.page.getByRole('link', { name: 'Made meanwhile' }).waitFor();
  await two.context.setOffline(false);
  await two.page.getByRole('link', { name: 'Made meanwhile' }).waitFor();
  expect(one.complaints).toEqual([]);
});
