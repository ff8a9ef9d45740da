/** Identifies the client of an OAuth call, by its secret where it has one. */
import { AppError } from '#shared/errors.ts';
import type { AuthParts } from '../deps.ts';
import { type Client, findClient, type Grant, hasSecret } from './clients.ts';

/** Id and secret of a client; the id is '' when it names none. */
export interface ClientSigns {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** @throws AppError invalid_request without an id, unauthorized_client for an unknown one, invalid_client for a wrong secret */
export async function knownClient(parts: Pick<AuthParts, 'clients'>, signs: ClientSigns): Promise<Client> {
  if (signs.clientId === '') throw new AppError('invalid_request', { reason: 'missing', field: 'client_id' });
  const client = findClient(signs.clientId, parts.clients);
  if (!client) throw new AppError('unauthorized_client', { reason: 'unknown_client', field: 'client_id' });
  if (!(await hasSecret(client, signs.clientSecret)))
    throw new AppError('invalid_client', { reason: 'wrong_secret', field: 'client_secret' });
  return client;
}

/** @throws AppError as knownClient; unauthorized_client for a grant the client may not use */
export async function grantingClient(
  parts: Pick<AuthParts, 'clients'>,
  signs: ClientSigns,
  grant: Grant,
): Promise<Client> {
  const client = await knownClient(parts, signs);
  if (!client.grants.includes(grant))
    throw new AppError('unauthorized_client', { reason: 'grant_not_allowed', field: 'grant_type' });
  return client;
}
