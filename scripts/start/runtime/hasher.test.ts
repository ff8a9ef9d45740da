import { expect, it } from 'vitest';
import { deriveHash, makeHasher } from './hasher.ts';

/** Made by the WebAssembly engine of the Worker (worker/services/auth/password/password.worker.test.ts checks the same pair). */
const KNOWN = {
  text: 'the keyed password, as base64url',
  saltHex: '000102030405060708090a0b0c0d0e0f',
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
  tagBytes: 32,
};
const TAG = '6af10a567ea21d90169412bb8491bde9012b77ec79b1b2ae26d79aaa56cbb897';

const CALLER = { address: '203.0.113.9', account: 'a', isChecked: false };
const ask = makeHasher();
const post = (body: unknown) => ask({ text: async () => JSON.stringify(body) });

it('the hasher returns the same bytes as the engine of the Worker', async () => {
  expect((await deriveHash(KNOWN)).toString('hex')).toBe(TAG);
  const answer = await post({ ...KNOWN, caller: CALLER });
  expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe(TAG);
});

it.each([
  ['no salt', { ...KNOWN, saltHex: '' }],
  ['a salt that is no hex', { ...KNOWN, saltHex: 'zz'.repeat(16) }],
  ['more memory than a gibibyte', { ...KNOWN, memoryKib: 2_000_000 }],
  ['no passes', { ...KNOWN, passes: 0 }],
  ['nothing', {}],
])('the hasher refuses %s', async (_what, body) => {
  expect((await post({ ...body, caller: CALLER })).status).toBe(400);
});

it.each([
  { cores: 2, atOnce: 1 },
  { cores: 8, atOnce: 2 },
])(
  'the hasher computes $atOnce at once on $cores cores, and answers 429 with Retry-After to calls without a place',
  async ({ cores, atOnce }) => {
    let [running, most] = [0, 0];
    const hasher = makeHasher(async (input) => {
      running += 1;
      most = Math.max(most, running);
      const tag = await deriveHash({ ...input, memoryKib: 64 });
      running -= 1;
      return tag;
    }, cores);
    const callers = Array.from({ length: 200 }, (_, at) => ({ ...CALLER, address: `a${at}`, account: `b${at}` }));
    const answers = await Promise.all(
      callers.map((caller) => hasher({ text: async () => JSON.stringify({ ...KNOWN, caller }) })),
    );
    expect(most).toBe(atOnce);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(32 + atOnce);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(168 - atOnce);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  },
);
