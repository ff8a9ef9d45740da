/** Doubles of the hand-off tests: the desktop client as a program of its own, and API calls as another device makes them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';

export interface Person {
  readonly sub: string;
  readonly token: string;
}

async function post(url: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** A challenge that no page of the tests has made. */
const FOREIGN_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Of FOREIGN_CHALLENGE (RFC 7636, appendix B). */
const FOREIGN_VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** A demo person at the desktop client: signed in on our pages, and let in from there. */
export async function signInElsewhere(origin: string, name: string): Promise<Person> {
  const pages = await post(`${origin}/v1/auth/signin`, {
    client_id: 'web',
    username: `${name}@example.com`,
    password: 'magpie-demo',
  });
  const desktop = { client_id: 'windows', redirect_uri: 'magpie-windows://auth' };
  const asked = {
    ...desktop,
    response_type: 'code',
    code_challenge: FOREIGN_CHALLENGE,
    code_challenge_method: 'S256',
  };
  const { code } = await post(`${origin}/v1/user/authorize`, asked, String(pages['access_token']));
  const shown = { ...desktop, grant_type: 'authorization_code', code, code_verifier: FOREIGN_VERIFIER };
  const answer = await post(`${origin}/v1/auth/token`, shown);
  if (typeof answer['access_token'] !== 'string') throw new Error(JSON.stringify(answer));
  return { sub: String(answer['sub']), token: answer['access_token'] };
}

/** An authorization code for our pages, requested as a counterpart must. */
async function codeFor(origin: string, person: Person, params: object): Promise<string> {
  const asked = {
    client_id: 'web',
    response_type: 'code',
    redirect_uri: `${origin}/auth`,
    scope: 'user pan offline',
    code_challenge_method: 'S256',
    ...params,
  };
  const answer = await post(`${origin}/v1/user/authorize`, asked, person.token);
  if (typeof answer['code'] !== 'string') throw new Error(JSON.stringify(answer));
  return answer['code'];
}

/** Masked address of the person signed in in this page's browser; '' without a session. */
export function whoIs(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = await fetch('/v1/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: 'web', grant_type: 'refresh_token' }),
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    if (!access_token) return '';
    const me = await fetch('/v1/user/me', { headers: { authorization: `Bearer ${access_token}` } });
    return ((await me.json()) as { email: string }).email;
  });
}

export const ALICE = 'a***e@example.com';
export const BOB = 'b***b@example.com';

/** How the desktop client behaves. */
export type DesktopManner = 'answer' | 'refuse' | 'stale' | 'no-header' | 'redirect' | 'deaf';

export interface DesktopDouble {
  readonly port: number;
  /** Method, path and origin of each request. */
  readonly seen: string[];
  manner: DesktopManner;
  close(): void;
}

async function readJson(request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return JSON.parse(text) as object;
}

/** The desktop client: listens on loopback, accepts our exact origin alone, has a sign-in of its own. */
export async function startDesktop(origin: string, person: Person): Promise<DesktopDouble> {
  const double = { port: 0, seen: [] as string[], manner: 'answer' as DesktopManner, close: () => void server.close() };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    double.seen.push(`${request.method} ${request.url} ${request.headers.origin}`);
    // A foreign program answers every request with its own page.
    if (double.manner === 'deaf') return void response.end('<p>hello</p>');
    if (request.headers.origin !== origin) return void response.writeHead(403).end();
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-expose-headers', 'X-Auth-Code');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method !== 'POST' || request.url !== '/windows/client-auth-code')
      return void response.writeHead(404).end();
    const params = await readJson(request);
    if (double.manner === 'refuse') return void response.writeHead(403).end();
    if (double.manner === 'redirect') return void response.writeHead(307, { location: `${origin}/v1/user/me` }).end();
    if (double.manner !== 'no-header') {
      const asked = double.manner === 'stale' ? { ...params, code_challenge: FOREIGN_CHALLENGE } : params;
      response.setHeader('X-Auth-Code', await codeFor(origin, person, asked));
    }
    response.end();
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  double.port = await listenOnLoopback(server);
  return double;
}

/** A foreign site that tries to act in place of the extension. */
export async function startStranger(target: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html>
<iframe id="frame" src="${target}"></iframe>
<button id="open">open</button>
<script>
  let opened = null;
  document.querySelector('#open').onclick = () => { opened = window.open(${JSON.stringify(target)}); };
  const lie = (id) => ({ magpie: 'answer', text: JSON.stringify({ id, code: 0, data: { signed_in: true, sub: 'x', code: 'stolen' } }) });
  setInterval(() => { for (const view of [opened, document.querySelector('#frame').contentWindow]) view?.postMessage(lie('any'), '*'); }, 5);
</script>`);
  });
  const port = await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
