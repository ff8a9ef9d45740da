/** `magpie.deploy.json`: what one installation on Cloudflare is called and where it answers. No secret is in it. */
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { isEmail } from '#shared/auth/rules.ts';
import { isLoopbackHost } from '#shared/loopback.ts';
import { Stop } from './stop.ts';

export const SETTINGS_FILE = 'magpie.deploy.json';
export const EXAMPLE_FILE = 'magpie.deploy.example.json';
export const ENVIRONMENTS = ['staging', 'production'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** Variables that the deployment sets itself. */
const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'APP_ORIGIN',
  'CONTENT_ORIGIN',
  'PROGRAMS_ORIGIN',
  'MAGPIE_MODE',
  'BLOB_STORE',
  'RECOVERY',
  'STATE_FORMAT',
]);
/** Endings of names that belong into the environment, not into a file that is passed on. */
const SECRET_NAME = /(TOKEN|SECRET|PASSWORD|SECRET_KEY|JWK|SECRET_ROOT)$/;

const isHost = (host: string) =>
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(host) && !isLoopbackHost(host);

export const HOST = v.pipe(
  v.string(),
  v.check(isHost, 'must be a host name such as drive.example.com, without https://'),
);
export const MAIL_ADDRESS = v.pipe(v.string(), v.check(isEmail, 'must be a mail address'));
export const ACCOUNT_ID = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be the 32 hex digits of the account id'));

const environmentSchema = v.pipe(
  v.strictObject({
    /** Name of the main script; the others are made from it. */
    name: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,40}[a-z0-9]$/, 'has letters, digits and hyphens'))),
    app: HOST,
    content: HOST,
    /** Where programs with an app password are served. Left out: at `content`. */
    programs: v.optional(HOST),
    operator: MAIL_ADDRESS,
    /** Where D1 and R2 are made: wnam, enam, weur, eeur, apac, oc. Left out: near the machine that deploys. */
    location: v.optional(v.picklist(['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'])),
    /** CPU of one request at most, milliseconds. */
    cpuMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(300_000)), 60_000),
    /** Share of requests whose log is kept, 0 to 1. */
    logs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
    /** Variables of docs/settings.md. */
    vars: v.optional(v.record(v.string(), v.string()), {}),
  }),
  v.check(({ app, content }) => app !== content, 'app and content must be different hosts'),
  v.check(
    ({ app, content, programs }) => programs !== app && programs !== content,
    'programs must be a host of its own: left out, programs are served at content',
  ),
  v.check(
    ({ vars }) => !Object.keys(vars).some((name) => OWN_VARIABLES.has(name)),
    `vars must not set ${[...OWN_VARIABLES].join(', ')}: the deployment does`,
  ),
  v.check(
    ({ vars }) => !Object.keys(vars).some((name) => SECRET_NAME.test(name)),
    'vars must hold no secret: set it in the environment of the command (docs/install-cloudflare.md)',
  ),
);

export type HostKind = 'app' | 'content' | 'programs';

/** Hosts of an environment, each a custom domain of its script. */
export function hostsOf({
  app,
  content,
  programs,
}: Pick<EnvironmentSettings, HostKind>): readonly (readonly [kind: HostKind, hostname: string])[] {
  const own = [['app', app] as const, ['content', content] as const];
  return programs === undefined ? own : [...own, ['programs', programs]];
}

const settingsSchema = v.strictObject({
  account: ACCOUNT_ID,
  /** Plan of Workers, where the token may not read it. */
  workersPlan: v.optional(v.picklist(['free', 'paid'])),
  environments: v.pipe(
    v.strictObject({ staging: v.optional(environmentSchema), production: v.optional(environmentSchema) }),
    v.check(({ staging, production }) => Boolean(staging ?? production), 'must name staging or production'),
    v.check(({ staging, production }) => {
      const hosts = [staging, production].flatMap((each) => (each ? hostsOf(each).map(([, host]) => host) : []));
      return new Set(hosts).size === hosts.length;
    }, 'staging and production must have hosts of their own'),
  ),
});

export type DeploySettings = v.InferOutput<typeof settingsSchema>;
export type EnvironmentSettings = v.InferOutput<typeof environmentSchema>;

/** Names of what one environment has at Cloudflare. */
export interface Names {
  readonly main: string;
  readonly codec: string;
  readonly namespace: string;
  readonly bucket: string;
  readonly billing: string;
  readonly admin: string;
}

export function namesOf(environment: EnvironmentName, { name }: EnvironmentSettings): Names {
  const main = name ?? (environment === 'production' ? 'magpie' : `magpie-${environment}`);
  return {
    main,
    codec: `${main}-codec`,
    namespace: `${main}-config`,
    bucket: `${main}-blobs`,
    billing: `${main}-billing`,
    admin: `${main}-admin`,
  };
}

/** @throws Stop naming the field */
export function parseSettings(text: string, file: string): DeploySettings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Stop(`${file} is not JSON: ${(cause as Error).message}`, 'Correct the file.', { cause });
  }
  const read = v.safeParse(settingsSchema, value);
  if (!read.success) {
    const [issue] = read.issues;
    throw new Stop(
      `${file}: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`,
      `Correct the file; ${EXAMPLE_FILE} shows every field.`,
    );
  }
  return read.output;
}

/** @throws Stop when the file is absent or wrong */
export function readSettings(file: string): DeploySettings {
  if (!existsSync(file))
    throw new Stop(
      `${file} does not exist`,
      `Make it with questions: npm run deploy -- --init. ${EXAMPLE_FILE} is one.`,
    );
  return parseSettings(readFileSync(file, 'utf8'), file);
}

/** @throws Stop for an environment that the file does not name */
export function environmentOf(settings: DeploySettings, name: EnvironmentName): EnvironmentSettings {
  const found = settings.environments[name];
  if (!found) throw new Stop(`${SETTINGS_FILE} has no environment ${name}`, `Add it, or choose another with --env.`);
  return found;
}
