/** Calls of an outside program, with the three ways they can end: done, refused, or nobody knows. */
import { createHash, randomUUID } from 'node:crypto';

// The wire is read as an outside program reads it: by field names, unchecked.
// biome-ignore lint/suspicious/noExplicitAny: an outside program has no types of ours
export type Body = any;

/** How a call ended. `refused`: a definite error, so nothing has happened. `unknown`: it may have happened or not. */
export type Outcome =
  | { readonly kind: 'ok'; readonly body: Body; readonly headers: Headers }
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  | { readonly kind: 'unknown'; readonly why: string };

export interface CallOptions {
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly token?: string;
}

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  readonly refreshToken: string;
}

const DEVICE_ID = 'ca4ca4ca4ca4ca4ca4ca4ca4ca4ca4ca';
const FIRST_SERVER_ERROR = 500;
const FIRST_REFUSAL = 400;
/** Nothing a crash test asks for takes so long; a call that hangs has no answer. */
const CALL_MS = 60_000;

/** A new Idempotency-Key. */
export function newKey(): string {
  return randomUUID();
}

/** @param address  path at the origin, or a whole address */
export async function call(
  origin: string,
  method: string,
  address: string,
  options: CallOptions = {},
): Promise<Outcome> {
  const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
  const url = new URL(`${address}${query}`, origin);
  const isJson = options.bytes === undefined && options.body !== undefined;
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        'x-device-id': DEVICE_ID,
        'x-client-id': 'cli',
        'accept-language': 'en-US',
        ...(isJson && typeof options.body !== 'string' ? { 'content-type': 'application/json' } : {}),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.key ? { 'idempotency-key': options.key } : {}),
        ...options.headers,
      },
      body: options.bytes
        ? Uint8Array.from(options.bytes)
        : isJson
          ? typeof options.body === 'string'
            ? options.body
            : JSON.stringify(options.body)
          : undefined,
    });
    const text = await response.text();
    const body: Body = text.startsWith('{') ? JSON.parse(text) : text;
    if (response.status >= FIRST_SERVER_ERROR)
      return { kind: 'unknown', why: `${response.status} ${text.slice(0, 200)}` };
    if (response.status >= FIRST_REFUSAL)
      return { kind: 'refused', status: response.status, error: body.error ?? text.slice(0, 200) };
    return { kind: 'ok', body, headers: response.headers };
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The body of a call that must work: reads of a server that runs. @throws Error */
export async function mustCall(
  origin: string,
  method: string,
  address: string,
  options: CallOptions = {},
): Promise<Body> {
  const outcome = await call(origin, method, address, options);
  if (outcome.kind !== 'ok') throw new Error(`${method} ${address}: ${JSON.stringify(outcome)}`);
  return outcome.body;
}

/** Signs a demo person in. */
export async function signIn(origin: string, email: string): Promise<Person> {
  const captcha = await mustCall(origin, 'POST', '/v1/shield/captcha/init', {
    body: {
      client_id: 'cli',
      action: 'POST:/v1/auth/signin',
      device_id: DEVICE_ID,
      captcha_token: '',
      meta: { email },
    },
  });
  const answer = await mustCall(origin, 'POST', '/v1/auth/signin', {
    body: { client_id: 'cli', username: email, password: 'magpie-demo', captcha_token: captcha.captcha_token },
    headers: { 'x-captcha-token': captcha.captcha_token },
  });
  return { email, userId: answer.sub, token: answer.access_token, refreshToken: answer.refresh_token };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The bytes of a file by its content link. @param versionId  of what it held before; '' of what it holds */
export async function download(origin: string, person: Person, fileId: string, versionId = ''): Promise<Uint8Array> {
  const version = versionId === '' ? '' : `/versions/${versionId}`;
  const detail = await mustCall(origin, 'GET', `/drive/v1/files/${fileId}${version}`, { token: person.token });
  const response = await fetch(detail.links['application/octet-stream'].url, { signal: AbortSignal.timeout(CALL_MS) });
  if (response.status !== 200) throw new Error(`the content of ${fileId} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
