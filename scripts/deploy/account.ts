/** Steps that only look: tool, token, account, plan and zones. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GIB, MIB, TIB } from '#shared/units.ts';
import { partBytesOf } from '#worker/services/drive/upload/rules.ts';
import { type Deployment, found, type Note, type Step, skipped, warning, type Zone } from './run.ts';
import { hostsOf } from './settings.ts';
import { RUN_AGAIN, Stop } from './stop.ts';

const LEAST_NODE = 22;

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export const checkTool: Step = {
  name: 'tool',
  async run({ root }) {
    const node = process.versions.node;
    if (Number(node.split('.')[0]) < LEAST_NODE)
      throw new Stop(`Node ${node} is too old for wrangler`, 'Run it as npm run deploy, which brings its own Node.');
    const pinned = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const wrangler = versionIn(path.join(root, 'node_modules/wrangler/package.json'));
    if (wrangler !== pinned.dependencies['wrangler'])
      throw new Stop(`wrangler ${wrangler} is installed, not ${pinned.dependencies['wrangler']}`, 'Run npm ci.');
    return found(`Node ${node}, wrangler ${wrangler}`);
  },
};

interface TokenState {
  readonly status: string;
}

export const checkToken: Step = {
  name: 'token',
  async run({ api }) {
    let state: TokenState | null;
    try {
      state = await api.read<TokenState>('/user/tokens/verify');
    } catch (error) {
      if (!(error instanceof Stop) || error.status === 0) throw error;
      // A token of the account and not of a person.
      state = await api.read<TokenState>(`/accounts/${api.accountId}/tokens/verify`);
    }
    if (state?.status !== 'active')
      throw new Stop(
        `the token is ${state?.status ?? 'unknown'}`,
        'Make a new one at dash.cloudflare.com/profile/api-tokens and set it in CLOUDFLARE_API_TOKEN.',
      );
    return found('active');
  },
};

export const checkAccount: Step = {
  name: 'account',
  async run({ api }) {
    const account = await api.read<{ name: string }>(`/accounts/${api.accountId}`);
    if (!account)
      throw new Stop(
        `there is no account ${api.accountId}`,
        'Copy the id from the dashboard (Account home, menu, Copy account ID) into "account".',
      );
    return found(account.name);
  },
};

interface Subscription {
  readonly rate_plan?: { readonly id?: string; readonly public_name?: string };
}

const FREE = new Stop(
  'the account has the free plan of Workers: 10 ms of CPU a request do not carry a password hash (about 30 ms)',
  'Change to Workers Paid in the dashboard (Workers & Pages, Plans); docs/install-cloudflare.md says what it costs.',
);

/** Words in ids of rate plans that bring more than 10 ms of CPU. */
const PAID = /(workers.*(paid|bundled|standard|unbound|enterprise))|(^|_)(enterprise|ent)($|_)/i;

export const checkPlan: Step = {
  name: 'plan',
  async run({ api, settings }) {
    try {
      const all = (await api.read<Subscription[]>(`/accounts/${api.accountId}/subscriptions`)) ?? [];
      const plan = all.map(({ rate_plan: each }) => each).find((each) => PAID.test(each?.id ?? ''));
      if (plan) return found(plan.public_name ?? plan.id ?? '');
      if (settings.workersPlan === 'paid') return warning('no paid plan of Workers is listed; the settings say paid');
      throw FREE;
    } catch (error) {
      if (!(error instanceof Stop) || error.status !== 403) throw error;
      if (settings.workersPlan === 'paid') return found('paid, as the settings say; the token may not read it');
      if (settings.workersPlan === 'free') throw FREE;
      throw new Stop(
        'the token may not read which plan of Workers the account has',
        `Give it Account · Billing · Read, or write "workersPlan": "paid" into the settings. ${RUN_AGAIN}`,
      );
    }
  },
};

interface ZoneRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly plan?: { readonly legacy_id?: string };
}

/** The zone that a host belongs to: the longest part of its name that is one. */
async function zoneOf({ api }: Deployment, host: string): Promise<Zone> {
  const labels = host.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const name = labels.slice(at).join('.');
    const [row] = (await api.read<ZoneRow[]>('/zones', { name, 'account.id': api.accountId })) ?? [];
    if (!row) continue;
    if (row.status !== 'active')
      throw new Stop(
        `the zone ${row.name} is ${row.status}`,
        `Set the name servers that Cloudflare names for it at your registrar, and wait until it is active. ${RUN_AGAIN}`,
      );
    return { id: row.id, name: row.name, plan: row.plan?.legacy_id ?? 'free' };
  }
  throw new Stop(
    `no zone of this account holds ${host}`,
    `Add its domain in the dashboard (Websites, Add a domain), or give the token Zone · Zone · Read for it. ${RUN_AGAIN}`,
  );
}

/** Longest body of a request by the plan of the zone, decimal as Cloudflare states them. */
const BODY_MEGABYTES: Readonly<Record<string, number>> = { free: 100, pro: 100, business: 200, enterprise: 500 };
const DEFAULT_PART_BYTES = 8 * MIB;
/** R2 and the product's own default. */
const MOST_FILE_BYTES = 5 * TIB;

/** Largest file whose parts each fit into one request. */
export function largestFileBytes(plan: string): number {
  const bodyBytes = (BODY_MEGABYTES[plan] ?? 100) * 1_000_000;
  const partBytes = Math.floor(bodyBytes / MIB) * MIB;
  let low = partBytes;
  let high = MOST_FILE_BYTES;
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2);
    if (partBytesOf(middle, DEFAULT_PART_BYTES) <= partBytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const checkZones: Step = {
  name: 'zones',
  async run(deployment) {
    const { own, found: state } = deployment;
    const zones = { app: await zoneOf(deployment, own.app), content: await zoneOf(deployment, own.content) };
    const programs = own.programs === undefined ? null : await zoneOf(deployment, own.programs);
    const all = programs ? { ...zones, programs } : zones;
    state.zones = all;
    // Parts are sent to the app's host.
    state.fileBytes = largestFileBytes(zones.app.plan);
    const notes: Note[] = [
      found(
        Object.values(all)
          .map(({ name, plan }) => `${name} (${plan})`)
          .join(', '),
      ),
      found(
        `the largest file is ${Math.floor(state.fileBytes / GIB)} GiB: a body may have ${BODY_MEGABYTES[zones.app.plan] ?? 100} MB on the plan ${zones.app.plan}`,
      ),
    ];
    if (zones.app.id === zones.content.id)
      notes.push(warning('app and content share a domain; files of people are safer on a domain of their own'));
    return notes;
  },
};

interface DomainRow {
  readonly hostname: string;
  readonly service: string;
}

interface RecordRow {
  readonly type: string;
  readonly content: string;
}

/** The script that a host leads to; null for none. */
export async function scriptAt({ api }: Deployment, hostname: string): Promise<string | null> {
  const rows = (await api.read<DomainRow[]>(`/accounts/${api.accountId}/workers/domains`, { hostname })) ?? [];
  return rows.find((row) => row.hostname === hostname)?.service ?? null;
}

/** A host that leads elsewhere is not taken away from there. */
export const checkHosts: Step = {
  name: 'hosts',
  async run(deployment) {
    const { own, names, found: state } = deployment;
    const notes: Note[] = [];
    for (const [kind, hostname] of hostsOf(own)) {
      const service = await scriptAt(deployment, hostname);
      if (service === names.main) {
        notes.push(found(`${hostname} leads to ${names.main}`));
        continue;
      }
      if (service !== null)
        throw new Stop(
          `${hostname} is taken: it leads to the Worker ${service}`,
          `Remove the domain there in the dashboard, or choose another "${kind}". ${RUN_AGAIN}`,
        );
      const zone = state.zones?.[kind];
      const records = await readRecords(deployment, zone?.id ?? '', hostname);
      if (records === null) notes.push(skipped(`records of ${hostname}: the token may not read them`));
      else if (records.length > 0)
        throw new Stop(
          `${hostname} is taken: it has a record of type ${records[0]?.type} (${records[0]?.content})`,
          `Delete the record in the DNS of ${zone?.name}, or choose another "${kind}". ${RUN_AGAIN}`,
        );
      else notes.push(found(`${hostname} is free`));
    }
    return notes;
  },
};

async function readRecords({ api }: Deployment, zoneId: string, name: string): Promise<RecordRow[] | null> {
  try {
    return (await api.read<RecordRow[]>(`/zones/${zoneId}/dns_records`, { name })) ?? [];
  } catch (error) {
    if (error instanceof Stop && error.status === 403) return null;
    throw error;
  }
}
