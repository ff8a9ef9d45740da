/** How fast everything goes together: counts what leaves, and writes the progress of all files in one go. */

import { type SpeedSample, sampled, speedOf, steadySpeedOf } from './upload/plan.ts';
import type { Door, SendRequest } from './upload/send-part.ts';
import type { TransferState } from './upload/upload.state.ts';
import type { UploadEntry } from './upload/upload-registry.ts';

/** How often progress is written to the screen. */
const TICK_MS = 200;

export interface PaceDeps {
  readonly state: TransferState;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly entryOf: (id: string) => UploadEntry | undefined;
  readonly isRunning: () => boolean;
}

export interface Pace {
  /** Ticks until nothing runs any more. */
  start(): void;
  /** The same door; what leaves through it counts. What was stored before, or instantly, does not. */
  count<R extends SendRequest>(door: Door<R>): Door<R>;
}

export function makePace({ state, nowMs, after, entryOf, isRunning }: PaceDeps): Pace {
  let travelled = 0;
  let isTicking = false;
  let samples: readonly SpeedSample[] = [];

  /** One write for all files, so that a fast network does not draw the panel a hundred times a second. */
  function tick(): void {
    isTicking = false;
    state.items.value = state.items.value.map((item) => {
      const entry = entryOf(item.id);
      if (!entry?.isRunning || entry.fate !== null) return item;
      const { sentBytes, hashedBytes: checkedBytes } = entry;
      const isSame = sentBytes === item.sentBytes && checkedBytes === item.checkedBytes;
      return isSame ? item : { ...item, sentBytes, checkedBytes };
    });
    samples = sampled(samples, { atMs: nowMs(), bytes: travelled });
    state.speed.value = speedOf(samples);
    state.steadySpeed.value = steadySpeedOf(state.steadySpeed.value, samples);
    if (isRunning()) start();
    else {
      samples = [];
      state.speed.value = 0;
      state.steadySpeed.value = 0;
    }
  }

  function start(): void {
    if (isTicking) return;
    isTicking = true;
    after(TICK_MS, tick);
  }

  return {
    start,
    count: (door) => (request) => {
      let before = 0;
      return door({
        ...request,
        onSent(bytes) {
          travelled += Math.max(0, bytes - before);
          before = bytes;
          request.onSent(bytes);
        },
      });
    },
  };
}
