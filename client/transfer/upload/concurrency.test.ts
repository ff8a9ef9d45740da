import { expect, test } from 'vitest';
import { unreachable } from '#client/api/errors.ts';
import { makeConcurrency } from './concurrency.ts';
import type { PartRequest } from './send-part.ts';

const PART_BYTES = 1_000_000;

/** A network with this speed for this number of parts. */
function makeNetwork(bytesPerSecond: (parts: number) => number) {
  let nowMs = 0;
  const limits: number[] = [];
  const concurrency = makeConcurrency(
    () => nowMs,
    (limit) => limits.push(limit),
  );
  const request = { bytes: new Blob([new Uint8Array(PART_BYTES)]) } as PartRequest;
  let fails = false;
  const landed: (() => void)[] = [];
  const send = concurrency.watch(
    () =>
      new Promise<void>((resolve, reject) => {
        landed.push(() => (fails ? reject(unreachable('/drive/v1/uploads')) : resolve()));
      }),
  );
  return {
    concurrency,
    limits,
    /** Sends as many parts as the limit allows; all end together. */
    async round() {
      const parts = concurrency.limit();
      const sending = Array.from({ length: parts }, () => send(request));
      nowMs += (parts * PART_BYTES * 1_000) / bytesPerSecond(parts);
      for (const land of landed.splice(0)) land();
      await Promise.allSettled(sending);
    },
    fail(isOn: boolean) {
      fails = isOn;
    },
  };
}

async function rounds(network: ReturnType<typeof makeNetwork>, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await network.round();
}

test('a network that gets faster with more parts reaches the limit of browsers', async () => {
  const network = makeNetwork((parts) => parts * 400_000);
  await rounds(network, 40);
  expect(Math.max(...network.limits)).toBe(5);
  expect(network.concurrency.limit()).toBeGreaterThanOrEqual(4);
});

test('a network that many parts slow down gets fewer', async () => {
  const network = makeNetwork((parts) => (parts > 2 ? 1_000_000 / parts ** 2 : 1_000_000));
  await rounds(network, 60);
  expect(network.concurrency.limit()).toBeLessThanOrEqual(3);
});

test('a failing network gets one part at a time, and more again once it works', async () => {
  const network = makeNetwork((parts) => parts * 400_000);
  network.fail(true);
  await rounds(network, 3);
  expect(network.concurrency.limit()).toBe(1);
  network.fail(false);
  await rounds(network, 40);
  expect(network.concurrency.limit()).toBeGreaterThanOrEqual(4);
});

test('a part refused for its content does not change the limit', async () => {
  const concurrency = makeConcurrency(
    () => 0,
    () => expect.unreachable(),
  );
  const send = concurrency.watch(() => Promise.reject(new Error('cancelled')));
  await expect(send({ bytes: new Blob([]) } as unknown as PartRequest)).rejects.toThrow('cancelled');
  expect(concurrency.limit()).toBe(4);
});
