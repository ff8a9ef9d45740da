/**
 * Bodies of unknown length, read into memory a window at a time. Few have such memory at once, and one person not all of it: a body
 * that fills its window slowly gives it up when others wait, so that a byte now and then holds none.
 */
import { WINDOW_BYTES } from '#shared/content/window.ts';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { type Clock, sleep } from '../clock.ts';
import { readSome } from './read.ts';

/** Bodies at once, each with a window of memory. */
const AT_ONCE = 4;
const OF_ONE_PERSON = 2;
/** 20 s: after so long in one window a body gives its memory up to one that waits. */
const PATIENCE_MS = 20 * SECOND_MS;
const LOOK_MS = SECOND_MS / 2;

interface Turn {
  readonly userId: string;
  /** When the reading of its window began; no end while a window is stored. */
  sinceMs: number;
  /** Another body waits for its memory. */
  isAsked: boolean;
}

export interface WindowReader {
  /** The next window, shorter at the end of the body; null: it has ended. Good until the next call. @throws AppError unavailable, cancelled */
  next(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether the last one was the last of all. */
  isOver(): boolean;
}

const turns = new Set<Turn>();

function busy(): AppError {
  return new AppError('unavailable', { reason: 'bodies_of_unknown_length', retryInSeconds: 2 });
}

/** @throws AppError unavailable; then slow bodies are asked to give theirs up */
function takeTurn(userId: string, nowMs: number): Turn {
  if ([...turns].filter((turn) => turn.userId === userId).length >= OF_ONE_PERSON) throw busy();
  if (turns.size >= AT_ONCE) {
    for (const turn of turns) turn.isAsked ||= nowMs - turn.sinceMs > PATIENCE_MS;
    throw busy();
  }
  const turn = { userId, sinceMs: nowMs, isAsked: false };
  turns.add(turn);
  return turn;
}

/** Waits for bytes until another body waits for the memory. */
async function whileUnasked<T>(reading: Promise<T>, turn: Turn): Promise<T> {
  const read = reading.then((value) => ({ value }));
  for (;;) {
    const got = await Promise.race([read, sleep(LOOK_MS)]);
    if (got) return got.value;
    if (turn.isAsked) throw new AppError('unavailable', { reason: 'body_too_slow', retryInSeconds: 5 });
  }
}

interface Gathering {
  readonly userId: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly clock: Clock;
  readonly windowBytes?: number;
}

/** @throws AppError unavailable when there is no memory, or the body is too slow while others wait; those of the work */
export async function gathered<T>(
  { userId, body, clock, windowBytes = WINDOW_BYTES }: Gathering,
  work: (reader: WindowReader) => Promise<T>,
): Promise<T> {
  const turn = takeTurn(userId, clock.nowMs());
  const reader = body.getReader({ mode: 'byob' });
  let memory = new ArrayBuffer(windowBytes);
  let isOver = false;

  async function next(): Promise<Uint8Array<ArrayBuffer> | null> {
    turn.sinceMs = clock.nowMs();
    let filled = 0;
    while (!isOver && filled < windowBytes) {
      const target = new Uint8Array(memory, filled, windowBytes - filled);
      const { done, value } = await whileUnasked(readSome(reader, target.length, target), turn);
      if (value) {
        memory = value.buffer;
        filled += value.byteLength;
      }
      isOver = done || !value;
    }
    turn.sinceMs = Number.POSITIVE_INFINITY;
    return filled === 0 ? null : new Uint8Array(memory, 0, filled);
  }

  try {
    return await work({ next, isOver: () => isOver });
  } finally {
    turns.delete(turn);
    if (isOver) reader.releaseLock();
    // A read may be waiting: the rest of the body is not wanted.
    else reader.cancel().catch(() => undefined);
  }
}
