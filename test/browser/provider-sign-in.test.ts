/**
 * Signing in by a real OpenID provider (oidc-provider) on loopback: a new account without script, a link by the account's own session, a
 * restart in the middle, and ways back that open nothing.
 */
import { rmSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { type SignInProvider, startSignInProvider } from '#test/fakes/sign-in-provider.ts';
import { freePort, startServer, type TestServer } from '#test/server.ts';
import { expectSound, signIn, visit } from './browser.ts';

const SECURITY = '/drive/account/security';

let provider: SignInProvider;
let server: TestServer;

beforeAll(async () => {
  const port = await freePort();
  provider = await startSignInProvider(`http://localhost:${port}`, { alison: 'alice@example.com' });
  server = await startServer({ port, env: provider.settings });
});

afterAll(async () => {
  await server?.stop();
  // A server that was started again leaves its folder.
  if (server) rmSync(server.dataDir, { recursive: true, force: true });
  provider?.stop();
});

/** At the provider: any password is right. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/interaction/**`);
  await page.fill('input[name=login]', name);
  await page.fill('input[name=password]', 'any');
  await page.click('button[type=submit]');
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function toProvider(page: Page): Promise<void> {
  await page.goto(`${server.origin}/auth`);
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
}

test('a new person of a provider makes an account without script, and comes back to it', async () => {
  const { page } = await visit({ script: false });
  await toProvider(page);
  await signInAtProvider(page, 'dora');
  await page.waitForURL(/returned=1/);
  expect(await page.locator('main').textContent()).toContain('dora@acme.example');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/drive/all?plain=1');

  await page.goto(server.origin + SECURITY);
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('Your account has no password yet');
  expect(text).toContain('dora@acme.example');

  await page.context().clearCookies({ name: 'magpie_session' });
  await toProvider(page);
  await page.waitForURL('**/drive/all?plain=1');
});

test('a person links a provider, signs in by it after a restart of the server, and removes the link', async () => {
  const { page, ...watched } = await visit();
  await page.goto(`${server.origin}/auth?next=${SECURITY}`);
  await signIn(page, 'alice@example.com');
  // Both pages have a field for the password.
  await page.waitForURL(server.origin + SECURITY);
  await page.fill('input[name=password]', 'magpie-demo');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Link Acme' }).click();
  await page.waitForURL(`${provider.issuer}/interaction/**`);

  const { dataDir, port } = server;
  await server.kill9();
  server = await startServer({ port, dataDir, env: provider.settings });
  await signInAtProvider(page, 'alison');
  await page.getByText('Acme linked').waitFor();
  // The provider's pages ask for a font of another host.
  watched.complaints.length = 0;
  await page.reload();
  await expectSound({ page, ...watched });

  await page.context().clearCookies({ name: 'magpie_session' });
  await toProvider(page);
  await page.waitForURL('**/drive/all');
  await page.goto(server.origin + SECURITY);
  await page.fill('input[name=password]', 'magpie-demo');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Remove the link to Acme' }).click();
  await page.getByText('Link removed.').waitFor();

  await page.context().clearCookies({ name: 'magpie_session' });
  await toProvider(page);
  await page.getByText('There’s already an account with your email address.').waitFor();
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

test('the way back of another browser opens nothing, and a person who says no is told so', async () => {
  const attacker = await visit();
  const ways: string[] = [];
  await attacker.page.route('**/auth/oidc/acme?code=*', async (route) => {
    ways.push(route.request().url());
    await route.abort();
  });
  await toProvider(attacker.page);
  await signInAtProvider(attacker.page, 'mallory').catch(() => undefined);
  await expect.poll(() => ways.length).toBeGreaterThan(0);

  const { page } = await visit();
  await toProvider(page);
  await page.waitForURL(`${provider.issuer}/interaction/**`);
  await page.goto(ways[0] ?? '');
  await page.getByText('started in another browser').waitFor();
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies).not.toContain('magpie_session');
  // Its own sign-in is under way still.
  expect(cookies).toContain('magpie_provider');

  await toProvider(page);
  await page.waitForURL(`${provider.issuer}/interaction/**`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('The sign-in was canceled at Acme').waitFor();
});
