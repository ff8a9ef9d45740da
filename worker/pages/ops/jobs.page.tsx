/** `/ops/jobs`: failed and stuck jobs, those that run, and with `?person=` the jobs of one account. Each form is one act, in the log before it takes effect. */
import type { Context } from 'hono';
import { JobsView, type JobsViewProps, type ShownJob } from '#client/ops/jobs/jobs.view.tsx';
import { FAULT_STATES, type FaultyJob, JOB_ACTS, JOB_KINDS, type ListedJob } from '#shared/drive/desk/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { asUserId, isWireId, type UserId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import { readForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';
import { personHref } from './person-form.ts';

const HERE = href('ops.document', { document: 'jobs' });
const ID_CHARS = 64;
/** As the longest address. */
const PERSON_CHARS = 320;

const shownJob = (job: ListedJob | FaultyJob): ShownJob => ({
  more: 0,
  ...job,
  moreHref: `${HERE}?${new URLSearchParams({ person: job.ownerId })}`,
  ownerHref: personHref(job.ownerId),
});

type Shown = Omit<JobsViewProps, 'here' | 'person' | 'refusal' | 'done'>;

async function listOf(c: Context<AppEnv>, { ops }: PageDeps): Promise<Shown> {
  const kind = JOB_KINDS.find((each) => each === c.req.query('kind')) ?? '';
  const state = FAULT_STATES.find((each) => each === c.req.query('state')) ?? '';
  const query = { kind, state, pageToken: c.req.query('page_token') ?? '' } as const;
  const [page, running] = await Promise.all([
    ops.listJobs(query).catch((error: unknown) => {
      if (asAppError(error).errorName !== 'invalid_argument') throw error;
      // A page token that is none leads to the first page.
      return ops.listJobs({ ...query, pageToken: '' });
    }),
    // The list is of use without the machine.
    ops.runningJobs().catch((error: unknown) => {
      logError('ops.running-jobs', error);
      return null;
    }),
  ]);
  const next = new URLSearchParams({ kind, state, page_token: page.nextPageToken });
  return {
    kind,
    state,
    jobs: page.jobs.map(shownJob),
    nextHref: page.nextPageToken && `${HERE}?${next}`,
    running: running && { ...running, jobs: running.jobs.map(shownJob) },
  };
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  { person, refusal }: { person: string; refusal: string },
): Promise<Response> {
  const empty = { kind: '', state: '', nextHref: '', running: null } as const;
  const userId = person === '' ? null : await personOf(deps, person);
  const shown: Shown =
    person === ''
      ? await listOf(c, deps)
      : { ...empty, jobs: userId === null ? null : (await deps.ops.jobsOf(userId)).map(shownJob) };
  const status = shown.jobs === null ? 404 : refusal === '' ? 200 : 400;
  return deskPage(
    c,
    { title: 'Jobs', section: HERE, operator, status },
    <JobsView
      here={HERE}
      person={userId ?? person}
      {...shown}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

/** Null without such an account. */
async function personOf({ ops }: PageDeps, person: string): Promise<UserId | null> {
  try {
    return await ops.requirePerson(person);
  } catch (error) {
    if (asAppError(error).errorName !== 'not_found') throw error;
    return null;
  }
}

export function jobsPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const person = (c.req.query('person') ?? '').trim().slice(0, PERSON_CHARS);
  return show(c, deps, operator, { person, refusal: '' });
}

export async function jobsPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  const person = form.field('person', ID_CHARS);
  try {
    const [owner, jobId] = [form.field('owner', ID_CHARS), form.field('job', ID_CHARS)];
    const act = JOB_ACTS.find((each) => each === form.get('act'));
    if (!act) throw new AppError('invalid_argument', { field: 'act', reason: 'format' });
    if (!isWireId(owner)) throw new AppError('not_found', { field: 'job', reason: 'no_such_job' });
    await deps.ops.actOnJob(operator, { ownerId: asUserId(owner), jobId, act, reason: reasonOf(form) });
    return seeOther(`${HERE}?${new URLSearchParams({ done: '1', ...(person === '' ? {} : { person }) })}`);
  } catch (error) {
    return show(c, deps, operator, { person, refusal: deskRefusal(c, error) });
  }
}
