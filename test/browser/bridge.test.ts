/**
 * Hand-offs by hand: the native app (three shells), the desktop client on loopback, codes in the address. In every lie the session
 * stays whose it was.
 */
import type { Page } from 'playwright';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { SHELL_KINDS, type ShellKind, type ShellManner } from '#shared/bridge/shell.ts';
import { sharedServer } from '#test/shared-server.ts';
import { ALICE, BOB, codeFor, FOREIGN_CHALLENGE, signInElsewhere, startDesktop, whoIs } from './bridge-doubles.ts';
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

test('an app without a session, or with the same person, changes nothing here', async () => {
  const { page } = await visitAs('alice');
  const spent: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('authorization_code')) spent.push(request.url());
  });
  for (const person of ['', 'alice']) {
    await enterApp(page, 'Android', person);
    await page.waitForURL('**/auth?bridge_auth=1');
    await page.waitForFunction(() => document.querySelector('[role=status].toast') === null);
    expect(await whoIs(page)).toBe(ALICE);
  }
  expect(spent).toEqual([]);
});

test('another account is asked about; a no changes nothing and is not asked again', async () => {
  const watched = await visitAs('alice', { width: 390, dark: true });
  const { page } = watched;
  await enterApp(page, 'Android', 'bob');
  await dialog(page).getByRole('heading', { name: 'Switch accounts?' }).waitFor();
  expect(await dialog(page).textContent()).toMatch(/signed in as Alice.*Sign in as Bob.*instead/i);
  await expectSound(watched);
  expect(await dialog(page).locator(':focus').textContent()).toBe('Stay signed in');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await whoIs(page)).toBe(ALICE);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('[role=status].toast') === null);
  expect(await dialog(page).count()).toBe(0);
});

test('another account than the one signed in here takes over after a yes, in every tab', async () => {
  const { page, context } = await visitAs('alice');
  const other = await context.newPage();
  await other.goto(`${server.origin}/drive/all`);
  await enterApp(page, 'Android', 'bob');
  const reloaded = other.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Switch account' }).click();
  await page.waitForURL('**/drive/all');
  expect(await whoIs(page)).toBe(BOB);
  await reloaded;
  await other.getByText('Bob').first().waitFor({ state: 'attached' });
});

test.each([
  ['', ''],
  ['alice', ALICE],
] as const)('a code that another person made changes nothing: %j', async (name, who) => {
  const watched = await visitAs(name);
  const { page } = watched;
  const mallory = await signInElsewhere(server.origin, 'carla');
  const said: string[] = [];
  page.on('console', (message) => void said.push(message.text()));
  for (const more of ['', '&state=guess', '&scope=user']) {
    const code = await codeFor(server.origin, mallory, { code_challenge: FOREIGN_CHALLENGE });
    const answer = await page.goto(`${server.origin}/auth?code=${code}${more}&next=%2Fdrive%2Ftrash`);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await page.waitForURL('**/auth?next=%2Fdrive%2Ftrash');
    expect(await whoIs(page)).toBe(who);
  }
  expect(said.filter((text) => text === 'invalid auth code!')).toHaveLength(3);
});

test('a code in the address is refused by the server when the page waits for one of its own', async () => {
  const { page } = await visitAs('');
  await enterApp(page, 'Android', 'bob', 'answer');
  await page.waitForURL('**/drive/all');
  await page.goto(`${server.origin}/auth`);
  await page.evaluate(() => {
    const proof = { verifier: 'x'.repeat(43), challenge: 'c', state: 's', scope: ['user'], madeAtMs: Date.now() };
    sessionStorage.setItem('pp_bridge_pending', JSON.stringify(proof));
  });
  const mallory = await signInElsewhere(server.origin, 'carla');
  const code = await codeFor(server.origin, mallory, { code_challenge: FOREIGN_CHALLENGE });
  await page.goto(`${server.origin}/auth?code=${code}`);
  await dialog(page).getByRole('heading', { name: 'This sign-in isn’t valid' }).waitFor();
  expect(await whoIs(page)).toBe(BOB);
});

test('a code that the app brings back for the proof stored here signs in, and only once', async () => {
  const { page } = await visitAs('');
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  await page.goto(`${server.origin}/auth`);
  await page.evaluate(
    ([stored, challenge]) => {
      const proof = {
        verifier: stored,
        challenge,
        state: 's1',
        scope: ['user', 'pan', 'offline'],
        madeAtMs: Date.now(),
      };
      sessionStorage.setItem('pp_bridge_pending', JSON.stringify(proof));
    },
    [verifier, FOREIGN_CHALLENGE] as const,
  );
  const code = await codeFor(server.origin, bob, { code_challenge: FOREIGN_CHALLENGE, state: 's1' });
  await page.goto(`${server.origin}/auth?code=${code}&state=s1`);
  await page.waitForURL('**/drive/all');
  expect(await whoIs(page)).toBe(BOB);
  expect(await page.evaluate(() => sessionStorage.getItem('pp_bridge_pending'))).toBeNull();
});

describe('the desktop client', () => {
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

  test('the desktop client is left alone when the person says no', async () => {
    const { page } = await visitAs('');
    await page.goto(address(desktop.port));
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(desktop.seen).toEqual([]);
    expect(await whoIs(page)).toBe('');
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

  test('the desktop client asks before it replaces an account', async () => {
    const { page } = await visitAs('alice');
    await page.goto(address(desktop.port));
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByRole('button', { name: 'Stay signed in' }).click();
    await page.waitForURL(`${server.origin}/auth`);
    expect(await whoIs(page)).toBe(ALICE);
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
