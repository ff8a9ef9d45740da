/** For tests of the request client: a server of two origins that answers by a script and records requests; waits end at once. */
import { type ApiOptions, makeApiClient } from './client.ts';
import { ApiError } from './errors.ts';
import { makeWaitList } from './waits.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** `broken`: headers come, and the body breaks off. */
export type Answer = { status?: number; body?: unknown; text?: string } | 'silence' | 'broken';
export type Script = (seen: Seen, nth: number) => Answer;

export const TOKEN = { access_token: 't1', expires_in: 7200 };

/** A server of two origins: `script` answers everything but the token call, which counts its answers. */
export function world(
  script: Script,
  token: (nth: number) => Answer = (nth) => ({ body: { ...TOKEN, access_token: `t${nth}` } }),
  more: Partial<ApiOptions> = {},
) {
  const waited: number[] = [];
  const logged: string[] = [];
  /** Waits end at once. */
  const waits = makeWaitList({
    nowMs: () => 0,
    after: (ms, run) => {
      waited.push(ms);
      queueMicrotask(run);
      return () => undefined;
    },
  });
  const calls: Seen[] = [];
  const tokenCalls: Seen[] = [];
  const fakeFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const text = typeof init?.body === 'string' ? init.body : null;
    const seen = {
      method: init?.method ?? 'GET',
      url: String(input),
      headers: new Headers(init?.headers),
      body: text === null ? null : (JSON.parse(text) as unknown),
    };
    const isToken = seen.url.endsWith('/v1/auth/token');
    (isToken ? tokenCalls : calls).push(seen);
    const answer = isToken ? token(tokenCalls.length) : script(seen, calls.length);
    if (answer === 'silence') throw new TypeError('network');
    if (answer === 'broken')
      return new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network')) }));
    const body = answer.text ?? JSON.stringify(answer.body);
    return new Response(body, {
      status: answer.status ?? 200,
      headers: { 'content-type': answer.text === undefined ? 'application/json' : 'text/html' },
    });
  };
  const client = makeApiClient({
    origins: ['http://a.test', 'http://b.test'],
    clientId: 'web',
    locale: 'ja',
    deviceId: 'd'.repeat(32),
    fetch: fakeFetch,
    waits,
    log: (...parts) => logged.push(parts.join(' ')),
    ...more,
  });
  return { client, calls, tokenCalls, waited, logged };
}

export const OK = { body: { kind: 'drive#fileList' } };
export const refusal = (error: string, status = 400, more: object = {}) => ({
  status,
  body: { error, error_code: 3, error_description: 'told', ...more },
});

export async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}
