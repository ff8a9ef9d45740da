/**
 * Wire rows of counted events. Sent only after a visitor said yes (`allow_analysis`), and then only names of ours and the path of
 * a public page: only totals of a day are stored. Decided here: the specification names no such call.
 */
import * as v from 'valibot';
import { endpoint, wireCount } from '#shared/contract.ts';

/** Everything that is ever counted. */
export const EVENT_NAMES = [
  /** A public page was opened. */
  'page_view',
  /** The way in was taken from a public page. */
  'sign_in',
  /** An account was made that got free days (spec section 4, "Free VIP"). */
  'sign_up',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** In one call; a page has few. */
const MAX_EVENTS = 20;
/** Longest path of a public page, and some. */
const MAX_PATH = 200;
/** Days that can be asked for; older counts are gone. */
export const EVENT_DAYS = 400;

const event = v.object({
  name: v.picklist(EVENT_NAMES),
  /** Path of the page, with its language; any other page is not counted. */
  path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(MAX_PATH)),
});

const eventRow = v.object({
  /** YYYY-MM-DD, UTC. */
  day: v.string(),
  name: v.picklist(EVENT_NAMES),
  /** Id of the page. */
  page: v.string(),
  locale: v.string(),
  /** `iOS`, `Android`, `Mac OS`, `Windows`; '' for others. */
  platform: v.string(),
  /** Decimal. */
  count: v.string(),
});

export const eventContract = {
  countEvents: endpoint({
    id: 'ops.countEvents',
    method: 'POST',
    path: '/statistics/v1/events',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    body: v.object({ events: v.pipe(v.array(event), v.maxLength(MAX_EVENTS)) }),
    output: v.object({}),
    errors: ['invalid_argument'],
    summary:
      'Counts events of visitors who allowed it: totals of a day by page, language and platform, nothing about a person',
  }),
  eventCounts: endpoint({
    id: 'ops.eventCounts',
    method: 'GET',
    path: '/statistics/v1/events',
    host: 'user',
    callers: 'operator',
    idempotency: 'read',
    query: v.object({ days: v.pipe(wireCount, v.maxValue(EVENT_DAYS)) }),
    output: v.object({ rows: v.array(eventRow) }),
    errors: ['unauthenticated', 'permission_denied', 'invalid_argument'],
    summary: 'The counted events of the last days (30 when none are named), newest first, at most 1,000 rows',
  }),
} as const;
