/** Unpacking lets other work run by the bytes that come out, and holds few of them. */
import { deflateSync, gzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { MIB } from '#shared/units.ts';
import { inflated } from './archive.ts';

const SIZE = 64 * MIB;
const ZEROS = new Uint8Array(SIZE);

/** One piece, as a store gives it. */
function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

it.each([
  ['deflate-raw', deflateSync(ZEROS)],
  ['gzip', gzipSync(ZEROS)],
] as const)('a bomb of %s is unpacked in turns, and other work runs between them', async (format, packed) => {
  let isReading = true;
  let turns = 0;
  const others = (async () => {
    while (isReading) {
      turns += 1;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  })();
  let [read, largest] = [0, 0];
  for await (const piece of inflated(streamOf(packed), format) as unknown as AsyncIterable<Uint8Array>) {
    read += piece.length;
    largest = Math.max(largest, piece.length);
  }
  isReading = false;
  await others;
  expect(read).toBe(SIZE);
  expect(largest).toBeLessThanOrEqual(MIB);
  // Half a MiB a turn, so that other work has run at least every two.
  expect(turns).toBeGreaterThanOrEqual(SIZE / (2 * MIB));
});

it('a content that is given up after its first piece is unpacked no further', async () => {
  let pulled = 0;
  const packed = deflateSync(ZEROS);
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(packed.subarray(pulled, pulled + 64));
        pulled += 64;
        if (pulled >= packed.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const reader = inflated(source, 'deflate-raw').getReader();
  expect((await reader.read()).value?.length).toBeGreaterThan(0);
  await reader.cancel();
  expect(pulled).toBeLessThan(packed.length);
});

it('a content that ends too early is refused', async () => {
  const packed = deflateSync(ZEROS);
  const reading = new Response(inflated(streamOf(packed.subarray(0, packed.length / 2)), 'deflate-raw')).arrayBuffer();
  await expect(reading).rejects.toThrow();
});
