/** Pictures as a person sees them, measured in the browser: the first screen of a folder, late frames, the viewer. */
import type { Page } from 'playwright';
import type { FolderKind } from './folders.ts';

/** Longer than two frames of 60 a second. */
const LATE_MS = 34;
/** Slow enough that images load, then as a hand that throws the list. */
const SCROLLS = [
  { frames: 240, stepPx: 16 },
  { frames: 120, stepPx: 120 },
] as const;
const FEWEST_ROWS = 10;

/** Ms until the first screen is whole: rows, and all their pictures where they have some. */
export async function firstScreen(page: Page, address: string, kind: FolderKind): Promise<number> {
  const startedMs = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(
    ([fewest, isPictured]) => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const near = rows.filter((row) => row.getBoundingClientRect().top < innerHeight);
      const whole = (row: HTMLElement) => (row.querySelector('img')?.naturalWidth ?? 0) > 0;
      return near.length > fewest && (!isPictured || near.every(whole));
    },
    [FEWEST_ROWS, kind === 'with'] as const,
  );
  return performance.now() - startedMs;
}

/** Share of frames that came late while the list was scrolled, per cent. */
export function lateFrames(page: Page): Promise<number> {
  return page.evaluate(
    async ([lateMs, scrolls]) => {
      const gaps: number[] = [];
      for (const { frames, stepPx } of scrolls)
        await new Promise<void>((resolve) => {
          let [last, left] = [performance.now(), frames];
          const step = (nowMs: number) => {
            gaps.push(nowMs - last);
            last = nowMs;
            left -= 1;
            scrollBy({ top: stepPx, behavior: 'instant' });
            if (left > 0) requestAnimationFrame(step);
            else resolve();
          };
          requestAnimationFrame(step);
        });
      return (gaps.filter((gap) => gap > lateMs).length / gaps.length) * 100;
    },
    [LATE_MS, SCROLLS] as const,
  );
}

/** Ms until the browser has drawn a picture whose bytes it has, in an element of its own: what no viewer can be faster than. */
export function drawAlone(page: Page, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const text = Buffer.from(bytes).toString('base64');
  return page.evaluate(async (base64) => {
    const own = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' });
    const image = new Image();
    const startedMs = performance.now();
    image.src = URL.createObjectURL(own);
    Object.assign(image.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', objectFit: 'contain' });
    document.body.append(image);
    await image.decode();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const tookMs = performance.now() - startedMs;
    image.remove();
    return tookMs;
  }, text);
}

/** Ms from the last byte of a picture until the viewer has drawn it. The list with the file is open. */
export async function openInViewer(page: Page, name: string): Promise<number> {
  const drawn = page.evaluate(async (alt) => {
    performance.clearResourceTimings();
    const image = await new Promise<HTMLImageElement>((resolve) => {
      const look = () => {
        const found = [...document.querySelectorAll<HTMLImageElement>('dialog img.viewer-picture')];
        const shown = found.find((one) => one.alt === alt);
        if (shown) resolve(shown);
        return shown !== undefined;
      };
      const watch = new MutationObserver(() => look() && watch.disconnect());
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await image.decode();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const drawnMs = performance.now();
    const bytes = performance.getEntriesByName(image.src).at(-1);
    if (!(bytes instanceof PerformanceResourceTiming)) throw new Error('no request for the picture');
    return drawnMs - bytes.responseEnd;
  }, name);
  await page.getByRole('button', { name, exact: true }).click();
  const tookMs = await drawn;
  await page.keyboard.press('Escape');
  await page.locator('dialog.viewer').waitFor({ state: 'detached' });
  return tookMs;
}
