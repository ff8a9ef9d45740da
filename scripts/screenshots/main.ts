/**
 * `npm run screenshots [-- --locales ja --origin URL]`: pictures of the drive for public pages, in each language and both themes, from a real
 * drive with the sample files, named in that language. Debian's ffmpeg encodes them. Without an origin it runs on a server of its own.
 * Fails for a picture above its bound.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { callJson, sessionCookie, signIn } from '#scripts/bench/harness/client.ts';
import { onServer } from '#scripts/bench/harness/own-server.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { sampleMedia, samplePapers } from '#scripts/start/samples/files.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { isLocale, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { DRIVE_PICTURES, MAX_PICTURE_BYTES, pictureFile, pictureName, SCHEMES } from '#shared/site/drive-pictures.ts';
import { SHOWN_DRIVES } from './names.ts';

const { values } = parseArgs({
  options: { origin: { type: 'string' }, locales: { type: 'string' }, port: { type: 'string', default: '9041' } },
});
const locales = values.locales === undefined ? LOCALES : values.locales.split(',').filter(isLocale);

const OUT = path.join(ROOT, 'client/public/pictures');
/** Of libaom: 0 is without loss, 63 the smallest file. */
const CRF = '32';
/** All files have an image; the browser makes those of the papers. */
const IMAGES = 8;
/** Acts of a person before the picture. */
const ACTS: Readonly<Partial<Record<string, (page: Page) => Promise<void>>>> = {
  async menu(page) {
    await page.locator('[data-row]').nth(1).hover();
    await page.locator('[data-row] [aria-haspopup=menu]').nth(1).click();
    // Copy link.
    await page.locator('[role=menuitem]').nth(1).hover();
  },
  async viewer(page) {
    await page.locator('[data-row] [data-name]').nth(2).click();
    await page.locator('[role=dialog] img, dialog[open] img').first().waitFor();
    await page.waitForTimeout(VIEWER_MS);
  },
};
/** Until the viewer shows the whole picture in place of the small one. */
const VIEWER_MS = 2_500;
const PERSON = 'alice@example.com';
/** Fonts of the build: a machine may have none, or other ones. */
const FONTS: Readonly<Partial<Record<Locale, string>>> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  'zh-CN': 'noto-sans-sc',
  'zh-TW': 'noto-sans-tc',
};

async function makeDrive(origin: string, token: string, locale: Locale): Promise<string> {
  const names = SHOWN_DRIVES[locale];
  const folder = { kind: 'drive#folder', name: names.folder, parent_id: '' };
  const { file } = await callJson<{ file: { id: string } }>(`${origin}/drive/v1/files`, 'POST', token, folder);
  const put = async (name: string, body: Uint8Array<ArrayBuffer>, parentId: string) => {
    const query = new URLSearchParams({ name, parent_id: parentId });
    const answer = await fetch(`${origin}/drive/v1/uploads?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body,
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  };
  // The newest stand first: pictures, then the film, the song and the papers.
  const shown = [...samplePapers(names), ...sampleMedia(names).toReversed()];
  for (const { name, bytes } of shown) await put(name, bytes, file.id);
  return file.id;
}

/** Gives the page the fonts of the build. */
async function preparePage(page: Page, locale: Locale): Promise<void> {
  const fonts = ['noto-sans', ...(FONTS[locale] ? [FONTS[locale]] : [])];
  const folderOf = (font: string) => path.join(ROOT, 'node_modules/@fontsource-variable', font);
  await page.route('**/fonts-of-pictures/*/*', (route) => {
    const [font = '', file = ''] = new URL(route.request().url()).pathname.split('/').slice(-2);
    return route.fulfill({ path: path.join(folderOf(font), 'files', file) });
  });
  const sheets = fonts.map((font) =>
    readFileSync(path.join(folderOf(font), 'index.css'), 'utf8').replaceAll('./files/', `/fonts-of-pictures/${font}/`),
  );
  const families = sheets.map((sheet) => /font-family: ('[^']+')/.exec(sheet)?.[1]);
  const faces = `:root { --font-sans: ${families.join(', ')}, sans-serif !important }`;
  await page.addStyleTag({ content: [...sheets, faces].join('\n') });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Encodes a picture in each of its widths. @returns bytes of the largest */
function store(png: Buffer, name: string, widths: readonly number[]): number {
  const sizes = widths.map((width) => {
    const file = path.join(OUT, pictureFile(name, width));
    const args = `-y -loglevel error -f png_pipe -i - -vf scale=${width}:-2:flags=lanczos -c:v libaom-av1 -still-picture 1 -cpu-used 8 -crf ${CRF}`;
    const { status, stderr } = spawnSync('ffmpeg', [...args.split(' '), file], { input: png });
    if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
    return statSync(file).size;
  });
  return Math.max(...sizes);
}

async function shoot(browser: Browser, origin: string, locale: Locale): Promise<number> {
  const { token } = await signIn(origin, PERSON);
  // Each context renews its session: a cookie of another one would be one that was used.
  const cookie = await sessionCookie(origin, PERSON);
  const context = await browser.newContext({ deviceScaleFactor: 2, locale, bypassCSP: true, reducedMotion: 'reduce' });
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
  const folderId = await makeDrive(origin, token, locale);
  let largest = 0;
  for (const [shot, { width, height, widths }] of Object.entries(DRIVE_PICTURES)) {
    await page.setViewportSize({ width, height });
    await page.goto(`${origin}/drive/all/${folderId}`);
    await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
    await preparePage(page, locale);
    // The browser makes images once the page was touched. On a phone not all rows are loaded.
    await page.mouse.move(width - 1, height / 2);
    await page.mouse.move(width - 1, 1);
    await page.waitForFunction(
      (count) => {
        const shown = [...document.querySelectorAll<HTMLImageElement>('main img')];
        return shown.length >= count && shown.every(({ complete }) => complete);
      },
      shot === 'wide' ? IMAGES : 1,
    );
    await ACTS[shot]?.(page);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const png = await page.screenshot();
      largest = Math.max(largest, store(png, pictureName(shot, locale, scheme), widths));
    }
  }
  await context.close();
  return largest;
}

async function run(origin: string): Promise<boolean> {
  mkdirSync(OUT, { recursive: true });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  let isSound = true;
  for (const locale of locales) {
    const bytes = await shoot(browser, origin, locale);
    process.stdout.write(`${locale}: at most ${Math.ceil(bytes / 1024)} KiB\n`);
    isSound &&= bytes <= MAX_PICTURE_BYTES;
  }
  await browser.close();
  return isSound;
}

process.exit((await onServer(values.origin, Number(values.port), run)) ? 0 : 1);
