/**
 * The deployment with the real build and the real wrangler, against a double of Cloudflare's API; and the self-test of a deployment against a
 * real server. Faults, with a double of wrangler too: scripts/deploy/deploy.test.ts.
 */
import { afterAll, expect, it } from 'vitest';
import { ROOT } from '#scripts/build/ensure.ts';
import { makeCloudflare } from '#scripts/deploy/cloudflare.ts';
import { GOOD_TOKEN, startCloudflareDouble } from '#scripts/deploy/cloudflare-double.ts';
import { ACCOUNT } from '#scripts/deploy/cloudflare-world.ts';
import { deploy } from '#scripts/deploy/deploy.ts';
import { openLocalSecrets } from '#scripts/deploy/local-secrets.ts';
import { runSelfTest } from '#scripts/deploy/self-test.ts';
import { environmentOf, namesOf, parseSettings } from '#scripts/deploy/settings.ts';
import { realTools } from '#scripts/deploy/tools.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { sharedServer } from '#test/shared-server.ts';

const SETTINGS = {
  account: ACCOUNT,
  environments: { staging: { app: 'drive.example.com', content: 'files.example.net', operator: 'olga@example.com' } },
};

const server = await sharedServer();
const folder = scratchFolder();

const double = await startCloudflareDouble();

afterAll(() => double?.stop());

async function run(): Promise<string[]> {
  const settings = parseSettings(JSON.stringify(SETTINGS), 'settings');
  const own = environmentOf(settings, 'staging');
  const access = { baseUrl: double.baseUrl, token: GOOD_TOKEN, accountId: ACCOUNT };
  const lines: string[] = [];
  const { stop } = await deploy(
    {
      environment: 'staging',
      settings,
      own,
      names: namesOf('staging', own),
      api: makeCloudflare({ ...access, isDry: false }),
      isDry: false,
      adopts: false,
      closes: false,
      allowsOlder: false,
      root: ROOT,
      secrets: openLocalSecrets(folder, 'staging'),
      givenSecrets: {},
      found: {},
      tools: {
        ...realTools({ ...access, root: ROOT }),
        callApp: async () => ({ status: 200, text: '{"person":"made"}' }),
        selfTest: async () => [],
      },
    },
    (line) => lines.push(line),
    async () => undefined,
  );
  expect(stop && [stop.message, stop.remedy]).toBe(null);
  expect(double.world.unknown).toEqual([]);
  return lines;
}

it('wrangler uploads both built scripts with every binding, and a second run uploads nothing', async () => {
  await run();
  const script = double.world.scripts.get('magpie-staging');
  const bindings = script?.versions[0]?.bindings ?? [];
  expect(bindings.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['DRIVE', 'ACCOUNT', 'CONFIG', 'BLOBS', 'BILLING', 'ADMIN', 'CODEC', 'ASSETS']),
  );
  expect(bindings.find(({ name }) => name === 'APP_ORIGIN')?.text).toBe('https://drive.example.com');
  expect(bindings.find(({ name }) => name === 'MAGPIE_MODE')?.text).toBe('production');
  expect([...(script?.secrets.keys() ?? [])].sort()).toEqual(['INTERNAL_TOKEN', 'JWT_PRIVATE_JWK', 'SECRET_ROOT']);
  expect(script?.migrationTag).toMatch(/^v\d+$/);
  expect(JSON.stringify(script?.crons)).toContain('*/5 * * * *');
  const changes = double.world.changes.length;
  expect((await run()).at(-1)).toContain('nothing was changed');
  expect(double.world.changes.length).toBe(changes);
});

it('the self-test of a deployment finds a whole server well, and a wrong password by name', async () => {
  const { origin: appOrigin, contentOrigin } = server;
  const target = {
    appOrigin,
    contentOrigin,
    programsOrigin: contentOrigin,
    username: 'alice@example.com',
    password: 'magpie-demo',
  };
  const findings = await runSelfTest(target);
  expect(findings.filter(({ wrong }) => wrong !== '')).toEqual([]);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['pages', 'headers', 'upload', 'download by a range', 'sharing', 'revocation']),
  );
  const wrong = (await runSelfTest({ ...target, password: 'another password 1' })).filter((each) => each.wrong !== '');
  expect(wrong.map(({ what }) => what)).toEqual(['sign-in']);
});
