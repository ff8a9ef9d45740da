/** Arithmetic of one upload: which parts are missing, which bytes a part is, how fast it goes. Pure. */
import type { UploadSession } from '#shared/drive/upload.contract.ts';

export interface PartRange {
  readonly start: number;
  /** The byte after the last. */
  readonly end: number;
}

type Parts = Pick<UploadSession, 'part_size' | 'part_count' | 'parts'>;

/** Numbers from 1 that are not stored yet, in order. */
export function missingParts(session: Parts): number[] {
  const stored = new Set(session.parts);
  return Array.from({ length: session.part_count }, (_, index) => index + 1).filter((part) => !stored.has(part));
}

/** Bytes of a part. @param part  1 to part_count */
export function partRange(session: Parts, part: number, sizeBytes: number): PartRange {
  const start = (part - 1) * session.part_size;
  return { start, end: Math.min(start + session.part_size, sizeBytes) };
}

/** Bytes that are stored already. */
export function storedBytes(session: Parts, sizeBytes: number): number {
  return session.parts.reduce((sum, part) => {
    const { start, end } = partRange(session, part, sizeBytes);
    return sum + end - start;
  }, 0);
}

/** How far back the speed looks: long enough to be calm, short enough to tell of a change. */
const SPEED_WINDOW_MS = 5_000;

export interface SpeedSample {
  readonly atMs: number;
  /** Bytes sent since the start of everything. */
  readonly bytes: number;
}

/** Adds a sample and lets go of those too old to matter. */
export function sampled(samples: readonly SpeedSample[], next: SpeedSample): readonly SpeedSample[] {
  return [...samples.filter((sample) => next.atMs - sample.atMs <= SPEED_WINDOW_MS), next];
}

/** Bytes a second over the samples; 0 while too little is known. */
export function speedOf(samples: readonly SpeedSample[]): number {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.atMs - first.atMs < 500) return 0;
  return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs));
}

/** The end is told once the speed has been seen for this long: a transfer begins slower than it goes on. */
const STEADY_AFTER_MS = 3_000;
/** Weight of one look, at five looks a second: a change shows within some seconds, a burst hardly. */
const STEADY_SHARE = 0.06;

/** Bytes a second that an estimate may rest on. @param before  the same of the look before; 0 while not known */
export function steadySpeedOf(before: number, samples: readonly SpeedSample[]): number {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || (before === 0 && last.atMs - first.atMs < STEADY_AFTER_MS)) return 0;
  const speed = speedOf(samples);
  // A line that stands still has no end that could be told.
  if (speed === 0 || before === 0) return speed;
  return before + (speed - before) * STEADY_SHARE;
}
