/**
 * `node scripts/fonts/main.ts`: makes the title font of titles on public pages anew, in `client/fonts`: one file a script, with the
 * characters of titles alone. Fetches the package of the font, which nothing else needs.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from '#scripts/build/ensure.ts';

const PACKAGE = '@fontsource/onest@5.3.1';
const WEIGHT = 700;
const OUT = path.join(ROOT, 'client/fonts');
const CHARACTERS = {
  latin:
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?()-–—’“”«»&/+%' +
    'áéíóúñüÁÉÍÓÚÑ¿¡ãõâêôçàÃÕÂÊÔÇÀ',
  cyrillic: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяёЁіїєґІЇЄҐ',
};

const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-fonts-'));
execFileSync('npm', ['install', '--no-save', '--prefix', scratch, PACKAGE], { stdio: 'inherit' });
const source = path.join(scratch, 'node_modules/@fontsource/onest');
for (const [script, text] of Object.entries(CHARACTERS)) {
  const whole = readFileSync(path.join(source, `files/onest-${script}-${WEIGHT}-normal.woff2`));
  // Pairs of letters keep their distances; ligatures and alternates are left out.
  const part = await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true, dropTables: ['GSUB', 'GDEF'] });
  writeFileSync(path.join(OUT, `display-${script}.woff2`), part);
  process.stdout.write(`${script}: ${part.length} bytes\n`);
}
cpSync(path.join(source, 'LICENSE'), path.join(OUT, 'LICENSE'));
rmSync(scratch, { recursive: true });
