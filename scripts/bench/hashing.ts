/** A large file named in a real Chromium before it is sent: how fast, and whether the page could be used meanwhile. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import path from 'node:path';
import { launchChromium, openContext } from './drive/drive-page.ts';
import { atMost, type PartReport } from './harness/report.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

/** A task longer than this is felt; the browser itself reports none that is shorter. */
const MAX_TASK_MS = 50;
const PATIENT = { timeout: 300_000 };

/** What the page's own watcher has seen (drive-page.ts). */
declare const seen: { longMs: number[] };

export async function benchHashing(options: BenchOptions): Promise<PartReport> {
  const scratch = makeScratch();
  const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
  const file = path.join(scratch.dir, 'Large.bin');
  const handle = openSync(file, 'w');
  ftruncateSync(handle, options.largeBytes);
  closeSync(handle);
  const browser = await launchChromium();
  try {
    const context = await openContext(browser, product.origin, '');
    const page = await context.newPage();
    await page.goto(`${product.origin}/drive/all`);
    await page.locator('input[name=username]:not([type=hidden])').fill('carla@example.com');
    await page.locator('input[name=password]:not([type=hidden])').fill('magpie-demo');
    await page.locator('form:has(input[type=password]) button[type=submit]').first().click();
    await page.waitForURL('**/drive/all');
    await page.locator('[data-island="drive/upload"][data-hydrated]').waitFor();
    // The name of the content goes with this call: hashing is over when it comes.
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
      part: 'hashing',
      figures: { megabytesPerSecond, longMs },
      checks: [atMost('longest task of the page while a file is hashed', longest, MAX_TASK_MS, 'ms')],
    };
  } finally {
    await browser.close();
    await product.stop();
    scratch.remove();
  }
}
