/** A large file hashed in a real Chromium before it is sent: how fast, and whether the page stayed responsive. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import path from 'node:path';
import { type Bench, openCold } from './harness/bench.ts';
import { timeOf } from './harness/measure.ts';
import { atMost, type ScenarioReport } from './harness/report.ts';

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

export async function benchHashing(bench: Bench): Promise<ScenarioReport> {
  const { largeBytes } = bench.options;
  const { origin } = await bench.product();
  const file = path.join(bench.dir, 'Large.bin');
  const handle = openSync(file, 'w');
  ftruncateSync(handle, largeBytes);
  closeSync(handle);
  const page = await openCold(await bench.browser(), origin, 'carla@example.com');
  await page.addInitScript(WATCHER);
  await page.goto(`${origin}/drive/all`);
  await page.locator('[data-island="drive/upload"][data-hydrated]').waitFor();
  // The name of the content goes with this call: hashing has ended when it comes.
  const named = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/drive/v1/files'),
    PATIENT,
  );
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = await chosen;
  await page.evaluate(() => {
    seen.longMs.length = 0;
  });
  const tookMs = await timeOf(async () => {
    await chooser.setFiles(file);
    await named;
  });
  const longMs = await page.evaluate(() => seen.longMs);
  const megabytesPerSecond = largeBytes / 1e3 / tookMs;
  const size = `${largeBytes / 2 ** 20} MiB`;
  process.stdout.write(
    `\nhashing ${size} in the browser: ${megabytesPerSecond.toFixed(0)} MB/s, ${longMs.length} tasks of the page over ${MAX_TASK_MS} ms\n`,
  );
  return {
    figures: { megabytesPerSecond, longMs },
    checks: [atMost('longest task of the page while a file is hashed', Math.max(0, ...longMs), MAX_TASK_MS, 'ms')],
  };
}
