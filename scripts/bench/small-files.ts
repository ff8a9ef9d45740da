/**
 * Very many small files put in by the page, two batches in one tab: how many a second, what a file costs the page's thread and the whole
 * browser, how often list and used space are read again, and how long a press waits.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { OutputOf } from '#shared/contract.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { type Bench, openCold } from './harness/bench.ts';
import { signIn } from './harness/client.ts';
import { costOf } from './harness/measure.ts';
import { atLeast, atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';

const PERSON = 'carla@example.com';
const SIZES = [461, 2_000, 10_000];
const QUICK_SIZES = [461];
const FILE_BYTES = 60;
const LEAST_RATE = 100;
const MOST_MAIN_MS = 8;
const MOST_PRESS_MS = 100;
/** List and used space are read at most this often while files arrive, and once afterwards. */
const REFRESH_SECONDS = 2;
/** A batch that takes longer is given up; its figures are those of the files that arrived. */
const MOST_SECONDS = 180;
const PRESS_EVERY_MS = 500;
/** How long the page may work after its last file. */
const SETTLE_MS = 3_000;
const PRESSES = `
  globalThis.presses = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'pointerdown' || name === 'click') presses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

type Figures = Readonly<
  Record<
    'files' | 'rate' | 'mainMs' | 'scriptMs' | 'browserMs' | 'serverMs' | 'lists' | 'usages' | 'pressMs' | 'seconds',
    number
  >
>;

function makeBatch(dir: string, name: string, count: number): string[] {
  const folder = path.join(dir, name);
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, at) => {
    const file = path.join(folder, `${name} ${at}.txt`);
    writeFileSync(file, `${name} ${at}`.padEnd(FILE_BYTES, '.'));
    return file;
  });
}

async function pageSeconds(session: CDPSession): Promise<{ task: number; script: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const secondsOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { task: secondsOf('TaskDuration'), script: secondsOf('ScriptDuration') };
}

/** Processor time of all processes of the browser. */
async function browserSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Calls of one page by what they ask for. */
function watchCalls(page: Page) {
  const counts = { stored: 0, lists: 0, usages: 0 };
  const isCall = (url: string, method: string, call: { readonly method: string; readonly path: string }) =>
    method === call.method && new URL(url).pathname === call.path;
  page.on('request', (request) => {
    const [url, method] = [request.url(), request.method()];
    if (isCall(url, method, driveContract.list)) counts.lists += 1;
    if (isCall(url, method, driveContract.about)) counts.usages += 1;
  });
  page.on('response', async (response) => {
    const [url, method] = [response.url(), response.request().method()];
    if (!response.ok()) return;
    if (isCall(url, method, browserContract.put)) counts.stored += 1;
    if (!isCall(url, method, browserContract.putMany)) return;
    const { files } = (await response.json()) as OutputOf<typeof browserContract.putMany>;
    counts.stored += files.filter(({ file }) => file).length;
  });
  return counts;
}

async function choose(page: Page, files: readonly string[]): Promise<void> {
  const press = page.getByRole('button', { name: 'Upload', exact: true }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press]);
  await chooser.setFiles([...files]);
}

/** Presses an empty place again and again: what counts is how long the page takes to draw afterwards. */
async function pressUntil(page: Page, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    await page.mouse.click(720, 14);
    await delay(PRESS_EVERY_MS);
  }
}

async function sendBatch(
  { browser, page, server }: { browser: Browser; page: Page; server: Awaited<ReturnType<Bench['product']>> },
  counts: ReturnType<typeof watchCalls>,
  files: readonly string[],
): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  Object.assign(counts, { stored: 0, lists: 0, usages: 0 });
  await page.evaluate('presses.length = 0');
  const [before, browserBefore] = [await pageSeconds(session), await browserSeconds(browser)];
  let hasEnded = false;
  const startedMs = performance.now();
  const { cost } = await costOf(server.pids, async () => {
    await choose(page, files);
    const pressing = pressUntil(page, () => hasEnded);
    while (counts.stored < files.length && performance.now() - startedMs < MOST_SECONDS * 1_000) await delay(50);
    hasEnded = true;
    await pressing;
  });
  const { wallSeconds: seconds } = cost;
  await delay(SETTLE_MS);
  const [after, browserAfter] = [await pageSeconds(session), await browserSeconds(browser)];
  await session.detach();
  const stored = Math.max(1, counts.stored);
  const each = (spentSeconds: number) => (spentSeconds * 1_000) / stored;
  return {
    files: counts.stored,
    rate: stored / seconds,
    mainMs: each(after.task - before.task),
    scriptMs: each(after.script - before.script),
    browserMs: each(browserAfter - browserBefore),
    serverMs: each(cost.cpuSeconds),
    lists: counts.lists,
    usages: counts.usages,
    pressMs: await page.evaluate<number>('Math.max(0, ...presses)'),
    seconds,
  };
}

function checksOf(name: string, { rate, mainMs, pressMs, lists, usages, seconds }: Figures): Check[] {
  const mostReads = Math.ceil(seconds / REFRESH_SECONDS) + 2;
  return [
    atLeast(`${name}: files a second`, rate, LEAST_RATE),
    atMost(`${name}: the page's thread a file`, mainMs, MOST_MAIN_MS, 'ms'),
    atMost(`${name}: longest press`, pressMs, MOST_PRESS_MS, 'ms'),
    atMost(`${name}: lists read`, lists, mostReads, ''),
    atMost(`${name}: used space read`, usages, mostReads, ''),
  ];
}

export async function benchSmallFiles(bench: Bench): Promise<ScenarioReport> {
  const server = await bench.product();
  const person = await signIn(server.origin, PERSON);
  const browser = await bench.browser();
  const found = new Map<string, Figures>();
  for (const size of bench.options.quick ? QUICK_SIZES : SIZES) {
    const page = await openCold(browser, server.origin, PERSON);
    await page.addInitScript({ content: PRESSES });
    await page.goto(`${server.origin}/drive/all/${await person.makeFolder(`Folder of ${size}`, '')}`);
    await page.locator('[data-island="drive/upload"][data-hydrated]').waitFor();
    await delay(SETTLE_MS);
    const counts = watchCalls(page);
    for (const batch of ['first', 'second']) {
      const files = makeBatch(bench.dir, `${batch} of ${size}`, size);
      found.set(`${size} files, ${batch} batch`, await sendBatch({ browser, page, server }, counts, files));
    }
    await page.context().close();
  }
  const text = (value: number, digits = 1) => value.toFixed(digits);
  printTable(
    `Files of ${FILE_BYTES} bytes by the page`,
    ['', 'stored', 'a second', 'page ms', 'script ms', 'browser CPU ms', 'server CPU ms', 'lists', 'usage', 'press ms'],
    [...found].map(([name, one]) => [
      name,
      text(one.files, 0),
      text(one.rate),
      text(one.mainMs),
      text(one.scriptMs),
      text(one.browserMs),
      text(one.serverMs),
      text(one.lists, 0),
      text(one.usages, 0),
      text(one.pressMs, 0),
    ]),
  );
  return {
    figures: Object.fromEntries(found),
    checks: [...found].flatMap(([name, figures]) => checksOf(name, figures)),
  };
}
