/**
 * Counts events of visitors on public pages, with their consent. Only these facts are stored: a name from a list, the id of a public
 * page, a language, a platform. No address, no device, no typed text.
 */
import { unwrap } from '#shared/errors.ts';
import { splitLocale } from '#shared/locale/path.ts';
import type { EventName } from '#shared/ops/event.contract.ts';
import { matchRoute } from '#shared/route-table.ts';
import { platformOf } from '#shared/site/platform.ts';
import { DAY_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type DeskObjects, deskOf } from '../desk/desk-part.ts';
import { EVENTS_NAME } from '../keys.ts';
import type { CountedEvent, EventTotal } from './event.store.ts';
import type { eventsPart } from './part.ts';

export interface SentEvent {
  readonly name: EventName;
  /** Path of the page it happened on. */
  readonly path: string;
}

/** @returns null for an event outside public pages */
function countedEvent(event: SentEvent, call: Pick<CallContext, 'locale' | 'userAgent'>): CountedEvent | null {
  const { locale, path } = splitLocale(event.path);
  const match = matchRoute(path);
  if (match?.row.isPublic !== true) return null;
  return {
    name: event.name,
    page: match.id,
    locale: locale ?? call.locale,
    platform: platformOf(call.userAgent) ?? '',
  };
}

/** Adds to the totals of today; events of no public page are not counted. Returns nothing about the count, so that a flood does not reveal the limit. */
export async function countEvents(
  deps: DeskObjects,
  events: readonly SentEvent[],
  call: Pick<CallContext, 'locale' | 'userAgent' | 'nowMs'>,
): Promise<void> {
  const counted = events.map((event) => countedEvent(event, call)).filter((event) => event !== null);
  if (counted.length === 0) return;
  unwrap(await deskOf<typeof eventsPart>(deps, EVENTS_NAME).countEvents(Math.floor(call.nowMs / DAY_MS), counted));
}

/** Totals of the last days, newest first. @param days  1..400, including today */
export async function eventCounts(
  deps: DeskObjects,
  days: number,
  call: Pick<CallContext, 'nowMs'>,
): Promise<readonly EventTotal[]> {
  return unwrap(
    await deskOf<typeof eventsPart>(deps, EVENTS_NAME).eventCounts(Math.floor(call.nowMs / DAY_MS) - days + 1),
  );
}
