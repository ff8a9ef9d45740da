import { expect, it } from 'vitest';
import { KIB } from '#shared/units.ts';
import { SLOW_BITE_BYTES, writePaced } from './pace.ts';

/** A clock that only waits move. @returns bytes written and the time after each bite */
async function send(pieces: readonly number[], bytesPerSecond: number | null) {
  const written: { atMs: number; bytes: number }[] = [];
  let nowMs = 0;
  let bytes = 0;
  const wait = async (ms: number) => {
    nowMs += ms;
  };
  for (const size of pieces)
    await writePaced({ bytesPerSecond, wait }, new Uint8Array(size), async (bite) => {
      bytes += bite.length;
      written.push({ atMs: nowMs, bytes });
    });
  return { written, bytes, nowMs };
}

it.each([[[1_000 * KIB]], [[7, 64 * KIB, 65 * KIB + 1, 300 * KIB]], [[1]]])(
  'at no time more was sent of %j bytes than the speed allows, and all of it in the time that it takes',
  async (pieces) => {
    const rate = 128 * KIB;
    const { written, bytes, nowMs } = await send(pieces, rate);
    expect(bytes).toBe(pieces.reduce((sum, size) => sum + size, 0));
    for (const { atMs, bytes: sent } of written)
      expect(sent).toBeLessThanOrEqual((atMs * rate) / 1_000 + SLOW_BITE_BYTES);
    expect(nowMs).toBeCloseTo((bytes * 1_000) / rate, 6);
  },
);

it('without a speed bytes pass as they come and nothing waits', async () => {
  expect(await send([1_000 * KIB], null)).toEqual({
    written: [{ atMs: 0, bytes: 1_000 * KIB }],
    bytes: 1_000 * KIB,
    nowMs: 0,
  });
});
