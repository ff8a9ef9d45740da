/** Documents of activities for tests, and a worker that reads one. */
import type { ActivityOperation } from '#shared/config/activity-operation.ts';
import { DAY_MS } from '#shared/units.ts';
import { around, at, inAll, textsOf } from './activity-texts.ts';
import { makeMemoryDocuments } from './documents.ts';
import { makeServer, type Server } from './send.ts';

/** A type that no page lists. */
export const HIDDEN_TYPE = '0123456789abcdef0123456789abcdef';
export const COMPENSATION_DAYS = 5;

/**
 * Christmas runs and gives three days; black friday is closed; `later-on` begins tomorrow, `long-gone` ended yesterday. Compensation has types that run, that
 * begin, that ended and that are for accounts of long ago, and one that is not listed.
 */
export function activityDocument(nowMs: number, change: object = {}) {
  const times = around(nowMs);
  const [yesterday, tomorrow] = [at(nowMs - DAY_MS), at(nowMs + DAY_MS)];
  const type = (name: string, more: object = {}) => ({
    type: name,
    title: inAll(`Credit ${name.slice(0, 8)}`),
    reward_days: COMPENSATION_DAYS,
    ...more,
  });
  return {
    christmas: { ...times, reward_days: 3 },
    'black-friday': { ...times, open: false, reward_days: 4 },
    compensation: {
      ...times,
      types: [
        type('aliyun_accident_202409'),
        type('soon_202612', { start: tomorrow }),
        type('over_202601', { end: yesterday }),
        type('old_accounts', { accounts_before: '2020-01-01T00:00:00Z' }),
        type(HIDDEN_TYPE),
      ],
    },
    more: [
      { name: 'summer-days', texts: textsOf('Summer days'), ...times, template: 'gift', reward_days: 2 },
      { name: 'later-on', texts: textsOf('Later'), ...times, start: tomorrow, reward_days: 2 },
      { name: 'long-gone', texts: textsOf('Gone'), ...times, end: yesterday, reward_days: 2 },
      { name: 'only-reading', texts: textsOf('Reading'), ...times, template: 'notice' },
    ],
    ...change,
  } satisfies Record<keyof ActivityOperation, unknown>;
}

/** The worker with this document. */
export function serverWithActivities(nowMs: number, change: object = {}): Server {
  const { kv } = makeMemoryDocuments({ activity_operation: { default: activityDocument(nowMs, change) } });
  return makeServer({ bindings: { CONFIG: kv } });
}
