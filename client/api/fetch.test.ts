import { expect, test } from 'vitest';
import { makeFetch, RETRY_STATUS, retryAfterMs } from './fetch.ts';

function counted(answer: (nth: number) => Response) {
  let asked = 0;
  const http = makeFetch({
    locale: 'ja',
    fetch: async () => {
      asked += 1;
      return answer(asked);
    },
  });
  return { http, asked: () => asked };
}

const failing = (status: number) => counted(() => new Response('{}', { status }));

test.each(RETRY_STATUS)('a read is repeated once after %i', async (status) => {
  const { http, asked } = failing(status);
  await expect(http('http://a.test/config')).rejects.toMatchObject({ status });
  expect(asked()).toBe(2);
});

test.each([400, 401, 403, 404, 410, 501])('the shared fetch helper: status %i is not retried', async (status) => {
  const { http, asked } = failing(status);
  await expect(http('http://a.test/config')).rejects.toMatchObject({ status });
  expect(asked()).toBe(1);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('the shared fetch helper: a %s is sent once', async (method) => {
  const { http, asked } = failing(503);
  await expect(http('http://a.test/config', { method })).rejects.toMatchObject({ status: 503 });
  expect(asked()).toBe(1);
});

test('every call has Accept-Language, also with other headers', async () => {
  const seen: (string | null)[] = [];
  const http = makeFetch({
    locale: 'zh-TW',
    fetch: async (_, init) => {
      seen.push(new Headers(init?.headers).get('accept-language'));
      return Response.json({});
    },
  });
  await http('http://a.test/');
  await http('http://a.test/', { method: 'POST', body: { a: 1 }, headers: { 'x-client-id': 'web' } });
  expect(seen).toEqual(['zh-TW', 'zh-TW']);
});

test('a body is parsed as JSON for any content type', async () => {
  const { http } = counted(
    (nth) => new Response(nth === 1 ? '{"a":1}' : '<p>', { headers: { 'content-type': 'text/html' } }),
  );
  expect(await http('http://a.test/')).toEqual({ a: 1 });
  expect(await http('http://a.test/')).toBeUndefined();
});

test('the shared fetch helper: Retry-After is honoured up to 20 s', () => {
  expect(retryAfterMs('3', 0)).toBe(3_000);
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:07 GMT', 2_000)).toBe(5_000);
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:01 GMT', 2_000)).toBe(0);
  expect(retryAfterMs('86400', 0)).toBe(20_000);
  for (const nothing of [null, undefined, '', 'soon', '-5']) expect(retryAfterMs(nothing, 0)).toBe(0);
});
