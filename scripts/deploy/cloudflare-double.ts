/**
 * A double of Cloudflare's API on loopback for tests: the calls of a deployment and of `wrangler deploy`, as documented, with the
 * refusals of the real one. It keeps what it is given in memory and counts what changes it.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { ACCOUNT, type Binding, type CloudflareWorld, makeWorld, type Script } from './cloudflare-world.ts';

export const GOOD_TOKEN = 'token-of-the-test';

export interface CloudflareDouble {
  readonly baseUrl: string;
  readonly world: CloudflareWorld;
  stop(): Promise<void>;
}

class Refused extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string;
  readonly body: Buffer;
}

const jsonOf = (call: Call) => JSON.parse(call.body.toString('utf8') || '{}') as Record<string, unknown>;

function scriptOf(world: CloudflareWorld, name: string): Script {
  const script = world.scripts.get(name);
  if (!script) throw new Refused(404, 10_007, 'This Worker does not exist on your account.');
  return script;
}

/** As the real one: what a binding names must be there. */
function requireBindings(
  world: CloudflareWorld,
  bindings: readonly Binding[],
  secrets: ReadonlyMap<string, string>,
): void {
  for (const each of bindings) {
    if (each.type === 'kv_namespace' && !world.namespaces.some(({ id }) => id === each.namespace_id))
      throw new Refused(400, 10_041, `KV namespace '${each.namespace_id}' not found.`);
    if (each.type === 'r2_bucket' && !world.buckets.includes(each.bucket_name ?? ''))
      throw new Refused(400, 10_085, `R2 bucket '${each.bucket_name}' not found.`);
    if (each.type === 'd1' && !world.databases.some(({ uuid }) => uuid === (each.id ?? each.database_id)))
      throw new Refused(400, 10_181, `D1 database '${each.id ?? each.database_id}' not found.`);
    if (each.type === 'service' && !world.scripts.has(each.service ?? ''))
      throw new Refused(
        400,
        10_144,
        `Service binding '${each.name}' references Worker '${each.service}' which was not found.`,
      );
    if (each.type === 'inherit' && !secrets.has(each.name))
      throw new Refused(400, 10_056, `inherit binding '${each.name}' is invalid`);
  }
}

interface Metadata {
  readonly bindings?: readonly Binding[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly compatibility_date?: string;
  readonly migrations?: { readonly old_tag?: string; readonly new_tag?: string };
  readonly limits?: { readonly cpu_ms?: number };
}

async function putScript(world: CloudflareWorld, name: string, call: Call): Promise<object> {
  const form = await new Response(Uint8Array.from(call.body), { headers: { 'content-type': call.type } }).formData();
  const metadata = JSON.parse(String(form.get('metadata'))) as Metadata;
  if (!/^\d{4}-\d\d-\d\d$/.test(metadata.compatibility_date ?? ''))
    throw new Refused(400, 10_021, 'a compatibility date is required');
  if ((metadata.limits?.cpu_ms ?? 0) > 300_000) throw new Refused(400, 100_328, 'limits.cpu_ms is too high');
  if ((metadata.annotations?.['workers/tag'] ?? '').length > 25) throw new Refused(400, 10_021, 'the tag is too long');
  const known = world.scripts.get(name);
  const secrets = new Map(known?.secrets);
  const bindings = metadata.bindings ?? [];
  for (const each of bindings) if (each.type === 'secret_text') secrets.set(each.name, each.text ?? '');
  requireBindings(world, bindings, secrets);
  const { old_tag: oldTag = '', new_tag: newTag } = metadata.migrations ?? {};
  if (metadata.migrations && oldTag !== (known?.migrationTag ?? ''))
    throw new Refused(412, 10_079, `migration tag precondition failed; current tag is '${known?.migrationTag}'`);
  const version = {
    id: `v${(known?.versions.length ?? 0) + 1}-${name}`,
    annotations: metadata.annotations ?? {},
    bindings: bindings.filter(({ type }) => type !== 'secret_text' && type !== 'inherit'),
  };
  world.scripts.set(name, {
    versions: [version, ...(known?.versions ?? [])],
    secrets,
    migrationTag: newTag ?? known?.migrationTag ?? '',
    crons: known?.crons ?? [],
  });
  return { id: name, etag: 'e', startup_time_ms: 20, deployment_id: version.id, entry_point: 'index.js' };
}

class Page {
  readonly rows: readonly object[];
  readonly cursor: string;

  constructor(rows: readonly object[], cursor: string) {
    this.rows = rows;
    this.cursor = cursor;
  }
}

const idOfNamespace = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

type Handler = (world: CloudflareWorld, call: Call, name: string) => unknown;

function page<T>(rows: readonly T[], query: URLSearchParams): T[] {
  const size = Number(query.get('per_page') ?? 20);
  const at = (Number(query.get('page') ?? 1) - 1) * size;
  return rows.slice(at, at + size);
}

const named = (path: string) => new RegExp(`^${path.replaceAll('NAME', '([^/]+)')}$`);
const A = `/accounts/${ACCOUNT}`;

const CALLS: readonly (readonly [string, RegExp, Handler])[] = [
  ['GET', named('/user/tokens/verify'), () => ({ id: 't', status: 'active' })],
  ['GET', named('/user'), () => ({ id: 'u', email: 'u@example.com' })],
  ['GET', named(A), () => ({ id: ACCOUNT, name: 'Test account' })],
  ['GET', named(`${A}/subscriptions`), (world) => world.subscriptions],
  ['GET', named('/zones'), (world, { query }) => world.zones.filter(({ name }) => name === query.get('name'))],
  [
    'GET',
    named('/zones/NAME/dns_records'),
    (world, { query }, zone) => world.records.filter((each) => each.zone === zone && each.name === query.get('name')),
  ],
  [
    'GET',
    named(`${A}/workers/domains`),
    (world, { query }) =>
      world.domains.filter(({ hostname }) => !query.has('hostname') || hostname === query.get('hostname')),
  ],
  [
    'PUT',
    named(`${A}/workers/domains`),
    (world, call) => {
      const body = jsonOf(call) as { hostname: string; service: string; zone_id: string };
      const zone = world.zones.find(({ id }) => id === body.zone_id);
      if (!zone || !body.hostname.endsWith(zone.name))
        throw new Refused(400, 100_115, 'the zone does not hold the host');
      scriptOf(world, body.service);
      if (world.records.some(({ name }) => name === body.hostname))
        throw new Refused(409, 100_117, `Hostname '${body.hostname}' already has externally managed DNS records`);
      if (world.domains.some(({ hostname }) => hostname === body.hostname))
        throw new Refused(409, 100_116, `Hostname '${body.hostname}' is already in use by another Worker`);
      world.domains.push(body);
      return body;
    },
  ],
  ['GET', named(`${A}/storage/kv/namespaces`), (world, { query }) => page(world.namespaces, query)],
  [
    'POST',
    named(`${A}/storage/kv/namespaces`),
    (world, call) => {
      const { title } = jsonOf(call) as { title: string };
      if (world.namespaces.some((each) => each.title === title))
        throw new Refused(400, 10_014, 'a namespace with this account ID and title already exists');
      const made = { id: `kv${world.namespaces.length}`.padEnd(32, '0'), title };
      world.namespaces.push(made);
      return made;
    },
  ],
  ['GET', named(`${A}/r2/buckets`), (world) => ({ buckets: world.buckets.map((name) => ({ name })) })],
  [
    'GET',
    named(`${A}/r2/buckets/NAME`),
    (world, _call, name) => {
      if (!world.buckets.includes(name)) throw new Refused(404, 10_006, 'The specified bucket does not exist.');
      return { name };
    },
  ],
  [
    'POST',
    named(`${A}/r2/buckets`),
    (world, call) => {
      const { name } = jsonOf(call) as { name: string };
      if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name))
        throw new Refused(400, 10_005, 'The bucket name is not valid.');
      if (world.buckets.includes(name))
        throw new Refused(409, 10_004, 'The bucket you tried to create already exists.');
      world.buckets.push(name);
      return { name };
    },
  ],
  [
    'GET',
    named(`${A}/d1/database`),
    (world, { query }) => world.databases.filter(({ name }) => name.includes(query.get('name') ?? '')),
  ],
  [
    'POST',
    named(`${A}/d1/database`),
    (world, call) => {
      const { name } = jsonOf(call) as { name: string };
      if (world.databases.some((each) => each.name === name))
        throw new Refused(400, 7_502, `database with name '${name}' already exists`);
      const made = { uuid: `00000000-0000-4000-8000-00000000000${world.databases.length}`, name };
      world.databases.push(made);
      return made;
    },
  ],
  [
    'GET',
    named(`${A}/workers/durable_objects/namespaces`),
    (world, { query }) =>
      page(
        [...world.objects.keys()].map((key) => {
          const [script, name] = key.split('/');
          return { id: idOfNamespace(key), script, class: name, name: `${script}_${name}`, use_sqlite: true };
        }),
        query,
      ),
  ],
  [
    'GET',
    named(`${A}/workers/durable_objects/namespaces/NAME/objects`),
    (world, { query }, id) => {
      const [, ids] = [...world.objects].find(([key]) => idOfNamespace(key) === id) ?? [];
      if (!ids) throw new Refused(404, 10_066, 'durable object namespace not found');
      const limit = Number(query.get('limit') ?? 1_000);
      const at = Number(query.get('cursor') ?? 0);
      const rows = ids.slice(at, at + limit).map((each) => ({ id: each, hasStoredData: true }));
      return new Page(rows, at + limit < ids.length ? String(at + limit) : '');
    },
  ],
  [
    'GET',
    named(`${A}/workers/scripts/NAME/deployments`),
    (world, _call, name) => ({
      deployments: [{ id: 'd1', versions: [{ version_id: scriptOf(world, name).versions[0]?.id, percentage: 100 }] }],
    }),
  ],
  [
    'GET',
    new RegExp(`^${A}/workers/scripts/([^/]+/versions/[^/]+)$`),
    (world, _call, name) => {
      const [script = '', , id] = name.split('/');
      const version = scriptOf(world, script).versions.find((each) => each.id === id);
      if (!version) throw new Refused(404, 10_007, 'no such version');
      return { id: version.id, annotations: version.annotations, resources: { bindings: version.bindings } };
    },
  ],
  [
    'GET',
    named(`${A}/workers/scripts/NAME/secrets`),
    (world, _call, name) =>
      [...scriptOf(world, name).secrets.keys()].map((each) => ({ name: each, type: 'secret_text' })),
  ],
  ['PUT', named(`${A}/workers/scripts/NAME`), (world, call, name) => putScript(world, name, call)],
  // A further version of a script, which a deployment then makes live.
  [
    'POST',
    named(`${A}/workers/scripts/NAME/versions`),
    async (world, call, name) => {
      await putScript(world, name, call);
      const script = scriptOf(world, name);
      const made = script.versions.shift();
      if (made) script.versions.push(made);
      return { id: made?.id, number: script.versions.length, resources: { script: { etag: 'e' } } };
    },
  ],
  [
    'POST',
    named(`${A}/workers/scripts/NAME/deployments`),
    (world, call, name) => {
      const { versions } = jsonOf(call) as { versions: { version_id: string }[] };
      const script = scriptOf(world, name);
      const isLive = ({ id }: { readonly id: string }) => id === versions[0]?.version_id;
      script.versions.sort((one, other) => Number(isLive(other)) - Number(isLive(one)));
      return { id: 'd2', versions };
    },
  ],
  ['PATCH', named(`${A}/workers/scripts/NAME/script-settings`), () => ({})],
  [
    'GET',
    named(`${A}/workers/services/NAME`),
    (world, _call, name) => {
      if (!world.scripts.has(name)) throw new Refused(404, 10_090, 'workers.api.error.service_not_found');
      const script = { id: name, migration_tag: scriptOf(world, name).migrationTag, last_deployed_from: 'wrangler' };
      return { id: name, default_environment: { environment: 'production', script } };
    },
  ],
  [
    'GET',
    named(`${A}/workers/scripts/NAME/settings`),
    (world, _call, name) => {
      const { versions, migrationTag } = scriptOf(world, name);
      return { bindings: versions[0]?.bindings ?? [], migration_tag: migrationTag, tags: [] };
    },
  ],
  [
    'GET',
    named(`${A}/workers/scripts`),
    (world) => [...world.scripts].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag })),
  ],
  ['POST', named(`${A}/workers/scripts/NAME/assets-upload-session`), () => ({ jwt: 'assets-jwt', buckets: [] })],
  [
    'GET',
    named(`${A}/workers/workers/NAME`),
    (_world, _call, name) => ({ id: name, name, subdomain: { enabled: false } }),
  ],
  ['GET', named(`${A}/workers/subdomain`), () => ({ subdomain: 'test-account' })],
  ['GET', named(`${A}/workers/scripts/NAME/subdomain`), () => ({ enabled: false, previews_enabled: false })],
  ['POST', named(`${A}/workers/scripts/NAME/subdomain`), () => ({ enabled: false, previews_enabled: false })],
  [
    'PUT',
    named(`${A}/workers/scripts/NAME/schedules`),
    (world, call, name) => {
      scriptOf(world, name).crons = JSON.parse(call.body.toString('utf8'));
      return { schedules: [] };
    },
  ],
];

/** Calls that only prepare others: no change of what the account holds. */
const PREPARES = /assets-upload-session$|\/subdomain$|\/schedules$|\/versions$|\/script-settings$/;

async function answer(world: CloudflareWorld, call: Call, token: string): Promise<{ status: number; body: object }> {
  try {
    if (token !== `Bearer ${GOOD_TOKEN}`) throw new Refused(401, 1_000, 'Invalid API Token');
    if (world.forbidden.some((part) => call.path.includes(part)))
      throw new Refused(403, 10_000, 'Authentication error');
    for (const [method, path, handler] of CALLS) {
      const match = method === call.method ? path.exec(call.path) : null;
      if (!match) continue;
      const result = await handler(world, call, match[1] ?? '');
      if (method !== 'GET' && !PREPARES.test(call.path)) world.changes.push(`${method} ${call.path}`);
      const pageOf =
        result instanceof Page ? { result: result.rows, result_info: { cursor: result.cursor } } : { result };
      return { status: 200, body: { success: true, errors: [], messages: [], ...pageOf } };
    }
    world.unknown.push(`${call.method} ${call.path}`);
    throw new Refused(404, 7_003, `Could not route to ${call.path}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, code, message } = error;
    return { status, body: { success: false, errors: [{ code, message }], messages: [], result: null } };
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function serve(world: CloudflareWorld, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://double');
  const call: Call = {
    method: request.method ?? 'GET',
    path: url.pathname.replace(/^\/client\/v4/, ''),
    query: url.searchParams,
    type: request.headers['content-type'] ?? '',
    body: await readBody(request),
  };
  const cut = world.cut && `${call.method} ${call.path}`.startsWith(world.cut.call) ? world.cut : null;
  if (cut && !cut.isDone) {
    request.socket.destroy();
    return;
  }
  const { status, body } = await answer(world, call, request.headers.authorization ?? '');
  if (cut) {
    request.socket.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export async function startCloudflareDouble(world: CloudflareWorld = makeWorld()): Promise<CloudflareDouble> {
  const server = createServer((request, response) => {
    serve(world, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/client/v4`,
    world,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
