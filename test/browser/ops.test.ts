/** The operators' pages by keyboard alone, with script and without, wide and narrow. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { pngOf } from '#test/seed/pictures.ts';
import { serverOfFile } from '#test/server.ts';
import { expectSound, openAs, signIn, untilFocused, visit, type Watched } from './browser.ts';

const server = await serverOfFile();

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const label = element?.labels?.[0]?.textContent;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`no way by keyboard to ${name}`);
}

async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Presses Enter and waits for the page that answers. */
async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

test.each([
  { width: 1440, script: true, dark: false },
  { width: 390, script: false, dark: true },
])('an operator finds, mends, publishes and takes back a document by keyboard: %j', async (visitor) => {
  const watched = await visit(visitor);
  const { page } = watched;
  await page.goto(`${server.origin}/ops`);
  // The browser itself complains of the refusal that is meant here.
  watched.complaints.length = 0;
  await tabTo(page, /^Sign in$/);
  await enter(page);
  await signIn(page, 'olga@example.com');
  await page.waitForURL('**/ops');
  if (visitor.script) await expectSound(watched);

  await tabTo(page, /^Debug options$/);
  await enter(page);
  expect(await page.locator('h1').textContent()).toBe('Debug options');
  if (visitor.script) await expectSound(watched);

  const json = page.locator('textarea[name=text]');
  const before = await json.inputValue();
  await tabTo(page, /^Allow the debug console$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Add variant$/);
  if (visitor.script) {
    // The JSON follows the fields, and the new ones appear in their place.
    await page.keyboard.press('Enter');
    await expect.poll(() => json.inputValue()).toMatch(/"allow_vconsole": true.*"values": \{\}/s);
  } else await enter(page);
  await tabTo(page, /^Share of the people$/);
  await page.keyboard.insertText('250');
  await tabTo(page, /^Publish$/);
  await enter(page);
  const wrong = page.locator('[aria-invalid=true][name="v/variants/0/when/share"]');
  expect(await wrong.getAttribute('aria-describedby')).toContain('error');
  expect(await wrong.inputValue()).toBe('250');
  expect(await page.locator('main').textContent()).toContain('Must be at most 100 %');
  watched.complaints.length = 0;
  if (visitor.script) await expectSound(watched);

  await tabTo(page, /^Share of the people$/);
  await replaceText(page, '12,5');
  await tabTo(page, /^Save and check the draft$/);
  await enter(page);
  expect(await page.locator('section[aria-labelledby=difference]').textContent()).toMatch(
    /"allow_vconsole": true.*"share": 0.125/s,
  );
  if (visitor.script) await expectSound(watched);
  await tabTo(page, /^Note for the history$/);
  await page.keyboard.insertText('For a test');
  await tabTo(page, /^Publish$/);
  await enter(page);
  expect(await page.locator('main [role=status]').textContent()).toContain('Published');

  await tabTo(page, /^Roll back to (the default|version \d+)$/);
  await enter(page);
  expect(await json.inputValue()).toBe(before);

  if (visitor.width < 640) {
    await tabTo(page, /^Sections/);
    await page.keyboard.press('Enter');
  } else {
    await tabTo(page, /^Overview$/);
    await enter(page);
  }
  await tabTo(page, /^Activity$/);
  await enter(page);
  expect(await page.locator('main').textContent()).toMatch(/rolled back.*published/s);
  if (visitor.script) await expectSound(watched);
});

test('letters that are typed while the form waits for an answer stay, and so does the focus', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, 'olga@example.com', `${server.origin}/ops/basic`);
  await page.goto(`${server.origin}/ops/basic`);
  const answers = Promise.withResolvers<void>();
  await page.route('**/ops/basic', async (route) => {
    if (route.request().method() === 'POST') await answers.promise;
    await route.continue();
  });
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: /^Add version/ }).click(),
  ]);
  const email = page.locator('[name="v/default/support_email"]');
  await email.fill('help@example.org');
  answers.resolve();
  await page.locator('[name="k/default/oldest_versions/0"]').waitFor();
  await untilFocused(email);
  await page.keyboard.type('.uk');
  await expect.poll(() => page.locator('textarea[name=text]').inputValue()).toContain('"help@example.org.uk"');
  expect(await email.inputValue()).toBe('help@example.org.uk');
  await expectSound(watched);
});

// At other widths and in light: `npm run crawl`.
test('every page of the operators is sound at 320 px and dark', async () => {
  const watched = await visit({ width: 320, dark: true });
  const { page } = watched;
  await openAs(page, 'olga@example.com', `${server.origin}/ops`);
  const names = [
    'redirects',
    'access',
    'basic',
    'resources',
    'external_products',
    'activity_operation',
    'membership',
    'rewards',
    'sign_up',
    'links_hub',
    'letters',
    'letter_texts',
    'payments',
    'frame',
    'jobs',
    'totals',
    'log',
  ];
  for (const name of names) {
    await page.goto(`${server.origin}/ops/${name}`);
    await expectSound(watched);
  }
});

/** A link for an account is given, shown once, found in the list, withdrawn by the keyboard, and listed with that outcome. */
async function withdrawLink(watched: Watched): Promise<void> {
  const { page } = watched;
  await page.goto(`${server.origin}/ops/people`);
  const add = page.locator('form:has(button[value=invite])');
  await add.getByLabel('Email or phone number').fill('nina@example.org');
  await add.getByLabel('Reason').fill('asked by phone');
  await add.getByRole('button', { name: 'Make a link' }).click();
  await page.getByRole('link', { name: 'Links that wait' }).click();
  const waiting = page.locator('li', { hasText: 'n***a@example.org' });
  await waiting.getByLabel('Reason').fill('wrong address');
  await expectSound(watched);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('main').textContent()).toMatch(/Done\..*No link waits/s);
  await page.getByText('Used, ended and withdrawn links').click();
  expect(await waiting.textContent()).toMatch(/withdrawn .*asked by phone/s);
  await expectSound(watched);
}

test('an operator finds a person, raises the storage and blocks the account, and reads both in the log', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, 'olga@example.com', `${server.origin}/ops/people`);
  await page.getByLabel('Part of a name, email or phone number, or an id').fill('BOB@');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Bob' }).click();
  await expectSound(watched);
  const storage = page.locator('form:has(button[value=storage])');
  await storage.getByLabel('GB').fill('5');
  await storage.getByLabel('Ends (UTC)').fill('2030-01-31');
  await storage.getByLabel('Time (optional)').fill('18:30');
  await storage.getByLabel('Reason').fill('A larger project');
  await storage.getByRole('button', { name: 'Add storage' }).click();
  await expect.poll(() => page.locator('main').textContent()).toContain('A larger project');
  await page.locator('form:has(button[value=block])').getByLabel('Reason').fill('Spam');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.poll(() => page.locator('h1').textContent()).toContain('Blocked');
  await expectSound(watched);

  await page.setViewportSize({ width: 320, height: 800 });
  await expectSound(watched);
  await page.getByText('Sections').click();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect
    .poll(() => page.locator('main').textContent())
    .toMatch(/blocked a person.*Spam.*granted a product.*5 GB until 2030-01-31 18:30 UTC/s);
  await page.setViewportSize({ width: 1280, height: 800 });
  await withdrawLink(watched);
});

test.each([{ script: true }, { script: false, width: 390 }])(
  'an operator sends a logo by the page: %j',
  async (visitor) => {
    const watched = await visit(visitor);
    const { page } = watched;
    await openAs(page, 'olga@example.com', `${server.origin}/ops/service`);
    const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pngOf(64, 64)) };
    await page.getByLabel('Picture').setInputFiles(picture);
    await page.getByRole('button', { name: 'Send the logo' }).click();
    await page.waitForURL('**/ops/service?done=logo');
    const logo = page.getByAltText('The logo now');
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    if (visitor.script) await expectSound(watched);
  },
);
