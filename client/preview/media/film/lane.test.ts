/** Pieces of a track in a buffer that only remembers them. */
import { expect, test } from 'vitest';
import type { FilmTrack } from './film-file.ts';
import { makeLane } from './lane.ts';

function makeFakes() {
  const player = Object.assign(new EventTarget(), { currentTime: 0 });
  const sizes: number[] = [];
  let until = 0;
  const buffer = Object.assign(new EventTarget(), {
    updating: false,
    timestampOffset: 0,
    // One range, from the first piece on.
    buffered: { length: 1, start: () => 0, end: () => until },
    appendBuffer(bytes: Uint8Array) {
      sizes.push(bytes.length);
      until += 10;
    },
    abort: () => undefined,
    changeType: () => undefined,
    remove: () => undefined,
  });
  const goTo = (seconds: number) => {
    player.currentTime = seconds;
    player.dispatchEvent(new Event('timeupdate'));
  };
  return { player, buffer, sizes, goTo };
}

test('a piece above the most bytes comes when the player is about to need it', async () => {
  const { player, buffer, sizes, goTo } = makeFakes();
  const failures: unknown[] = [];
  const lane = makeLane({
    player: player as unknown as HTMLMediaElement,
    buffer: buffer as unknown as SourceBuffer,
    isOpen: () => true,
    startSeconds: 0,
    mostBytes: 100,
    signal: new AbortController().signal,
    fail: (error) => failures.push(error),
    onEnd: () => undefined,
  });
  const track = {
    type: 'video/mp4',
    async *pieces() {
      for (const [at, length] of [50, 200, 60].entries())
        yield { bytes: new Uint8Array(length), untilSeconds: (at + 1) * 10 };
    },
  } as unknown as FilmTrack;
  lane.show(track);
  await expect.poll(() => sizes).toEqual([50]);
  goTo(5);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sizes).toEqual([50]);
  goTo(9.5);
  await expect.poll(() => sizes).toEqual([50, 200]);
  goTo(19.5);
  await expect.poll(() => sizes).toEqual([50, 200, 60]);
  expect(failures).toEqual([]);
});
