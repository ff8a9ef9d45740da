/** `npm run ops -- invites`: people invited by a list, the lists, and the report of one. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodeText } from '#shared/content/text-decoding.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { LINE_STATE_NAMES, LINE_STATES, type LineState } from '#shared/ops/invite-list.ts';
import { type Area, askServer } from './area.ts';
import { missing, oneOf, readCommand, UsageError, type VerbForm } from './arguments.ts';

type Counts = Partial<Record<LineState, number>>;

interface List {
  readonly id: string;
  readonly made: string;
  readonly by: string;
  readonly reason: string;
  readonly lines: number;
  readonly counts: Counts;
}

interface WrongLine {
  readonly line: number;
  readonly email: string;
  readonly state: LineState;
  readonly why: string;
}

const countsText = (counts: Counts): string =>
  LINE_STATES.flatMap((state) => (counts[state] ? [`${counts[state]} ${LINE_STATE_NAMES[state]}`] : [])).join(', ');

const wrongText = ({ line, email, state, why }: WrongLine): string =>
  `line ${line}: ${email}: ${[LINE_STATE_NAMES[state], why].filter(Boolean).join(': ')}`;

const LIST_ID = /^[0-9a-f]{16,64}$/;

const VERBS = {
  list: { needs: ['the file with a line a person'] },
  lists: {},
  report: { needs: ['the id of the list'] },
} satisfies Readonly<Record<string, VerbForm>>;

export const invitesArea: Area = {
  usage: [
    'invites list <CSV file: name, mail, group, GB> --reason <text> [--language <tag of the letters>]',
    'invites lists',
    'invites report <id of a list> [--links]',
  ],
  async run(args, dataDir) {
    const { verb, rest, values } = readCommand('invites', VERBS, args, {
      reason: '',
      language: LOCALES[0],
      links: false,
    });
    const [given = ''] = rest;
    if (verb === 'lists') {
      const { lists } = await askServer<{ lists: List[] }>(dataDir, '/_internal/invites/lists', {});
      const line = ({ id, made, by, reason, lines, counts }: List): string =>
        [id, made, by, `${lines} lines: ${countsText(counts)}`, reason].join('  ');
      return lists.length === 0 ? 'there is no list' : lists.map(line).join('\n');
    }
    if (verb === 'report') {
      if (!LIST_ID.test(given)) throw new UsageError(`${given} is no id of a list: invites lists prints them`);
      const body = { id: given, links: values.links };
      return (await askServer<{ csv: string }>(dataDir, '/_internal/invites/report', body)).csv.trimEnd();
    }
    const reason = values.reason.trim();
    if (reason === '') throw missing('--reason TEXT');
    const locale = oneOf('--language', LOCALES, values.language);
    const body = { id: randomBytes(16).toString('hex'), text: decodeText(readFileSync(given)).text, locale, reason };
    const answer = await askServer<{ id: string; counts: Counts; wrong?: readonly WrongLine[] }>(
      dataDir,
      '/_internal/invites/list',
      body,
    );
    return [
      ...(answer.wrong ?? []).map(wrongText),
      countsText(answer.counts),
      `invites report ${answer.id} prints every line with its result`,
    ].join('\n');
  },
};
