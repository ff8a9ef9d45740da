/**
 * `npm run crawl [-- --origin URL --locales en-US,ja --only /help --quick]`: visits every page in every language, narrow and wide,
 * in light and in the dark, and says what is wrong with it. `--only` takes the addresses that hold a text, `--quick` looks once.
 * Without an origin it runs on a server of its own. Exit 0: nothing is wrong.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onServer } from '#scripts/bench/harness/own-server.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { isLocale, LOCALES } from '#shared/locale/tags.ts';
import { crawl } from './crawl.ts';

const { values } = parseArgs({
  options: {
    origin: { type: 'string' },
    locales: { type: 'string' },
    port: { type: 'string', default: '9040' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
  },
});
const locales = values.locales === undefined ? LOCALES : values.locales.split(',').filter(isLocale);
const namespaces = readdirSync(path.join(ROOT, 'locales/en-US'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.basename(file, '.json'));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(origin: string): Promise<boolean> {
  const result = await crawl({
    origin,
    locales,
    namespaces,
    executablePath: ensureChromium(),
    person: { username: 'alice@example.com', password: 'magpie-demo' },
    operator: { username: 'olga@example.com', password: 'magpie-demo' },
    only: values.only,
    isQuick: values.quick,
    print,
  });
  for (const fault of result.faults) print(fault);
  print(
    `${result.pages} pages, ${result.links} links, ${result.axeRuns} checks for barriers: ${result.faults.length} faults`,
  );
  return result.faults.length === 0;
}

process.exit((await onServer(values.origin, Number(values.port), run)) ? 0 : 1);
