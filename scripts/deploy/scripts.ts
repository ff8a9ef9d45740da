/** Steps of both scripts: whose they are, what the build weighs, and their uploads by wrangler. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { whyWrongVariables } from '#scripts/settings/cloudflare-variables.ts';
import { MIB } from '#shared/units.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { permissionFor } from './cloudflare.ts';
import { overweight, PLATFORM, weigh } from './limits.ts';
import { forgetPeople } from './live.ts';
import {
  type Deployment,
  type FoundState,
  found,
  made,
  type Note,
  type ScriptState,
  type Step,
  wouldMake,
} from './run.ts';
import { FORMAT_VARIABLE, planScripts, type ScriptPlan, TAG_PREFIX, variablesOf } from './script-config.ts';
import { RUN_AGAIN, Stop } from './stop.ts';

interface DeploymentRows {
  readonly deployments?: readonly {
    readonly versions?: readonly { readonly version_id: string; readonly percentage: number }[];
  }[];
}

interface VersionRow {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly resources?: {
    readonly bindings?: readonly { readonly name: string; readonly type: string; readonly text?: string }[];
  };
}

/** @throws Stop when a script of the name is no Magpie of this command */
async function stateOf(deployment: Deployment, name: string): Promise<ScriptState> {
  const { api, adopts } = deployment;
  const base = `/accounts/${api.accountId}/workers/scripts/${name}`;
  const rows = await api.read<DeploymentRows>(`${base}/deployments`);
  if (!rows) return { exists: false, tag: '', format: 0 };
  const versions = rows.deployments?.[0]?.versions ?? [];
  const [first] = versions;
  const version = first ? await api.read<VersionRow>(`${base}/versions/${first.version_id}`) : null;
  const tag = version?.annotations?.['workers/tag'] ?? '';
  const isOurs = tag.startsWith(TAG_PREFIX) || version?.resources?.bindings?.some((each) => each.name === 'BLOB_INDEX');
  if (!isOurs && !adopts)
    throw new Stop(
      `the name ${name} is taken by another Worker of this account`,
      'Choose another "name" in the settings. If it is an earlier Magpie of yours, add --adopt.',
    );
  // Two versions at once are a gradual deployment: it is ended by an upload to all.
  const format = version?.resources?.bindings?.find((each) => each.name === FORMAT_VARIABLE)?.text;
  return { exists: true, tag: versions.length === 1 ? tag : '', format: Number(format) || 0 };
}

/** @throws Stop where the rows that are stored are of a newer version, whose tables this one does not know */
function requireNotNewer({ main }: FoundState, allowsOlder: boolean): void {
  if (allowsOlder || !main || main.format <= STATE_FORMAT) return;
  throw new Stop(
    `a newer version is deployed: it stores format ${main.format}, this one ${STATE_FORMAT}`,
    'Deploy the newer version, or go back in time first (docs/upgrade.md) and add --older.',
  );
}

export const checkNames: Step = {
  name: 'names',
  async run(deployment) {
    const { names, found: state } = deployment;
    state.codec = await stateOf(deployment, names.codec);
    state.main = await stateOf(deployment, names.main);
    requireNotNewer(state, deployment.allowsOlder);
    const said = (name: string, { exists }: ScriptState) => found(`${name} ${exists ? 'is there' : 'is free'}`);
    return [said(names.codec, state.codec), said(names.main, state.main)];
  },
};

/** The Worker's own readers judge the settings, so that it does not refuse them when it runs. */
export const checkVariables: Step = {
  name: 'settings',
  async run(deployment) {
    const remedy = `Correct "vars" of ${deployment.environment}; docs/settings.md has every variable.`;
    const wrong = whyWrongVariables(deployment.own.vars);
    if (wrong !== '') throw new Stop(wrong, remedy);
    const variables = variablesOf(deployment, {});
    const secrets = Object.fromEntries(Object.keys(deployment.givenSecrets).map((name) => [name, 'given']));
    try {
      readConfig({ EMAIL: {}, ...secrets, ...variables } as unknown as Env);
    } catch (cause) {
      throw new Stop(`the Worker would refuse them: ${(cause as Error).message}`, remedy, { cause });
    }
    const many = Object.keys(variables).length;
    const long = Object.entries(variables).find(([, value]) => Buffer.byteLength(value) > PLATFORM.variableBytes);
    if (long) throw new Stop(`${long[0]} is longer than ${PLATFORM.variableBytes} bytes`, 'Shorten it.');
    return found(`${many} variables, all understood`);
  },
};

const plans = new WeakMap<Deployment, { main: ScriptPlan; codec: ScriptPlan }>();

function planOf(deployment: Deployment): { main: ScriptPlan; codec: ScriptPlan } {
  const planned = plans.get(deployment);
  if (!planned) throw new Error('scripts are uploaded after the build');
  return planned;
}

const mebibytes = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;

export const buildScripts: Step = {
  name: 'build',
  async run(deployment) {
    const { root, tools } = deployment;
    const buildId = await tools.build();
    const main = weigh(path.join(root, 'dist/magpie'), path.join(root, 'dist/client'));
    const codec = weigh(path.join(root, 'dist/magpie_codec'), null);
    const wrong = [...overweight(main), ...overweight(codec)];
    if (wrong.length > 0) throw new Stop(`the build is too heavy: ${wrong.join('; ')}`, 'Deploy a version that fits.');
    plans.set(deployment, planScripts(deployment, buildId));
    const weights = `${mebibytes(main.scriptBytes)} and ${mebibytes(codec.scriptBytes)} of ${mebibytes(PLATFORM.scriptBytes)} compressed`;
    return found(`${buildId}: ${weights}, ${main.assetFiles} static files`);
  },
};

/** Lines of wrangler that are about wrangler. */
const ASIDE =
  /newer version of Wrangler|think this is a bug|upgrading resolves|Getting User settings|Proxy environment/i;
/** Words of wrangler when it reached nothing. */
const NO_NETWORK = /fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|socket hang up/;
const NO_PERMISSION = /\[code: (10000|9109)\]/;

function remedyOf(output: string): string {
  if (NO_NETWORK.test(output)) return `Look at the network of this machine. ${RUN_AGAIN}`;
  if (NO_PERMISSION.test(output))
    return `Give the token this permission: ${permissionFor('/workers/scripts')}. ${RUN_AGAIN}`;
  return `Look at the reason above. ${RUN_AGAIN}`;
}

/** Last lines of what wrangler printed, without its drawings. */
function lastLines(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !ASIDE.test(line))
    .slice(-8)
    .join('\n            ');
}

async function upload(
  deployment: Deployment,
  plan: ScriptPlan,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const { tools } = deployment;
  const file = deployment.secrets.uploadFile;
  try {
    const args = ['deploy', '-c', plan.file, '--tag', plan.tag];
    if (Object.keys(secrets).length > 0) {
      writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
      args.push('--secrets-file', file);
    }
    const { code, output } = await tools.wrangler(args);
    if (code !== 0)
      throw new Stop(
        `wrangler could not upload ${plan.name} (exit ${code}):\n            ${lastLines(output)}`,
        remedyOf(output),
      );
  } finally {
    rmSync(file, { force: true });
  }
}

function uploadStep(which: 'main' | 'codec'): Step {
  return {
    name: which === 'main' ? 'main script' : 'codec script',
    async run(deployment): Promise<Note> {
      const { found: state, isDry } = deployment;
      const plan = planOf(deployment)[which];
      const secrets = which === 'main' ? (state.missingSecrets ?? {}) : {};
      const isCurrent = state[which]?.tag === plan.tag && Object.keys(secrets).length === 0;
      if (isCurrent) return found(`${plan.name} runs this build with these settings (${plan.tag})`);
      if (isDry) return wouldMake(`${plan.name} ${plan.tag}`);
      if (which === 'main' && !state.main?.exists) forgetPeople(deployment.secrets);
      await upload(deployment, plan, secrets);
      const text = `${plan.name} ${plan.tag}`;
      return state[which]?.exists ? { outcome: 'changed', text } : made(text);
    },
  };
}

/** The main script is bound to the codec, which therefore comes first. */
export const uploadCodec = uploadStep('codec');
export const uploadMain = uploadStep('main');
