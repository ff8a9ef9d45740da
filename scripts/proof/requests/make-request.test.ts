import { expect, it } from 'vitest';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { makeRequest, OPERATIONS } from './make-request.ts';
import { Pools } from './pools.ts';

const SENDER = { host: 'localhost:1', token: 'a.b.c', pools: new Pools() };
const TRIES = 60;

function requestsOf(seed: number): string[] {
  const random = makeRandom(seed);
  return OPERATIONS.map((operation) => makeRequest(operation, SENDER, random).bytes.toString('latin1'));
}

it('the same seed makes the same request of every operation, another seed others', () => {
  expect(requestsOf(7)).toEqual(requestsOf(7));
  expect(requestsOf(7)).not.toEqual(requestsOf(8));
});

it('most requests of every operation fit its contract', () => {
  const random = makeRandom(7);
  for (const operation of OPERATIONS) {
    const fitting = Array.from({ length: TRIES }, () => makeRequest(operation, SENDER, random).fits).filter(Boolean);
    expect(fitting.length, operation.row.id).toBeGreaterThan(TRIES * 0.5);
  }
});

it('a request names the ids that an answer had', () => {
  const pools = new Pools();
  pools.read('files', '{"files":[{"id":"Vabcdefghijkl"}],"next_page_token":"tokentoken"}');
  const list = OPERATIONS.find(({ row }) => row.id === 'drive.detail');
  if (list === undefined) throw new Error('no operation');
  const random = makeRandom(1);
  const texts = Array.from({ length: TRIES }, () => makeRequest(list, { ...SENDER, pools }, random).bytes.toString());
  expect(texts.some((text) => text.startsWith('GET /drive/v1/files/Vabcdefghijkl'))).toBe(true);
  expect(pools.pick('page_token', random)).toBe('tokentoken');
});
