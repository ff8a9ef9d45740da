/** A window of the drive that stays open while clients work and the server dies. */
import { type Browser, chromium, type Page } from 'playwright';
import { openCold } from '#scripts/bench/harness/bench.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';

/** Its connection is made anew at growing intervals. */
const PATIENCE_MS = 60_000;

export interface DriveWindow {
  /** @returns whether an entry of the root comes to be seen, without a reload */
  comesToShow(name: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function openWindow(origin: string, email: string): Promise<DriveWindow> {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const browser: Browser = await chromium.launch({ executablePath, args });
  const page: Page = await openCold(browser, origin, email);
  await page.goto(`${origin}/drive/all`);
  await page.getByRole('main').waitFor();
  return {
    async comesToShow(name) {
      const shown = page.getByRole('link', { name, exact: true }).waitFor({ timeout: PATIENCE_MS });
      return shown.then(
        () => true,
        () => false,
      );
    },
    close: () => browser.close(),
  };
}
