/** Deployments against the double of Cloudflare's API; wrangler is a double too, which uploads what it is given. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeCloudflare } from './cloudflare.ts';
import { type CloudflareDouble, GOOD_TOKEN, startCloudflareDouble } from './cloudflare-double.ts';
import { ACCOUNT, foreignScript } from './cloudflare-world.ts';
import { deploy } from './deploy.ts';
import { openLocalSecrets } from './local-secrets.ts';
import type { Deployment } from './run.ts';
import { namesOf, parseSettings } from './settings.ts';
import { uploadAsWrangler } from './wrangler-double.ts';

const SETTINGS = {
  account: ACCOUNT,
  environments: {
    production: { app: 'drive.example.com', content: 'files.example.net', operator: 'olga@example.com' },
    staging: { app: 'staging.example.com', content: 'staging.example.net', operator: 'olga@example.com' },
  },
};
const CONFIG = {
  main: 'index.js',
  compatibility_date: '2026-11-01',
  vars: { LIMITS: '{}', MAGPIE_MODE: 'demo', MAIL: '' },
  d1_databases: [{ binding: 'BILLING' }, { binding: 'ADMIN' }],
  configPath: '/somewhere/wrangler.toml',
};

let double: CloudflareDouble;
let root: string;
let lines: string[];
let buildId: string;
/** Calls to the installation: targets and people. */
let people: Map<string, boolean>;
let passwords: Map<string, string>;
let appIsDown: boolean;
let selfTestWrong: string;
/** Of an upload that fails; '' for one that does not. */
let wranglerSays: string;

beforeEach(async () => {
  double = await startCloudflareDouble();
  root = scratchFolder();
  lines = [];
  buildId = 'build-1';
  people = new Map();
  passwords = new Map();
  appIsDown = false;
  selfTestWrong = '';
  wranglerSays = '';
  for (const [folder, config] of [
    ['magpie', CONFIG],
    ['magpie_codec', { main: 'index.js', compatibility_date: '2026-11-01', limits: { cpu_ms: 16_000 } }],
  ] as const) {
    mkdirSync(path.join(root, 'dist', folder), { recursive: true });
    writeFileSync(path.join(root, 'dist', folder, 'wrangler.json'), JSON.stringify(config));
    writeFileSync(path.join(root, 'dist', folder, 'index.js'), 'export default {}');
  }
  mkdirSync(path.join(root, 'dist/client'));
  writeFileSync(path.join(root, 'dist/client/icon.svg'), '<svg/>');
  mkdirSync(path.join(root, 'node_modules/wrangler'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/wrangler/package.json'), '{"version":"4.0.0"}');
  writeFileSync(path.join(root, 'package.json'), '{"dependencies":{"wrangler":"4.0.0"}}');
});

afterEach(() => double.stop());

interface Options {
  readonly token?: string;
  readonly environment?: 'staging' | 'production';
  readonly isDry?: boolean;
  readonly adopts?: boolean;
  readonly closes?: boolean;
  readonly settings?: object;
  readonly given?: Record<string, string>;
}

function deploymentOf({
  token = GOOD_TOKEN,
  environment = 'production',
  isDry = false,
  adopts = false,
  closes = false,
  settings,
  given = {},
}: Options) {
  const all = parseSettings(JSON.stringify({ ...SETTINGS, ...settings }), 'the settings of the test');
  const own = all.environments[environment];
  if (!own) throw new Error('no such environment');
  const deployment: Deployment = {
    environment,
    settings: all,
    own,
    names: namesOf(environment, own),
    api: makeCloudflare({ baseUrl: double.baseUrl, token, accountId: ACCOUNT, isDry, wait: async () => undefined }),
    isDry,
    adopts,
    closes,
    allowsOlder: false,
    root,
    secrets: openLocalSecrets(root, environment),
    givenSecrets: given,
    found: {},
    tools: {
      build: async () => buildId,
      wrangler: (args) =>
        wranglerSays === ''
          ? uploadAsWrangler(double.baseUrl, args)
          : Promise.resolve({ code: 1, output: wranglerSays }),
      async callApp(_origin, _target, internalToken, body) {
        const { email, operator, password } = body as { email: string; operator: boolean; password: string };
        const script = double.world.scripts.get(namesOf(environment, own).main);
        if (appIsDown)
          throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND drive.example.com') });
        if (internalToken !== script?.secrets.get('INTERNAL_TOKEN')) return { status: 404, text: '{}' };
        const person = people.has(email) ? 'found' : 'made';
        people.set(email, operator);
        if (person === 'made') passwords.set(email, password);
        return { status: 200, text: JSON.stringify({ person, operator }) };
      },
      selfTest: async () => [{ what: 'pages', wrong: selfTestWrong, remedy: 'Read the log.' }],
    },
  };
  return deployment;
}

/** One run. @returns why it stopped with what to do, '' when it did not */
async function run(options: Options = {}): Promise<string> {
  lines = [];
  const { stop } = await deploy(
    deploymentOf(options),
    (line) => lines.push(line),
    async () => undefined,
  );
  expect(double.world.unknown).toEqual([]);
  return stop ? `${stop.message} | ${stop.remedy}` : '';
}

const OPERATOR_PASSWORD = 'OPERATOR_PASSWORD of olga@example.com';
const secretsOf = (environment = 'production') =>
  JSON.parse(readFileSync(path.join(root, `magpie.secrets.${environment}.json`), 'utf8')) as Record<string, string>;
const printed = () => lines.join('\n');

it('a deployment makes everything once; a second run changes nothing, and a new build uploads both scripts only', async () => {
  expect(await run()).toBe('');
  const { world } = double;
  expect([world.namespaces.map(({ title }) => title), world.buckets, world.databases.map(({ name }) => name)]).toEqual([
    ['magpie-config'],
    ['magpie-blobs'],
    ['magpie-billing', 'magpie-admin'],
  ]);
  expect(world.domains.map(({ hostname, service }) => `${hostname} ${service}`)).toEqual([
    'drive.example.com magpie',
    'files.example.net magpie',
  ]);
  const script = world.scripts.get('magpie');
  expect([...(script?.secrets.keys() ?? [])].sort()).toEqual(['INTERNAL_TOKEN', 'JWT_PRIVATE_JWK', 'SECRET_ROOT']);
  const variables = Object.fromEntries(script?.versions[0]?.bindings.map(({ name, text }) => [name, text]) ?? []);
  expect(variables).toMatchObject({
    APP_ORIGIN: 'https://drive.example.com',
    CONTENT_ORIGIN: 'https://files.example.net',
    MAGPIE_MODE: 'production',
  });
  expect([...people]).toEqual([
    ['olga@example.com', true],
    ['self-test@drive.example.com', false],
  ]);
  const changes = world.changes.length;
  expect(await run()).toBe('');
  expect(world.changes.slice(changes)).toEqual([]);
  expect(printed()).toContain('nothing was changed');

  buildId = 'build-2';
  expect(await run()).toBe('');
  expect(world.changes.slice(changes)).toEqual([
    `PUT /accounts/${ACCOUNT}/workers/scripts/magpie-codec`,
    `PUT /accounts/${ACCOUNT}/workers/scripts/magpie`,
  ]);
  expect(script?.secrets).toEqual(world.scripts.get('magpie')?.secrets);
});

it('a deployment gives programs a host of their own where the settings name one, also later', async () => {
  await run();
  const bound = () =>
    double.world.domains.map(({ hostname, service, zone_id: zone }) => `${hostname} ${service} ${zone}`);
  expect(bound()).toEqual(['drive.example.com magpie z1', 'files.example.net magpie z2']);
  const variables = () =>
    double.world.scripts.get('magpie')?.versions[0]?.bindings.find(({ name }) => name === 'PROGRAMS_ORIGIN')?.text;
  expect(variables()).toBeUndefined();
  const production = { ...SETTINGS.environments.production, programs: 'dav.example.com' };
  const settings = { settings: { environments: { production } } };
  expect(await run({ ...settings, isDry: true })).toBe('');
  expect(printed()).toMatch(/would make .*dav\.example\.com/);
  double.world.records.push({ zone: 'z1', type: 'A', name: 'dav.example.com', content: '192.0.2.1' });
  expect(await run(settings)).toMatch(/dav\.example\.com is taken.*type A.*"programs"/);
  double.world.records.length = 0;
  expect(await run(settings)).toBe('');
  expect(bound()).toEqual(['drive.example.com magpie z1', 'files.example.net magpie z2', 'dav.example.com magpie z1']);
  expect(variables()).toBe('https://dav.example.com');
  const changes = double.world.changes.length;
  expect(await run(settings)).toBe('');
  expect(double.world.changes.slice(changes)).toEqual([]);
  expect(
    await run({ settings: { environments: { production: { ...production, programs: 'dav.example.org' } } } }),
  ).toMatch(/no zone of this account holds dav\.example\.org/);
});

it('a deployment prints no secret, and keeps them in a file that only its owner reads', async () => {
  await run({ given: { SMTP_PASSWORD: 'password of the relay' } });
  const secrets = secretsOf();
  expect(Object.keys(secrets).length).toBeGreaterThan(4);
  const hidden = ['SECRET_ROOT', 'JWT_PRIVATE_JWK', 'INTERNAL_TOKEN', OPERATOR_PASSWORD, 'CHECK_PASSWORD'];
  for (const name of hidden) expect(secrets[name]).toBeTruthy();
  for (const name of hidden) expect(printed()).not.toContain(secrets[name]);
  expect(printed()).not.toContain('password of the relay');
  expect(double.world.scripts.get('magpie')?.secrets.get('SMTP_PASSWORD')).toBe('password of the relay');
  expect(statSync(path.join(root, 'magpie.secrets.production.json')).mode & 0o777).toBe(0o600);
});

it('a deployment gives an operator who is named later a password of their own, and keeps that of the first one', async () => {
  await run();
  const first = secretsOf()[OPERATOR_PASSWORD];
  const production = { ...SETTINGS.environments.production, operator: 'anna@example.com' };
  expect(await run({ settings: { environments: { production } } })).toBe('');
  const secrets = secretsOf();
  const second = secrets['OPERATOR_PASSWORD of anna@example.com'];
  expect([passwords.get('olga@example.com'), passwords.get('anna@example.com')]).toEqual([first, second]);
  expect(second).not.toBe(first);
  expect(secrets[OPERATOR_PASSWORD]).toBe(first);
});

it('a deployment writes its secrets, and the draft of their file, under names that no commit and no image takes', () => {
  for (const list of ['.gitignore', '.dockerignore']) {
    const patterns = readFileSync(path.join(import.meta.dirname, '../..', list), 'utf8').split('\n');
    for (const name of ['magpie.secrets.production.json', 'magpie.secrets.production.json.4711.tmp'])
      expect([list, name, patterns.some((pattern) => path.matchesGlob(name, pattern))]).toEqual([list, name, true]);
  }
});

it('a deployment says in a dry run what it would do, and changes nothing here or there', async () => {
  expect(await run({ isDry: true })).toBe('');
  expect(double.world.changes).toEqual([]);
  expect(() => secretsOf()).toThrow(/ENOENT/);
  for (const name of ['magpie-config', 'magpie-blobs', 'magpie-billing', 'SECRET_ROOT', 'drive.example.com', 'olga'])
    expect(printed()).toMatch(new RegExp(`would make .*${name}`));
});

it('a deployment closes an installation for its recovery, and the next run opens it', async () => {
  await run();
  const isClosed = () => JSON.stringify(double.world.scripts.get('magpie')?.versions[0]).includes('RECOVERY');
  people.clear();
  expect(await run({ closes: true })).toBe('');
  expect([isClosed(), people.size, printed()]).toEqual([true, 0, expect.stringContaining('is closed')]);
  expect([await run(), isClosed()]).toEqual(['', false]);
});

it('a deployment keeps staging apart from production', async () => {
  await run();
  await run({ environment: 'staging' });
  expect([...double.world.scripts.keys()]).toEqual([
    'magpie-codec',
    'magpie',
    'magpie-staging-codec',
    'magpie-staging',
  ]);
  expect(double.world.buckets).toEqual(['magpie-blobs', 'magpie-staging-blobs']);
  expect(secretsOf('staging')['SECRET_ROOT']).not.toBe(secretsOf()['SECRET_ROOT']);
});

it('a deployment shows the largest file that the plan of the zone allows, and sets it as the limit', async () => {
  await run();
  expect(printed()).toContain('the largest file is 834 GiB: a body may have 100 MB on the plan free');
  const limits = double.world.scripts.get('magpie')?.versions[0]?.bindings.find(({ name }) => name === 'LIMITS')?.text;
  expect((JSON.parse(limits ?? '{}') as { fileBytes: number }).fileBytes / 2 ** 20).toBe(95 * 9_000);
});

it('each fault is printed with its remedy, and the next run completes the deployment: a wrong token', async () => {
  expect(await run({ token: 'mistyped' })).toMatch(/Invalid API Token.*CLOUDFLARE_API_TOKEN/);
  expect(double.world.changes).toEqual([]);
  expect(await run()).toBe('');
});

it.each([
  ['/storage/kv/', 'Workers KV Storage'],
  ['/r2/', 'R2 Storage'],
  ['/d1/', 'D1'],
  ['/workers/scripts', 'Workers Scripts'],
  ['/zones', 'Zone · Zone · Read'],
])(
  'each fault is printed with its remedy, and the next run completes the deployment: a missing permission for %s',
  async (part, permission) => {
    double.world.forbidden.push(part);
    expect(await run()).toContain(permission);
    expect(double.world.changes).toEqual([]);
    double.world.forbidden.length = 0;
    expect(await run()).toBe('');
  },
);

it('a plan that the token may not read, and a free one', async () => {
  double.world.forbidden.push('/subscriptions');
  expect(await run()).toMatch(/may not read.*"workersPlan": "paid"/);
  expect(await run({ settings: { workersPlan: 'paid' }, isDry: true })).toBe('');
  double.world.forbidden.length = 0;
  double.world.subscriptions.length = 0;
  expect(await run()).toMatch(/free plan.*10 ms.*Workers Paid/);
  expect(double.world.changes).toEqual([]);
});

it('a name of a script that is taken, which --adopt takes over', async () => {
  double.world.scripts.set('magpie', foreignScript());
  expect(await run()).toMatch(/the name magpie is taken.*--adopt/);
  expect(double.world.changes).toEqual([]);
  expect(await run({ adopts: true })).toBe('');
  expect(await run()).toBe('');
});

it('a host that another Worker or a record has', async () => {
  double.world.domains.push({ hostname: 'drive.example.com', service: 'shop', zone_id: 'z1' });
  expect(await run()).toMatch(/drive\.example\.com is taken.*shop/);
  double.world.domains.length = 0;
  double.world.records.push({ zone: 'z2', type: 'CNAME', name: 'files.example.net', content: 'old.example.org' });
  expect(await run()).toMatch(/type CNAME.*Delete the record/);
  expect(double.world.changes).toEqual([]);
  // Unseen by a token that may not read records: the upload stands, and the host is refused by name.
  double.world.forbidden.push('/dns_records');
  expect(await run()).toMatch(/files\.example\.net is taken.*Delete its records/);
  double.world.records.length = 0;
  expect(await run()).toBe('');
});

it('a half-finished earlier deployment, at whichever call it was cut', async () => {
  const base = `/accounts/${ACCOUNT}`;
  const calls = [
    `POST ${base}/storage/kv/namespaces`,
    `POST ${base}/r2/buckets`,
    `POST ${base}/d1/database`,
    `PUT ${base}/workers/scripts/magpie-codec`,
    `PUT ${base}/workers/scripts/magpie`,
    `PUT ${base}/workers/domains`,
  ];
  let stops = 0;
  for (const call of calls)
    for (const isDone of [false, true]) {
      double.world.cut = { call, isDone };
      const why = await run();
      // A call that was done before the cut is found done by the next run.
      if (why === '') continue;
      expect(why).toMatch(/run the same command again/);
      stops += 1;
    }
  expect(stops).toBeGreaterThan(calls.length);
  double.world.cut = null;
  expect(await run()).toBe('');
  const { namespaces, buckets, databases, scripts, domains } = double.world;
  expect([namespaces.length, buckets.length, databases.length, scripts.size, domains.length]).toEqual([1, 1, 2, 2, 2]);
  expect(scripts.get('magpie')?.secrets.get('SECRET_ROOT')).toBe(secretsOf()['SECRET_ROOT']);
});

it('an upload that wrangler cannot make: its network or permission is named, its notes about itself are left out', async () => {
  wranglerSays =
    '✘ [ERROR] fetch failed\nIf you think this is a bug then please create an issue\nNote that there is a newer version of Wrangler';
  const why = await run();
  expect(why).toMatch(/could not upload magpie-codec.*fetch failed.*network of this machine/s);
  expect(why).not.toMatch(/bug|newer version/);
  wranglerSays = 'Authentication error [code: 10000]';
  expect(await run()).toMatch(/permission: Account · Workers Scripts · Edit/);
  wranglerSays = '';
  expect(await run()).toBe('');
  expect(existsSync(path.join(root, 'magpie.secrets.production.upload.json'))).toBe(false);
});

it('what an installation of the name had is not taken for that of a new one', async () => {
  await run();
  double.world.scripts.clear();
  people.clear();
  expect(await run()).toBe('');
  expect([...people.keys()]).toEqual(['olga@example.com', 'self-test@drive.example.com']);
});

it('each fault is printed with its remedy, and the next run completes the deployment: a network that is gone', async () => {
  double.world.cut = { call: 'GET /', isDone: false };
  expect(await run()).toMatch(/no answer from Cloudflare.*network/);
  double.world.cut = null;
  expect(await run()).toBe('');
});

it('an installation that does not answer yet, and one with a fault', async () => {
  appIsDown = true;
  expect(await run()).toMatch(/does not do what the deployment asks.*ENOTFOUND drive.*certificate/);
  const root = secretsOf()['SECRET_ROOT'];
  appIsDown = false;
  selfTestWrong = '/ answered 500';
  expect(await run()).toMatch(/pages: \/ answered 500.*Read the log/);
  selfTestWrong = '';
  expect(await run()).toBe('');
  expect(double.world.scripts.get('magpie')?.secrets.get('SECRET_ROOT')).toBe(root);
});

it('settings that the Worker would refuse, and a secret that they need', async () => {
  const withVars = (vars: object) => ({
    settings: { environments: { production: { ...SETTINGS.environments.production, vars } } },
  });
  expect(await run(withVars({ PAYMENT: 'sandbox' }))).toMatch(/PAYMENT=sandbox/);
  const smtp = { MAIL: 'smtp', MAIL_FROM: 'a@example.com', SMTP_HOST: 'relay.example.com', SMTP_USER: 'me' };
  expect(await run(withVars(smtp))).toMatch(/SMTP_PASSWORD=\.\.\. npm run deploy/);
  expect(await run({ ...withVars(smtp), given: { SMTP_PASSWORD: 'right' } })).toBe('');
  expect(await run(withVars(smtp))).toBe('');
});

it('each fault is printed with its remedy, and the next run completes the deployment: secrets that were made on another machine', async () => {
  await run();
  rmSync(path.join(root, 'magpie.secrets.production.json'));
  const changes = double.world.changes.length;
  expect(await run()).toBe('');
  expect(printed()).toMatch(/warning .*made on another machine/);
  expect(double.world.changes.length).toBe(changes);
});
