/** The part of counts of events. */
import { type Result, succeed } from '#shared/errors.ts';
import { EVENT_DAYS } from '#shared/ops/event.contract.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import type { DeskPart } from '../desk/desk-part.ts';
import { EVENT_ROWS, EVENTS_PER_DAY } from '../keys.ts';
import {
  addEvent,
  type CountedEvent,
  countedOn,
  dropEvents,
  EVENT_COUNTS_TABLE,
  type EventTotal,
  listEvents,
} from './event.store.ts';

export const eventsPart = {
  tables: { 2: EVENT_COUNTS_TABLE },
  calls: {
    /** Adds to the totals of a day, up to the limit of the day. */
    countEvents: (core: ObjectCore, day: number, events: readonly CountedEvent[]): Result<null> =>
      core.command(() => {
        dropEvents(core.sql, day - EVENT_DAYS + 1);
        const free = EVENTS_PER_DAY - countedOn(core.sql, day);
        for (const event of events.slice(0, Math.max(0, free))) addEvent(core.sql, day, event);
        return null;
      }),
    /** Newest first. Reading creates nothing. */
    eventCounts: (core: ObjectCore, fromDay: number): Result<EventTotal[]> =>
      succeed(core.exists() ? listEvents(core.sql, fromDay, EVENT_ROWS) : []),
  },
} satisfies DeskPart;
