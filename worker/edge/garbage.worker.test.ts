/** Garbage in, a page out: no path, query, cookie or header leads to a 500. */
import { createExecutionContext } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { env, ORIGIN } from '#test/contract/send.ts';
import worker from '#worker/index.ts';

const HOST = new URL(ORIGIN).host;

async function ask(path: string, headers: readonly (readonly [string, string])[] = []): Promise<Response> {
  const sent = new Headers({ host: HOST, accept: 'text/html', 'accept-language': 'en-US' });
  for (const [name, value] of headers) sent.set(name, value);
  const request = new Request(`${ORIGIN}${path}`, { headers: sent, redirect: 'manual' });
  return worker.fetch(request, env, createExecutionContext());
}

/** Expects a page, a redirect to one, or a plain refusal, with the headers of every answer. */
async function expectPage(answer: Response): Promise<void> {
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBeLessThan(500);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  if (answer.status >= 300 && answer.status < 400) {
    const target = new URL(answer.headers.get('location') ?? '', ORIGIN);
    expect(target.origin).toBe(ORIGIN);
  } else expect(text.length).toBeGreaterThan(0);
}

const LONG = 'a'.repeat(20_000);

const PATHS = [
  '/%',
  '/%%',
  '/%zz',
  '/%e0%a4%a',
  '/%ff%fe',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  '/%f8%88%80%80%80',
  '/%ed%a0%80',
  '/%00',
  '/en-US/%00',
  '/en-US/help%00.html',
  '/en-US/%0d%0aset-cookie:a=b',
  '/en-US//',
  '/en-US///help',
  '//en-US/help',
  '/\\evil.example',
  '/en-US/\\..\\help',
  '/en-US/..%2f..%2fhelp',
  '/en-US/%2e%2e/help',
  '/EN-us/help',
  '/en_US/help',
  '/zz/help',
  '/ja/ja/help',
  '/ja/%E3%81%82',
  '/日本/語',
  '/%F0%9F%90%A6',
  '/en-US/help;jsessionid=1',
  '/en-US/help/',
  '/en-US/help/x/y/z',
  '/policy/%zz',
  '/en-US/policy/%zz',
  '/en-US/policy/__proto__',
  '/en-US/policy/constructor/prototype',
  '/en-US/help-center/%00/..',
  '/en-US/help-center/__proto__',
  '/en-US/help-center/a%2fb%2f%2e%2e',
  '/en-US/_payload.json',
  '/en-US/_payload.json?%zz',
  '/_payload.json?__proto__',
  '/s/%zz',
  '/s/Vabc/%00/%ff',
  '/drive/all/%zz',
  '/drive/all/__proto__',
  '/__proto__',
  '/constructor',
  '/.env',
  '/.git/config',
  '/wp-login.php',
  `/${LONG}`,
  `/en-US/help-center/${LONG}`,
  `/${'a/'.repeat(3_000)}`,
  `/${'%2e%2e%2f'.repeat(500)}`,
];

const QUERIES = [
  '?',
  '??',
  '?%',
  '?%zz=%zz',
  '?locale=%zz',
  '?locale=__proto__',
  '?locale=ja&locale=ko',
  '?lang=%00',
  '?code=%ff',
  '?code=',
  '?from_source=pc_client&port=zzzz',
  '?bridge_auth=1&bridge_auth=%zz',
  '?action=%3Cscript%3E',
  '?next=//evil.example',
  '?next=javascript:alert(1)',
  '?__proto__=1&constructor=2',
  '?q=%ed%a0%80',
  `?q=${LONG}`,
  `?${'a=1&'.repeat(3_000)}`,
];

const HEADERS: readonly (readonly [string, string])[] = [
  ['cookie', ''],
  ['cookie', ';'],
  ['cookie', '=;==;;= ;'],
  ['cookie', 'pp_theme=%zz'],
  ['cookie', 'pp_theme=%7B%22a%22%3A'],
  ['cookie', 'pp_theme=dark; pp_theme=light; pp_theme=pink'],
  ['cookie', 'pp_locale=%22__proto__%22'],
  ['cookie', 'pp_locale="ja"; pp_locale="ko"'],
  ['cookie', 'pp_locale=null; pp_theme=null; ipBlock=null'],
  ['cookie', '__Host-magpie_session=%ff%fe.%zz.'],
  ['cookie', `__Host-magpie_session=${LONG}`],
  ['cookie', '__Host-magpie_session=a.b.c; __Host-magpie_session=d.e.f'],
  ['cookie', 'pp_dev_shell=%7B%22kind%22%3A%22__proto__%22%7D'],
  ['cookie', '__proto__=1; constructor=2; toString=3'],
  ['cookie', `${'a=b; '.repeat(4_000)}`],
  ['cookie', `x=${LONG}${LONG}${LONG}`],
  ['cookie', 'a=\u00e9\u00ff'],
  ['accept-language', ''],
  ['accept-language', '*'],
  ['accept-language', ',,,;;;==='],
  ['accept-language', 'en;q=NaN, ja;q=-1, ko;q=1e9'],
  ['accept-language', 'en-US-x-private-u-ca-gregory-'],
  ['accept-language', '__proto__'],
  ['accept-language', '\u00e9\u00ff'],
  ['accept-language', `${'ja,'.repeat(5_000)}ko`],
  ['user-agent', ''],
  ['user-agent', `${LONG} iPhone`],
  ['if-none-match', '"'],
  ['if-none-match', `${'"a",'.repeat(5_000)}`],
  ['if-modified-since', 'yesterday'],
  ['range', 'bytes=-0,5-,--'],
  ['content-length', '-1'],
  ['x-device-id', '~'.repeat(3_000)],
  ['authorization', `Bearer ${LONG}`],
  ['authorization', 'Basic %%%'],
  ['origin', 'null'],
  ['origin', 'not an origin'],
  ['referer', 'http://[::'],
  ['accept', '///;q=;,'],
  ['cf-connecting-ip', '999.999.999.999'],
  ['cf-connecting-ip', '::ffff:::1'],
  ['cf-ipcountry', '__proto__'],
  ['sec-fetch-site', 'nowhere'],
  ['idempotency-key', '~'.repeat(300)],
];

const HOSTS = ['', 'localhost', 'LOCALHOST:8787', 'localhost:99999', 'evil.example', '[::1', 'a b', 'x'.repeat(2_000)];

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);

test('there are more than eighty cases, each once', () => {
  const all = [...PATHS, ...QUERIES, ...HEADERS.map((pair) => pair.join(' ')), ...HOSTS];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(80);
});

test.each(PATHS.map((path) => [short(path), path] as const))(
  'a page, whatever is asked: path %s',
  async (_name, path) => {
    await expectPage(await ask(path));
  },
);

test.each(QUERIES.map((query) => [short(query), query] as const))(
  'a page, whatever is asked: query %s',
  async (_name, query) => {
    for (const path of ['/en-US/help', '/help', '/', '/auth', '/en-US/help-center'])
      await expectPage(await ask(`${path}${query}`));
  },
);

test.each(HEADERS.map((pair) => [short(pair.join(': ')), pair] as const))(
  'a page, whatever is asked: header %s',
  async (_name, pair) => {
    for (const path of ['/', '/en-US/help', '/drive/all', '/en-US/nothing']) await expectPage(await ask(path, [pair]));
  },
);

test.each(HOSTS.map((name) => [short(name), name] as const))(
  'a page, whatever is asked: host "%s"',
  async (_name, host) => {
    await expectPage(await ask('/en-US/help', [['host', host]]));
  },
);

test('garbage spoils nothing for the next visitor', async () => {
  const before = await (await ask('/en-US/help')).text();
  for (const pair of HEADERS) await (await ask('/en-US/help', [pair])).body?.cancel();
  expect(await (await ask('/en-US/help')).text()).toBe(before);
});
