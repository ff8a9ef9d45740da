/**
 * Orders of the archive engine in turns of people: it takes one archive at a time, and one who sends many delays the others by one. A
 * turn ends with the head of the answer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '#shared/units.ts';
import { type Clock, systemClock } from '../clock.ts';
import { makeTurns } from '../pictures/turns.ts';
import { type ArchiveEngine, type EngineHead, makePieceReader } from './engine.ts';

/** Orders that wait, of all people. */
const WAITING = 32;
/** 25 s: reading and computing of the slowest order. */
const TURN_MS = 25 * SECOND_MS;
/** Two turns of others, and a bit. */
const WAIT_MS = 55 * SECOND_MS;
const LOOK_MS = 25;

const BUSY: EngineHead = { ok: false, reason: 'busy' };

/** @returns the engine as one person has it */
export function makeEngineTurns(clock: Clock, sleep: (ms: number) => Promise<unknown>) {
  const turns = makeTurns({
    ...{ clock, sleep, atOnce: 1, waiting: WAITING },
    ...{ turnMs: TURN_MS, waitMs: WAIT_MS, pollMs: LOOK_MS },
  });
  return (engine: ArchiveEngine, person: string): ArchiveEngine => ({
    async run(order, bytes, sizeBytes) {
      const answer = await turns.take(person, () => engine.run(order, bytes, sizeBytes));
      if (answer) return answer;
      await bytes.cancel();
      return { head: BUSY, contents: makePieceReader(new Blob([]).stream()) };
    },
  });
}

/** Of this isolate. */
export const engineOf = makeEngineTurns(systemClock, delay);
