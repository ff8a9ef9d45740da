/**
 * The looks of client/ui against stored ones, at 320 and 1440 px, in both themes, in English and Japanese. Fonts differ between machines, so
 * boxes, colours and corners are compared and no pixels of letters: colours and corners are equal, a height differs by at most 2 px where the
 * sample is one line high, and by at most a third elsewhere, since another font breaks a sentence elsewhere.
 * `LOOKS=write npx vitest run --project server test/browser/ui-looks.test.ts` stores the present ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedServer } from '#test/shared-server.ts';
import { expectSound, visit } from './browser.ts';

/** Px. */
const ONE_LINE = 64;
const LINE_TOLERANCE = 2;
const TEXT_TOLERANCE = 1 / 3;

interface Looks {
  /** Name of the sample to background, text, border, corner. */
  readonly paint: Readonly<Record<string, string>>;
  /** Name of the sample to its height in px. */
  readonly heights: Readonly<Record<string, number>>;
}

type Stored = Record<'paint' | 'heights', Record<string, Record<string, string | number>>>;

const FILE = path.join(import.meta.dirname, 'ui-looks.json');
const isWriting = process.env['LOOKS'] === 'write';
const stored = (isWriting ? { paint: {}, heights: {} } : JSON.parse(readFileSync(FILE, 'utf8'))) as Stored;

const server = await sharedServer();

/** Runs in the page. */
function readLooks(): Looks {
  const paint: Record<string, string> = {};
  const heights: Record<string, number> = {};
  for (const sample of document.querySelectorAll<HTMLElement>('[data-sample]')) {
    const name = sample.dataset['sample'] ?? '';
    const part =
      sample.querySelector('.btn, .input, .checkbox, .switch, .notice, .toast, .dialog, [data-row], .bar') ??
      sample.firstElementChild;
    if (!part) continue;
    const style = getComputedStyle(part);
    paint[name] = [style.backgroundColor, style.color, style.borderTopColor, style.borderTopLeftRadius].join(' | ');
    heights[name] = Math.round(part.getBoundingClientRect().height);
  }
  return { paint, heights };
}

const VIEWS = [320, 1440].flatMap((width) =>
  [false, true].flatMap((dark) => ['en-US', 'ja'].map((locale) => ({ width, dark, locale }))),
);

test.each(VIEWS)('client/ui looks as stored at $width px in $locale, dark: $dark', async ({ width, dark, locale }) => {
  const watched = await visit({ width, dark, locale });
  const answer = await watched.page.goto(`${server.origin}/_dev/ui?locale=${locale}`);
  expect(answer?.status()).toBe(200);
  const { paint, heights } = await watched.page.evaluate(readLooks);
  expect(Object.keys(paint).length).toBeGreaterThan(80);
  const theme = dark ? 'dark' : 'light';
  const size = `${width} ${locale}`;
  if (isWriting) {
    stored.paint[theme] = paint;
    stored.heights[size] = heights;
    writeFileSync(FILE, `${JSON.stringify(stored, null, 1)}\n`);
  }
  expect(paint).toEqual(stored.paint[theme]);
  const before = stored.heights[size] ?? {};
  expect(Object.keys(heights)).toEqual(Object.keys(before));
  const moved = Object.entries(heights).filter(([name, height]) => {
    const was = Number(before[name]);
    return Math.abs(height - was) > (was <= ONE_LINE ? LINE_TOLERANCE : was * TEXT_TOLERANCE);
  });
  expect(moved).toEqual([]);
  await expectSound(watched);
});
