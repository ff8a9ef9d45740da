/** Addresses as chats and people write them: one redirect to the page, and nothing rendered at the address itself. */
import { createExecutionContext } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { env, ORIGIN } from '#test/contract/send.ts';
import worker from '#worker/index.ts';

const SHARE = '/s/VN8x_0000000000000000000-1';

async function ask(path: string, method = 'GET'): Promise<Response> {
  const headers = { host: new URL(ORIGIN).host, accept: 'text/html', 'accept-language': 'ja' };
  return worker.fetch(
    new Request(`${ORIGIN}${path}`, { method, headers, redirect: 'manual' }),
    env,
    createExecutionContext(),
  );
}

test.each([
  [`${SHARE}。`, SHARE],
  [`${SHARE}%E3%80%82?s_code=7391`, `${SHARE}?s_code=7391`],
  [`${SHARE}%29%20see?s_code=7391&view=list`, `${SHARE}?s_code=7391&view=list`],
  [`${SHARE}提取码：7391`, SHARE],
  [`/%73/${SHARE.slice(3)}.`, SHARE],
  [`/zh-cn/${SHARE}/`, `/zh-CN${SHARE}`],
  ['/pt-br/faq/', '/pt/faq'],
  ['/drive/', '/drive/all'],
  ['/invite/ABCDEFGH12，', '/invite/ABCDEFGH12'],
])('%s leads to %s, and no cache holds it', async (path, own) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask(path, method);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, own]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('');
  }
});

test('A share, a page and an unknown path are answered where they are', async () => {
  for (const [path, status] of [
    [SHARE, 404],
    ['/ja/faq', 200],
    ['/nothing。', 404],
    ['//evil.example/', 404],
  ] as const)
    expect([path, (await ask(path)).status]).toEqual([path, status]);
});

test('A write is not redirected', async () => {
  expect((await ask(`${SHARE}。`, 'POST')).headers.get('location')).toBe(null);
});
