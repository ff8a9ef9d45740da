/** `npm run ops -- reports`: reported links, their evidence, and the decisions on them. */
import { parseArgs } from 'node:util';
import { csvLine } from '#shared/csv.ts';
import { CASE_ACTS, CASE_STATES, REPORT_REASONS, RESTRICTED_STATUSES } from '#shared/share/reports.ts';
import { type Area, askServer } from './area.ts';
import { missing, oneOf, readVerb, type VerbForm } from './arguments.ts';

interface Summary {
  readonly link: string;
  readonly owner: string;
  readonly title: string;
  readonly state: string;
  readonly judged: string;
  readonly weight: number;
  readonly reports: number;
  readonly reasons: readonly string[];
  readonly changed: string;
}

interface Whole extends Summary {
  readonly status_when_reported: string;
  readonly people: readonly { reason: string; note: string; file: string; at: string }[];
  readonly files: readonly {
    id: string;
    name: string;
    bytes: number;
    content: string;
    reported: boolean;
    banned: boolean;
  }[];
  readonly decisions: readonly {
    at: string;
    by: string;
    act: string;
    status: string;
    ground: string;
    note: string;
    appeal: string;
  }[];
}

/** On one line, whatever a stranger typed. */
const line = (text: string): string => JSON.stringify(text);

function summaryLine({ link, state, judged, weight, reports, reasons, title, changed }: Summary): string {
  return [
    link,
    state,
    judged,
    `weight ${weight}`,
    reports === 1 ? '1 person' : `${reports} people`,
    reasons.join(','),
    changed,
    line(title),
  ]
    .filter(Boolean)
    .join('  ');
}

export function showCase(found: Whole): string {
  return [
    summaryLine(found),
    `owner ${found.owner}, ${found.status_when_reported} when it was reported`,
    'reports:',
    ...found.people.map(
      ({ at, reason, file, note }) => `  ${at}  ${reason}  ${file}  ${note === '' ? '' : line(note)}`,
    ),
    'files:',
    ...found.files.map(({ id, name, bytes, content, reported, banned }) =>
      ['', id, line(name), `${bytes} bytes`, content, reported ? 'reported' : '', banned ? 'banned' : '']
        .filter((part, at) => at === 0 || part !== '')
        .join('  '),
    ),
    'decisions, newest first:',
    ...found.decisions.map(
      ({ at, by, act, status, ground, note, appeal }) =>
        `  ${at}  ${by}  ${act} ${status} ${ground}  ${line(note)}${appeal === '' ? '' : `  objection ${line(appeal)}`}`,
    ),
  ].join('\n');
}

/** In the order of the columns. */
const EXPORTED = 'at link owner title act status ground by note appeal appealed'.split(' ');

/** A line of names, then a line for each decision. */
export function decisionsCsv(decisions: readonly Readonly<Record<string, string>>[]): string {
  return [EXPORTED, ...decisions.map((decision) => EXPORTED.map((name) => decision[name] ?? ''))]
    .map(csvLine)
    .join('')
    .trimEnd();
}

const VERBS = {
  export: {},
  list: { more: 1 },
  show: { needs: ['the id of the link'] },
  decide: { needs: ['the id of the link', `the decision (${CASE_ACTS.join(', ')})`] },
} satisfies Readonly<Record<string, VerbForm>>;

export const reportsArea: Area = {
  usage: [
    'reports export (decisions as CSV)',
    `reports list [${CASE_STATES.join('|')}|all]`,
    'reports show <link>',
    `reports decide <link> <${CASE_ACTS.join('|')}> --reason <text> [--ground ${REPORT_REASONS.join('|')}] [--status ${RESTRICTED_STATUSES.join('|')}] [--file <id>]...`,
  ],
  async run(args, dataDir) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string', default: '' },
        ground: { type: 'string' },
        status: { type: 'string' },
        file: { type: 'string', multiple: true },
      },
    });
    const verb = readVerb('reports', VERBS, positionals);
    const [, first = '', act = ''] = positionals;
    const ask = <T>(call: string, body: object) => askServer<T>(dataDir, `/_internal/reports/${call}`, body);
    if (verb === 'list') {
      const shown = oneOf('the state', [...CASE_STATES, 'all'], first || 'open');
      const state = shown === 'all' ? '' : shown;
      const { cases } = await ask<{ cases: Summary[] }>('list', { state });
      return cases.length > 0 ? cases.map(summaryLine).join('\n') : 'no link waits';
    }
    if (verb === 'export') {
      const decisions: Record<string, string>[] = [];
      for (let after = 0, isFirst = true; isFirst || after > 0; isFirst = false) {
        const part = await ask<{ decisions: Record<string, string>[]; next: number }>('decisions', { after });
        decisions.push(...part.decisions);
        after = part.next;
      }
      return decisionsCsv(decisions);
    }
    if (verb === 'show') return showCase(await ask('show', { link: first }));
    oneOf('the decision', CASE_ACTS, act);
    if (values.reason === '') throw missing('--reason TEXT');
    const { reason, ground, status, file } = values;
    if (ground) oneOf('--ground', REPORT_REASONS, ground);
    if (status) oneOf('--status', RESTRICTED_STATUSES, status);
    const asked = { link: first, act, reason, ...(ground ? { ground } : {}), ...(status ? { status } : {}) };
    return showCase(await ask('decide', { ...asked, ...(file ? { files: file } : {}) }));
  },
};
