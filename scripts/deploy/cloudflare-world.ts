/** The account that the double of Cloudflare's API holds, in memory. */

export const ACCOUNT = 'a'.repeat(32);

export interface Version {
  readonly id: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly bindings: readonly Binding[];
}

export interface Binding {
  readonly name: string;
  readonly type: string;
  readonly text?: string;
  readonly namespace_id?: string;
  readonly bucket_name?: string;
  readonly id?: string;
  readonly database_id?: string;
  readonly service?: string;
  readonly class_name?: string;
}

export interface Script {
  versions: Version[];
  secrets: Map<string, string>;
  migrationTag: string;
  crons: unknown;
}

export interface Zone {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly plan: { readonly legacy_id: string };
}

export interface CloudflareWorld {
  readonly subscriptions: { rate_plan: { id: string; public_name: string } }[];
  readonly zones: Zone[];
  readonly records: { zone: string; type: string; name: string; content: string }[];
  readonly namespaces: { id: string; title: string }[];
  readonly buckets: string[];
  readonly databases: { uuid: string; name: string }[];
  readonly scripts: Map<string, Script>;
  readonly domains: { hostname: string; service: string; zone_id: string }[];
  /** Stored objects of a class of a script: `script/class` -> ids. */
  readonly objects: Map<string, string[]>;
  /** Parts of paths that the token has no permission for. */
  readonly forbidden: string[];
  /** Calls that change something, as `POST path`. */
  readonly changes: string[];
  /** Calls that this double does not know: a test insists that there are none. */
  readonly unknown: string[];
  /** Cuts the connection of the next call that begins so, after or before it has done its work. */
  cut: { call: string; isDone: boolean } | null;
}

export function makeWorld(): CloudflareWorld {
  const zone = (id: string, name: string, plan: string) => ({ id, name, status: 'active', plan: { legacy_id: plan } });
  return {
    subscriptions: [{ rate_plan: { id: 'workers_paid', public_name: 'Workers Paid' } }],
    zones: [zone('z1', 'example.com', 'free'), zone('z2', 'example.net', 'business')],
    records: [],
    namespaces: [],
    buckets: [],
    databases: [],
    scripts: new Map(),
    domains: [],
    objects: new Map(),
    forbidden: [],
    changes: [],
    unknown: [],
    cut: null,
  };
}

/** A script that another program has put there. */
export function foreignScript(): Script {
  return {
    versions: [{ id: 'v-foreign', annotations: {}, bindings: [{ name: 'OTHER', type: 'plain_text', text: 'x' }] }],
    secrets: new Map(),
    migrationTag: '',
    crons: [],
  };
}
