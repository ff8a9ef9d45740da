/**
 * Clients that may get tokens: our own table, those of the configuration, and look-ups. Secrets are stored as digests only.
 * Redirect addresses: redirects.ts.
 */
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { equalBytes, fromHex } from '#worker/platform/crypto.ts';
import { COMPATIBLE_CLIENTS } from './compatible-clients.ts';
import { isRedirect } from './redirects.ts';

export const GRANTS = ['password', 'refresh_token', 'authorization_code', 'device_code'] as const;
export type Grant = (typeof GRANTS)[number];

export interface Client {
  readonly id: string;
  /** Shown on the consent page. */
  readonly name: string;
  /** Whole addresses; a path belongs to the app's origin, `http://127.0.0.1/x` matches any port. */
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly grants: readonly Grant[];
  /** Whether the person is asked each time, or once for the same scope. */
  readonly consent: 'always' | 'once';
  /** Its sessions may make codes for `web` and for other clients: it hands a person over to our pages. */
  readonly handsOff: boolean;
  /** SHA-256 of the secret, hex; null for public clients, whose `client_secret` is ignored. */
  readonly secretSha256: string | null;
}

/** Scopes of programs: `user` the account, `pan` the drive, `offline` a refresh token. */
export const SCOPES: readonly string[] = Object.freeze(['user', 'pan', 'offline']);

/** Of {@link CONSOLE_CLIENT} alone: the calls of the command line of operators, and nothing of the person's own. */
export const OPERATE_SCOPE = 'operate';
/** The command line of operators on another machine. Its tokens end after two hours: it cannot refresh them. */
export const CONSOLE_CLIENT = 'ops';

const LOOPBACK = ['http://127.0.0.1/', 'http://127.0.0.1/callback', 'http://[::1]/', 'http://[::1]/callback'];

type Own = Pick<Client, 'id' | 'name' | 'redirectUris' | 'grants'> & Partial<Client>;

function own(client: Own): Client {
  return Object.freeze({ scopes: SCOPES, consent: 'once', handsOff: false, secretSha256: null, ...client });
}

/** All are public: an installed program can keep no secret. `cli`: command-line tools, mounts and bots. */
export const CLIENTS: readonly Client[] = Object.freeze([
  own({
    id: 'web',
    name: 'Magpie',
    redirectUris: ['/auth', '/auth-success'],
    grants: ['password', 'refresh_token', 'authorization_code'],
    handsOff: true,
  }),
  own({
    id: 'android',
    name: 'Magpie for Android',
    redirectUris: ['magpie-android://auth'],
    grants: ['authorization_code', 'refresh_token'],
    handsOff: true,
  }),
  own({
    id: 'ios',
    name: 'Magpie for iOS',
    redirectUris: ['magpie-ios://auth'],
    grants: ['authorization_code', 'refresh_token'],
    handsOff: true,
  }),
  own({
    id: 'windows',
    name: 'Magpie for Windows',
    redirectUris: [...LOOPBACK, 'magpie-windows://auth'],
    grants: ['authorization_code', 'refresh_token'],
    handsOff: true,
  }),
  own({
    id: 'macos',
    name: 'Magpie for macOS',
    redirectUris: [...LOOPBACK, 'magpie-macos://auth'],
    grants: ['authorization_code', 'refresh_token'],
    handsOff: true,
  }),
  own({
    id: 'extension',
    name: 'Magpie browser extension',
    redirectUris: ['magpie-extension://auth', '/auth-success?app=extension'],
    grants: ['authorization_code', 'refresh_token'],
    handsOff: true,
  }),
  own({
    id: 'tv',
    name: 'Magpie for TV',
    redirectUris: [],
    grants: ['device_code', 'refresh_token'],
    consent: 'always',
  }),
  own({
    id: 'cli',
    name: 'Magpie command line',
    redirectUris: LOOPBACK,
    grants: ['password', 'refresh_token', 'authorization_code', 'device_code'],
    consent: 'always',
  }),
  own({
    id: CONSOLE_CLIENT,
    name: 'Magpie for operators',
    redirectUris: [],
    scopes: [OPERATE_SCOPE],
    grants: ['device_code'],
    consent: 'always',
  }),
]);

const clientSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,100}$/)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  redirectUris: v.optional(v.array(v.pipe(v.string(), v.check(isRedirect, 'is no redirect address'))), []),
  scopes: v.optional(v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1)), [...SCOPES]),
  grants: v.pipe(v.array(v.picklist(GRANTS)), v.minLength(1)),
  consent: v.optional(v.picklist(['always', 'once']), 'once'),
  handsOff: v.optional(v.boolean(), false),
  secretSha256: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))), null),
});

/** Adds the clients of compatible-clients.ts: as the whole value, or as an entry of the list. */
const COMPATIBLE = 'compatible';

function parseList(text: string): unknown[] {
  if (text.trim() === COMPATIBLE) return [...COMPATIBLE_CLIENTS];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new Error('CLIENTS must be `compatible` or a JSON list', { cause });
  }
  if (!Array.isArray(list)) throw new Error('CLIENTS must be `compatible` or a JSON list');
  return list.flatMap((item: unknown): readonly unknown[] => (item === COMPATIBLE ? COMPATIBLE_CLIENTS : [item]));
}

/**
 * The clients of an installation: ours, each replaced by a client of the same id in `text`, and the new ones.
 * @param text  `compatible`, a JSON list of clients that may include that word, or '' for none
 * @throws Error with the reason
 */
export function readClients(text: string): readonly Client[] {
  if (text === '') return CLIENTS;
  const parsed = v.safeParse(v.array(clientSchema), parseList(text));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`CLIENTS: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`);
  }
  const byId = new Map(CLIENTS.map((client) => [client.id, client]));
  const named = parsed.output.map(({ id }) => id);
  if (new Set(named).size !== named.length) throw new Error('CLIENTS names a client twice');
  for (const client of parsed.output) byId.set(client.id, Object.freeze(client));
  return Object.freeze([...byId.values()]);
}

export function findClient(clientId: string, clients: readonly Client[]): Client | null {
  return clients.find((client) => client.id === clientId) ?? null;
}

/** Whether the secret is the client's; a public client accepts any. */
export async function hasSecret(client: Client, clientSecret: string): Promise<boolean> {
  if (client.secretSha256 === null) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(clientSecret)));
  return equalBytes(digest, fromHex(client.secretSha256));
}

/** How a call names its client. */
export interface ClientInput {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** @throws AppError invalid_argument without an id, unauthorized_client for an unknown one, a grant it may not use or a wrong secret */
export async function clientFor(
  { clientId, clientSecret = '' }: ClientInput,
  grant: Grant,
  clients: readonly Client[],
): Promise<Client> {
  if (clientId === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'client_id' });
  const client = findClient(clientId, clients);
  if (!client?.grants.includes(grant)) throw new AppError('unauthorized_client', { field: 'client_id' });
  if (!(await hasSecret(client, clientSecret))) throw new AppError('unauthorized_client', { field: 'client_secret' });
  return client;
}
