/**
 * `npm run go-back -- --url https://... --at TIME | --undo FILE`: an installation on Cloudflare goes back to an earlier moment, by the
 * platform's point-in-time recovery. Guide: docs/backup-cloudflare.md.
 */
import { parseArgs } from 'node:util';
import { ROOT } from './build/ensure.ts';
import { actsToRepeat } from './deploy/acts-after.ts';
import { goBack, undoGoBack } from './deploy/go-back.ts';
import { openInstallation } from './deploy/installation.ts';
import { Stop } from './deploy/stop.ts';
import { filesOfRun } from './deploy/undo-file.ts';
import { asksForHelp, takenByNpm } from './start/npm-options.ts';

const USAGE = `npm run go-back -- --url https://drive.example.com --at 2026-11-26T12:00:00Z [--despite-refusals]
npm run go-back -- --url https://drive.example.com --undo FILE
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** @returns that the call was wrong */
function wrong(sentence: string): false {
  process.stderr.write(`${sentence}\n`);
  return false;
}

async function main(): Promise<boolean> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(USAGE);
    return true;
  }
  const taken = takenByNpm(process.env, 'go-back', ['url', 'at', 'undo', 'despite-refusals']);
  if (taken !== '') return wrong(taken);
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: '' },
      at: { type: 'string' },
      undo: { type: 'string' },
      'despite-refusals': { type: 'boolean', default: false },
    },
  });
  const { url, at, undo } = values;
  if (!URL.canParse(url)) return wrong(url === '' ? '--url ADDRESS is missing' : `--url takes an address, not ${url}`);
  if (at === undefined && undo === undefined) return wrong('--at TIME or --undo FILE is missing');
  if (at !== undefined && undo !== undefined) return wrong('--at and --undo exclude each other');
  const installation = openInstallation(new URL(url).origin);
  if (undo !== undefined) {
    print(`${await undoGoBack(installation, undo)} objects are as they were before`);
    return true;
  }
  const atMs = Date.parse(at ?? '');
  const nowMs = Date.now();
  if (Number.isNaN(atMs)) throw new Stop(`${at} is no time`, 'Give it as --at 2026-11-26T12:00:00Z.');
  const { undoFile, actsFile } = filesOfRun(ROOT, installation.environment, atMs);
  const despiteRefusals = values['despite-refusals'];
  const options = { atMs, nowMs, undoFile, actsFile, despiteRefusals, print };
  const { count, acts } = await goBack(installation, options);
  const { billing, admin } = installation.names;
  const config = `dist/magpie/wrangler.${installation.environment}.json`;
  print(`${count} objects went back; ${undoFile} undoes it. Now, in this order:`);
  for (const name of [billing, admin])
    print(`  npx wrangler d1 time-travel restore ${name} --timestamp=${new Date(atMs).toISOString()} -c ${config}`);
  print('  npm run deploy     opens it');
  print(`  npm run ops -- --url ${installation.origin} people rebuild`);
  const toRepeat = actsToRepeat(acts);
  if (acts.length > 0)
    print(`${actsFile} has the ${acts.length} acts of operators since then: the log has them no more`);
  if (toRepeat.length > 0)
    print('  These changed who has access, and are undone. Do again what still holds, at /ops/people:');
  for (const line of toRepeat) print(`  ${line}`);
  return true;
}

try {
  if (!(await main())) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  const isUsage = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof Stop)) throw error;
  process.stderr.write(
    isUsage ? `${(error as Error).message}\n${USAGE}` : `${(error as Stop).message}\n${(error as Stop).remedy}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
