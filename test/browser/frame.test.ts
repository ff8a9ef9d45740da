/** The drive inside pages of others (spec 2.6, trust.md hazard 3): a listed parent receives actions, no other page receives anything. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { freePort, startServer } from '#test/server.ts';
import { openAs, visit } from './browser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const dataDir = scratchFolder();

/** A page with the drive in a frame that stores every message it receives. */
const page = (address: string) => `<!DOCTYPE html><title>Portal</title><script>
  window.heard = [];
  addEventListener('message', (event) => heard.push({ from: event.origin, data: event.data }));
</script><iframe width="1200" height="700" src="${address}"></iframe>`;

/** Publishes as an operator does on the machine, before the first request for the document. */
async function allow(origin: string): Promise<void> {
  const text = path.join(dataDir, 'frame.json');
  writeFileSync(text, JSON.stringify({ default: { parents: [origin] }, variants: [] }));
  const args = ['scripts/ops/main.ts', 'config', 'publish', 'frame', text];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, MAGPIE_DATA: dataDir } });
}

const server = await startServer({ dataDir });
const portalPort = await freePort();
const portal = createServer((request, response) => {
  const framed = new URL(request.url ?? '/', 'http://portal').searchParams.get('frame') ?? '';
  response.setHeader('content-type', 'text/html').end(page(framed.replaceAll('"', '')));
}).listen(portalPort);
await once(portal, 'listening');
await allow(`http://localhost:${portalPort}`);

afterAll(async () => {
  portal?.close();
  await server?.stop();
});

const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: readonly { from: string; data: unknown }[] }).heard);
/** Another port of the same site sends the session; another site does not. */
const parentAt = (host: string, framed: string) => `http://${host}:${portalPort}/?frame=${encodeURIComponent(framed)}`;

test('a listed parent receives the name of each pressed action; targets open windows; files stay in the frame', async () => {
  const { page, context } = await visit();
  await openAs(page, 'alice@example.com', `${server.origin}/drive/all`);
  const parent = `http://localhost:${portalPort}`;
  await page.goto(parentAt('localhost', `${server.origin}/drive/all?origin=${parent}`));
  const frame = page.frameLocator('iframe');
  await frame.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  const side = frame.locator('#sidebar');
  const menu = frame.locator('details[data-menu]:has(form[action="/auth/sign-out"])');
  const press = async (name: string) => {
    if (!(await menu.evaluate((one) => (one as HTMLDetailsElement).open))) await menu.locator('summary').click();
    await menu.getByRole('link', { name }).click();
  };
  await press('Show the guide');
  await press('Send feedback');
  const told = (action: string) => ({ from: server.origin, data: { source: 'magpie', type: 'action', action } });
  await expect
    .poll(() => heard(page), { timeout: 15_000 })
    .toEqual([told('show_beginner_dialog'), told('open_feedback')]);
  expect(await frame.locator('dialog').count()).toBe(0);

  const guide = menu.getByRole('link', { name: 'Show the guide' });
  await guide.evaluate((link) => link.setAttribute('target', '_blank'));
  const [opened] = await Promise.all([context.waitForEvent('page'), press('Show the guide')]);
  expect(opened.url()).toContain('/drive/all');
  await opened.close();

  // A page that may not be framed opens in a window of its own.
  const [account] = await Promise.all([context.waitForEvent('page'), press('Account settings')]);
  await account.waitForURL('**/drive/account');
  await account.close();

  // The next page in the frame has the same parent.
  await side.getByRole('link', { name: 'Trash' }).click();
  await frame.locator('h1', { hasText: 'Trash' }).waitFor();
  await frame.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  await press('Show the guide');
  await expect.poll(async () => (await heard(page)).length, { timeout: 15_000 }).toBe(3);
});

test('a parent that is not on the list shows nothing and receives nothing, whatever origin it claims', async () => {
  const { page } = await visit();
  for (const origin of [`http://127.0.0.1:${portalPort}`, `http://localhost:${portalPort}`]) {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(parentAt('127.0.0.1', `${server.origin}/drive/all?origin=${origin}`));
    await refused;
    expect(await heard(page)).toEqual([]);
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${server.origin}/drive/all?origin=${origin}`);
  }
});

test('the demo page holds the drive of a visitor, with a way out, and receives each pressed action', async () => {
  const { page, context } = await visit({ width: 390 });
  await page.goto(`${server.contentOrigin}/_dev/frame`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('ol li', { hasText: 'login_to_drive' }).waitFor();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: 'Open in a new window' }).click(),
  ]);
  await opened.waitForURL('**/auth?**');
});
