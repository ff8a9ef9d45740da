/**
 * Getting in with hands and eyes: passwords, codes, a second step, the login dialog, and going on afterwards. In three
 * languages, on a phone and on a desktop, with and without script.
 */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';
import { expectSound, signIn, untilAlive, visit, type Watched } from './browser.ts';

const PASSWORD = 'correct horse battery';
let people = 0;

// The human check has tests of its own; here it would appear before each code after the first dozen.
const server = await serverOfFile({ env: { LIMITS: JSON.stringify({ mailGapSeconds: 6 }), SHIELD: 'never' } });
const wire = makeWireClient(server.origin);

function newAddress(): string {
  people += 1;
  return `inbound-${people}@example.org`;
}

async function codeFor(address: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mails = (await (await fetch(`${server.origin}/_dev/mailbox?to=${encodeURIComponent(address)}`)).json()) as {
      text: string;
    }[];
    const code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`no code for ${address}`);
}

/** The browser logs a refused call too, and the page logs the end of a session: neither is a fault. */
function forgive(watched: Watched): void {
  const own = watched.complaints.filter((text) => !/status of 40[014]|not login|^WebSocket connection/.test(text));
  watched.complaints.length = 0;
  watched.complaints.push(...own);
}

const field = (page: Page, name: string) => page.locator(`input[name=${name}]:not([type=hidden]):not(.hidden)`);
const press = (page: Page, inside: string) => page.locator(`form:has(${inside}) button[type=submit]`).first().click();
/** Parts of drawings that refer to an id which is not in the document: they are not drawn. */
const danglingReferences = (page: Page) =>
  page
    .locator('[fill^="url(#"]')
    .evaluateAll((parts) =>
      parts
        .map((part) => /url\(#(.+)\)/.exec(part.getAttribute('fill') ?? '')?.[1] ?? '')
        .filter((id) => document.getElementById(id) === null),
    );
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');

describe.each([
  { locale: 'en-US', width: 1440, dark: false, script: true, wrong: 'Wrong account or password' },
  { locale: 'ja', width: 390, dark: true, script: true, wrong: 'アカウント' },
  { locale: 'ru', width: 390, dark: false, script: false, wrong: 'Неверн' },
])('in $locale at $width px, script: $script', ({ wrong, ...visitor }) => {
  test('a password is refused in one line and accepted the next time, and leads on', async () => {
    const watched = await visit(visitor);
    const { page } = watched;
    await page.goto(`${server.origin}/auth?next=%2Fdrive%2Ftrash%3Fview%3Dlist&scene=corner`);
    const sentences: string[] = [];
    for (const who of ['nobody@example.com', 'alice@example.com']) {
      await field(page, 'username').fill(who);
      await field(page, 'password').fill('not the password');
      await press(page, 'input[type=password]');
      const error = page.locator('[aria-invalid=true]');
      await error.waitFor();
      const note = page.locator(`[id="${await error.getAttribute('aria-describedby')}"]`);
      sentences.push((await note.textContent()) ?? '');
      expect(await field(page, 'username').inputValue()).toBe(who);
      await expect.poll(() => focused(page)).toBe('password');
    }
    expect(sentences[0]).toBe(sentences[1]);
    expect(sentences[0]).toContain(wrong);
    forgive(watched);
    if (visitor.script) await expectSound(watched);
    await signIn(page, 'alice@example.com');
    await page.waitForURL('**/drive/trash?view=list');
  });

  test('a code makes the account that is not there yet, and signs in the next time', async () => {
    const watched = await visit(visitor);
    const { page } = watched;
    const address = newAddress();
    await page.goto(`${server.origin}/auth?next=%2Fdrive%2Ftrash`);
    await field(page, 'username').fill(address);
    await page.locator('button[value=by-code]').click();
    await field(page, 'code').waitFor();
    await field(page, 'code').fill('00000 1');
    await field(page, 'code').blur();
    if (visitor.script) await expect.poll(() => field(page, 'code').inputValue()).toBe('000001');
    await press(page, 'input[name=code]');
    await page.locator('input[name=code][aria-invalid=true]').waitFor();
    await expect.poll(() => focused(page)).toBe('code');
    forgive(watched);
    if (visitor.script) await expectSound(watched);
    await field(page, 'code').fill(await codeFor(address));
    await press(page, 'input[name=code]');
    await field(page, 'password').waitFor();
    if (visitor.script) await expectSound(watched);
    await field(page, 'password').fill(PASSWORD);
    await press(page, 'input[type=password]');
    await page.waitForURL('**/drive/trash');
    expect((await wire.signIn(address, PASSWORD)).userId).not.toBe('');
  });

  test('every page on the way is sound, by mail and by phone', async () => {
    const watched = await visit(visitor);
    for (const path of [
      '/auth?way=code',
      '/auth?way=code&by=phone',
      '/auth/sign-up',
      '/auth/sign-up?by=phone',
      '/auth/reset',
      '/drive/login',
      `/${visitor.locale}/auth-success`,
    ]) {
      await watched.page.goto(server.origin + path);
      expect(await watched.page.locator('html').getAttribute('lang')).toBe(visitor.locale);
      if (visitor.script) await expectSound(watched);
    }
  });
});

test('another code may be requested when the countdown on the button has ended', async () => {
  const watched = await visit();
  const { page } = watched;
  await page.goto(`${server.origin}/auth/reset`);
  await field(page, 'email').fill('carla@example.com');
  await press(page, 'input[name=email]');
  const again = page.getByRole('button', { name: 'Send new code' });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  expect(await again.textContent()).toMatch(/0:0[1-6]$/);
  await page.locator('button:has-text("Send new code"):enabled').click();
  await page.locator('button[data-wait-seconds]:disabled').waitFor();
  expect(watched.complaints).toEqual([]);
});

test('a password field warns of Caps Lock', async () => {
  const watched = await visit();
  const { page } = watched;
  await page.goto(`${server.origin}/auth`);
  const tell = (isOn: boolean) =>
    field(page, 'password').evaluate(
      (input, modifierCapsLock) =>
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock })),
      isOn,
    );
  await tell(true);
  await page.getByText('Caps Lock is on.').waitFor();
  await expectSound(watched);
  await tell(false);
  await page.getByText('Caps Lock is on.').waitFor({ state: 'hidden' });
});

test('the last page closes the window that was opened for it, and leads any other on', async () => {
  const watched = await visit();
  const { page, context } = watched;
  await page.goto(`${server.origin}/auth?next=%2Fauth-success%3Fnext%3D%252Fdrive%252Ftrash`);
  await signIn(page, 'alice@example.com');
  await page.waitForURL('**/drive/trash');
  await page.goto(`${server.origin}/`);
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => {
      window.open('/auth-success', 'login', 'popup');
    }),
  ]);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  expect(watched.complaints).toEqual([]);
});

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
}

async function openDrive(who: string): Promise<Watched> {
  const watched = await visit();
  await watched.page.goto(`${server.origin}/drive/all`);
  await signIn(watched.page, who);
  await watched.page.waitForURL('**/drive/all');
  await untilAlive(watched.page);
  return watched;
}

/** Ends the browser's session without its knowing, as another device would, and has its bearer forgotten. */
async function endSession({ page, context }: Watched): Promise<void> {
  const cookies = await context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const ended = await fetch(`${server.origin}/auth/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: server.origin, 'sec-fetch-site': 'same-origin' },
  });
  expect(ended.status).toBe(303);
  expect(await page.locator('[data-island="drive/browser"]').count()).toBe(1);
}

test('a session that ended elsewhere is renewed in a dialog, and the requested action is done', async () => {
  const watched = await openDrive('alice@example.com');
  const { page } = watched;
  await page.evaluate(() => {
    (window as unknown as { mark: string }).mark = 'same page';
  });
  await endSession(watched);
  await makeFolder(page, 'After the dialog');
  const dialog = page.locator('dialog:modal:has([data-auth])');
  await dialog.waitFor();
  await dialog.getByRole('heading', { name: 'Sign in' }).waitFor();
  forgive(watched);
  await expectSound(watched);

  await dialog.locator('input[name=username]:not([type=hidden])').fill('alice@example.com');
  await dialog.locator('input[type=password]').fill('not the password');
  await dialog.locator('button[value=password]').click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await expect.poll(() => focused(page)).toBe('password');
  forgive(watched);
  await expectSound(watched);

  await dialog.locator('input[type=password]').fill('magpie-demo');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More for After the dialog' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { mark: string }).mark)).toBe('same page');
  forgive(watched);
  await expectSound(watched);
});

test('a session that ended elsewhere may be left ended, and nothing that was typed is lost', async () => {
  const watched = await openDrive('carla@example.com');
  const { page } = watched;
  await endSession(watched);
  await makeFolder(page, 'Never made');
  const dialog = page.locator('dialog:modal:has([data-auth])');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const given = page.getByRole('dialog');
  await given.getByText('Please log in first').waitFor();
  expect(await given.getByLabel('Folder name').inputValue()).toBe('Never made');
});

test('a session that ended elsewhere is never handed to another person: their own drive is loaded', async () => {
  const watched = await openDrive('alice@example.com');
  const { page } = watched;
  await endSession(watched);
  await makeFolder(page, 'For Alice only');
  const dialog = page.locator('dialog:modal:has([data-auth])');
  await dialog
    .getByRole('button', { name: 'carla@example.com' })
    .or(dialog.locator('input[type=password]'))
    .first()
    .waitFor();
  await dialog.locator('input[name=username]:not([type=hidden])').fill('carla@example.com');
  await dialog.locator('input[type=password]').fill('magpie-demo');
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  await page.getByText('Carla').first().waitFor({ state: 'attached' });
  expect(await page.getByText('For Alice only').count()).toBe(0);
});

test('a device is admitted by the person who signs in for it', async () => {
  const asked = await wire.call('POST', '/v1/auth/device/code', { body: { client_id: 'tv', scope: 'user' } });
  const watched = await visit({ locale: 'ja', width: 390 });
  const { page } = watched;
  await page.goto(`${server.origin}/auth?user_code=${asked.body.user_code}`);
  await page.waitForURL('**/auth?next=**');
  await signIn(page, 'alice@example.com');
  await page.locator('button[name=decision][value=allow]').waitFor();
  await expectSound(watched);
  await page.locator('button[name=decision][value=allow]').click();
  await page.locator('button[name=decision]').first().waitFor({ state: 'detached' });
  const token = await wire.call('POST', '/v1/auth/token', {
    body: {
      client_id: 'tv',
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: asked.body.device_code,
    },
  });
  expect(token.body.token_type).toBe('Bearer');
});

describe('a save that waits for its person', () => {
  let shareUrl = '';
  beforeAll(async () => {
    const alice = await wire.signIn('alice@example.com');
    const { share_id } = await alice.share([await alice.put('waited for.txt', 'worth it')]);
    shareUrl = `${server.origin}/s/${share_id}`;
  });

  test.each([{ script: true }, { script: false }])(
    'a pending save continues after sign-in, script: $script',
    async ({ script }) => {
      const watched = await visit({ script });
      const { page } = watched;
      await page.goto(shareUrl);
      await page.getByRole('button', { name: 'Save to my drive' }).click();
      if (script) {
        await page.getByRole('dialog').waitFor();
        expect(await danglingReferences(page)).toEqual([]);
      } else await page.waitForURL('**/auth?**');
      if (script) await expectSound(watched);
      await signIn(page, 'carla@example.com');
      if (!script) {
        // Without script the page needs a press, and names whose drive it is.
        expect(await page.locator('#save-target').textContent()).toContain('Carla');
        expect(page.url().startsWith(shareUrl)).toBe(true);
        await page.getByRole('button', { name: 'Save to my drive' }).click();
      }
      await page.getByText('You’ll find it in the folder “Saved from links”.').waitFor();
      if (script) expect(page.url()).toBe(shareUrl);
      if (script) await expectSound(watched);
      await page.getByRole('link', { name: 'Open folder' }).click();
      await page.getByText('waited for').first().waitFor();
      await watched.context.close();
    },
  );

  test('passes a second step inside the dialog, by way of a code that was sent', async () => {
    const bob = await wire.signIn('bob@example.com');
    const mine = { token: bob.token };
    const sudo = await wire.call('POST', '/v1/user/sudo', { ...mine, body: { password: 'magpie-demo' } });
    const setup = await wire.call('POST', '/v1/user/two_factor/setup', { ...mine, body: sudo.body });
    const app = new TOTP({ secret: Secret.fromBase32(setup.body.secret) });
    const on = { setup_token: setup.body.setup_token, code: app.generate() };
    expect((await wire.call('POST', '/v1/user/two_factor/enable', { ...mine, body: on })).status).toBe(200);

    const watched = await visit({ width: 390, dark: true });
    const { page } = watched;
    await page.goto(shareUrl);
    await page.getByRole('button', { name: 'Save to my drive' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=username]:not([type=hidden])').fill('bob@example.com');
    await dialog.locator('button[value=by-code]').click();
    await dialog.locator('input[name=code]').fill(await codeFor('bob@example.com'));
    await dialog.locator('form:has(input[name=code]) button[type=submit]').click();
    await dialog.locator('input[name=two_factor_code]').waitFor();
    await expectSound(watched);
    await dialog.locator('input[name=two_factor_code]').fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.keyboard.press('Enter');
    await page.getByText('You’ll find it in the folder “Saved from links”.').waitFor();
    expect(page.url()).toBe(shareUrl);
    forgive(watched);
    expect(watched.complaints).toEqual([]);
  });

  test('a pending save from a forged address is not trusted', async () => {
    const watched = await visit();
    const { page } = watched;
    await page.goto(`${server.origin}/auth?next=${encodeURIComponent(`${new URL(shareUrl).pathname}?wish=made.up`)}`);
    await signIn(page, 'carla@example.com');
    await page.getByRole('button', { name: 'Save to my drive' }).waitFor();
    expect(await page.locator('#save-target').count()).toBe(0);
  });
});
