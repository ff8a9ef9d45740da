/**
 * Small images: what one 12-megapixel JPEG costs the codec, how soon a folder of pictures shows its first screen beside the same
 * folder without, and how many frames come late while both are scrolled.
 */
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { makePictureCodecService } from '#scripts/start/runtime/picture-codec.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { readAnswer } from '#worker/platform/pictures/codec.ts';
import { callOf, type Filled } from './fill.ts';
import { signIn } from './harness/client.ts';
import { cpuSeconds, rssBytes } from './harness/processes.ts';
import { atMost, printTable, type ScenarioReport } from './harness/report.ts';
import { percentile } from './harness/rounds.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const PERSON = 'carla@example.com';
const FILES = 1_000;
const ROUNDS = 5;
const DECODES = 5;
const MAX_FIRST_SCREEN = 2;
const MAX_CODEC_MIB = 128;
/** Points in a hundred. */
const MAX_MORE_LATE = 1;
/** Longer than two frames of 60 a second. */
const LATE_MS = 34;

/** A JPEG with some detail, drawn by the browser. */
function drawJpeg(page: Page, width: number, height: number, seed: number): Promise<number[]> {
  return page.evaluate(
    async ([w, h, at]) => {
      const canvas = new OffscreenCanvas(w, h);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      for (let step = 0; step < 400; step += 1) {
        pen.fillStyle = `hsl(${(step * 47 + at * 13) % 360} 70% ${20 + ((step * 7) % 60)}%)`;
        pen.fillRect((step * 131 * (at + 1)) % w, (step * 89) % h, w / 7, h / 9);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height, seed] as const,
  );
}

/** Seconds of computing for each decode, and the most memory of its process beyond an idle one, MiB. */
async function measureCodec(bytes: Uint8Array<ArrayBuffer>) {
  let pid = 0;
  const codec = makePictureCodecService({
    onStarted: (started) => {
      pid = started;
    },
  });
  const render = async (body: Uint8Array<ArrayBuffer>) => {
    const request = new Request('http://codec/', { method: 'POST', body });
    const response = await (codec.answer as unknown as (asked: Request) => Promise<Response>)(request);
    return readAnswer(new Uint8Array(await response.arrayBuffer()));
  };
  await render(new Uint8Array([0]));
  const idleBytes = rssBytes(pid);
  let peakBytes = 0;
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, rssBytes(pid));
  }, 5);
  const seconds: number[] = [];
  for (let at = 0; at < DECODES; at += 1) {
    const before = cpuSeconds(pid);
    if (!(await render(bytes)).ok) throw new Error('the codec refused the JPEG');
    seconds.push(cpuSeconds(pid) - before);
    peakBytes = Math.max(peakBytes, rssBytes(pid));
  }
  clearInterval(look);
  codec.stop();
  return {
    firstMs: (seconds[0] ?? 0) * 1_000,
    laterMs: percentile(seconds.slice(1), 0.5) * 1_000,
    addedMib: (peakBytes - idleBytes) / 2 ** 20,
  };
}

async function fill(
  filled: Filled,
  name: string,
  pictures: readonly Uint8Array<ArrayBuffer>[],
  extension: string,
): Promise<string> {
  const folder = await filled.person.makeFolder(name, '');
  for (let at = 0; at < FILES; at += 1) {
    // The end of a JPEG may be followed by anything: every file is a content of its own.
    const bytes = new Uint8Array([...(pictures[at % pictures.length] ?? []), at & 255, at >> 8, extension.length]);
    const query = new URLSearchParams({
      name: `${name} ${String(at).padStart(4, '0')}.${extension}`,
      parent_id: folder,
    });
    const headers = { authorization: `Bearer ${filled.person.token}` };
    const put = await fetch(`${filled.origin}/drive/v1/uploads?${query}`, { method: 'POST', headers, body: bytes });
    if (!put.ok) throw new Error(`an upload answered ${put.status}`);
  }
  return folder;
}

/** Makes all images, as earlier looks have. */
async function lookAtAll(filled: Filled, folder: string): Promise<void> {
  const query = new URLSearchParams({ parent_id: folder, limit: String(FILES) });
  const { files } = await callOf<{ files: { thumbnail_link: string }[] }>(
    filled,
    'GET',
    `${driveContract.list.path}?${query}`,
  );
  for (const { thumbnail_link: link } of files) if (link !== '') await (await fetch(link)).arrayBuffer();
}

/** Ms until the first screen is whole: rows, and their pictures where they have some. */
async function firstScreen(page: Page, address: string): Promise<number> {
  const startedMs = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const near = rows.filter((row) => row.getBoundingClientRect().top < innerHeight);
    const images = near.flatMap((row) => [...row.querySelectorAll('img')]);
    return near.length > 10 && images.every((image) => image.naturalWidth > 0);
  });
  return performance.now() - startedMs;
}

/** Share of frames that came late while the whole list was scrolled, per cent. */
function lateFrames(page: Page): Promise<number> {
  return page.evaluate(
    (lateMs) =>
      new Promise<number>((resolve) => {
        const gaps: number[] = [];
        let last = performance.now();
        const step = (nowMs: number) => {
          gaps.push(nowMs - last);
          last = nowMs;
          scrollBy(0, 40);
          if (gaps.length < 300) requestAnimationFrame(step);
          else resolve((gaps.filter((gap) => gap > lateMs).length / gaps.length) * 100);
        };
        requestAnimationFrame(step);
      }),
    LATE_MS,
  );
}

async function enter(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/drive/all`);
  await page.locator('input[name=username]:not([type=hidden])').fill(PERSON);
  await page.locator('input[name=password]:not([type=hidden])').fill('magpie-demo');
  await page.locator('form:has(input[type=password]) button[type=submit]').first().click();
  await page.waitForURL('**/drive/all');
  return page;
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
    const codec = await measureCodec(new Uint8Array(await drawJpeg(page, 4_000, 3_000, 1)));
    const drawn: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 0; at < 8; at += 1) drawn.push(new Uint8Array(await drawJpeg(page, 640, 480, at)));
    const folders = {
      with: await fill(filled, 'Pictures', drawn, 'jpg'),
      without: await fill(filled, 'Others', drawn, 'bin'),
    };
    await lookAtAll(filled, folders.with);
    const timesMs = { with: [] as number[], without: [] as number[] };
    const late = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const kind of ['without', 'with'] as const) {
        timesMs[kind].push(await firstScreen(page, `${origin}/drive/all/${folders[kind]}`));
        late[kind].push(await lateFrames(page));
      }
    const middle = { with: percentile(timesMs.with, 0.5), without: percentile(timesMs.without, 0.5) };
    const lateMiddle = { with: percentile(late.with, 0.5), without: percentile(late.without, 0.5) };
    printTable(
      'Folder of 1,000',
      ['', 'first screen, ms', 'late frames, %'],
      [
        ['without pictures', middle.without.toFixed(0), lateMiddle.without.toFixed(1)],
        ['with pictures', middle.with.toFixed(0), lateMiddle.with.toFixed(1)],
      ],
    );
    process.stdout.write(
      `\n12-megapixel JPEG: ${codec.firstMs.toFixed(0)} ms of computing at first, ${codec.laterMs.toFixed(0)} ms later, ${codec.addedMib.toFixed(0)} MiB above an idle process\n`,
    );
    return {
      figures: { codec, timesMs, late },
      checks: [
        atMost(
          'first screen of 1,000 pictures / of 1,000 other files',
          middle.with / middle.without,
          MAX_FIRST_SCREEN,
          'x',
        ),
        atMost('late frames more than without pictures', lateMiddle.with - lateMiddle.without, MAX_MORE_LATE, 'points'),
        atMost('memory of a 12-megapixel JPEG', codec.addedMib, MAX_CODEC_MIB, 'MiB'),
      ],
    };
  } finally {
    await browser.close();
    await product.stop();
    scratch.remove();
  }
}
