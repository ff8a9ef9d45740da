/** Calls of the command line about jobs, `/_internal/jobs/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { FAULT_STATES, JOB_ACTS, JOB_KINDS, type ListedJob } from '#shared/drive/desk/jobs.ts';
import { asUserId, isWireId } from '#shared/ids.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { type PeopleDeps, requirePerson } from '../people/people.ts';
import { actOnJob, type JobsDeps, jobsOf, listJobs, runningJobs } from './jobs.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

const schemas = {
  list: v.object({
    kind: v.optional(v.picklist(['', ...JOB_KINDS]), ''),
    state: v.optional(v.picklist(['', ...FAULT_STATES]), ''),
    page_token: v.optional(v.string(), ''),
  }),
  of: v.object({ person: text }),
  running: v.object({}),
  act: v.object({
    owner: text,
    job: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    act: v.picklist(JOB_ACTS),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
  }),
} as const;

const time = (ms: number): string => (ms === 0 ? '' : new Date(ms).toISOString());

function rowOf({ ownerId, jobId, createdMs, sinceMs, sizeBytes, ...job }: ListedJob): object {
  return { owner: ownerId, job: jobId, ...job, bytes: sizeBytes, created: time(createdMs), since: time(sinceMs) };
}

function makeVerbs(deps: JobsDeps & Pick<PeopleDeps, 'auth'>): Verbs<typeof schemas> {
  return {
    async list({ kind, state, page_token }) {
      const { jobs, nextPageToken } = await listJobs(deps, { kind, state, pageToken: page_token });
      return { jobs: jobs.map(rowOf), next_page_token: nextPageToken };
    },
    of: async ({ person }) => ({ jobs: (await jobsOf(deps, await requirePerson(deps, person))).map(rowOf) }),
    async running() {
      const { jobs, late, lateAlarms, unreadDrives } = await runningJobs(deps);
      const alarms = late.map(({ className, name, atMs }) => ({ object: `${className} ${name}`, due: time(atMs) }));
      return { jobs: jobs.map(rowOf), late: alarms, late_alarms: lateAlarms, unread_drives: unreadDrives };
    },
    async act({ owner, job, act, reason }, by) {
      // An id is taken as it is: the job of an account that is gone can be dismissed.
      const ownerId = isWireId(owner) ? asUserId(owner) : await requirePerson(deps, owner);
      await actOnJob(deps, by, { ownerId, jobId: job, act, reason });
      return { owner, job };
    },
  };
}

export function makeJobsConsole(deps: JobsDeps & Pick<PeopleDeps, 'auth'>): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'jobs', schemas, makeVerbs(deps));
  return router;
}
