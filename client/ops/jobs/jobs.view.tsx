/** Jobs of drives: failed and stuck ones with the acts on them, those that run, and late alarms. In English, forms only, times in UTC. */
import { type ReactNode, useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import {
  FAULT_STATES,
  type FaultyJob,
  JOB_KINDS,
  type JobAct,
  type JobKind,
  type JobState,
} from '#shared/drive/desk/jobs.ts';
import { href } from '#shared/routes.ts';
import { Moment } from '../acts.view.tsx';
import { MoreLink } from '../more-link.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';

export interface ShownJob extends FaultyJob {
  /** The page of the owner. */
  readonly ownerHref: string;
  /** All jobs of the owner. */
  readonly moreHref: string;
}

interface RunningNow {
  readonly jobs: readonly ShownJob[];
  readonly late: readonly { readonly className: string; readonly name: string; readonly atMs: number }[];
  readonly lateAlarms: number;
  /** False where no machine says which drives have jobs. */
  readonly isMachine: boolean;
  /** Drives that were asked and did not answer. */
  readonly unreadDrives: number;
}

export interface JobsViewProps {
  readonly here: string;
  /** The person whose jobs are shown; '' for the list of all. */
  readonly person: string;
  readonly kind: JobKind | '';
  readonly state: JobState | '';
  /** Null: there is no such person. */
  readonly jobs: readonly ShownJob[] | null;
  readonly nextHref: string;
  /** Null: it could not be read, or it is not shown. */
  readonly running: RunningNow | null;
  /** Why the last form was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

const PEOPLE = href('ops.document', { document: 'people' });

const KIND_NAMES: Readonly<Record<JobKind, string>> = {
  upload: 'Upload',
  hash: 'Hashing of an upload',
  fetch: 'Fetch by link',
  archive: 'Archive',
  copy: 'Copy',
  save: 'Save from a link',
  move: 'Move',
  delete: 'Deletion',
  other: 'Other job',
};

const STATE_NAMES: Readonly<Record<JobState, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  stuck: 'Stuck',
  failed: 'Failed',
};

/** Reasons that operators meet; others are shown by their names. */
const REASONS: Readonly<Record<string, string>> = {
  internal: 'An error of the server',
  unavailable: 'Another object does not answer',
  storage_full: 'The server has no space left',
  lookup_failed: 'The name servers do not answer',
  run_lost: 'Its run ended without a sign of life',
  downloader_busy: 'The downloader is busy',
  hash_stopped: 'Hashing stopped without a sign of life',
  lost_bytes: 'Stored bytes are missing',
  object_damaged: 'Stored bytes are damaged',
};

const ACT_NAMES: Readonly<Record<JobAct, string>> = {
  retry: 'Try again',
  cancel: 'Cancel',
  dismiss: 'Take off the list',
};

export function JobsView(props: JobsViewProps): ReactNode {
  const { here, person, jobs, nextHref, refusal, done } = props;
  return (
    <>
      <h1 className="text-2xl">Jobs</h1>
      <p className="mt-2 max-w-prose text-muted">
        Work that drives do behind a request. Files are not named here: they are their person’s.
      </p>
      <Outcome refusal={refusal} done={done} />
      <form method="get" action={here} className="mt-6 flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1 sm:max-w-md">
          <TextField
            label="Address, number, name or id of an account, for all of its jobs"
            name="person"
            defaultValue={person}
            maxLength={320}
          />
        </div>
        <Button type="submit">Show</Button>
      </form>
      {person === '' ? (
        <>
          <OpsPart
            id="faults"
            title="Failed and stuck"
            lead="By a fault of the server. A person’s own mistakes are shown to the person alone. Each act needs a reason, and is in the log."
          >
            <Filter {...props} />
            <JobList here={here} jobs={jobs ?? []} none="No job failed or is stuck." person={person} />
            <MoreLink href={nextHref}>Older jobs</MoreLink>
          </OpsPart>
          <OpsPart id="running" title="Running now" lead="In the drives whose next step comes first.">
            <Running {...props} />
          </OpsPart>
          <LateAlarms {...props} />
        </>
      ) : (
        <OpsPart
          id="person"
          title="Jobs of this account"
          lead="Under way, or failed in the last 30 days for any reason."
        >
          {jobs === null ? (
            <p>
              No such person. An address, a number and a name are found exactly as the account has them;{' '}
              <a className="link" href={`${PEOPLE}?${new URLSearchParams({ q: person })}`}>
                search people
              </a>{' '}
              by a part of them.
            </p>
          ) : (
            <JobList here={here} jobs={jobs} none="This account has no jobs." person={person} />
          )}
          <p className="mt-3">
            <a className="link inline-flex min-h-11 items-center text-sm" href={here}>
              Jobs of all accounts
            </a>
          </p>
        </OpsPart>
      )}
    </>
  );
}

function Running({ here, person, running }: JobsViewProps): ReactNode {
  if (running === null) return <p className="text-warn">Could not be read. Load the page again.</p>;
  const { jobs, isMachine, unreadDrives } = running;
  const none = isMachine ? 'No job is running.' : 'Ask for the jobs of an account: the platform lists no drives.';
  return (
    <>
      {unreadDrives === 0 ? null : (
        <p className="mb-3 text-warn">
          {unreadDrives === 1 ? 'One drive could not be read.' : `${unreadDrives} drives could not be read.`}
        </p>
      )}
      {jobs.length === 0 && unreadDrives > 0 ? null : <JobList here={here} jobs={jobs} none={none} person={person} />}
    </>
  );
}

const FILTERED_STATES = ['', ...FAULT_STATES] as const;

function Filter({ here, kind, state }: JobsViewProps): ReactNode {
  const id = useId();
  return (
    <form method="get" action={here} className="mb-4 flex flex-wrap items-end gap-3">
      <div className="field">
        <label htmlFor={`${id}-kind`}>Kind</label>
        <select id={`${id}-kind`} name="kind" className="input" defaultValue={kind}>
          <option value="">Any</option>
          {JOB_KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_NAMES[each]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-state`}>State</label>
        <select id={`${id}-state`} name="state" className="input" defaultValue={state}>
          {FILTERED_STATES.map((each) => (
            <option key={each} value={each}>
              {each === '' ? 'Any' : STATE_NAMES[each]}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit">Filter</Button>
    </form>
  );
}

function JobList({
  here,
  jobs,
  none,
  person,
}: Pick<JobsViewProps, 'here' | 'person'> & { jobs: readonly ShownJob[]; none: string }): ReactNode {
  if (jobs.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ol className="card divide-y divide-line">
      {jobs.map((job) => (
        <li key={`${job.ownerId} ${job.jobId}`} className="px-4 py-3 sm:px-5">
          <Job here={here} job={job} person={person} />
          {job.more > 0 ? (
            <a className="link inline-flex min-h-11 items-center text-sm" href={job.moreHref}>
              {job.more === 1 ? 'and 1 more of this account' : `and ${job.more} more of this account`}
            </a>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** An id, distinguished by its beginning. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`;

function Job({ here, job, person }: { here: string; job: ShownJob; person: string }): ReactNode {
  const format = useFormat();
  const { kind, state, error, tries, sizeBytes, progress, createdMs, sinceMs, ownerId, ownerHref, jobId, acts } = job;
  const tone = state === 'failed' ? 'text-danger' : state === 'stuck' ? 'text-warn' : 'text-muted';
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-semibold">{KIND_NAMES[kind]}</strong>
        <span className={`text-sm font-semibold ${tone}`}>{STATE_NAMES[state]}</span>
        <a className="link text-sm" href={ownerHref}>
          Account {shortId(ownerId)}
        </a>
      </p>
      {error === '' ? null : (
        <p className="mt-1 text-sm break-words">
          {REASONS[error] ?? <code className="font-mono text-xs">{error}</code>}
          {tries > 1 ? `, after ${tries} tries` : null}
        </p>
      )}
      <p className="mt-1 text-xs text-muted">
        {sizeBytes > 0 ? `${format.bytes(sizeBytes)} · ` : null}
        {state === 'failed' ? null : `${progress} % · `}
        asked for <Moment ms={createdMs} />
        {sinceMs === 0 ? null : (
          <>
            {' · '}
            {state === 'failed' ? 'failed' : 'fails since'} <Moment ms={sinceMs} />
          </>
        )}{' '}
        · <code className="font-mono break-all">{jobId}</code>
      </p>
      {acts.length === 0 ? null : (
        <details className="mt-1">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">Act on this job</summary>
          <form
            method="post"
            action={person === '' ? here : `${here}?${new URLSearchParams({ person })}`}
            data-guard
            className="mt-2 flex flex-wrap items-end gap-3"
          >
            <input type="hidden" name="owner" value={ownerId} />
            <input type="hidden" name="job" value={jobId} />
            <input type="hidden" name="person" value={person} />
            <div className="min-w-48 flex-1 sm:max-w-md">
              <TextField label="Reason" name="reason" required maxLength={400} />
            </div>
            {acts.map((act) => (
              <Button
                key={act}
                type="submit"
                name="act"
                value={act}
                {...(act === 'retry' ? { variant: 'primary' as const } : {})}
              >
                {ACT_NAMES[act]}
              </Button>
            ))}
          </form>
        </details>
      )}
    </>
  );
}

function LateAlarms({ running }: JobsViewProps): ReactNode {
  if (!running?.isMachine) return null;
  const { late, lateAlarms } = running;
  return (
    <OpsPart
      id="late"
      title={lateAlarms > late.length ? `Late alarms: ${late.length} of ${lateAlarms}` : 'Late alarms'}
      lead="Objects whose work should have run more than 10 s ago. Each call of such an object sets its alarm again."
    >
      {late.length === 0 ? (
        <p className="text-muted">No alarm is late.</p>
      ) : (
        <ol className="card divide-y divide-line">
          {late.map(({ className, name, atMs }) => (
            <li key={`${className} ${name}`} className="px-4 py-3 text-sm sm:px-5">
              <p className="font-semibold break-all">
                {className} <code className="font-mono text-xs">{name}</code>
              </p>
              <p className="mt-0.5 text-xs text-muted">
                Due <Moment ms={atMs} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </OpsPart>
  );
}
