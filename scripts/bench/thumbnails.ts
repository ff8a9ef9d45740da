/**
 * Pictures: what one 12-megapixel JPEG costs the codec; how soon a folder of 1,000 pictures shows its first screen, and how many frames
 * of 10,000 come late while they are scrolled, each beside the same files without pictures; how soon the viewer draws a picture.
 */
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { ensureChromium } from '#scripts/test/chromium.ts';
import type { Filled } from './fill.ts';
import { signIn } from './harness/client.ts';
import { atMost, printTable, type ScenarioReport } from './harness/report.ts';
import { percentile } from './harness/rounds.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';
import { type CodecFigures, measureCodec } from './pictures/codec.ts';
import { drawJpeg, type FolderKind, makeFolders, sendPictures } from './pictures/folders.ts';
import { drawAlone, firstScreen, lateFrames, openInViewer } from './pictures/looking.ts';

const PERSON = 'carla@example.com';
const FIRST_SCREEN_FILES = 1_000;
const SCROLLED_FILES = 10_000;
const ROUNDS = 5;
const QUICK_ROUNDS = 2;
const VIEWED = 5;
/** The viewer loads the files beside the one it shows. */
const VIEWED_APART = 3;
const MAX_FIRST_SCREEN = 2;
const MAX_CODEC_MIB = 128;
/** Points in a hundred. */
const MAX_MORE_LATE = 1;
/** More than the browser takes to draw the same bytes alone. */
const MAX_VIEWER_MS = 100;

type Times = Record<FolderKind, number[]>;

const middle = (times: readonly number[]): number => percentile(times, 0.5);

async function enter(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/drive/all`);
  await page.locator('input[name=username]:not([type=hidden])').fill(PERSON);
  await page.locator('input[name=password]:not([type=hidden])').fill('magpie-demo');
  await page.locator('form:has(input[type=password]) button[type=submit]').first().click();
  await page.waitForURL('**/drive/all');
  return page;
}

/** Both kinds in turn, so that other work of the machine meets both. */
async function measureFolders(filled: Filled, page: Page, rounds: number): Promise<{ first: Times; late: Times }> {
  const sizes = [SCROLLED_FILES, ...Array.from({ length: rounds }, () => FIRST_SCREEN_FILES)];
  const folders = {
    without: await makeFolders(filled, page, 'without', sizes),
    with: await makeFolders(filled, page, 'with', sizes),
  };
  const first: Times = { with: [], without: [] };
  const late: Times = { with: [], without: [] };
  const addressOf = (kind: FolderKind, at: number) => `${filled.origin}/drive/all/${folders[kind][at]}?view=grid`;
  // The scripts of the page are in the browser's cache from here on.
  await firstScreen(page, addressOf('without', 0), 'without');
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['without', 'with'] as const) {
      first[kind].push(await firstScreen(page, addressOf(kind, round + 1), kind));
      await firstScreen(page, addressOf(kind, 0), kind);
      late[kind].push(await lateFrames(page));
    }
  return { first, late };
}

/** Photos of 12 megapixels, as phones take them. */
async function measureViewer(
  filled: Filled,
  page: Page,
  photo: Uint8Array<ArrayBuffer>,
): Promise<{ viewer: number[]; alone: number[] }> {
  const folder = await filled.person.makeFolder('Photos', '');
  await sendPictures(filled, folder, [photo], VIEWED * VIEWED_APART, 'jpg');
  await page.goto(`${filled.origin}/drive/all/${folder}?view=list`);
  await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  const times: { viewer: number[]; alone: number[] } = { viewer: [], alone: [] };
  for (let at = 0; at < VIEWED; at += 1)
    times.viewer.push(await openInViewer(page, `picture ${String(at * VIEWED_APART).padStart(3, '0')}.jpg`));
  for (let at = 0; at < VIEWED; at += 1) times.alone.push(await drawAlone(page, photo));
  return times;
}

function print(
  first: Times,
  late: Times,
  { viewer, alone }: Record<'viewer' | 'alone', readonly number[]>,
  codec: CodecFigures,
): void {
  printTable(
    'Folders in the grid',
    ['', `first screen of ${FIRST_SCREEN_FILES}, ms`, `late frames of ${SCROLLED_FILES}, %`],
    (['without', 'with'] as const).map((kind) => [
      `${kind} pictures`,
      middle(first[kind]).toFixed(0),
      middle(late[kind]).toFixed(1),
    ]),
  );
  process.stdout.write(
    `\n12-megapixel JPEG: the viewer draws it ${middle(viewer).toFixed(0)} ms after its last byte, the browser alone ${middle(alone).toFixed(0)} ms; the codec computes ` +
      `${codec.firstMs.toFixed(0)} ms at first, ${codec.laterMs.toFixed(0)} ms later, in ${codec.peakMib.toFixed(0)} MiB, ` +
      `${codec.addedMib.toFixed(0)} MiB above its idle process\n`,
  );
}

export async function benchThumbnails(options: BenchOptions): Promise<ScenarioReport> {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
  const scratch = makeScratch();
  const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const { origin } = product;
    const filled: Filled = { origin, person: await signIn(origin, PERSON) };
    const page = await enter(browser, origin);
    const photo = await drawJpeg(page, 4_000, 3_000, 1);
    const codec = await measureCodec(photo);
    const viewing = await measureViewer(filled, page, photo);
    const { first, late } = await measureFolders(filled, page, options.quick ? QUICK_ROUNDS : ROUNDS);
    print(first, late, viewing, codec);
    const [moreTimes, moreLate] = [
      middle(first.with) / middle(first.without),
      middle(late.with) - middle(late.without),
    ];
    return {
      figures: { codec, viewing, first, late },
      checks: [
        atMost('memory of a 12-megapixel JPEG', codec.addedMib, MAX_CODEC_MIB, 'MiB'),
        atMost(
          'viewer later than the browser alone',
          middle(viewing.viewer) - middle(viewing.alone),
          MAX_VIEWER_MS,
          'ms',
        ),
        atMost('first screen of 1,000 pictures / of 1,000 other files', moreTimes, MAX_FIRST_SCREEN, 'x'),
        atMost('late frames of 10,000 pictures more than without', moreLate, MAX_MORE_LATE, 'points'),
      ],
    };
  } finally {
    await browser.close();
    await product.stop();
    scratch.remove();
  }
}
