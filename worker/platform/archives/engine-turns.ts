/**
 * Orders of the archive engine in turns of people: it takes one archive at a time, and one who sends many delays the others by one. A
 * turn ends with the head of the answer. An answer is in the engine's memory until it is read: so many at a time are under way, and one
 * that its reader leaves alone ends.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { KIB, SECOND_MS } from '#shared/units.ts';
import { type Clock, systemClock } from '../clock.ts';
import { makeTurns } from '../pictures/turns.ts';
import { type ArchiveEngine, type EngineHead, makePieceReader, type PieceReader } from './engine.ts';

/** Orders that wait, of all people. */
const WAITING = 32;
/** 25 s: reading and computing of the slowest order. */
const TURN_MS = 25 * SECOND_MS;
/** Two turns of others, and a bit. */
const WAIT_MS = 55 * SECOND_MS;
const LOOK_MS = 25;

/** Answers that are being read, each of up to 40 MiB. One person has half of them, and the last place is for a person without one. */
const UNDER_WAY = 4;
const UNDER_WAY_OF_ONE = 2;
/** 60 s without a piece taken: the reader is a client that went away. */
const STILL_MS = 60 * SECOND_MS;
/** 64 KiB/s after the first minute: a reader that takes a little now and then must not hold its place for hours. */
const LEAST_BYTES_PER_MS = (64 * KIB) / SECOND_MS;

const BUSY: EngineHead = { ok: false, reason: 'busy' };

/** An answer that is being read. */
interface Place {
  readonly person: string;
  readonly beganMs: number;
  takenMs: number;
  takenBytes: number;
  readonly end: () => void;
}

/** Answers under way: counted from their order to the end of their contents. */
function makeAnswers(clock: Clock) {
  const open = new Map<symbol, Place>();

  function isTooSlow({ beganMs, takenMs, takenBytes }: Place): boolean {
    const nowMs = clock.nowMs();
    return nowMs - takenMs >= STILL_MS || nowMs - beganMs >= STILL_MS + takenBytes / LEAST_BYTES_PER_MS;
  }

  /** @returns false while there is no place for another answer to this person */
  function hasPlace(person: string): boolean {
    for (const [id, place] of open)
      if (isTooSlow(place)) {
        open.delete(id);
        place.end();
      }
    const own = [...open.values()].filter((place) => place.person === person).length;
    return own < UNDER_WAY_OF_ONE && open.size < (own > 0 ? UNDER_WAY - 1 : UNDER_WAY);
  }

  /** The same contents, which give their place back at their end. */
  function held(contents: PieceReader, person: string): PieceReader {
    const id = Symbol('answer');
    const end = (): void => void contents.cancel();
    const beganMs = clock.nowMs();
    open.set(id, { person, beganMs, takenMs: beganMs, takenBytes: 0, end });
    const taken = async <T extends Uint8Array | null>(piece: Promise<T>): Promise<T> => {
      const place = open.get(id);
      if (!place) throw new Error('an answer of the archive engine was left alone for too long');
      place.takenMs = clock.nowMs();
      try {
        const value = await piece;
        if (value === null) open.delete(id);
        place.takenBytes += value?.length ?? 0;
        return value;
      } catch (error) {
        open.delete(id);
        throw error;
      }
    };
    return {
      some: (length) => taken(contents.some(length)),
      exactly: (length) => taken(contents.exactly(length)),
      cancel() {
        open.delete(id);
        return contents.cancel();
      },
    };
  }

  return { hasPlace, held };
}

/** @returns the engine as one person has it */
export function makeEngineTurns(clock: Clock, sleep: (ms: number) => Promise<unknown>) {
  const turns = makeTurns({
    clock,
    sleep,
    atOnce: 1,
    waiting: WAITING,
    turnMs: TURN_MS,
    waitMs: WAIT_MS,
    pollMs: LOOK_MS,
  });
  const answers = makeAnswers(clock);
  return (engine: ArchiveEngine, person: string): ArchiveEngine => ({
    async run(order, bytes, sizeBytes) {
      const answer = await turns.take(person, async () => {
        if (!answers.hasPlace(person)) return null;
        const { head, contents } = await engine.run(order, bytes, sizeBytes);
        // A list, and a refusal, have no contents.
        if (!head.ok || order.what === 'list') return { head, contents };
        return { head, contents: answers.held(contents, person) };
      });
      if (answer) return answer;
      await bytes.cancel();
      return { head: BUSY, contents: makePieceReader(new Blob([]).stream()) };
    },
  });
}

/** Of this isolate. */
export const engineOf = makeEngineTurns(systemClock, delay);
