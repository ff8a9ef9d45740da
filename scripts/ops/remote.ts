/**
 * The other way to a server: over https, with the token of an operator. The token comes by the device grant (RFC 8628): the command
 * shows a code, the operator allows it in a browser. It ends after two hours and is stored for its owner only.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '#scripts/deploy/stop.ts';
import type { InternalResponse } from '#scripts/start/state/internal-endpoint.ts';
import { isLoopbackHost } from '#shared/loopback.ts';

const CLIENT = 'ops';
const SCOPE = 'operate';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const CALL_MS = 60_000;
/** A token that ends sooner is not used any more. */
const LEAST_MS = 60_000;
const DEFAULT_INTERVAL_SECONDS = 5;

/** @returns the origin. @throws Error for an address that is none, or that would send the token in the clear */
export function readServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Error('--url must be the address of the server, such as https://drive.example.com');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw new Error('--url must use https: the token of an operator is not sent in the clear');
  return url.origin;
}

/** Whether a server is named by its origin, not by its state folder. */
export function isRemote(server: string): boolean {
  return /^https?:\/\//.test(server);
}

interface StoredToken {
  readonly token: string;
  readonly untilMs: number;
}

function tokenFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config');
  return path.join(folder, 'magpie', 'ops.json');
}

function storedTokens(): Record<string, StoredToken> {
  const file = tokenFile();
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, StoredToken>) : {};
}

function storeToken(origin: string, token: StoredToken | null): void {
  const file = tokenFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const { [origin]: _old, ...others } = storedTokens();
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(token ? { ...others, [origin]: token } : others), { mode: 0o600 });
  renameSync(draft, file);
}

/** Of an authority that this machine does not know, such as that of LAN mode. */
const UNKNOWN_AUTHORITY = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
];

/** Why there was no answer, and what to do. */
function noAnswer(origin: string, error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined;
  const remedy = UNKNOWN_AUTHORITY.includes(String((cause as NodeJS.ErrnoException | undefined)?.code))
    ? 'set NODE_EXTRA_CA_CERTS to the file of its authority, which is lan/ca.crt of the state folder in LAN mode (docs/lan.md)'
    : 'look at the address and the network';
  return new Error(`no answer from ${origin} (${reasonOf(error)}); ${remedy}`, { cause: error });
}

async function send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<InternalResponse> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
      headers: { accept: 'application/json', ...headers },
      body,
    });
  } catch (cause) {
    throw noAnswer(new URL(url).origin, cause);
  }
  return { status: response.status, text: await response.text() };
}

const sendForm = (url: string, fields: Readonly<Record<string, string>>) =>
  send(url, { 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams(fields).toString());

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

interface Grant {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
  readonly interval?: number;
}

/** How a waiting sign-in shows its code and waits; a test gives its own. */
export interface Waiting {
  show(line: string): void;
  wait(ms: number): Promise<unknown>;
}

const TERMINAL: Waiting = { show: (line) => void process.stderr.write(`${line}\n`), wait: delay };

/** @throws Error when the operator refuses, or the code ends */
async function signIn(origin: string, { show, wait }: Waiting): Promise<string> {
  const begun = await sendForm(`${origin}/v1/auth/device/code`, { client_id: CLIENT, scope: SCOPE });
  if (begun.status !== 200)
    throw new Error(`${origin} does not sign operators in: ${begun.status} ${begun.text.slice(0, 200)}`);
  const grant = fieldsOf(begun.text) as unknown as Grant;
  show(`Open ${grant.verification_uri} as an operator and allow the code ${grant.user_code}`);
  let seconds = grant.interval ?? DEFAULT_INTERVAL_SECONDS;
  for (let waited = 0; waited < grant.expires_in; waited += seconds) {
    await wait(seconds * 1_000);
    const fields = { client_id: CLIENT, grant_type: DEVICE_GRANT, device_code: grant.device_code };
    const { status, text } = await sendForm(`${origin}/v1/auth/token`, fields);
    const answer = fieldsOf(text);
    if (status === 200) {
      const token = String(answer['access_token']);
      storeToken(origin, { token, untilMs: Date.now() + Number(answer['expires_in']) * 1_000 });
      return token;
    }
    if (answer['error'] === 'slow_down') seconds += DEFAULT_INTERVAL_SECONDS;
    else if (answer['error'] === 'access_denied') throw new Error('the code was refused in the browser');
    else if (answer['error'] !== 'authorization_pending') break;
  }
  throw new Error('the code has ended; run the command again');
}

/** A token that is valid here. `MAGPIE_OPS_TOKEN` comes before a stored one. */
async function tokenFor(origin: string, waiting: Waiting): Promise<string> {
  const given = process.env['MAGPIE_OPS_TOKEN'];
  if (given) return given;
  const stored = storedTokens()[origin];
  return stored && stored.untilMs - LEAST_MS > Date.now() ? stored.token : signIn(origin, waiting);
}

/** @param target  `/_internal/...`, as on the machine itself */
export async function callRemote(
  origin: string,
  target: string,
  body: object,
  waiting: Waiting = TERMINAL,
): Promise<InternalResponse> {
  const url = `${origin}${target.replace(/^\/_internal\//, '/console/v1/')}`;
  const call = (token: string) =>
    send(url, { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, JSON.stringify(body));
  const first = await call(await tokenFor(origin, waiting));
  if (first.status !== 401) return first;
  if (process.env['MAGPIE_OPS_TOKEN'])
    throw new Error(
      `${origin} does not take MAGPIE_OPS_TOKEN: it ends after two hours, or is of another server. Without the variable the command signs in by a code.`,
    );
  // Signed out since, or of a server that was made anew.
  return call(await signIn(origin, waiting));
}

/** Ends the stored token at the server, and forgets it. */
export async function signOut(origin: string): Promise<string> {
  const stored = storedTokens()[origin];
  if (!stored) return `no token of ${origin} is stored`;
  await sendForm(`${origin}/v1/auth/revoke`, { client_id: CLIENT, token: stored.token });
  storeToken(origin, null);
  return `signed out of ${origin}`;
}
