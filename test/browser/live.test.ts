/** Changes made in another window, or by a program, appear in an open listing. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { launch, signIn, untilHeard, visit } from './browser.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('a folder made in one window shows in the other, also after the connection was lost', async () => {
  const [one, two] = [await visit(browser), await visit(browser, { width: 390, locale: 'ja' })];
  for (const { page } of [one, two]) {
    await page.goto(`${server.origin}/auth?next=%2Fdrive%2Fall`);
    const heard = untilHeard(page);
    await signIn(page, 'alice@example.com');
    await page.waitForURL('**/drive/all');
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
