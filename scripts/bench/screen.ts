/**
 * A folder of very many files on the screen: first rows in a cold browser, the list alive, frames while its tiles scroll.
 * Beside the same document without script, from a constant of the same runtime.
 */
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { writeBaseline } from './baseline/write.ts';
import { fillFolder } from './fill.ts';
import { sessionCookie, signIn } from './harness/client.ts';
import { atMost, printTable, type ScenarioReport, showSpread } from './harness/report.ts';
import { interleave } from './harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const PERSON = 'carla@example.com';
const MOST_FIRST_ROWS_MS = 90;
const MOST_ALIVE_MS = 250;
const MOST_SLOW_FRAMES_PERCENT = 1;
/** The first pixels of the tiles, and how fast they pass: a long flick. */
const SCROLLED_PX = 20_000;
const SPEED_PX = 8_000;
/** Times of the page: two frames after the first row is in the document, and when the list answers. */
const WATCH = `
  globalThis.seen = {};
  const look = () => {
    const now = performance.now();
    if (!seen.rows && document.querySelector('[data-row]')) {
      seen.rows = -1;
      requestAnimationFrame(() => requestAnimationFrame(() => { seen.rows = performance.now(); }));
    }
    if (!seen.alive && document.querySelector('[data-island="drive/browser"][data-hydrated]')) seen.alive = now;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
`;
const FRAMES = `
  globalThis.frames33 = { all: 0, slow: 0 };
  let last = performance.now();
  const frame = (now) => {
    frames33.all += 1;
    if (now - last > 33.4) frames33.slow += 1;
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

interface Screen {
  readonly name: string;
  readonly address: string;
  readonly isAlive: boolean;
}

async function openCold(browser: Browser, cookie: string) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const at = cookie.indexOf('=');
  const session = { name: cookie.slice(0, at), value: cookie.slice(at + 1), domain: 'localhost', path: '/' };
  await context.addCookies([{ ...session, secure: true, httpOnly: true }]);
  return { context, page: await context.newPage() };
}

async function look(browser: Browser, cookie: string, { address, isAlive }: Screen): Promise<Record<string, number>> {
  const { context, page } = await openCold(browser, cookie);
  try {
    await page.addInitScript({ content: WATCH });
    await page.goto(address);
    const ready = isAlive ? 'seen.rows > 0 && seen.alive > 0' : 'seen.rows > 0';
    await page.waitForFunction(ready);
    const seen = await page.evaluate<{ rows: number; alive?: number }>('seen');
    return { rowsMs: seen.rows, aliveMs: seen.alive ?? 0 };
  } finally {
    await context.close();
  }
}

/** @returns share of frames of more than two periods of a screen, percent */
async function scroll(browser: Browser, cookie: string, address: string): Promise<Record<string, number>> {
  const { context, page } = await openCold(browser, cookie);
  try {
    await page.goto(address);
    await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
    const session = await context.newCDPSession(page);
    await page.evaluate(FRAMES);
    await session.send('Input.synthesizeScrollGesture', {
      x: 720,
      y: 600,
      yDistance: -SCROLLED_PX,
      speed: SPEED_PX,
      gestureSourceType: 'mouse',
    });
    const { all, slow } = await page.evaluate<{ all: number; slow: number }>('frames33');
    const scrolledPx = await page.evaluate<number>('scrollY');
    if (scrolledPx < SCROLLED_PX / 2) throw new Error(`the tiles scrolled by ${scrolledPx} px only`);
    return { slowPercent: (100 * slow) / all, frames: all };
  } finally {
    await context.close();
  }
}

/** The document as it came, with its styles in it and without script. */
async function withoutScript(origin: string, address: string, cookie: string): Promise<string> {
  const html = await (await fetch(origin + address, { headers: { cookie, 'accept-language': 'en-US' } })).text();
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
  const css = await (await fetch(origin + sheet)).text();
  return html
    .replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link[^>]*>/g, '')
    .replace('</head>', () => `<style>${css}</style></head>`);
}

export async function benchScreen(options: BenchOptions): Promise<ScenarioReport> {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
    servers.push(product);
    const { origin } = product;
    const filled = { origin, person: await signIn(origin, PERSON) };
    const folder = await filled.person.makeFolder('large', '');
    await fillFolder(filled, folder, await filled.person.makeFolder('aside', ''), options.files);
    const cookie = await sessionCookie(origin, PERSON);
    const address = `/drive/all/${folder}`;
    const baseline = path.join(scratch.dir, 'baseline');
    await writeBaseline(baseline, { drive: await withoutScript(origin, address, cookie) });
    const plain = await startWorker(options.port + 1, path.join(scratch.dir, 'baseline-state'), baseline);
    servers.push(plain);
    const screens: Screen[] = [
      { name: 'without script', address: `${plain.origin}/constant/drive`, isAlive: false },
      { name: 'list', address: origin + address, isAlive: true },
    ];
    const figures = await interleave(screens, Math.max(5, options.rounds), (screen) => look(browser, cookie, screen));
    const tiles = await interleave([{ name: 'tiles' }], options.rounds, () =>
      scroll(browser, cookie, `${origin}${address}?view=grid`),
    );
    const frames = tiles.get('tiles');
    const shown = (name: string, figure: string) => showSpread(figures.get(name)?.[figure]);
    printTable(
      `Folder of ${options.files} on screen`,
      ['page', 'first rows ms', 'alive ms'],
      screens.map(({ name }) => [name, shown(name, 'rowsMs'), shown(name, 'aliveMs')]),
    );
    process.stdout.write(`tiles: ${showSpread(frames?.['slowPercent'], 1)} % of frames over 33 ms\n`);
    const list = figures.get('list');
    return {
      figures: { ...Object.fromEntries(figures), tiles: frames },
      checks: [
        atMost('first rows', list?.['rowsMs']?.median ?? Number.NaN, MOST_FIRST_ROWS_MS, 'ms'),
        atMost('list alive', list?.['aliveMs']?.median ?? Number.NaN, MOST_ALIVE_MS, 'ms'),
        atMost('slow frames', frames?.['slowPercent']?.median ?? Number.NaN, MOST_SLOW_FRAMES_PERCENT, '%'),
      ],
    };
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
