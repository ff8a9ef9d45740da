/** Sends a call of a contract endpoint to a worker: the one running beside the tests, or one with other bindings. */
import { env as bound, createExecutionContext } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import type { Endpoint } from '#shared/contract.ts';
import type { Env } from '#worker/env.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import worker from '#worker/index.ts';

export const env = bound as unknown as Env;
export const ORIGIN = 'http://localhost:8787';
export const DEVICE_ID = '0123456789abcdef0123456789abcdef';

export type Server = (request: Request) => Promise<Response>;

/** The parts of a call besides method and path. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bearer; absent for a visitor. */
  readonly token?: string | undefined;
  readonly server?: Server;
}

/** The worker as it runs. */
export const runningServer: Server = (request) =>
  (exports as unknown as { default: { fetch(request: Request): Promise<Response> } }).default.fetch(request);

/** The same worker over the same objects with other limits or bindings. */
export function makeServer(change: { limits?: Partial<LimitsConfig>; bindings?: Partial<Env> }): Server {
  const other: Env = { ...env, LIMITS: JSON.stringify(change.limits ?? {}), ...change.bindings };
  return async (request) => worker.fetch(request, other, createExecutionContext());
}

export function pathOf(endpoint: Endpoint, params: Ask['params'] = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

function bodyOf(ask: Ask): BodyInit | undefined {
  if (ask.bytes) return ask.bytes;
  if (ask.body === undefined || typeof ask.body === 'string') return ask.body;
  return JSON.stringify(ask.body);
}

export function send(endpoint: Endpoint, ask: Ask = {}): Promise<Response> {
  const query = new URLSearchParams(Object.entries(ask.query ?? {}).map(([name, value]) => [name, String(value)]));
  const body = bodyOf(ask);
  const headers = new Headers({
    host: new URL(ORIGIN).host,
    'x-device-id': DEVICE_ID,
    'accept-language': 'en-US',
    'cf-connecting-ip': '203.0.113.7',
  });
  if (ask.bytes) headers.set('content-length', String(ask.bytes.length));
  else if (body !== undefined) headers.set('content-type', 'application/json');
  if (ask.token) headers.set('authorization', `Bearer ${ask.token}`);
  for (const [name, value] of Object.entries(ask.headers ?? {})) headers.set(name, value);
  const address = `${ORIGIN}${pathOf(endpoint, ask.params)}${query.size > 0 ? `?${query}` : ''}`;
  const request = new Request(address, { method: endpoint.method, headers, redirect: 'manual', body: body ?? null });
  return (ask.server ?? runningServer)(request);
}
