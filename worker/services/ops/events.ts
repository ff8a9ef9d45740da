/**
 * Event handlers of ops: `auth.account-closed` and `auth.person-changed` { userId }, `membership.changed`, `tally.hour` (an hour of a counter has ended), and its own: `ops.report-filed`
 * { shareId }, `ops.case-decided` { shareId, seq }. Published: `mail.send`, with a message, and its own.
 */

import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { DeskObjects } from './desk/desk-part.ts';
import { inboxOf } from './inbox/part.ts';
import { type InviteDeps, welcomePerson } from './invites/invites.ts';
import { deleteJobsOf } from './jobs/jobs.store.ts';
import { type JobsDeps, recordJob } from './jobs/jobs.ts';
import { measurePerson } from './people/measure.ts';
import { type PeopleDeps, recordPerson } from './people/people.ts';
import { applyDecision } from './reports/decide.ts';
import type { ReportDeps } from './reports/deps.ts';
import { inform } from './reports/inform.ts';
import { reportsOf } from './reports/part.ts';
import { takeIn } from './reports/take-in.ts';
import { raiseTotal } from './totals/totals.store.ts';
import { COUNTED_KINDS, type TotalsDeps } from './totals/totals.ts';

const accountClosed = v.object({ userId: v.string() });
const jobChanged = v.object({ jobId: v.string() });
const ofCase = v.object({ shareId: v.string() });
const hourEnded = v.object({ kind: v.string(), shard: v.number(), hour: v.number(), total: v.number() });

/** Deletes the messages of a closed account, decided cases about its links, and its jobs from the list. */
export async function onAccountClosed(deps: DeskObjects & Pick<JobsDeps, 'admin'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await inboxOf(deps).forget(userId));
  unwrap(await reportsOf(deps).endCasesOf(userId));
  await deleteJobsOf(deps.admin, userId);
}

/** Something changed that the list of people shows. */
export async function onPersonChanged(deps: InviteDeps, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  await recordPerson(deps, userId);
  await welcomePerson(deps, userId);
}

/** The group of a person may be another one. */
export async function onMembershipChanged(deps: PeopleDeps, item: DomainEvent): Promise<void> {
  await measurePerson(deps, v.parse(accountClosed, item.payload).userId);
}

/** A job of a drive has a fault, or has none any more. */
export async function onJobChanged(deps: Pick<JobsDeps, 'admin' | 'drive'>, item: DomainEvent): Promise<void> {
  // The object of a drive has the name of its person.
  await recordJob(deps, asUserId(item.source), v.parse(jobChanged, item.payload).jobId);
}

/** Gives new reports of a link to its case. */
export async function onReportFiled(deps: ReportDeps, item: DomainEvent): Promise<void> {
  await takeIn(deps, v.parse(ofCase, item.payload).shareId);
}

/** Applies a decision, in case its call ended before, and informs the people it concerns. */
export async function onCaseDecided(deps: ReportDeps, item: DomainEvent): Promise<void> {
  const decided = await applyDecision(deps, v.parse(ofCase, item.payload).shareId);
  if (decided) await inform(deps, decided);
}

/** Stores the sum of an hour. */
export async function onHourEnded({ admin }: Pick<TotalsDeps, 'admin'>, item: DomainEvent): Promise<void> {
  const { kind, shard, hour, total } = v.parse(hourEnded, item.payload);
  if (COUNTED_KINDS.includes(kind)) await raiseTotal(admin, { hour, metric: kind, part: String(shard), total });
}
