/** Speed of all uploads together, and the progress of every file, written in one update. */

import { type SpeedSample, speedOf, steadySpeedOf, withSample } from '../speed.ts';
import type { After } from '../timers.ts';
import type { Send, SendRequest } from './send-part.ts';
import type { TransferState } from './upload.state.ts';
import type { UploadEntry } from './upload-registry.ts';

/** Interval of the progress updates. */
const TICK_MS = 200;

export interface PaceDeps {
  readonly state: TransferState;
  readonly nowMs: () => number;
  readonly after: After;
  readonly entryOf: (id: string) => UploadEntry | undefined;
  readonly isRunning: () => boolean;
}

export interface Pace {
  /** Updates until no upload runs. */
  start(): void;
  /** Counts the bytes that `send` sends. Bytes stored earlier or instantly do not count. */
  count<R extends SendRequest>(send: Send<R>): Send<R>;
}

export function makePace({ state, nowMs, after, entryOf, isRunning }: PaceDeps): Pace {
  let sentBytes = 0;
  let isTicking = false;
  let samples: readonly SpeedSample[] = [];
  let fileSamples: readonly SpeedSample[] = [];

  /** One write for all files under way, so that a fast network does not render the panel a hundred times a second. */
  function tick(): void {
    isTicking = false;
    const { list } = state;
    list.together(() => {
      for (const item of list.in('sending', 'checking')) {
        const entry = entryOf(item.id);
        if (!entry?.isRunning || entry.stopReason !== null) continue;
        const isSame = entry.sentBytes === item.sentBytes && entry.hashedBytes === item.checkedBytes;
        if (!isSame) list.set(item.id, { sentBytes: entry.sentBytes, checkedBytes: entry.hashedBytes });
      }
    });
    samples = withSample(samples, { atMs: nowMs(), bytes: sentBytes });
    state.speed.value = speedOf(samples);
    state.steadySpeed.value = steadySpeedOf(state.steadySpeed.value, samples);
    const { done } = list.totals().phases;
    fileSamples = withSample(fileSamples, { atMs: nowMs(), bytes: done });
    state.fileSpeed.value = steadySpeedOf(state.fileSpeed.value, fileSamples);
    if (isRunning()) start();
    else {
      samples = [];
      fileSamples = [];
      state.speed.value = 0;
      state.steadySpeed.value = 0;
      state.fileSpeed.value = 0;
    }
  }

  function start(): void {
    if (isTicking) return;
    isTicking = true;
    after(TICK_MS, tick);
  }

  return {
    start,
    count: (send) => (request) => {
      let before = 0;
      return send({
        ...request,
        onSent(bytes) {
          sentBytes += Math.max(0, bytes - before);
          before = bytes;
          request.onSent(bytes);
        },
      });
    },
  };
}
