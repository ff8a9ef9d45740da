/**
 * Counts what visitors who said yes do on public pages. Of a request only these leave this file: a name out of a list, the id
 * of a public page, a language, a platform. No address, no device, no text that somebody typed.
 */
import { unwrap } from '#shared/errors.ts';
import { splitLocale } from '#shared/locale/path.ts';
import { matchRoute } from '#shared/route-table.ts';
import { platformOf } from '#shared/site/platform.ts';
import { DAY_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { OpsDeps } from '../deps.ts';
import { EVENT_DESK } from '../keys.ts';
import type { EventTotal, SentEvent } from '../service.ts';
import type { CountedEvent } from './store.ts';

/** @returns null for what happened on no public page */
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

/** Says nothing of what was counted: whoever floods us learns no bound. */
export async function countEvents(
  { desk }: Pick<OpsDeps, 'desk'>,
  events: readonly SentEvent[],
  call: Pick<CallContext, 'locale' | 'userAgent' | 'nowMs'>,
): Promise<void> {
  const counted = events.map((event) => countedEvent(event, call)).filter((event) => event !== null);
  if (counted.length === 0) return;
  unwrap(await desk.getByName(EVENT_DESK).countEvents(Math.floor(call.nowMs / DAY_MS), counted));
}

/** @param days  how many days back, today with them */
export async function eventCounts(
  { desk }: Pick<OpsDeps, 'desk'>,
  days: number,
  call: Pick<CallContext, 'nowMs'>,
): Promise<readonly EventTotal[]> {
  return unwrap(await desk.getByName(EVENT_DESK).eventCounts(Math.floor(call.nowMs / DAY_MS) - days + 1));
}
