/** A run takes its place in the line of the process, and holds it until it leaves. */

import { unwrap } from '#shared/errors.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { FetchFailed } from './fetch-failed.ts';
import { LOOK_MS, LOOKS_PER_REPORT } from './keys.ts';
import type { fetchPart } from './part.ts';
import type { Places, Ticket } from './places.ts';
import type { FetchRun } from './rpc-types.ts';

export interface Place {
  /** Whether a run of another drive waits. */
  isAwaited(): boolean;
  /**
   * Gives the place to a run that waits, and resolves when this run has one again.
   * @param onLook  called while it waits; its error ends the wait
   * @throws FetchFailed slow when too many runs rest
   */
  rest(onLook: () => void): Promise<void>;
  leave(): void;
}

/** Waits until the run has a place; its lease is renewed. @throws AppError aborted when the task has ended */
export async function takePlace(
  places: Places,
  {
    drive,
    driveName,
    run,
  }: { readonly drive: CallsOf<typeof fetchPart>; readonly driveName: string; readonly run: FetchRun },
): Promise<Place> {
  const ticket: Ticket = { driveName };
  try {
    for (let looks = 1; !places.hold(ticket); looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (looks % LOOKS_PER_REPORT === 0) unwrap(await drive.fetchWait(run));
    }
  } catch (error) {
    places.leave(ticket);
    throw error;
  }
  const startHolding = () => setInterval(() => places.hold(ticket), LOOK_MS);
  let holding = startHolding();
  return {
    isAwaited: () => places.isAwaited(ticket),
    async rest(onLook) {
      if (!places.rest(ticket)) throw new FetchFailed('slow');
      clearInterval(holding);
      while (!places.hold(ticket)) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        onLook();
      }
      holding = startHolding();
    },
    leave() {
      clearInterval(holding);
      places.leave(ticket);
    },
  };
}
