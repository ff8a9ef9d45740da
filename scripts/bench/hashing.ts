/** A large file hashed in a real Chromium before it is sent: how fast, and whether the page stayed responsive. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { atMost, type ScenarioReport } from './harness/report.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

/** A task longer than this is felt; the browser itself reports none that is shorter. */
const MAX_TASK_MS = 50;
const PATIENT = { timeout: 300_000 };

/** Collected by {@link WATCHER}. */
declare const seen: { longMs: number[] };

/** Runs in each document before its own scripts. */
const WATCHER = `
  globalThis.seen = { longMs: [] };
  new PerformanceObserver((list) => seen.longMs.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true });
`;

export async function benchHashing(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
  const file = path.join(scratch.dir, 'Large.bin');
  const handle = openSync(file, 'w');
  ftruncateSync(handle, options.largeBytes);
  closeSync(handle);
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.addInitScript(WATCHER);
    await page.goto(`${product.origin}/drive/all`);
    await page.locator('input[name=username]:not([type=hidden])').fill('carla@example.com');
    await page.locator('input[name=password]:not([type=hidden])').fill('magpie-demo');
    await page.locator('form:has(input[type=password]) button[type=submit]').first().click();
    await page.waitForURL('**/drive/all');
    await page.locator('[data-island="drive/upload"][data-hydrated]').waitFor();
    // The name of the content goes with this call: hashing has ended when it comes.
    const named = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/drive/v1/files'),
      PATIENT,
    );
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).click(),
    ]);
    await page.evaluate(() => {
      seen.longMs.length = 0;
    });
    const startedMs = performance.now();
    await chooser.setFiles(file);
    await named;
    const seconds = (performance.now() - startedMs) / 1000;
    const longMs = await page.evaluate(() => seen.longMs);
    const longest = Math.max(0, ...longMs);
    const megabytesPerSecond = options.largeBytes / 1e6 / seconds;
    process.stdout.write(
      `\nhashing ${options.largeBytes / 2 ** 20} MiB in the browser: ${megabytesPerSecond.toFixed(0)} MB/s, ${longMs.length} tasks of the page over ${MAX_TASK_MS} ms\n`,
    );
    return {
      figures: { megabytesPerSecond, longMs },
      checks: [atMost('longest task of the page while a file is hashed', longest, MAX_TASK_MS, 'ms')],
    };
  } finally {
    await browser.close();
    await product.stop();
    scratch.remove();
  }
}
