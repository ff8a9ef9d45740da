/**
 * Writing to the operators, and the pages of apps, as people meet them: by hand, without script, with a human check to pass;
 * with downloads that an operator publishes while the server runs.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { startServer } from '#test/server.ts';
import { expectSound, launch, untilGuarded, visit } from './browser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WINDOWS_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const ANDROID_AGENT = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

const browser = await launch();
const dataDir = scratchFolder();

const server = await startServer({ dataDir });
const careful = await startServer({ env: { SHIELD: 'always' } });

afterAll(async () => {
  await careful?.stop();
  await server?.stop();
});

async function write(page: Page, email: string, message: string): Promise<void> {
  await page.locator('select[name=topic]').selectOption('problem');
  await page.locator('input[name=email]').fill(email);
  await page.locator('textarea[name=message]').fill(message);
}

const send = (page: Page) => page.locator('form:has(textarea) button[type=submit]').click();

test.each([
  { locale: 'en-US', width: 1440, dark: false, sent: 'Message sent' },
  { locale: 'ru', width: 390, dark: true, sent: 'Сообщение отправлено' },
  { locale: 'ja', width: 320, dark: false, sent: 'メッセージを送信しました' },
])('a message is written and arrives ($locale, $width px)', async ({ sent, ...visitor }) => {
  const watched = await visit(visitor);
  const { page } = watched;
  await page.goto(`${server.origin}/${visitor.locale}/contact-us`);
  await expectSound(watched);
  await write(page, 'ann@example.com', `It does not open (${visitor.locale}).`);
  await send(page);
  await page.getByRole('heading', { level: 1, name: sent }).waitFor();
  await expectSound(watched);
});

test('without script a refused message returns whole, with the error at its field, and then arrives', async () => {
  const { page } = await visit({ script: false, width: 390 });
  await page.goto(`${server.origin}/es/contact-us`);
  await write(page, 'ann@localhost', 'Hola');
  await send(page);
  const email = page.locator('input[name=email]');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  expect(await email.inputValue()).toBe('ann@localhost');
  expect(await page.locator('textarea[name=message]').inputValue()).toBe('Hola');
  expect(await page.locator('select[name=topic]').inputValue()).toBe('problem');
  await email.fill('ann@example.com');
  await send(page);
  await page.waitForURL(/\/es\/contact-us\?sent/);
});

test('where a human check is due it is passed on the page, and nothing typed is lost', async () => {
  const watched = await visit();
  const { page } = watched;
  await page.goto(`${careful.origin}/en-US/contact-us`);
  await write(page, 'ann@example.com', 'A person wrote this.');
  await send(page);
  await untilGuarded(page);
  expect(await page.locator('textarea[name=message]').inputValue()).toBe('A person wrote this.');
  await expectSound(watched);
  await send(page);
  const box = page.frameLocator('dialog.human-check iframe').locator('altcha-widget input[type=checkbox]');
  await box.waitFor();
  await box.press('Space');
  await page.waitForURL(/contact-us\?sent/);
  expect(watched.complaints).toEqual([]);
});

const file = (name: string, system: string) => ({
  url: `https://downloads.example.com/${name}`,
  version: '1.4.2',
  size: 52_428_800,
  sha256: 'ab'.repeat(32),
  system,
  date: '2026-11-01',
});

/** As an operator does it on the machine. */
async function publish(): Promise<void> {
  const text = path.join(dataDir, 'products.json');
  const values = {
    windows: file('magpie.exe', 'Windows 10'),
    mac_arm: file('magpie-arm.dmg', 'macOS 13'),
    mac_intel: file('magpie-intel.dmg', 'macOS 12'),
    android_apk: file('magpie.apk', 'Android 8.0'),
  };
  writeFileSync(text, JSON.stringify({ default: values, variants: [] }));
  const args = ['scripts/ops/main.ts', 'config', 'publish', 'external_products', text];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, MAGPIE_DATA: dataDir } });
}

test('a download published while the server runs is on its page within a minute, first for its own device', async () => {
  const before = await visit({ width: 390, dark: true, locale: 'ja' });
  await before.page.goto(`${server.origin}/ja/desktop-app`);
  expect(await before.page.locator('#downloads').count()).toBe(0);
  await expectSound(before);
  await before.context.close();
  await publish();

  const context = await browser.newContext({ userAgent: WINDOWS_AGENT, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  const offered = async () => {
    await page.goto(`${server.origin}/en-US/desktop-app`);
    return page.locator('#downloads li').count();
  };
  await expect.poll(offered, { timeout: 100_000, interval: 2_000 }).toBe(3);
  const first = page.locator('a[data-first-download]');
  await expect.poll(() => first.textContent()).toBe('Download: Windows');
  expect(await first.getAttribute('href')).toBe(`${server.origin}/downloads/windows?language=en-US`);
  expect(await page.getByText('For this device').count()).toBe(3);
  expect(await page.locator('[data-platform="Windows"]').getByText('For this device').isVisible()).toBe(true);
  expect(await page.locator('[data-platform="Mac OS"]').getByText('For this device').first().isVisible()).toBe(false);
  await expectSound({ page, context, complaints });

  const download = await page.request.get(`${server.origin}/downloads/windows`, { maxRedirects: 0 });
  expect([download.status(), download.headers()['location']]).toEqual([
    302,
    'https://downloads.example.com/magpie.exe',
  ]);
});

test('on a phone the cards of the first page lead nowhere, and the link below them does', async () => {
  const context = await browser.newContext({ userAgent: ANDROID_AGENT, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${server.origin}/en-US`);
  const cards = page.locator('a[data-platform-card]');
  expect(await cards.count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator('a[data-platform-card][href]').count()).toBe(0);
  await page.getByRole('link', { name: 'Add it to your phone' }).click();
  await page.waitForURL(/\/en-US\/mobile-app$/);
  await expectSound({ page, context, complaints: [] });
});
