/** A run takes its place in the line of the process, and holds it until it leaves. */
import { unwrap } from '#shared/errors.ts';
import type { DriveStub } from '../deps.ts';
import { LOOK_MS, LOOKS_PER_REPORT } from './keys.ts';
import type { Places, Ticket } from './places.ts';
import type { FetchRun } from './rpc-types.ts';

export interface Place {
  /** Whether a run of another drive waits. */
  isAwaited(): boolean;
  leave(): void;
}

/** Waits until the run has a place; its lease is renewed. @throws AppError aborted when the task has ended */
export async function takePlace(
  places: Places,
  { drive, driveName, run }: { readonly drive: DriveStub; readonly driveName: string; readonly run: FetchRun },
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
  const holding = setInterval(() => places.hold(ticket), LOOK_MS);
  return {
    isAwaited: () => places.isAwaited(ticket),
    leave() {
      clearInterval(holding);
      places.leave(ticket);
    },
  };
}
