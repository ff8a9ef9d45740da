/**
 * The account page as a person uses it, in two languages, with and without script: name and picture, another device signed
 * out, another address, closing and taking it back.
 */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, signIn, type Visitor, visit, type Watched } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });
const OLGA = newPerson('Olga', { operator: true });
const DORA = newPerson('Dora');

const server = await sharedServer(ALICE, BOB, CARLA, OLGA, DORA);

/** A PNG of 1 x 1, red. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

async function open(username: string, visitor: Visitor = {}): Promise<Watched> {
  const watched = await visit(visitor);
  await openAs(watched.page, username, `${server.origin}/drive/account`);
  await watched.page.waitForURL(/\/drive\/account/);
  return watched;
}

const form = (page: Page, step: string) => page.locator(`form:has(input[name=step][value="${step}"])`);
const submit = (page: Page, step: string) => form(page, step).locator('button[type=submit]').first().click();

/** The newest code that was sent to an address. */
async function codeFor(page: Page, address: string): Promise<string> {
  const newest = async (): Promise<string> => {
    const answer = await page.request.get(`${server.origin}/_dev/mailbox?to=${encodeURIComponent(address)}`);
    const letters = (await answer.json()) as { text: string }[];
    return letters.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined) ?? '';
  };
  await expect.poll(newest).toMatch(/\d{6}/);
  return newest();
}

test.each([
  { locale: 'en-US', width: 1440, dark: false, script: true },
  { locale: 'ja', width: 390, dark: true, script: false },
])('name and picture are changed ($locale, script: $script)', async (visitor) => {
  const watched = await open(ALICE.email, visitor);
  const { page } = watched;
  await expectSoundAs(watched, visitor.script);
  await form(page, 'name').locator('input[name=name]').fill('Alice Liddell');
  await submit(page, 'name');
  await page.waitForURL(/done=name/);
  expect(await form(page, 'name').locator('input[name=name]').inputValue()).toBe('Alice Liddell');

  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'face.txt', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  if (!visitor.script) await page.locator('form[enctype] button[type=submit]').click();
  await page.locator('input[type=file][aria-invalid=true]').waitFor();
  expect(await page.locator('form[enctype] [role=alert]:visible').count()).toBe(1);
  watched.complaints.length = 0;
  await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: PICTURE });
  if (visitor.script) await page.getByRole('button', { name: 'Use this picture' }).click();
  else await page.locator('form[enctype] button[type=submit]').click();
  await page.waitForURL(/done=picture/);
  const picture = page.locator('#profile img');
  const address = (await picture.getAttribute('src')) ?? '';
  expect(new URL(address).origin).toBe(server.contentOrigin);
  const served = await fetch(address);
  expect([served.status, served.headers.get('content-type'), served.headers.get('x-content-type-options')]).toEqual([
    200,
    visitor.script ? 'image/jpeg' : 'image/png',
    'nosniff',
  ]);
  expect(served.headers.get('content-security-policy')).toContain('sandbox');
  await expectSoundAs(watched, visitor.script);
  await submit(page, 'picture-remove');
  await page.waitForURL(/done=picture_removed/);
  await expect.poll(async () => (await fetch(address)).status).toBe(404);
});

/** A PNG of noise, 1600 x 1000: more than the server takes, of a shape that has to be cropped. */
async function largePicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 1000];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    const noise = context.createImageData(1600, 1000);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(noise, 0, 0);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

test.each([
  { locale: 'en-US', width: 1440, dark: false },
  { locale: 'ru', width: 390, dark: true },
])('a large picture is cropped by keyboard, shrunk, and shown in the header ($locale)', async (visitor) => {
  const watched = await open(ALICE.email, visitor);
  const { page } = watched;
  const buffer = await largePicture(page);
  expect(buffer.length).toBeGreaterThan(1024 * 1024);
  const file = page.locator('input[type=file]');
  const dialog = page.getByRole('dialog');
  await page.locator('form[data-picture=watched]').waitFor();

  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await file.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
  await expect.poll(() => file.evaluate((input) => input === document.activeElement)).toBe(true);

  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer });
  const shown = dialog.locator('img');
  await shown.waitFor();
  const placed = () => shown.evaluate((image) => getComputedStyle(image).transform);
  const before = await placed();
  await dialog.getByRole('slider').press('ArrowRight');
  await dialog.getByRole('application').press('ArrowLeft');
  await expect.poll(placed).not.toBe(before);
  await expectSound(watched);
  await dialog.locator('[data-answers] button').last().click();
  await page.waitForURL(/done=picture/);
  const inHeader = page.locator('header summary img');
  await expect.poll(() => inHeader.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await expectSound(watched);
  await submit(page, 'picture-remove');
  await page.waitForURL(/done=picture_removed/);
  expect(await inHeader.count()).toBe(0);
});

/** axe is a script. Where scripts are off, the browser's own accessibility tree must do. */
async function expectSoundAs(watched: Watched, script: boolean): Promise<void> {
  if (script) await expectSound(watched);
  else expect(watched.complaints).toEqual([]);
}

test('language and look are chosen without script, and every section is reached with its state', async () => {
  const { page, complaints } = await open(OLGA.email, { width: 390, script: false });
  const root = page.locator('html');
  await form(page, 'language').locator('select').selectOption('ru');
  await submit(page, 'language');
  await page.waitForURL(/#display$/);
  expect(await root.getAttribute('lang')).toBe('ru');
  for (const theme of ['dark', 'light']) {
    await form(page, 'theme').locator(`button[value=${theme}]`).click();
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    expect(await form(page, 'theme').locator('[aria-pressed=true]').getAttribute('value')).toBe(theme);
  }
  await form(page, 'theme').locator('button[value=""]').click();
  await page.locator('html:not([data-theme])').waitFor();
  const entries = page.locator('nav.card a');
  for (const address of await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')))
    expect(await page.locator(address).count()).toBe(1);
  expect(await entries.filter({ hasText: 'Двухэтапный вход' }).textContent()).toContain('выключен');
  await page.locator('#plan summary').click();
  expect(await page.locator('#plan dl').textContent()).toContain('30 дней');
  expect(complaints).toEqual([]);
});

test('another device is signed out, and finds itself so', async () => {
  const mine = await open(BOB.email, { locale: 'ru' });
  const other = await open(BOB.email, { width: 390 });
  await mine.page.reload();
  const rows = mine.page.locator('#devices li');
  expect(await rows.count()).toBe(2);
  await expectSound(mine);
  await submit(mine.page, 'device');
  await mine.page.waitForURL(/done=device/);
  expect(await rows.count()).toBe(1);
  await other.page.goto(`${server.origin}/drive/account`);
  expect(new URL(other.page.url()).pathname).toBe('/auth');
});

test('a wrong password is explained at its field and keeps the typed text; the right one leads to the code', async () => {
  const watched = await open(CARLA.email);
  const { page } = watched;
  const email = 'carla.new@example.com';
  await page.locator('#addresses summary').first().click();
  await form(page, 'email').locator('input[name=email]').fill(email);
  await form(page, 'email').locator('input[name=password]').fill('not it');
  await submit(page, 'email');
  const password = form(page, 'email').locator('input[name=password]');
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
  expect(await form(page, 'email').locator('input[name=email]').inputValue()).toBe(email);
  watched.complaints.length = 0;
  await password.fill('magpie-demo');
  await submit(page, 'email');
  await form(page, 'email-code').waitFor();
  await expectSound(watched);
  await form(page, 'email-code')
    .locator('input[name=code]')
    .fill(await codeFor(page, email));
  await submit(page, 'email-code');
  await page.waitForURL(/done=email/);
  expect(await page.locator('#addresses').textContent()).toContain('c***w@example.com');

  // The old mailbox takes it back; the account is locked until a new password.
  const mailbox = `${server.origin}/_dev/mailbox?to=${encodeURIComponent(CARLA.email)}`;
  const wayBack = async () => /\/auth\/undo\?token=[\w-]+/.exec(await (await fetch(mailbox)).text())?.[0] ?? '';
  await expect.poll(wayBack).not.toBe('');
  const link = await page.context().newPage();
  await link.goto(`${server.origin}${await wayBack()}`);
  await link.locator('form button[type=submit]').click();
  await link.locator('a[href="/auth/reset"]').first().waitFor();
  await page.goto(`${server.origin}/drive/account`);
  expect(new URL(page.url()).pathname).toBe('/auth');
});

test('an account is closed after a second question and the password, and taken back at the next sign-in', async () => {
  const watched = await open(DORA.email, { width: 390, dark: true });
  const { page } = watched;
  await page.locator('#end a[href*="confirm=close"]').click();
  await form(page, 'close').waitFor();
  await expectSound(watched);
  await form(page, 'close').locator('input[name=password]').fill('magpie-demo');
  await submit(page, 'close');
  await page.waitForURL(/\/auth\/ended\?until=\d+/);
  await expectSound(watched);
  await page.goto(`${server.origin}/drive/account`);
  await signIn(page, DORA.email);
  await form(page, 'unlock').waitFor();
  watched.complaints.length = 0;
  await submit(page, 'unlock');
  await page.waitForURL(/\/drive\/account/);
});
