import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { messageOf } from '#shared/error-message.ts';
import { shareContract } from '#shared/share/contract.ts';
import { type Answer, failureOf, OK, refusal, TOKEN, world } from './client-fixture.ts';
import { ApiError } from './errors.ts';

test('requests rotate over the API origins', async () => {
  const { client, calls } = world(() => OK);
  await client.call(browserContract.list);
  await client.call(browserContract.list);
  await client.call(browserContract.list);
  expect(calls.map((seen) => new URL(seen.url).origin)).toEqual(['http://a.test', 'http://b.test', 'http://a.test']);
});

test('a request has its parameters in the path, and headers of language, client and device', async () => {
  const { client, calls } = world(() => ({ body: { id: 'x' } }));
  await client.call(browserContract.detail, { params: { id: 'a/b' }, query: { usage: 'FETCH' } });
  expect(calls[0]?.url).toBe('http://a.test/drive/v1/files/a%2Fb?usage=FETCH');
  expect(calls[0]?.headers.get('accept-language')).toBe('ja');
  expect(calls[0]?.headers.get('x-client-id')).toBe('web');
  expect(calls[0]?.headers.get('x-device-id')).toBe('d'.repeat(32));
});

test('concurrent calls share one access token, which is cached', async () => {
  const { client, calls, tokenCalls } = world(() => OK);
  await Promise.all([
    client.call(browserContract.list),
    client.call(browserContract.about),
    client.call(browserContract.tasks),
  ]);
  await client.call(browserContract.list);
  expect(tokenCalls).toHaveLength(1);
  expect(new Set(calls.map((seen) => seen.headers.get('authorization')))).toEqual(new Set(['Bearer t1']));
});

test('a public call needs no access token', async () => {
  const { client, calls, tokenCalls } = world(() => OK);
  await client.call(shareContract.open, { query: { share_id: 's' } });
  expect(tokenCalls).toHaveLength(0);
  expect(calls[0]?.headers.has('authorization')).toBe(false);
});

test('a refused access token is renewed once, and the call is sent again', async () => {
  const { client, calls, tokenCalls } = world((_, nth) => (nth === 1 ? refusal('unauthenticated', 401) : OK));
  await client.call(browserContract.list);
  expect(calls.map((seen) => seen.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
  expect(tokenCalls).toHaveLength(2);
});

test('two calls refused together renew the access token once', async () => {
  const { client, tokenCalls } = world((seen) =>
    seen.headers.get('authorization') === 'Bearer t1' ? refusal('unauthenticated', 401) : OK,
  );
  await Promise.all([client.call(browserContract.list), client.call(browserContract.about)]);
  expect(tokenCalls).toHaveLength(2);
});

test('an access token refused twice ends the call', async () => {
  const { client, calls } = world(() => refusal('unauthenticated', 401));
  const error = await failureOf(client.call(browserContract.list));
  expect(error.errorName).toBe('unauthenticated');
  expect(calls).toHaveLength(2);
});

test.each(['invalid_grant', 'unauthenticated', 'user_blocked'])(
  'the access token that cannot be renewed (%s) means signed out',
  async (name) => {
    const { client, calls } = world(
      () => OK,
      () => refusal(name),
    );
    expect((await failureOf(client.call(browserContract.list))).errorName).toBe('unauthenticated');
    expect(calls).toHaveLength(0);
  },
);

test('a renewal without network does not sign out', async () => {
  const { client } = world(
    () => OK,
    () => 'silence',
  );
  expect((await failureOf(client.call(browserContract.list))).errorName).toBe('unreachable');
});

test('captcha_required fetches a token for the action and sends the call again', async () => {
  const { client, calls } = world((seen) => {
    if (seen.url.includes('captcha')) return { body: { captcha_token: 'c1', expires_in: 300 } };
    return seen.headers.get('x-captcha-token') === 'c1' ? OK : refusal('captcha_required');
  });
  await client.call(shareContract.open, { query: { share_id: 's' } });
  expect(calls[1]?.body).toMatchObject({ action: 'GET:/drive/v1/share', client_id: 'web', captcha_token: '' });
  expect(calls).toHaveLength(3);
});

test('a refused captcha token is renewed at most three times, naming the one before', async () => {
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

test('a passed human check continues the call', async () => {
  const asked: string[] = [];
  const { client } = world(
    (seen) => {
      if (seen.url.includes('captcha')) return { body: { url: 'http://check.test', captcha_token: '', expires_in: 0 } };
      return seen.headers.get('x-captcha-token') === 'passed' ? OK : refusal('captcha_required');
    },
    undefined,
    {
      humanCheck: async (url) => {
        asked.push(url);
        return { captchaToken: 'passed', expiresInSeconds: 300 };
      },
    },
  );
  await client.call(shareContract.open);
  expect(asked).toEqual(['http://check.test']);
});

test('a closed human check ends the call as cancelled', async () => {
  const { client, calls } = world(
    (seen) => (seen.url.includes('captcha') ? { body: { url: 'http://check.test' } } : refusal('captcha_required')),
    undefined,
    { humanCheck: () => Promise.reject(new ApiError({ error: 'cancelled' }, 'check')) },
  );
  expect((await failureOf(client.call(shareContract.open))).errorName).toBe('cancelled');
  expect(calls).toHaveLength(2);
});

test('a required human check ends the call when none is available', async () => {
  const { client } = world((seen) =>
    seen.url.includes('captcha') ? { body: { url: 'http://check.test' } } : refusal('captcha_required'),
  );
  expect((await failureOf(client.call(shareContract.open))).errorName).toBe('captcha_required');
});

test('a failure has name, number, message and path', async () => {
  const { client } = world(() => refusal('file_space_not_enough', 400, { error_code: 8 }));
  const error = await failureOf(client.call(browserContract.list));
  expect(error).toMatchObject({
    errorName: 'file_space_not_enough',
    code: 8,
    message: 'told',
    errorUri: '/drive/v1/files',
  });
});

test('the page of a proxy is an internal failure', async () => {
  const { client } = world(() => ({ text: '<p>hello</p>' }));
  expect((await failureOf(client.call(browserContract.list))).errorName).toBe('internal');
});

test('a read without an answer is repeated twice', async () => {
  const { client, calls } = world((_, nth) => (nth < 3 ? 'silence' : OK));
  await client.call(browserContract.list);
  expect(calls).toHaveLength(3);
  const silent = world(() => 'silence');
  expect((await failureOf(silent.client.call(browserContract.list))).errorName).toBe('unreachable');
  expect(silent.calls).toHaveLength(3);
});

test('a write is repeated under one idempotency key, given or generated', async () => {
  const body = { ids: ['a'] };
  const once = () => world((_, nth) => (nth === 1 ? 'silence' : { body: { task_id: 'k' } }));
  const given = once();
  await given.client.call(browserContract.batchTrash, { body, idempotencyKey: 'once' });
  expect(given.calls.map((seen) => seen.headers.get('idempotency-key'))).toEqual(['once', 'once']);
  const own = once();
  await own.client.call(browserContract.batchTrash, { body });
  await own.client.call(browserContract.batchTrash, { body });
  const keys = own.calls.map((seen) => seen.headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a write that must not be repeated is sent once after no or an unreadable answer', async () => {
  const body = { username: 'a', password: 'b' };
  for (const answer of ['silence', { status: 500, text: 'oops' }, refusal('internal', 200)] as const) {
    const { client, calls } = world(() => answer);
    await failureOf(client.call(authContract.signIn, { body, patience: 'long' }));
    expect(calls).toHaveLength(1);
  }
});

test('a write that must not be repeated is retried while no request was sent', async () => {
  const row = { ...authContract.signIn, callers: 'person' as const };
  const { client, calls, tokenCalls } = world(
    () => OK,
    (nth) => (nth < 3 ? 'silence' : { body: TOKEN }),
  );
  await client.call(row, { body: { username: 'a', password: 'b' } });
  expect([calls.length, tokenCalls.length]).toEqual([1, 3]);
});

test('failures: a refusal is not repeated', async () => {
  const { client, calls } = world(() => refusal('file_not_found', 404));
  await failureOf(client.call(browserContract.list));
  expect(calls).toHaveLength(1);
});

test('a cancelled call rejects with the reason of its signal', async () => {
  const control = new AbortController();
  const { client } = world(() => {
    control.abort(new Error('left'));
    return 'silence';
  });
  await expect(client.call(browserContract.list, { signal: control.signal })).rejects.toThrow('left');
});

test.each<[string, Answer]>([
  ['an error body under 200', refusal('internal', 200)],
  ['a list where an object was promised', { body: [1] }],
  ['an empty answer', { text: '' }],
  ['half an answer', { text: '{"files":[' }],
  ['a body that breaks off', 'broken'],
])('%s is a failure, and a read is asked again', async (_what, answer) => {
  const { client, calls } = world((_seen, nth) => (nth === 1 ? answer : OK));
  await client.call(browserContract.list);
  expect(calls).toHaveLength(2);
});

test('an error body with status 200 is a failure', async () => {
  const { client, calls } = world(() => refusal('file_not_found', 200));
  expect((await failureOf(client.call(browserContract.list))).errorName).toBe('file_not_found');
  expect(calls).toHaveLength(1);
});

test('an error body with only a number gets the name of that number', async () => {
  const { client } = world(() => refusal('something_newer', 400, { error_code: 4012 }));
  expect((await failureOf(client.call(browserContract.list))).errorName).toBe('user_pending');
});

test('failures: code 16 is logged as not login', async () => {
  const { client, logged } = world(() => refusal('unauthenticated', 401, { error_code: 16 }));
  await failureOf(client.call(browserContract.list));
  expect(logged).toContain('not login');
});

const translate = (key: string) => `<${key}>`;
const sentence = (received: object) => messageOf(new ApiError(received, '/x'), translate);

test('too many tries, no network and a failure of the browser have their own messages', () => {
  const told = { error_description: 'told' };
  expect(sentence({ error: 'captcha_invalid', error_code: 4002, ...told })).toBe('<errors.too_frequent>');
  expect(sentence({ error: 'unreachable', error_code: 8000, ...told })).toBe('<errors.unreachable>');
  expect(sentence({ error: 'local', error_code: 8001, ...told })).toBe('<errors.local>');
  expect(messageOf(new Error('a bug'), translate)).toBe('<errors.default>');
});
