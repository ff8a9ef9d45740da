/**
 * Hand-offs by hand: the native app (three shells), the desktop client on loopback. The outcome of each
 * answer and code is in `client/bridge/page-entry.test.ts`.
 */
import type { Page } from 'playwright';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { SHELL_KINDS, type ShellKind, type ShellManner } from '#shared/bridge/shell.ts';
import { sharedServer } from '#test/shared-server.ts';
import { ALICE, BOB, signInElsewhere, startDesktop, whoIs } from './bridge-doubles.ts';
import { expectSound, openAs, visit, type Watched } from './browser.ts';

const server = await sharedServer();

const bob = await signInElsewhere(server.origin, 'bob');
const desktop = await startDesktop(server.origin, bob);

afterAll(async () => {
  desktop?.close();
});

beforeEach(() => {
  desktop.manner = 'answer';
  desktop.seen.length = 0;
});

async function visitAs(name: '' | 'alice', setup: Parameters<typeof visit>[0] = {}): Promise<Watched> {
  const watched = await visit(setup);
  if (name === '') return watched;
  await openAs(watched.page, `${name}@example.com`, `${server.origin}/drive/all`);
  return watched;
}

/** Puts the visitor into the pretended app, which opens the sign-in page. */
async function enterApp(page: Page, kind: ShellKind, person: string, manner: ShellManner = 'answer'): Promise<void> {
  await page.goto(`${server.origin}/_dev/shell`);
  await page.locator('select[name=kind]').selectOption(kind);
  await page.locator('select[name=person]').selectOption(person === '' ? '' : `${person}@example.com`);
  await page.locator('select[name=manner]').selectOption(manner);
  await page.locator('form:has(select) button[type=submit]').click();
}

const dialog = (page: Page) => page.locator('dialog[open]');

test.each(SHELL_KINDS)('the person of the app is signed in, through the bridge of %s', async (kind) => {
  const watched = await visitAs('');
  await enterApp(watched.page, kind, 'bob');
  await watched.page.waitForURL('**/drive/all');
  expect(await whoIs(watched.page)).toBe(BOB);
  // Islands have learnt of it: the person's facts are fresh and stored, and no credential is.
  await watched.page.waitForFunction(() => document.cookie.includes('pp_user_id'));
  const stored = await watched.page.evaluate(() => ({ ...localStorage, ...sessionStorage }) as Record<string, string>);
  expect(JSON.parse(stored['credentials_web'] ?? '')).toEqual({ sub: bob.sub, expires_at: expect.any(String) });
  expect(Object.keys(stored).filter((name) => name.startsWith('pp_bridge'))).toEqual(['pp_bridge_declined']);
  expect(Object.values(stored).join()).not.toMatch(/eyJ/);
  expect(watched.complaints).toEqual([]);
});

test('inside the native app: right answers are found among false ones', async () => {
  const { page } = await visitAs('');
  await enterApp(page, 'Android', 'bob', 'noise');
  await page.waitForURL('**/drive/all');
  expect(await whoIs(page)).toBe(BOB);
});

test('an app with a wrong answer signs no one in, and the page says so', async () => {
  const watched = await visitAs('', { width: 390 });
  const { page } = watched;
  for (const [manner, title] of [
    ['refuse', 'You weren’t signed in'],
    ['undeclared', 'The app didn’t respond'],
    ['garbage', 'This sign-in isn’t valid'],
    ['stale', 'This sign-in isn’t valid'],
  ] as const) {
    await enterApp(page, 'iOS', 'bob', manner);
    await dialog(page).getByRole('heading', { name: title }).waitFor();
  }
  // The browser's own word for the code that our server refused.
  expect(watched.complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
  watched.complaints.length = 0;
  await expectSound(watched);
  expect(await whoIs(page)).toBe('');
});

test('an app that is silent is waited for, for its time or as long as the person wants', async () => {
  const watched = await visitAs('');
  const { page } = watched;
  await page.clock.install();
  await enterApp(page, 'Desktop', 'bob', 'silent');
  await page.getByRole('status').filter({ hasText: 'Waiting for the app' }).waitFor();
  await expectSound(watched);
  await page.clock.fastForward(5_000);
  await dialog(page).getByRole('heading', { name: 'The app didn’t respond' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  const note = page.getByRole('status').filter({ hasText: 'Waiting for the app' });
  await note.getByRole('button', { name: 'Cancel' }).click();
  await note.waitFor({ state: 'detached' });
  expect(await dialog(page).count()).toBe(0);
});

test('another account than the one signed in here takes over after a yes, in every tab', async () => {
  const watched = await visitAs('alice', { width: 390, dark: true });
  const { page, context } = watched;
  const other = await context.newPage();
  await other.goto(`${server.origin}/drive/all`);
  await enterApp(page, 'Android', 'bob');
  await dialog(page).getByRole('heading', { name: 'Switch accounts?' }).waitFor();
  expect(await dialog(page).textContent()).toMatch(/signed in as Alice.*Sign in as Bob.*instead/i);
  await expectSound(watched);
  expect(await dialog(page).locator(':focus').textContent()).toBe('Stay signed in');
  const reloaded = other.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Switch account' }).click();
  await page.waitForURL('**/drive/all');
  expect(await whoIs(page)).toBe(BOB);
  await reloaded;
  await other.getByText('Bob').first().waitFor({ state: 'attached' });
});

const address = (port: number) => `${server.origin}/auth?from_source=pc_client&port=${port.toString(16)}`;

test('the desktop client signs its person in after a yes, requested with our challenge by our origin', async () => {
  const watched = await visitAs('', { width: 390 });
  await watched.page.goto(address(desktop.port));
  await dialog(watched.page).getByRole('heading', { name: 'Sign in with the desktop app?' }).waitFor();
  await expectSound(watched);
  expect(desktop.seen).toEqual([]);
  await dialog(watched.page).getByRole('button', { name: 'Continue' }).click();
  await watched.page.waitForURL('**/drive/all');
  expect(await whoIs(watched.page)).toBe(BOB);
  const path = `/windows/client-auth-code ${server.origin}`;
  expect(desktop.seen).toEqual([`OPTIONS ${path}`, `POST ${path}`]);
  expect(watched.complaints).toEqual([]);
});

test('a desktop client with a wrong answer replaces no session, and the page says so', async () => {
  const { page } = await visitAs('alice');
  for (const [manner, title] of [
    ['refuse', 'You weren’t signed in'],
    ['stale', 'This sign-in isn’t valid'],
    ['no-header', 'This sign-in isn’t valid'],
    ['redirect', 'Couldn’t reach the desktop app'],
    ['deaf', 'Couldn’t reach the desktop app'],
  ] as const) {
    desktop.manner = manner;
    desktop.seen.length = 0;
    await page.goto(address(desktop.port));
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByRole('heading', { name: title }).waitFor();
  }
  expect(await whoIs(page)).toBe(ALICE);
  // The last one does not trust us: it is asked for permission and never posted to.
  expect(desktop.seen.map((each) => each.split(' ', 1)[0])).toEqual(['OPTIONS']);
});

test('the desktop client is the one loopback origin that the document may call, and only there', async () => {
  const policyOf = async (path: string) => {
    const answer = await fetch(`${server.origin}${path}`);
    return /connect-src ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  };
  const usual = await policyOf('/auth');
  expect(usual).not.toMatch(/\*|127\.0\.0\.1:8080/);
  expect(await policyOf('/auth?from_source=pc_client&port=1f90')).toBe(`${usual} http://127.0.0.1:8080`);
  for (const port of ['', '0', 'zz', '10000', '1f90;x', '*'])
    expect(await policyOf(`/auth?from_source=pc_client&port=${encodeURIComponent(port)}`)).toBe(usual);
});

test('pages without a hand-off load none of its code', async () => {
  const { page } = await visitAs('');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(`${server.origin}/auth`);
  expect(await page.locator('#magpie-bridge').count()).toBe(0);
  expect(scripts.filter((path) => /bridge|shell/.test(path))).toEqual([]);
});
