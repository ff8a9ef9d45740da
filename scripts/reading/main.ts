/**
 * `npm run reading [-- --locales en-US,ja --all]`: how long each page takes to read in each language, and its sentences that are too long.
 * Texts of the screens count by their file. `--all` prints pages without a long sentence too. Exit 1: there are long sentences.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '#scripts/build/ensure.ts';
import { isLocale, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { type Reading, readingOf } from './sentences.ts';

const { values } = parseArgs({ options: { locales: { type: 'string' }, all: { type: 'boolean', default: false } } });
const locales = values.locales === undefined ? LOCALES : values.locales.split(',').filter(isLocale);

/** The English page that each translated page follows, by its hash. */
const SOURCES = 'pages/translated.json';

/** Pages of a language, and the texts of its screens without notes for translators. */
function textsOf(locale: Locale): { name: string; text: string }[] {
  const folder = path.join(ROOT, 'locales', locale);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .flatMap((name) => {
      const read = () => readFileSync(path.join(folder, name), 'utf8');
      if (name.endsWith('.md')) return [{ name, text: read() }];
      if (!name.endsWith('.json') || name === SOURCES) return [];
      const texts = Object.entries(JSON.parse(read()) as Record<string, string>).filter(
        ([key]) => !key.startsWith('@'),
      );
      return [{ name, text: texts.map(([, text]) => text).join('\n') }];
    });
}

function print(locale: Locale, name: string, { minutes, sentences, long }: Reading): void {
  if (long.length === 0 && !values.all) return;
  process.stdout.write(`${locale} ${name}: ${minutes.toFixed(1)} min, ${sentences} sentences, ${long.length} long\n`);
  for (const { size, sentence } of long) process.stdout.write(`    ${size}  ${sentence}\n`);
}

let longInAll = 0;
for (const locale of locales) {
  const readings = textsOf(locale).map(({ name, text }) => ({ name, reading: readingOf(text, locale) }));
  for (const { name, reading } of readings) print(locale, name, reading);
  const minutes = readings.reduce((sum, { reading }) => sum + reading.minutes, 0);
  const long = readings.reduce((sum, { reading }) => sum + reading.long.length, 0);
  process.stdout.write(`${locale}: ${minutes.toFixed(0)} min, ${long} long sentences\n`);
  longInAll += long;
}
process.exitCode = longInAll === 0 ? 0 : 1;
