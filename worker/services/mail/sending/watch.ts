/** Waits for the outcome of a letter that a person waits for. */
import { sleep } from '#worker/platform/clock.ts';
import type { MailParts } from '../deps.ts';
import type { Outcome } from './outcomes.ts';

/** 4 s: a relay answers within one; people read "sent" for a letter that is still on its way then. */
const LOOKS = 80;
const LOOK_MS = 50;

export function watch({ outcomes, sendsHere }: MailParts, to: string): () => Promise<Outcome | null> {
  const outcome = outcomes.watch(to);
  return async () => {
    // By timers: a request must not await a promise of another one.
    for (let looks = 0; sendsHere && outcome() === null && looks < LOOKS; looks += 1) await sleep(LOOK_MS);
    return outcome();
  };
}
