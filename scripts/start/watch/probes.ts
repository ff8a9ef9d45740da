/**
 * The proxy's side of readiness and metrics. `/healthz` and `/readyz` are open on the public address; `/metrics` only on a listener
 * of its own. Whatever is asked, the machine is looked at once a second.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { STRICT_TRANSPORT } from '#shared/transport/strict-transport.ts';
import { listenFailure } from '../process/listen-failed.ts';
import { http } from '../process/node-http.ts';
import { reportFailure } from '../proxy/boundary.ts';
import { makeCached } from './cached.ts';
import type { Checks, FactsEndpoint } from './machine-facts.ts';
import { usageOf } from './process-usage.ts';
import { counter, type Family, gauge, prometheusText } from './prometheus.ts';

/** The public address of the server. */
export interface ProbedSite {
  /** Browsers reach this server by https. */
  readonly isHttps: boolean;
  /** Hosts that the Worker answers for, the app's first; absent: any. */
  readonly servedHosts?: readonly string[];
}

export interface Probes {
  /** Where the runtime answers; undefined while it is not running. */
  setFacts(endpoint: FactsEndpoint | undefined): void;
  /** Answers `/healthz` and `/readyz`. @param site  absent where only machines ask. @returns false for any other request */
  serve(request: IncomingMessage, response: ServerResponse, site?: ProbedSite): boolean;
  metrics(): Promise<string>;
}

const FRESH_MS = 1_000;
/** 5 s: longer than the Worker's own patience with a part. */
const PATIENCE_MS = 5_000;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

async function ask<T>(endpoint: FactsEndpoint | undefined, what: string): Promise<T | undefined> {
  if (!endpoint) return undefined;
  try {
    const answer = await fetch(`http://127.0.0.1:${endpoint.port}/${what}`, {
      headers: { authorization: `Bearer ${endpoint.secret}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok ? ((await answer.json()) as T) : undefined;
  } catch {
    // The runtime is restarting.
    return undefined;
  }
}

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
}

const allOk = (checks: Checks['needed']): boolean => Object.values(checks).every(({ ok }) => ok);

/** Longest host that is named, in characters. */
const SHOWN_CHARS = 100;

/**
 * A proxy before this server that changes the Host header makes every page 421. Machines that ask by an address, or by a name of their
 * own network, are no visitors.
 * @returns null for a host that is served
 */
function hostCheck(
  seen: string,
  servedHosts: readonly string[] = [],
): { ok: false; seen: string; expected: string } | null {
  const host = seen.toLowerCase();
  const name = host.replace(/:\d*$/, '');
  const isLocal = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.');
  if (servedHosts.length === 0 || isLocal || servedHosts.includes(host)) return null;
  return { ok: false, seen: host.slice(0, SHOWN_CHARS), expected: servedHosts[0] ?? '' };
}

/** @param requests  numbers of the proxy */
export function makeProbes(requests: () => Family[]): Probes {
  let endpoint: FactsEndpoint | undefined;
  const checks = makeCached(() => ask<Checks>(endpoint, 'checks'), FRESH_MS);
  const families = makeCached(() => ask<Family[]>(endpoint, 'families'), FRESH_MS);

  async function ready(request: IncomingMessage, response: ServerResponse, site?: ProbedSite): Promise<void> {
    const found = await checks();
    const isReady = found !== undefined && allOk(found.needed);
    const host = site ? hostCheck(request.headers.host ?? '', site.servedHosts) : null;
    const status = !isReady ? 'unavailable' : allOk(found.wanted) && !host ? 'ready' : 'degraded';
    const body = { status, checks: { ...found?.needed, ...found?.wanted, ...(host ? { host } : {}) } };
    send(request, response, isReady ? 200 : 503, 'application/json', `${JSON.stringify(body)}\n`);
  }

  return {
    setFacts(next) {
      endpoint = next;
    },
    serve(request, response, site) {
      const path = request.url?.split('?', 1)[0];
      if ((path !== '/healthz' && path !== '/readyz') || !['GET', 'HEAD'].includes(request.method ?? '')) return false;
      if (site?.isHttps) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
      if (path === '/healthz') send(request, response, 200, 'text/plain; charset=utf-8', 'ok\n');
      else
        ready(request, response, site).catch((error: unknown) => {
          reportFailure('a check of readiness', error);
          response.destroy();
        });
      return true;
    },
    async metrics() {
      const machine = await families();
      const usage = usageOf(process.pid);
      return prometheusText([
        gauge('magpie_up', '1 while the runtime answers.', Number(machine !== undefined)),
        ...requests(),
        counter('magpie_proxy_cpu_seconds_total', 'Processor time of the proxy.', usage?.cpuSeconds ?? 0),
        gauge('magpie_proxy_resident_bytes', 'Memory of the proxy.', usage?.residentBytes),
        ...(machine ?? []),
      ]);
    },
  };
}

/** Where `/metrics` listens. */
export interface MetricsListener {
  readonly host: string;
  readonly port: number;
  /** '' : no token is asked for; only on a loopback address. */
  readonly token: string;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Serves `/metrics`, `/healthz` and `/readyz` on an address of its own. @returns ends it */
export async function listenForMetrics({ host, port, token }: MetricsListener, probes: Probes): Promise<() => void> {
  const server = http.createServer((request, response) => {
    if (probes.serve(request, response)) return;
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      send(request, response, 404, 'text/plain; charset=utf-8', 'not found\n');
      return;
    }
    const given = request.headers.authorization ?? '';
    if (token !== '' && !timingSafeEqual(digestOf(given), digestOf(`Bearer ${token}`))) {
      response.setHeader('www-authenticate', 'Bearer');
      send(request, response, 401, 'text/plain; charset=utf-8', 'METRICS_TOKEN is needed\n');
      return;
    }
    probes.metrics().then(
      (text) => send(request, response, 200, 'text/plain; version=0.0.4; charset=utf-8', text),
      (error: unknown) => {
        reportFailure('the metrics', error);
        response.destroy();
      },
    );
  });
  server.requestTimeout = PATIENCE_MS;
  server.headersTimeout = PATIENCE_MS;
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve);
  }).catch((error: unknown) => {
    throw listenFailure(error, { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' });
  });
  server.on('error', (error) => reportFailure('the listener of the metrics', error));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
