/** Questions to servers that know no ranges. */
import { expect, it } from 'vitest';
import { askFile } from './ask-file.ts';

const URL_OF_FILE = 'https://files.example/a';

async function ask(
  answers: readonly Response[],
  offset: number,
): Promise<{ status: number; ranges: (string | null)[] }> {
  const ranges: (string | null)[] = [];
  const call = (_: string, { headers }: RequestInit) => {
    ranges.push(new Headers(headers).get('range'));
    return Promise.resolve(answers[ranges.length - 1] ?? new Response(null, { status: 599 }));
  };
  const deps = { allowed: new Set<string>(), ports: new Set<string>(), call };
  const { signal } = new AbortController();
  const { status } = await askFile(deps, URL_OF_FILE, { offset, lastByte: null, validator: '"a"', signal });
  return { status, ranges };
}

it.each([400, 405, 406, 416, 501])('a server that answers a range with %i is asked for the whole', async (status) => {
  const answers = [new Response('no', { status }), new Response('all')];
  expect(await ask(answers, 0)).toEqual({ status: 200, ranges: ['bytes=0-', null] });
});

it('a refusal that is not about the range, an empty file and a later part are not asked for again', async () => {
  expect(await ask([new Response('no', { status: 403 })], 0)).toEqual({ status: 403, ranges: ['bytes=0-'] });
  const empty = new Response('', { status: 416, headers: { 'content-range': 'bytes */0' } });
  expect(await ask([empty], 0)).toEqual({ status: 416, ranges: ['bytes=0-'] });
  expect(await ask([new Response('no', { status: 416 })], 7)).toEqual({ status: 416, ranges: ['bytes=7-'] });
});
