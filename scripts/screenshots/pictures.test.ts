import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#scripts/build/ensure.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { DRIVE_PICTURES, MAX_PICTURE_BYTES, pictureFile, pictureName, SCHEMES } from '#shared/site/drive-pictures.ts';

it.each(LOCALES)('public pages have pictures of the drive in %s, in both themes, that load fast', (locale) => {
  for (const [picture, { widths }] of Object.entries(DRIVE_PICTURES))
    for (const scheme of SCHEMES)
      for (const width of widths) {
        const file = pictureFile(pictureName(picture, locale, scheme), width);
        const { size } = statSync(path.join(ROOT, 'client/public/pictures', file));
        expect([file, size > 2_000 && size <= MAX_PICTURE_BYTES]).toEqual([file, true]);
      }
});
