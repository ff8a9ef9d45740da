/** Configuration of both scripts for one environment, made from what the build wrote. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import type { Deployment } from './run.ts';

type Config = Record<string, unknown>;

interface BuiltConfig extends Config {
  readonly vars?: Readonly<Record<string, string>>;
  readonly kv_namespaces?: readonly { readonly binding: string }[];
  readonly r2_buckets?: readonly { readonly binding: string }[];
  readonly d1_databases?: readonly { readonly binding: string }[];
  readonly limits?: Readonly<Record<string, number>>;
}

/** Notes of the bundler about where it read from; they name folders of this machine. */
const NOTES = ['configPath', 'userConfigPath', 'topLevelName', 'definedEnvironments', 'dev'];

function readBuilt(file: string): BuiltConfig {
  const config = JSON.parse(readFileSync(file, 'utf8')) as BuiltConfig;
  return Object.fromEntries(Object.entries(config).filter(([name]) => !NOTES.includes(name)));
}

/** For older programs that would deploy over it; the Worker does not read it. */
export const FORMAT_VARIABLE = 'STATE_FORMAT';

/** Variables of the main script: those of wrangler.toml, then the settings', then the deployment's. */
export function variablesOf({ own, closes, found: state }: Deployment, built: Readonly<Record<string, string>>) {
  const limits = JSON.parse(own.vars['LIMITS'] ?? built['LIMITS'] ?? '{}') as Readonly<Record<string, number>>;
  return {
    ...built,
    ...own.vars,
    LIMITS: JSON.stringify(state.fileBytes === undefined ? limits : { fileBytes: state.fileBytes, ...limits }),
    APP_ORIGIN: `https://${own.app}`,
    CONTENT_ORIGIN: `https://${own.content}`,
    ...(own.programs === undefined ? {} : { PROGRAMS_ORIGIN: `https://${own.programs}` }),
    MAGPIE_MODE: 'production',
    BLOB_STORE: 'r2',
    [FORMAT_VARIABLE]: String(STATE_FORMAT),
    ...(closes ? { RECOVERY: 'on' } : {}),
  };
}

/** Neither script answers under workers.dev: the product serves its own hosts only. */
const common = ({ own }: Deployment) => ({
  workers_dev: false,
  preview_urls: false,
  observability: { enabled: own.logs > 0, head_sampling_rate: own.logs },
});

function mainConfig(deployment: Deployment, built: BuiltConfig): Config {
  const { names, own, found: state } = deployment;
  const databases: Readonly<Record<string, readonly [string, string | undefined]>> = {
    BILLING: [names.billing, state.billingId],
    ADMIN: [names.admin, state.adminId],
  };
  return {
    ...built,
    ...common(deployment),
    name: names.main,
    vars: variablesOf(deployment, built.vars ?? {}),
    limits: { cpu_ms: own.cpuMs },
    kv_namespaces: [{ binding: 'CONFIG', id: state.namespaceId }],
    r2_buckets: [{ binding: 'BLOBS', bucket_name: names.bucket }],
    d1_databases: (built.d1_databases ?? []).map(({ binding }) => {
      const [name, id] = databases[binding] ?? [];
      return { binding, database_name: name, database_id: id };
    }),
    services: [{ binding: 'CODEC', service: names.codec }],
    ...(own.vars['MAIL'] === 'binding' ? { send_email: [{ name: 'EMAIL' }] } : {}),
  };
}

export interface ScriptPlan {
  readonly name: string;
  /** Configuration for wrangler, in dist. */
  readonly file: string;
  /** Mark of exactly this build with exactly this configuration. At most 25 characters fit. */
  readonly tag: string;
}

const TAG_DIGITS = 16;
export const TAG_PREFIX = 'magpie-';

function plan(name: string, file: string, config: Config, buildId: string): ScriptPlan {
  const text = JSON.stringify(config, null, 2);
  const digest = createHash('sha256').update(`${buildId}\n${text}`).digest('hex').slice(0, TAG_DIGITS);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  return { name, file, tag: `${TAG_PREFIX}${digest}` };
}

/** Writes both configurations beside the built modules, which they name by relative paths. */
export function planScripts(deployment: Deployment, buildId: string): { main: ScriptPlan; codec: ScriptPlan } {
  const { root, environment, names } = deployment;
  const fileIn = (folder: string) => path.join(root, 'dist', folder, `wrangler.${environment}.json`);
  const builtIn = (folder: string) => readBuilt(path.join(root, 'dist', folder, 'wrangler.json'));
  const codec = { ...builtIn('magpie_codec'), ...common(deployment), name: names.codec };
  return {
    codec: plan(names.codec, fileIn('magpie_codec'), codec, buildId),
    main: plan(names.main, fileIn('magpie'), mainConfig(deployment, builtIn('magpie')), buildId),
  };
}
