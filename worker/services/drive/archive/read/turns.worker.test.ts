/** Unpacking lets other work run by the bytes that come out, and holds few of them. */
import { deflateSync, gzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { MIB } from '#shared/units.ts';
import { inflated } from './archive.ts';
import type { ArchiveSource } from './source.ts';
import { openZip } from './zip.ts';

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

it.each([
  ['deflate-raw', new Uint8Array(64).fill(255)],
  ['gzip', Uint8Array.from([...gzipSync(new Uint8Array(9)).slice(0, -8), ...new Uint8Array(64).fill(255)])],
] as const)('damaged bytes of %s close the stream that they come from', async (format, bytes) => {
  const closed = Promise.withResolvers<void>();
  const source = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(bytes.slice()), cancel: () => closed.resolve() },
    { highWaterMark: 0 },
  );
  await expect(new Response(inflated(source, format)).arrayBuffer()).rejects.toThrow();
  await closed.promise;
});

/** A zip of empty entries, all of it directory. */
function zipOfNames(count: number, nameBytes: number): Uint8Array {
  const recordBytes = 46 + nameBytes;
  const start = count * 30;
  const zip = new Uint8Array(start + count * recordBytes + 22).fill(0xe9);
  const view = new DataView(zip.buffer);
  for (let at = 0; at < count; at += 1) {
    const record = start + at * recordBytes;
    zip.fill(0, record, record + 46);
    view.setUint32(record, 0x02_01_4b_50, true);
    view.setUint16(record + 28, nameBytes, true);
    view.setUint32(record + 42, at * 30, true);
  }
  const end = zip.length - 22;
  zip.fill(0, end);
  view.setUint32(end, 0x06_05_4b_50, true);
  view.setUint16(end + 10, count, true);
  view.setUint32(end + 12, count * recordBytes, true);
  view.setUint32(end + 16, start, true);
  return zip;
}

it('a directory of long names is read in turns, and other work runs between them', async () => {
  const zip = zipOfNames(80, 65_535);
  const source = {
    sizeBytes: zip.length,
    read: async (start: number, length: number) => zip.subarray(start, start + length),
  } as unknown as ArchiveSource;
  let isReading = true;
  let turns = 0;
  const others = (async () => {
    while (isReading) {
      turns += 1;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  })();
  await openZip(source, '', { encoding: 'cp437', language: '' });
  isReading = false;
  await others;
  // A look at other work every four names.
  expect(turns).toBeGreaterThanOrEqual(10);
});
