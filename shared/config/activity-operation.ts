/** When each activity runs: the fields of the document `activity_operation`. An activity that does not run leads to the page of the end (guard `activity-end`). */
import * as v from 'valibot';

export const ACTIVITIES = ['christmas', 'compensation', 'black-friday'] as const;
export type Activity = (typeof ACTIVITIES)[number];

const moment = v.pipe(
  v.string(),
  v.isoTimestamp('must be a time such as 2026-12-24T00:00:00Z'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no day of the calendar'),
);

const activity = v.pipe(
  v.strictObject({
    open: v.pipe(v.boolean(), v.description('False closes it whatever the times say')),
    start: v.pipe(moment, v.description('First moment, RFC 3339')),
    end: v.pipe(moment, v.description('First moment it is over, RFC 3339')),
  }),
  v.check(({ start, end }) => Date.parse(start) < Date.parse(end), 'must end after it starts'),
);

export type ActivityTimes = v.InferOutput<typeof activity>;

export const activityOperationSchema = v.object({
  christmas: v.pipe(activity, v.description('/activity/christmas')),
  compensation: v.pipe(activity, v.description('/activity/compensation')),
  'black-friday': v.pipe(activity, v.description('/activity/black-friday')),
});

/** The last path segment of an activity's page names it. */
export function activityOf(path: string): Activity | undefined {
  return ACTIVITIES.find((name) => path === `/activity/${name}` || path === `/activity/${name}/`);
}

export function isRunning({ open, start, end }: ActivityTimes, nowMs: number): boolean {
  return open && nowMs >= Date.parse(start) && nowMs < Date.parse(end);
}
