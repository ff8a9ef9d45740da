/**
 * The human check as a person meets it, where it is always required (SHIELD=always): over a page, by keyboard, closed, on a
 * phone, in three languages. The browser contacts no other host.
 */
import type { FrameLocator, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Locale } from '#shared/locale/tags.ts';
import { serverOfFile } from '#test/server.ts';
import { expectSound, untilFocused, visit, type Watched } from './browser.ts';

const server = await serverOfFile({
  env: { SHIELD: 'always', LIMITS: JSON.stringify({ checkTries: 50, signInAttempts: 2 }) },
});

const DIALOG = 'dialog.human-check';
const BOX = 'altcha-widget input[type=checkbox]';
let people = 0;

/** Hosts that the browser contacted, ours left out. */
function strangers(page: Page): string[] {
  const hosts: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== server.origin) hosts.push(url.host);
  });
  return hosts;
}

/** The sign-up form with an address, and its script. */
async function atForm({ page }: Watched): Promise<void> {
  await page.goto(`${server.origin}/auth/sign-up`);
  await page.locator('input[name=email]').pressSequentially(`person${++people}@example.com`);
  await page.locator('html[data-forms]').waitFor();
}

async function openCheck(watched: Watched): Promise<FrameLocator> {
  await atForm(watched);
  await watched.page.locator('form[data-asks] [type=submit]').press('Enter');
  const frame = watched.page.frameLocator(`${DIALOG} iframe`);
  await frame.locator(BOX).waitFor();
  return frame;
}

test.each<[Locale, string, string, boolean]>([
  ['en-US', 'One quick check', 'Close', false],
  ['ja', '簡単な確認', '閉じる', true],
  ['ms', 'Satu semakan ringkas', 'Tutup', false],
])('the human check opens over the page in %s and is passed by keyboard alone', async (locale, title, close, dark) => {
  const watched = await visit({ locale, dark });
  const hosts = strangers(watched.page);
  const frame = await openCheck(watched);
  const { page } = watched;
  const box = await page.locator(DIALOG).boundingBox();
  expect([box?.width, box?.height]).toEqual([320, 430]);
  expect(await page.locator(DIALOG).evaluate((dialog) => getComputedStyle(dialog).zIndex)).toBe('99');
  expect(await page.getByRole('dialog', { name: title }).count()).toBe(1);
  expect(await page.getByRole('button', { name: close, exact: true }).count()).toBe(1);
  expect(await frame.locator('html').getAttribute('lang')).toBe(locale);
  await expectSound(watched);
  // Nothing of the check is cut off, and it needs no scrolling.
  expect(await frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.locator(DIALOG).waitFor({ state: 'detached' });
  await page.locator('input[name=code]').waitFor();
  expect(hosts).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test('closed by Escape inside the frame, by Escape beside it, or by the button, leaves the form as it was', async () => {
  const watched = await visit();
  const { page } = watched;
  const frame = await openCheck(watched);
  const submit = page.locator('form[data-asks] [type=submit]');
  const closings = [
    () => frame.locator(BOX).press('Escape'),
    () => page.locator(`${DIALOG} > button`).press('Escape'),
    () => page.locator(`${DIALOG} > button`).click(),
  ];
  for (const [at, close] of closings.entries()) {
    if (at > 0) {
      await submit.press('Enter');
      await frame.locator(BOX).waitFor();
    }
    await close();
    await page.locator(DIALOG).waitFor({ state: 'detached' });
    await untilFocused(submit);
    expect(await page.locator('input[name=captcha_token]').first().inputValue()).toBe('');
    expect(await page.locator('input[name=email]').inputValue()).toBe(`person${people}@example.com`);
    await expect.poll(() => submit.getAttribute('aria-busy')).toBeNull();
  }
  expect(watched.complaints).toEqual([]);
});

test('the human check fills the window of a phone, and grows on a desktop when its content needs more space', async () => {
  const phone = await visit({ width: 390, dark: true });
  await openCheck(phone);
  const full = await phone.page.locator(DIALOG).boundingBox();
  expect([full?.width, full?.height]).toEqual([390, 844]);
  await expectSound(phone);
  await phone.context.close();

  const desktop = await visit();
  const frame = await openCheck(desktop);
  const say = (message: object) =>
    frame.locator('html').evaluate((_html, data) => parent.postMessage(data, location.origin), message);
  const size = async () => {
    const box = await desktop.page.locator(DIALOG).boundingBox();
    return [box?.width, box?.height];
  };
  await say({ from: 'magpie-check', type: 'responsive-layout', width: 400, height: 580 });
  await expect.poll(size).toEqual([400, 580]);
  await say({ from: 'magpie-check', type: 'responsive-layout', width: 320, height: 5_000 });
  await expect.poll(size).toEqual([1_440, 900]);
});

test('believes no message and no address but its own', async () => {
  const watched = await visit();
  const { page } = watched;
  const frame = await openCheck(watched);
  const forged = { from: 'magpie-check', type: 'close', captcha_token: 'forged', state: 'forged' };
  // From the page itself, and from another frame of our own origin: right origin, wrong source.
  await page.evaluate(async () => {
    const heard = { count: 0 };
    Object.assign(globalThis, { heard });
    addEventListener('message', () => {
      heard.count += 1;
    });
    const other = document.createElement('iframe');
    other.src = '/loading?other';
    document.body.append(other);
    await new Promise((resolve) => other.addEventListener('load', resolve));
  });
  await page.evaluate((data) => postMessage(data, '*'), forged);
  const other = page.frames().find((each) => each.url().endsWith('?other'));
  await other?.evaluate((data) => parent.postMessage(data, '*'), forged);
  await page.waitForFunction(() => (globalThis as unknown as { heard: { count: number } }).heard.count === 2);
  expect(await page.locator(DIALOG).count()).toBe(1);

  // A token at our own address, but for a state that was not sent along.
  const ours = `${server.origin}/loading?captcha_token=forged&expires_in=300`;
  await frame.locator('html').evaluate((_html, url) => location.replace(url), `${ours}&state=forged`);
  await page.locator(DIALOG).waitFor({ state: 'detached' });
  expect(await page.locator('input[name=captcha_token]').first().inputValue()).toBe('');
});

test('after too many wrong passwords the check opens over the press, and the right one is typed once', async () => {
  const { page } = await visit();
  await page.goto(`${server.origin}/auth`);
  const [name, password] = ['username', 'password'].map((one) => page.locator(`form[data-asks] input[name=${one}]`));
  if (!name || !password) throw new Error('no form');
  await name.pressSequentially('bob@example.com');
  for (const wrong of ['not this one', 'nor this one']) {
    await password.fill(wrong);
    const answered = page.waitForResponse((answer) => answer.request().isNavigationRequest());
    await password.press('Enter');
    expect((await answered).status()).toBe(400);
    await password.pressSequentially('x');
    await page.locator('html[data-forms]').waitFor();
  }
  await password.fill('magpie-demo');
  await password.press('Enter');
  await page.frameLocator(`${DIALOG} iframe`).locator(BOX).press('Space');
  await page.waitForURL('**/drive/all');
});

test('uses the container that the page has for it', async () => {
  const watched = await visit();
  const { page } = watched;
  await atForm(watched);
  await page.evaluate(() => {
    const place = document.createElement('div');
    place.id = 'shield-app';
    document.body.append(place);
  });
  await page.locator('form[data-asks] [type=submit]').press('Enter');
  await page.locator(`#shield-app > ${DIALOG}`).waitFor();
});

test('the human check explains a failure and continues from there', async () => {
  const watched = await visit();
  const { page } = watched;
  const frame = await openCheck(watched);
  await page.route('**/v1/shield/check/challenge?*', (route) => route.abort(), { times: 1 });
  await frame.locator(BOX).press('Space');
  await frame.locator('[data-word=unreachable]').waitFor();
  await frame.locator('[data-again] button').press('Enter');
  await frame.locator('[data-word=unreachable]').waitFor({ state: 'hidden' });
  // The widget is ready for another attempt a moment later.
  await expect.poll(() => frame.locator(BOX).isChecked()).toBe(false);
  await frame.locator(BOX).press('Space');
  await page.locator('input[name=code]').waitFor();
});

test('the page of the human check is sound alone, expired, and on its way elsewhere', async () => {
  const watched = await visit({ width: 320 });
  const { page } = watched;
  const asked = await fetch(`${server.origin}/v1/shield/captcha/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'POST:/v1/auth/signin', device_id: '0123456789abcdef0123456789abcdef' }),
  });
  const { url } = (await asked.json()) as { url: string };
  for (const [address, status] of [
    [`${url}&redirect_uri=${encodeURIComponent('https://evil.example/loading')}`, 400],
    [`${url.replace('challenge=', 'challenge=A')}`, 410],
    [`${server.origin}/human-check`, 410],
    [`${server.origin}/loading`, 200],
  ] as const) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(status);
    expect(answer?.headers()['x-frame-options']).toBe('SAMEORIGIN');
    expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
    // The browser logs the refused answer by itself.
    const own = watched.complaints.filter((text) => !/status of (400|410)/.test(text));
    watched.complaints.splice(0, watched.complaints.length, ...own);
    expect(await page.locator(BOX).count()).toBe(0);
    await expectSound(watched);
  }
  // Opened by an app that takes no address back: the pass waits for its next call.
  await page.goto(url);
  await page.locator(BOX).press('Space');
  await page.locator('[data-word=parked]').waitFor();
  await expectSound(watched);
});

test('without script the page of the human check names what it needs', async () => {
  const watched = await visit({ script: false });
  await watched.page.goto(`${server.origin}/auth/sign-up`);
  await watched.page.locator('input[name=email]').fill('noscript@example.com');
  await watched.page.locator('form:has(input[name=email]) [type=submit]').first().click();
  const form = watched.page.locator('form[data-check-url]');
  await form.locator('noscript, [role=alert]').first().waitFor({ state: 'attached' });
  await watched.page.goto((await form.getAttribute('data-check-url')) ?? '');
  expect(await watched.page.locator('body').textContent()).toContain('This check needs JavaScript');
});
