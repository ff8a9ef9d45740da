/**
 * `npm run deploy [-- --env staging] [--dry-run] [--adopt] | -- --init`: puts the product on Cloudflare. Safe to run again.
 * Reads magpie.deploy.json, and the token of the API from CLOUDFLARE_API_TOKEN. Guide: docs/install-cloudflare.md.
 */
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '#scripts/build/ensure.ts';
import { asksForHelp, takenByNpm } from '#scripts/start/npm-options.ts';
import { API_URL, makeCloudflare } from './cloudflare.ts';
import { deploy } from './deploy.ts';
import { initSettings } from './init.ts';
import { openLocalSecrets } from './local-secrets.ts';
import type { Deployment } from './run.ts';
import { OPTIONAL_SECRETS } from './secrets.ts';
import { ENVIRONMENTS, type EnvironmentName, environmentOf, namesOf, readSettings, SETTINGS_FILE } from './settings.ts';
import { Stop } from './stop.ts';
import { realTools } from './tools.ts';

const USAGE = `npm run deploy                     deploys to production
npm run deploy -- --env staging    deploys to staging
npm run deploy -- --dry-run        says what it would do, and changes nothing at Cloudflare
npm run deploy -- --adopt          takes over scripts of the same name that this command did not make
npm run deploy -- --close          closes the installation for a backup, npm run restore or npm run go-back; the next run without it opens it
npm run deploy -- --older          deploys over a newer version, after going back in time (docs/upgrade.md)
npm run deploy -- --init           makes ${SETTINGS_FILE} with questions
`;

const OPTIONS = {
  env: { type: 'string', default: 'production' },
  init: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  adopt: { type: 'boolean', default: false },
  close: { type: 'boolean', default: false },
  older: { type: 'boolean', default: false },
} as const;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function init(file: string): Promise<void> {
  const lines = createInterface({ input: process.stdin });
  // One reader for all: lines that come together, through a pipe, are not lost between two questions.
  const answers = lines[Symbol.asyncIterator]();
  try {
    await initSettings(file, async (question) => {
      process.stdout.write(`${question}: `);
      const { done, value } = await answers.next();
      if (done) throw new Stop('the answers ended before the questions', 'Answer each question with a line.');
      return value;
    });
  } finally {
    lines.close();
  }
  print(`\n${SETTINGS_FILE} is written. Next: CLOUDFLARE_API_TOKEN=... npm run deploy -- --dry-run`);
}

function tokenOf(): string {
  const token = process.env['CLOUDFLARE_API_TOKEN'] ?? '';
  if (token === '')
    throw new Stop(
      'CLOUDFLARE_API_TOKEN is not set',
      'Make a token at dash.cloudflare.com/profile/api-tokens with the permissions of docs/install-cloudflare.md.',
    );
  return token;
}

function givenSecrets(): Record<string, string> {
  return Object.fromEntries(
    OPTIONAL_SECRETS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ) as Record<string, string>;
}

async function run(
  environment: EnvironmentName,
  how: Pick<Deployment, 'isDry' | 'adopts' | 'closes' | 'allowsOlder'>,
): Promise<boolean> {
  const settings = readSettings(path.join(ROOT, SETTINGS_FILE));
  const own = environmentOf(settings, environment);
  const baseUrl = process.env['CLOUDFLARE_API_BASE_URL'] || API_URL;
  const access = { baseUrl, token: tokenOf(), accountId: settings.account };
  const { stop } = await deploy(
    {
      environment,
      settings,
      own,
      names: namesOf(environment, own),
      api: makeCloudflare({ ...access, isDry: how.isDry }),
      ...how,
      root: ROOT,
      secrets: openLocalSecrets(ROOT, environment),
      givenSecrets: givenSecrets(),
      tools: realTools({ ...access, root: ROOT }),
      found: {},
    },
    print,
    delay,
  );
  return stop === null;
}

async function main(): Promise<number> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(USAGE);
    return 0;
  }
  // Without it a trial would be a deployment, and staging production.
  const taken = takenByNpm(process.env, 'deploy', Object.keys(OPTIONS));
  if (taken !== '') throw new Stop(taken, 'Nothing was done.');
  const { values } = parseArgs({ options: OPTIONS });
  const environment = ENVIRONMENTS.find((name) => name === values.env);
  if (!environment) throw new Stop(`there is no environment ${values.env}`, `Choose ${ENVIRONMENTS.join(' or ')}.`);
  if (values.init) {
    await init(path.join(ROOT, SETTINGS_FILE));
    return 0;
  }
  const { 'dry-run': isDry, adopt: adopts, close: closes, older: allowsOlder } = values;
  return (await run(environment, { isDry, adopts, closes, allowsOlder })) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof Stop)) throw error;
  process.stderr.write(
    isUsage ? `${(error as Error).message}\n${USAGE}` : `${(error as Stop).message}\n${(error as Stop).remedy}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
