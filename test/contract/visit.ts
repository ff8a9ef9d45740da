/** Requests as a browser without script sends them. */
import { ORIGIN, runningServer, type Server } from './send.ts';

export interface Visit {
  /** Of a form, which is sent by POST. */
  readonly fields?: Readonly<Record<string, string>> | readonly (readonly string[])[];
  /** Sent by POST. */
  readonly body?: BodyInit | null;
  readonly method?: string;
  /** Beside or in place of those that a browser sends from a page of this origin; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly server?: Server;
}

/** Follows no redirect. @param address  path, or a whole address of another host */
export function visit(address: string, { fields, body, method, headers, server }: Visit = {}): Promise<Response> {
  const url = new URL(address.startsWith('/') ? ORIGIN + address : address);
  const form = fields && new URLSearchParams(Array.isArray(fields) ? fields.map((pair) => [...pair]) : { ...fields });
  const sent = body ?? form ?? null;
  const init = { method: method ?? (sent === null ? 'GET' : 'POST'), redirect: 'manual', body: sent } as const;
  const own = new Headers({ host: url.host, 'accept-language': 'en-US' });
  const more = init.method === 'GET' ? { accept: 'text/html' } : { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
  for (const [name, value] of Object.entries({ ...more, ...headers })) if (value !== '') own.set(name, value);
  return (server ?? runningServer)(new Request(url, { ...init, headers: own }));
}
