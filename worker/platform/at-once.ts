/** Work of one person that goes on at the same time in this isolate: so many pieces, the next ones are refused. */
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { Clock } from './clock.ts';

/** The runtime does not always report a client that is gone: work that shows no sign for so long has ended. */
const SILENT_MS = MINUTE_MS;
/** When to ask again. */
const RETRY_SECONDS = 10;

export interface Going {
  /** The work goes on. */
  beat(): void;
  end(): void;
}

export interface AtOnce {
  /** @throws AppError too_many_requests */
  begin(person: string): Going;
}

export function makeAtOnce(most: number, clock: Clock): AtOnce {
  /** Person -> time of the last sign of each piece of work. */
  const going = new Map<string, Map<symbol, number>>();

  return {
    begin(person) {
      const own = going.get(person) ?? new Map<symbol, number>();
      const nowMs = clock.nowMs();
      for (const [ticket, atMs] of own) if (atMs <= nowMs - SILENT_MS) own.delete(ticket);
      if (own.size >= most) throw new AppError('too_many_requests', { retryInSeconds: RETRY_SECONDS });
      const ticket = Symbol('work');
      own.set(ticket, nowMs);
      going.set(person, own);
      return {
        beat() {
          if (own.has(ticket)) own.set(ticket, clock.nowMs());
        },
        end() {
          own.delete(ticket);
          // The person may have new work, with tickets of its own.
          if (own.size === 0 && going.get(person) === own) going.delete(person);
        },
      };
    },
  };
}
