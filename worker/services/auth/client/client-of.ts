/** The client of an OAuth call: how it names itself, and its proof by the secret where it has one. */
import { AppError } from '#shared/errors.ts';
import { type Client, findClient, type Grant, hasSecret } from './clients.ts';

/** Id and secret of a client; the id is '' when it names none. */
export interface ClientSigns {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** @throws AppError invalid_request without an id, unauthorized_client for an unknown one, invalid_client for a wrong secret */
export async function knownClient(
  { clients }: { readonly clients: readonly Client[] },
  signs: ClientSigns,
): Promise<Client> {
  if (signs.clientId === '') throw new AppError('invalid_request', { reason: 'missing', field: 'client_id' });
  const client = findClient(signs.clientId, clients);
  if (!client) throw new AppError('unauthorized_client', { reason: 'unknown_client', field: 'client_id' });
  if (!(await hasSecret(client, signs.clientSecret)))
    throw new AppError('invalid_client', { reason: 'wrong_secret', field: 'client_secret' });
  return client;
}

/** @throws AppError as knownClient; unauthorized_client for a grant the client may not use */
export async function grantingClient(
  parts: { readonly clients: readonly Client[] },
  signs: ClientSigns,
  grant: Grant,
): Promise<Client> {
  const client = await knownClient(parts, signs);
  if (!client.grants.includes(grant))
    throw new AppError('unauthorized_client', { reason: 'grant_not_allowed', field: 'grant_type' });
  return client;
}

function decodeForm(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? '';
}

/** Id and secret of an `Authorization: Basic` header; null when there is none. @throws AppError invalid_client */
function readBasic(header: string | null): ClientSigns | null {
  if (header === null || !/^basic /i.test(header)) return null;
  const encoded = header.slice('basic '.length);
  let text: string;
  try {
    text = atob(encoded.trim());
  } catch (cause) {
    throw new AppError('invalid_client', { reason: 'malformed_basic', field: 'authorization' }, { cause });
  }
  const colon = text.indexOf(':');
  if (colon < 1 || text.length > 1_000)
    throw new AppError('invalid_client', { reason: 'malformed_basic', field: 'authorization' });
  return { clientId: decodeForm(text.slice(0, colon)), clientSecret: decodeForm(text.slice(colon + 1)) };
}

/**
 * Id and secret of the client: by Basic, or by the body. Without both the id may be in the query or in `x-client-id`.
 * @throws AppError invalid_request for two different ones, invalid_client for an unreadable one
 */
export function clientSigns(
  request: Request,
  given: { readonly client_id: string; readonly client_secret: string },
  elsewhere: { readonly query: string; readonly header: string } = { query: '', header: '' },
): ClientSigns {
  const ids = [given.client_id, elsewhere.query].filter((id) => id !== '');
  const basic = readBasic(request.headers.get('authorization'));
  if (basic && given.client_secret !== '')
    throw new AppError('invalid_request', { reason: 'two_client_proofs', field: 'client_secret' });
  if (basic) ids.push(basic.clientId);
  if (new Set(ids).size > 1) throw new AppError('invalid_request', { reason: 'two_clients', field: 'client_id' });
  return {
    clientId: ids[0] ?? elsewhere.header,
    clientSecret: basic ? basic.clientSecret : given.client_secret,
  };
}
