/**
 * `npm run screenshots [-- --locales ja --origin URL]`: pictures of the drive for the first page, one a language, from a real drive with files
 * named in that language. Without an origin it runs on a server of its own. Fails for a picture above its bound.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { callJson, sessionCookie, signIn } from '#scripts/bench/harness/client.ts';
import { onServer } from '#scripts/bench/harness/own-server.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { isLocale, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { SHOWN_DRIVES } from './names.ts';

const { values } = parseArgs({
  options: { origin: { type: 'string' }, locales: { type: 'string' }, port: { type: 'string', default: '9041' } },
});
const locales = values.locales === undefined ? LOCALES : values.locales.split(',').filter(isLocale);

const OUT = path.join(ROOT, 'client/public/pictures');
const MAX_BYTES = 80 * 1024;
const QUALITY = 78;
const WINDOW = { width: 1120, height: 640 };
const PERSON = 'alice@example.com';
/** Fonts of scripts that a machine for builds may lack. */
const FONTS: Readonly<Partial<Record<Locale, string>>> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  'zh-CN': 'noto-sans-sc',
  'zh-TW': 'noto-sans-tc',
};

/** A plain landscape, drawn by the browser. @param hue  degrees */
function drawn(page: Page, hue: number): Promise<number[]> {
  return page.evaluate(async (degrees) => {
    const canvas = new OffscreenCanvas(480, 360);
    const pen = canvas.getContext('2d');
    if (!pen) return [];
    const sky = pen.createLinearGradient(0, 0, 0, 360);
    sky.addColorStop(0, `hsl(${degrees} 70% 72%)`);
    sky.addColorStop(1, `hsl(${degrees + 40} 80% 88%)`);
    pen.fillStyle = sky;
    pen.fillRect(0, 0, 480, 360);
    for (const [at, light] of [
      [0, 46],
      [1, 34],
      [2, 24],
    ] as const) {
      pen.fillStyle = `hsl(${degrees} 32% ${light}%)`;
      pen.beginPath();
      pen.moveTo(0, 360);
      for (let x = 0; x <= 480; x += 8)
        pen.lineTo(x, 190 + at * 46 + Math.sin(x / (62 - at * 11) + degrees + at * 2) * (38 - at * 6));
      pen.lineTo(480, 360);
      pen.fill();
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, hue);
}

async function makeDrive(origin: string, token: string, page: Page, locale: Locale): Promise<string> {
  const { folder, folders, pictures, texts } = SHOWN_DRIVES[locale];
  const make = async (name: string, parentId: string) => {
    const body = { kind: 'drive#folder', name, parent_id: parentId };
    const made = await callJson<{ file: { id: string } }>(`${origin}/drive/v1/files`, 'POST', token, body);
    return made.file.id;
  };
  const put = async (name: string, body: Uint8Array<ArrayBuffer>, parentId: string) => {
    const query = new URLSearchParams({ name, parent_id: parentId });
    const answer = await fetch(`${origin}/drive/v1/uploads?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body,
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  };
  const id = await make(folder, '');
  for (const name of folders) await make(name, id);
  for (const [at, name] of pictures.entries())
    await put(`${name}.jpg`, Uint8Array.from(await drawn(page, [205, 150, 22][at] ?? 0)), id);
  for (const name of texts) await put(`${name}.txt`, new TextEncoder().encode(`${name}\n`), id);
  return id;
}

/** Gives the page a font of the build, where the machine may have none. */
async function preparePage(page: Page, locale: Locale): Promise<void> {
  const font = FONTS[locale];
  if (font === undefined) return;
  const folder = path.join(ROOT, 'node_modules/@fontsource-variable', font);
  await page.route('**/fonts-of-pictures/*', (route) =>
    route.fulfill({ path: path.join(folder, 'files', path.basename(new URL(route.request().url()).pathname)) }),
  );
  const sheet = readFileSync(path.join(folder, 'index.css'), 'utf8').replaceAll('./files/', '/fonts-of-pictures/');
  const fontName = /font-family: '([^']+)'/.exec(sheet)?.[1] ?? '';
  await page.addStyleTag({ content: `${sheet}\n* { font-family: '${fontName}', sans-serif !important }` });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function shoot(browser: Browser, origin: string, locale: Locale, token: string, cookie: string): Promise<number> {
  const context = await browser.newContext({ viewport: WINDOW, locale, bypassCSP: true, reducedMotion: 'reduce' });
  const at = cookie.indexOf('=');
  const session = {
    name: cookie.slice(0, at),
    value: cookie.slice(at + 1),
    domain: new URL(origin).hostname,
    path: '/',
  };
  await context.addCookies([{ ...session, secure: true, httpOnly: true }]);
  const page = await context.newPage();
  await page.goto(`${origin}/${locale}/faq`);
  const folderId = await makeDrive(origin, token, page, locale);
  await page.goto(`${origin}/drive/all/${folderId}`);
  await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  await preparePage(page, locale);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const picture = await page.screenshot({ type: 'jpeg', quality: QUALITY });
  writeFileSync(path.join(OUT, `drive-${locale}.jpg`), picture);
  await context.close();
  return picture.length;
}

async function run(origin: string): Promise<boolean> {
  mkdirSync(OUT, { recursive: true });
  const { token } = await signIn(origin, PERSON);
  const cookie = await sessionCookie(origin, PERSON);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  let isSound = true;
  for (const locale of locales) {
    const bytes = await shoot(browser, origin, locale, token, cookie);
    process.stdout.write(`drive-${locale}.jpg: ${Math.ceil(bytes / 1024)} KiB\n`);
    isSound &&= bytes <= MAX_BYTES;
  }
  await browser.close();
  return isSound;
}

process.exit((await onServer(values.origin, Number(values.port), run)) ? 0 : 1);
