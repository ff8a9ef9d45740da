import { expect, test } from 'vitest';
import { makeFetch } from '#client/api/fetch.ts';
import { makePayloads } from './payloads.ts';

const PAGE = { build: 'b1', language: 'ja', layout: 'basic', head: '', main: '<main></main>', parts: {}, scripts: [] };

function make(answers: (() => Promise<Response>)[]) {
  const asked: string[] = [];
  const clock = { nowMs: 0 };
  const payloads = makePayloads({
    build: 'b1',
    http: makeFetch({
      locale: 'ja',
      fetch: (address) => {
        asked.push(String(address));
        return (answers.shift() ?? (() => Promise.resolve(Response.json(PAGE))))();
      },
    }),
    timeout: () => new AbortController().signal,
    nowMs: () => clock.nowMs,
  });
  return { payloads, asked, clock };
}

test('a payload is fetched once, with the build of the document', async () => {
  const { payloads, asked } = make([]);
  const [first, second] = await Promise.all([payloads.get('/ja/faq'), payloads.get('/ja/faq')]);
  expect(first).toEqual(PAGE);
  expect(second).toBe(first);
  expect(asked).toEqual(['/ja/faq/_payload.json?b1']);
});

test.each([
  ['another build answers', () => Promise.resolve(Response.json({ ...PAGE, build: 'b2' }))],
  ['the page wants to be loaded whole', () => Promise.resolve(Response.json({ build: 'b1', whole: true }))],
  ['the server fails', () => Promise.resolve(new Response('', { status: 500 }))],
  ['what came is no payload', () => Promise.resolve(new Response('<!DOCTYPE html>'))],
  ['the network is gone', () => Promise.reject(new TypeError('gone'))],
])('there is no payload when %s', async (_, answer) => {
  // The fetch helper asks for a read twice.
  expect(await make([answer, answer]).payloads.get('/ja/faq')).toBeNull();
});

test('a payload is fetched again after a network failure', async () => {
  const gone = () => Promise.reject(new TypeError('gone'));
  const { payloads, asked } = make([gone, gone]);
  expect(await payloads.get('/ja/faq')).toBeNull();
  expect(await payloads.get('/ja/faq')).toEqual(PAGE);
  expect(asked).toHaveLength(3);
});

test('the oldest payload is dropped when many are cached', async () => {
  const { payloads, asked } = make([]);
  for (let at = 0; at <= 30; at += 1) await payloads.get(`/ja/help-center/${at}`);
  await payloads.get('/ja/help-center/30');
  expect(asked).toHaveLength(31);
  await payloads.get('/ja/help-center/0');
  expect(asked).toHaveLength(32);
});

test('an old payload is fetched again, but going back uses it', async () => {
  const { payloads, asked, clock } = make([]);
  await payloads.get('/ja/faq');
  clock.nowMs = 15_000;
  await payloads.get('/ja/faq', true);
  expect(asked).toHaveLength(1);
  await payloads.get('/ja/faq');
  expect(asked).toHaveLength(2);
});
