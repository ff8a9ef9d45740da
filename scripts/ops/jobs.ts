/** `npm run ops -- jobs`: jobs of drives that failed, are stuck or run, and acts on them. */
import { FAULT_STATES, JOB_ACTS, JOB_KINDS, type JobAct } from '#shared/drive/desk/jobs.ts';
import { type Area, askServer } from './area.ts';
import { missing, oneOf, readCommand, type VerbForm } from './arguments.ts';

interface Row {
  readonly owner: string;
  readonly job: string;
  readonly kind: string;
  readonly state: string;
  readonly error: string;
  readonly tries: number;
  readonly bytes: number;
  readonly progress: number;
  readonly created: string;
  readonly since: string;
  readonly acts: readonly string[];
}

interface Running {
  readonly jobs: readonly Row[];
  readonly late: readonly { readonly object: string; readonly due: string }[];
  readonly unread_drives: number;
}

export function jobLine(row: Row): string {
  const { owner, job, kind, state, error, tries, bytes, progress, created, since, acts } = row;
  return [
    owner,
    job,
    kind,
    state,
    error,
    tries > 1 ? `${tries} tries` : '',
    `${bytes} bytes`,
    `${progress} %`,
    `asked ${created}`,
    since === '' ? '' : `since ${since}`,
    acts.length > 0 ? `(${acts.join(', ')})` : '',
  ]
    .filter(Boolean)
    .join('  ');
}

const linesOf = (jobs: readonly Row[], none: string): string => (jobs.length > 0 ? jobs.map(jobLine).join('\n') : none);

const needs = ['the id or address of the owner', 'the id of the job'];

const VERBS = {
  list: {},
  running: {},
  of: { needs: ['the person'] },
  retry: { needs },
  cancel: { needs },
  dismiss: { needs },
} satisfies Readonly<Record<string, VerbForm>> & Readonly<Record<JobAct, VerbForm>>;

export const jobsArea: Area = {
  usage: [
    `jobs list [--kind ${JOB_KINDS.join('|')}] [--state ${FAULT_STATES.join('|')}]`,
    'jobs running',
    'jobs of <person>',
    `jobs <${JOB_ACTS.join('|')}> <id or address of the owner> <job> --reason <text>`,
  ],
  async run(args, server) {
    const { verb, rest, values } = readCommand('jobs', VERBS, args, { kind: '', state: '', reason: '' });
    const [owner = '', job = ''] = rest;
    const { kind, state, reason } = values;
    if (kind !== '') oneOf('--kind', JOB_KINDS, kind);
    if (state !== '') oneOf('--state', FAULT_STATES, state);
    const ask = <T>(call: string, body: object) => askServer<T>(server, `/_internal/jobs/${call}`, body);
    if (verb === 'list') {
      const lines: string[] = [];
      for (let token = '', isFirst = true; isFirst || token !== ''; isFirst = false) {
        const page = await ask<{ jobs: Row[]; next_page_token: string }>('list', { kind, state, page_token: token });
        lines.push(...page.jobs.map(jobLine));
        token = page.next_page_token;
      }
      return lines.length > 0 ? lines.join('\n') : 'no job failed or is stuck';
    }
    if (verb === 'running') {
      const { jobs, late, unread_drives } = await ask<Running>('running', {});
      const alarms = late.map(({ object, due }) => `late alarm: ${object}, due ${due}`);
      const unread = unread_drives > 0 ? [`${unread_drives} drives could not be read`] : [];
      return [linesOf(jobs, 'no job is known to run'), ...unread, ...alarms].join('\n');
    }
    if (verb === 'of') return linesOf((await ask<{ jobs: Row[] }>('of', { person: owner })).jobs, 'no jobs');
    if (reason === '') throw missing('--reason TEXT');
    await ask('act', { owner, job, act: verb, reason });
    return `${verb}: ${job}`;
  },
};
