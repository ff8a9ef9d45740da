/** One request from a given country and address, to a worker with access rules of its own. */
import { ORIGIN, type Server } from './send.ts';

export const HOST = new URL(ORIGIN).host;
export const CONTENT_HOST = '127.0.0.1:8787';

export const RULES = {
  blockedCountries: ['KP', 'IR'],
  blockedAddresses: ['203.0.113.5', '198.51.100.0/24', '2001:db8::/32'],
  allowedAddresses: ['198.51.100.9'],
};

export interface From {
  readonly address?: string | undefined;
  /** The country by the platform; absent: unknown. */
  readonly country?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly host?: string;
  readonly body?: string;
}

export function askFrom(server: Server, path: string, from: From): Promise<Response> {
  const { address = '192.0.2.1', country, headers = {}, method = 'GET', host = HOST, body = null } = from;
  const own = { host, accept: 'text/html', 'accept-language': 'en-US', 'cf-connecting-ip': address, ...headers };
  const cf = country === undefined ? undefined : ({ country } as IncomingRequestCfProperties);
  const init = { method, headers: own, redirect: 'manual', body, ...(cf ? { cf } : {}) } as const;
  return server(new Request(`http://${host}${path}`, init));
}
