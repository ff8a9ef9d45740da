import { expect, test } from 'vitest';
import { unreachable } from '#client/api/errors.ts';
import { makeTempo } from './concurrency.ts';
import type { PartRequest } from './send-part.ts';

const PART_BYTES = 1_000_000;

/** A line that carries so many bytes a second when so many parts share it. */
function makeLine(bytesPerSecond: (parts: number) => number) {
  let nowMs = 0;
  const limits: number[] = [];
  const tempo = makeTempo(
    () => nowMs,
    (limit) => limits.push(limit),
  );
  const request = { bytes: new Blob([new Uint8Array(PART_BYTES)]) } as PartRequest;
  let fails = false;
  const landed: (() => void)[] = [];
  const door = tempo.watch(
    () =>
      new Promise((resolve, reject) => {
        landed.push(() => (fails ? reject(unreachable('/drive/v1/uploads')) : resolve()));
      }),
  );
  return {
    tempo,
    limits,
    /** As many parts as may travel, all ending together. */
    async round() {
      const parts = tempo.limit();
      const travelling = Array.from({ length: parts }, () => door(request));
      nowMs += (parts * PART_BYTES * 1_000) / bytesPerSecond(parts);
      for (const land of landed.splice(0)) land();
      await Promise.allSettled(travelling);
    },
    fail(isOn: boolean) {
      fails = isOn;
    },
  };
}

async function rounds(line: ReturnType<typeof makeLine>, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await line.round();
}

test('a line that carries more with more parts gets as many as browsers allow', async () => {
  const line = makeLine((parts) => parts * 400_000);
  await rounds(line, 40);
  expect(Math.max(...line.limits)).toBe(5);
  expect(line.tempo.limit()).toBeGreaterThanOrEqual(4);
});

test('a line that many parts choke gets fewer', async () => {
  const line = makeLine((parts) => (parts > 2 ? 1_000_000 / parts ** 2 : 1_000_000));
  await rounds(line, 60);
  expect(line.tempo.limit()).toBeLessThanOrEqual(3);
});

test('a failing line gets one part at a time, and more again when it holds', async () => {
  const line = makeLine((parts) => parts * 400_000);
  line.fail(true);
  await rounds(line, 3);
  expect(line.tempo.limit()).toBe(1);
  line.fail(false);
  await rounds(line, 40);
  expect(line.tempo.limit()).toBeGreaterThanOrEqual(4);
});

test('a part that is refused for what it is changes nothing', async () => {
  const tempo = makeTempo(
    () => 0,
    () => expect.unreachable(),
  );
  const door = tempo.watch(() => Promise.reject(new Error('cancelled')));
  await expect(door({ bytes: new Blob([]) } as unknown as PartRequest)).rejects.toThrow('cancelled');
  expect(tempo.limit()).toBe(4);
});
