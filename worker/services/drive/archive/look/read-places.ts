/**
 * Reads that one person has under way in this isolate. The platform says nothing when it cancels a request, so a place also ends by
 * time: a page that is closed while an archive is read costs its person nothing for longer.
 */
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#worker/platform/clock.ts';

export type ReadPlaces = <T>(person: string, clock: Clock, read: () => Promise<T>) => Promise<T>;

/** @param placeMs  after this time a read counts no more. @returns throws AppError unavailable while all places of a person are taken */
export function makeReadPlaces(atOnce: number, placeMs: number): ReadPlaces {
  const taken = new Map<symbol, { readonly person: string; readonly untilMs: number }>();
  return async (person, clock, read) => {
    const nowMs = clock.nowMs();
    let count = 0;
    for (const [id, place] of taken) {
      if (place.untilMs <= nowMs) taken.delete(id);
      else if (place.person === person) count += 1;
    }
    if (count >= atOnce) throw new AppError('unavailable', { reason: 'archive_reads' });
    const id = Symbol('read');
    taken.set(id, { person, untilMs: nowMs + placeMs });
    try {
      return await read();
    } finally {
      taken.delete(id);
    }
  };
}
