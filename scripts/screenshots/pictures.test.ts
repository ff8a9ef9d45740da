import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#scripts/build/ensure.ts';
import { LOCALES } from '#shared/locale/tags.ts';

it.each(LOCALES)('the first page has a picture of the drive in %s that loads fast', (locale) => {
  const { size } = statSync(path.join(ROOT, `client/public/pictures/drive-${locale}.jpg`));
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(80 * 1024);
});
