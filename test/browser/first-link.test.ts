/** From the first page to a first shared link, as a new person goes: every press is counted. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { serverOfFile } from '#test/server.ts';
import { copiedText, emptyClipboard, expectSound, untilAlive, visit } from './browser.ts';

const ADDRESS = 'first-link@example.org';
const MAX_PRESSES = 8;

const server = await serverOfFile({ env: { SHIELD: 'never' } });

async function mailedCode(): Promise<string> {
  let code: string | undefined;
  const look = async () => {
    const answer = await fetch(`${server.origin}/_dev/mailbox?to=${encodeURIComponent(ADDRESS)}`);
    const mails = (await answer.json()) as { text: string }[];
    code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
    return code;
  };
  await expect.poll(look, { timeout: 10_000 }).toBeTypeOf('string');
  return code ?? '';
}

/** The one button of the page that looks like its main action. */
const primary = (page: Page) => page.locator('main .btn-primary');

test('a new person has a shared link after at most 8 presses from the first page', async () => {
  const watched = await visit();
  const { page, context } = watched;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let presses = 0;
  const press = async (thing: Locator): Promise<void> => {
    presses += 1;
    await thing.click();
  };
  await page.goto(`${server.origin}/en-US`);
  expect(await primary(page).allTextContents()).toEqual(['Create a free account']);
  await expectSound(watched);
  await press(primary(page));
  await page.getByLabel('Email').fill(ADDRESS);
  await press(page.getByRole('button', { name: 'Send code' }));
  await page.locator('input[name=code]').waitFor();

  // Who leaves the page to read the mail finds the field for the code again.
  await page.goto(`${server.origin}/en-US`);
  await press(primary(page));
  await press(page.getByRole('link', { name: 'I already have a code' }));
  await page.locator('input[name=code]').fill(await mailedCode());
  await page.locator('input[type=password]').fill('correct horse battery');
  await press(page.getByRole('button', { name: 'Create account' }));

  await untilAlive(page, 'drive/upload');
  const choosing = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Upload', exact: true }));
  await (await choosing).setFiles([{ name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('first') }]);
  // The file is chosen in a dialog of the system.
  presses += 1;
  await page.locator('[data-row]', { hasText: 'first.txt' }).hover();
  await emptyClipboard(page);
  await press(page.getByRole('button', { name: 'Copy link to first.txt' }));
  await expect.poll(() => copiedText(page)).toMatch(/\/s\/V[\w-]{25}$/);
  const address = await copiedText(page);
  expect(await (await fetch(address, { headers: { accept: 'text/html' } })).text()).toContain('first.txt');
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
});

test('the picture of the first page has the theme that its visitor chooses, and a phone has its own', async () => {
  const shown = (page: Page) =>
    page
      .locator('main picture img')
      .evaluate((image: HTMLImageElement) => /[a-z]+-en-US-[a-z]+(?=-\d+\.avif$)/.exec(image.currentSrc)?.[0]);
  const { page } = await visit({ dark: true });
  await page.goto(`${server.origin}/en-US`);
  await expect.poll(() => shown(page)).toBe('wide-en-US-dark');
  await page.locator('[data-theme-toggle]').first().click();
  await expect.poll(() => shown(page)).toBe('wide-en-US-light');
  await page.reload();
  await expect.poll(() => shown(page)).toBe('wide-en-US-light');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => shown(page)).toBe('phone-en-US-light');
});
