/** Reports of a run on a timer, from its plan to its end: the lease holds while a head, a body or the store is awaited. */
import { AppError, type Result } from '#shared/errors.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { BEAT_MS } from './keys.ts';
import type { FetchBeat } from './rpc-types.ts';

export interface Heartbeat {
  /** Counts from this byte. */
  begin(offset: number): void;
  /** Bytes arrived. @throws AppError aborted after the end */
  count(bytes: number): void;
  /** The drive refused a report (a newer run has taken over, or the task is gone), or nothing moved for too long. */
  readonly ended: AbortSignal;
  stop(): void;
}

interface HeartbeatOptions {
  readonly clock: Clock;
  readonly offset: number;
  /** After so long without bytes the reports end, and the lease with them. */
  readonly idleMs: number;
  readonly send: (beat: FetchBeat) => Promise<Result<unknown>>;
}

export function startHeartbeat({ clock, offset, idleMs, send }: HeartbeatOptions): Heartbeat {
  const end = new AbortController();
  let base = offset;
  let readBytes = 0;
  let movedMs = clock.nowMs();
  let sent = { atMs: movedMs, bytes: 0 };
  let speed = 0;
  let isSending = false;

  async function report(): Promise<void> {
    const nowMs = clock.nowMs();
    const latest = ((readBytes - sent.bytes) * 1_000) / Math.max(1, nowMs - sent.atMs);
    // Half of the average each time: the figure follows the line within seconds and does not flicker.
    speed = speed === 0 ? latest : (speed + latest) / 2;
    sent = { atMs: nowMs, bytes: readBytes };
    const taken = await send({ doneBytes: base + readBytes, bytesPerSecond: speed });
    if (!taken.ok) end.abort(taken.error);
  }

  const timer = setInterval(() => {
    if (clock.nowMs() - movedMs > idleMs) end.abort();
    if (end.signal.aborted) clearInterval(timer);
    else if (!isSending) {
      isSending = true;
      // A report that got lost changes nothing: the next one may arrive before the lease ends.
      void report()
        .catch(() => undefined)
        .finally(() => {
          isSending = false;
        });
    }
  }, BEAT_MS);

  return {
    begin(from) {
      base = from;
    },
    count(bytes) {
      readBytes += bytes;
      movedMs = clock.nowMs();
      if (end.signal.aborted) throw new AppError('aborted', { reason: 'fetch_run' });
    },
    ended: end.signal,
    stop: () => clearInterval(timer),
  };
}
