import { describe, expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { makeApiClient } from './client.ts';
import { ApiError } from './errors.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = { status?: number; body?: unknown; text?: string } | 'silence';
type Script = (seen: Seen, nth: number) => Answer;

const TOKEN = { access_token: 't1', expires_in: 7200 };

/** A server of two origins: `script` answers everything but the token call, which counts its answers. */
function world(
  script: Script,
  token: (nth: number) => Answer = (nth) => ({ body: { ...TOKEN, access_token: `t${nth}` } }),
) {
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
    retryDelayMs: 0,
  });
  return { client, calls, tokenCalls };
}

const OK = { body: { kind: 'drive#fileList' } };
const refusal = (error: string, status = 400, more: object = {}) => ({
  status,
  body: { error, error_code: 3, error_description: 'told', ...more },
});

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

describe('where requests go', () => {
  test('they take turns over the API origins', async () => {
    const { client, calls } = world(() => OK);
    await client.call(driveContract.list);
    await client.call(driveContract.list);
    await client.call(driveContract.list);
    expect(calls.map((seen) => new URL(seen.url).origin)).toEqual(['http://a.test', 'http://b.test', 'http://a.test']);
  });

  test('parameters are spelled into the path, and language, client and device go along', async () => {
    const { client, calls } = world(() => ({ body: { id: 'x' } }));
    await client.call(driveContract.detail, { params: { id: 'a/b' }, query: { usage: 'FETCH' } });
    expect(calls[0]?.url).toBe('http://a.test/drive/v1/files/a%2Fb?usage=FETCH');
    expect(calls[0]?.headers.get('accept-language')).toBe('ja');
    expect(calls[0]?.headers.get('x-client-id')).toBe('web');
    expect(calls[0]?.headers.get('x-device-id')).toBe('d'.repeat(32));
  });
});

describe('the access token', () => {
  test('is fetched once for calls made at the same moment, and kept', async () => {
    const { client, calls, tokenCalls } = world(() => OK);
    await Promise.all([
      client.call(driveContract.list),
      client.call(driveContract.about),
      client.call(driveContract.tasks),
    ]);
    await client.call(driveContract.list);
    expect(tokenCalls).toHaveLength(1);
    expect(new Set(calls.map((seen) => seen.headers.get('authorization')))).toEqual(new Set(['Bearer t1']));
  });

  test('is not asked for by calls that anyone may make', async () => {
    const { client, calls, tokenCalls } = world(() => OK);
    await client.call(shareContract.open, { query: { share_id: 's' } });
    expect(tokenCalls).toHaveLength(0);
    expect(calls[0]?.headers.has('authorization')).toBe(false);
  });

  test('that the server refuses is renewed once, and the call is sent again', async () => {
    const { client, calls, tokenCalls } = world((_, nth) => (nth === 1 ? refusal('unauthenticated', 401) : OK));
    await client.call(driveContract.list);
    expect(calls.map((seen) => seen.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
    expect(tokenCalls).toHaveLength(2);
  });

  test('is renewed once for two calls that were refused together', async () => {
    const { client, tokenCalls } = world((seen) =>
      seen.headers.get('authorization') === 'Bearer t1' ? refusal('unauthenticated', 401) : OK,
    );
    await Promise.all([client.call(driveContract.list), client.call(driveContract.about)]);
    expect(tokenCalls).toHaveLength(2);
  });

  test('refused twice ends the call', async () => {
    const { client, calls } = world(() => refusal('unauthenticated', 401));
    const error = await failureOf(client.call(driveContract.list));
    expect(error.errorName).toBe('unauthenticated');
    expect(calls).toHaveLength(2);
  });

  test.each(['invalid_grant', 'unauthenticated', 'user_blocked'])(
    'that cannot be renewed (%s) means signed out',
    async (name) => {
      const { client, calls } = world(
        () => OK,
        () => refusal(name),
      );
      expect((await failureOf(client.call(driveContract.list))).errorName).toBe('unauthenticated');
      expect(calls).toHaveLength(0);
    },
  );

  test('that could not be renewed for want of a network does not sign out', async () => {
    const { client } = world(
      () => OK,
      () => 'silence',
    );
    expect((await failureOf(client.call(driveContract.list))).errorName).toBe('unreachable');
  });
});

describe('the human check', () => {
  test('a captcha that is asked for is fetched for this action and the call is sent again', async () => {
    const { client, calls } = world((seen) => {
      if (seen.url.includes('captcha')) return { body: { captcha_token: 'c1', expires_in: 300 } };
      return seen.headers.get('x-captcha-token') === 'c1' ? OK : refusal('captcha_required');
    });
    await client.call(shareContract.open, { query: { share_id: 's' } });
    expect(calls[1]?.body).toMatchObject({ action: 'GET:/drive/v1/share', client_id: 'web', captcha_token: '' });
    expect(calls).toHaveLength(3);
  });

  test('a refused captcha is renewed at most three times, telling the one before', async () => {
    let made = 0;
    const { client, calls } = world((seen) => {
      if (!seen.url.includes('captcha')) return refusal('captcha_invalid');
      made += 1;
      return { body: { captcha_token: `c${made}`, expires_in: 300 } };
    });
    expect((await failureOf(client.call(shareContract.open))).errorName).toBe('captcha_invalid');
    const asked = calls.filter((seen) => seen.url.includes('captcha'));
    expect(asked.map((seen) => (seen.body as { captcha_token: string }).captcha_token)).toEqual(['', 'c1', 'c2']);
  });

  test('a check that only a person can pass ends the call', async () => {
    const { client } = world((seen) =>
      seen.url.includes('captcha') ? { body: { url: 'http://check.test' } } : refusal('captcha_required'),
    );
    expect((await failureOf(client.call(shareContract.open))).errorName).toBe('captcha_required');
  });
});

describe('failures', () => {
  test('carry name, number, sentence and path', async () => {
    const { client } = world(() => refusal('file_space_not_enough', 400, { error_code: 8 }));
    const error = await failureOf(client.call(driveContract.list));
    expect(error).toMatchObject({
      errorName: 'file_space_not_enough',
      code: 8,
      message: 'told',
      errorUri: '/drive/v1/files',
    });
  });

  test('a proxy page is an internal failure, not an answer', async () => {
    const { client } = world(() => ({ text: '<p>hello</p>' }));
    expect((await failureOf(client.call(driveContract.list))).errorName).toBe('internal');
  });

  test('a read is asked twice more when nothing came back', async () => {
    const { client, calls } = world((_, nth) => (nth < 3 ? 'silence' : OK));
    await client.call(driveContract.list);
    expect(calls).toHaveLength(3);
    const silent = world(() => 'silence');
    expect((await failureOf(silent.client.call(driveContract.list))).errorName).toBe('unreachable');
    expect(silent.calls).toHaveLength(3);
  });

  test('a write is repeated under the same key, and never without one', async () => {
    const body = { ids: ['a'] };
    const keyed = world((_, nth) => (nth === 1 ? 'silence' : { body: { task_id: 'k' } }));
    await keyed.client.call(driveContract.batchTrash, { body, idempotencyKey: 'once' });
    expect(keyed.calls.map((seen) => seen.headers.get('idempotency-key'))).toEqual(['once', 'once']);
    const bare = world(() => 'silence');
    await failureOf(bare.client.call(driveContract.batchTrash, { body }));
    expect(bare.calls).toHaveLength(1);
  });

  test('a refusal is not repeated', async () => {
    const { client, calls } = world(() => refusal('file_not_found', 404));
    await failureOf(client.call(driveContract.list));
    expect(calls).toHaveLength(1);
  });

  test('a cancelled call ends with the reason it was cancelled for', async () => {
    const control = new AbortController();
    const { client } = world(() => {
      control.abort(new Error('left'));
      return 'silence';
    });
    await expect(client.call(driveContract.list, { signal: control.signal })).rejects.toThrow('left');
  });
});
