/**
 * The programs that may ask for tokens. A table of data and its one question; secrets are kept as digests only.
 */
import { AppError } from '#shared/errors.ts';
import { equalBytes, fromHex } from '#worker/platform/crypto.ts';

export type Grant = 'password' | 'refresh_token';

export interface Client {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly grants: readonly Grant[];
  /** SHA-256 of the secret, hex; null for public clients, whose `client_secret` is ignored. */
  readonly secretSha256: string | null;
}

const SCOPES: readonly string[] = Object.freeze(['user', 'pan', 'offline']);
const GRANTS: readonly Grant[] = Object.freeze(['password', 'refresh_token']);

/** `web`: our own pages. `cli`: command-line tools, mounts and bots. Both are public: they can keep no secret. */
export const CLIENTS: readonly Client[] = Object.freeze([
  Object.freeze({ id: 'web', scopes: SCOPES, grants: GRANTS, secretSha256: null }),
  Object.freeze({ id: 'cli', scopes: SCOPES, grants: GRANTS, secretSha256: null }),
]);

export function findClient(clientId: string, clients: readonly Client[] = CLIENTS): Client | null {
  return clients.find((client) => client.id === clientId) ?? null;
}

/** @throws AppError invalid_argument without an id, unauthorized_client for an unknown one, a grant it may not use or a wrong secret */
export async function clientFor(
  ask: { clientId: string; clientSecret: string; grant: Grant },
  clients: readonly Client[] = CLIENTS,
): Promise<Client> {
  if (ask.clientId === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'client_id' });
  const client = findClient(ask.clientId, clients);
  if (!client?.grants.includes(ask.grant)) throw new AppError('unauthorized_client', { field: 'client_id' });
  if (client.secretSha256 !== null) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ask.clientSecret)));
    if (!equalBytes(digest, fromHex(client.secretSha256)))
      throw new AppError('unauthorized_client', { field: 'client_secret' });
  }
  return client;
}
