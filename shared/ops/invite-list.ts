/**
 * Lists of people to invite: CSV with a line a person (name, mail, group, storage), as a spreadsheet saves or copies it. Each line is
 * checked by itself, so that one wrong line stops no other. Pure, linear in the length of the text.
 */
import { EMAIL_MAX_CHARS, isEmail } from '#shared/auth/rules.ts';
import { csvLine } from '#shared/csv.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { readGigabytes } from './gigabytes.ts';

export const MOST_LINES = 10_000;
/** Of a text; a line of a real list has about sixty. */
export const MOST_LIST_CHARS = 1_500_000;
const CELL_CHARS = 200;
/** Of which names are read; each line looks its cells up among them. */
const MOST_COLUMNS = 50;

/**
 * `waits`: not begun. `working`: under way. `made`: has a link, no mail was sent. `mailed`. `unsent`: the mail was refused; it is tried
 * six times. `joined`: the account was made. `withdrawn`: an operator ended its link. `there`: had an account before. `open`: another list
 * invited the address by a link that still opens.
 */
export const LINE_STATES = [
  'waits',
  'working',
  'made',
  'mailed',
  'unsent',
  'joined',
  'withdrawn',
  'there',
  'open',
  'twice',
  'wrong',
] as const;
export type LineState = (typeof LINE_STATES)[number];

export const LINE_STATE_NAMES: Readonly<Record<LineState, string>> = {
  waits: 'waiting',
  working: 'under way',
  made: 'link made, not mailed',
  mailed: 'invited by mail',
  unsent: 'mail refused',
  joined: 'account made',
  withdrawn: 'link withdrawn',
  there: 'with an account already',
  open: 'invited before',
  twice: 'twice in the list',
  wrong: 'wrong',
};

export interface InviteLine {
  /** In the text, from 1. */
  readonly line: number;
  readonly name: string;
  /** Lower-case domain; of a wrong line as it was typed. */
  readonly email: string;
  /** '' for none. */
  readonly group: string;
  /** Null: as group and plan give. */
  readonly bytes: number | null;
  readonly state: Extract<LineState, 'waits' | 'twice' | 'wrong'>;
  /** Of a wrong line; '' for any other. */
  readonly why: string;
}

const COLUMNS: Readonly<Record<string, 'name' | 'email' | 'group' | 'storage'>> = {
  name: 'name',
  mail: 'email',
  email: 'email',
  'e-mail': 'email',
  address: 'email',
  group: 'group',
  storage: 'storage',
  'storage gb': 'storage',
  gb: 'storage',
};
type Column = (typeof COLUMNS)[string];
const ORDER: readonly Column[] = ['name', 'email', 'group', 'storage'];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  /** A quote of it is not closed. */
  readonly isOpen: boolean;
}

/**
 * Rows of a CSV text by RFC 4180. A quote that is closed nowhere, or by the first one of a later cell, would take the lines between into one
 * cell: it ends with its line, and so does every cell from there on.
 */
function* rowsOf(text: string, separator: string): Generator<Row> {
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let first = { at: 0, line: 1 };
  let isQuoted = false;
  let endsWithLine = false;
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at] ?? '';
    const isEnd = at === text.length;
    const next = text[at + 1] ?? '\n';
    const isStray = char === '"' && ![separator, '"', '\n', ' '].includes(next);
    if (isQuoted && (isEnd || isStray) && !endsWithLine) {
      endsWithLine = true;
      isQuoted = false;
      at = first.at - 1;
      line = first.line;
      cells = [];
      cell = '';
    } else if (isQuoted && !isEnd && !(endsWithLine && char === '\n')) {
      if (char !== '"') cell += char;
      else if (next === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
      if (char === '\n') line += 1;
    } else if (char === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (char === separator && !isEnd) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n' || isEnd) {
      cells.push(cell);
      if (cells.some((each) => each.trim() !== '')) yield { line: first.line, cells, isOpen: isQuoted };
      cells = [];
      cell = '';
      isQuoted = false;
      line += 1;
      first = { at: at + 1, line };
    } else cell += char;
  }
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const first = text.slice(0, end === -1 ? text.length : end);
  const many = (char: string): number => first.split(char).length;
  return ['\t', ';'].reduce((best, char) => (many(char) > many(best) ? char : best), ',');
}

/** The columns that a first line names; null for a line of a person. */
function columnsIn({ cells }: Row): readonly (Column | undefined)[] | null {
  const found = cells.slice(0, MOST_COLUMNS).map((cell) => COLUMNS[cell.trim().toLowerCase()]);
  return found.includes('email') && !cells.some((cell) => cell.includes('@')) ? found : null;
}

export interface ReadList {
  readonly lines: readonly InviteLine[];
  /** Lines beyond the most that one list has: such a list is refused. */
  readonly left: number;
}

/** @param groups  ids and names of groups */
export function readInviteList(
  text: string,
  groups: readonly { readonly id: string; readonly name: string }[],
): ReadList {
  const plain = text.replace(/^\u{feff}/u, '').replace(/\r\n?/g, '\n');
  const ids = new Map(groups.flatMap(({ id, name }) => [[name.toLowerCase(), id] as const, [id, id] as const]));
  const seen = new Set<string>();
  const lines: InviteLine[] = [];
  let columns: readonly (Column | undefined)[] | null = null;
  let left = 0;
  for (const row of rowsOf(plain, separatorOf(plain))) {
    if (columns === null) {
      columns = columnsIn(row);
      if (columns) continue;
      // Without a line of names; one that begins with the address has no name.
      columns = row.cells[0]?.includes('@') ? ['email', 'name', 'group', 'storage'] : ORDER;
    }
    if (lines.length >= MOST_LINES) left += 1;
    else lines.push(lineOf(row, columns, ids, seen));
  }
  return { lines, left };
}

function lineOf(
  { line, cells, isOpen }: Row,
  columns: readonly (Column | undefined)[],
  ids: ReadonlyMap<string, string>,
  seen: Set<string>,
): InviteLine {
  const cell = (column: Column): string => (cells[columns.indexOf(column)] ?? '').trim();
  const typed = cell('email');
  const email = typed.length > EMAIL_MAX_CHARS ? '' : mailAddressIn(typed);
  const [asked, storage] = [cell('group'), cell('storage')];
  const group = ids.get(asked.toLowerCase()) ?? '';
  const bytes = storage === '' ? null : readGigabytes(storage.replace(/gb$/i, '').trimEnd());
  const why = isOpen
    ? 'a quote is not closed'
    : !isEmail(email)
      ? 'no mail address'
      : asked !== '' && group === ''
        ? `no group ${asked.slice(0, CELL_CHARS)}`
        : storage !== '' && bytes === null
          ? 'storage is no number of GB'
          : '';
  const about = { line, name: cell('name').slice(0, CELL_CHARS), group, bytes };
  if (why !== '') return { ...about, email: typed.slice(0, CELL_CHARS), state: 'wrong', why };
  const key = email.toLowerCase();
  const isTwice = seen.has(key);
  seen.add(key);
  return { ...about, email: key, state: isTwice ? 'twice' : 'waits', why: '' };
}

/** The report of lines as CSV, without its first line where `isFirst` is false. */
export function reportCsv(
  lines: readonly {
    line: number;
    name: string;
    email: string;
    group: string;
    gigabytes: string;
    result: string;
    link: string;
  }[],
  isFirst: boolean,
): string {
  const rows = lines.map(({ line, name, email, group, gigabytes, result, link }) =>
    csvLine([String(line), name, email, group, gigabytes, result, link]),
  );
  return [
    ...(isFirst ? [csvLine(['line', 'name', 'mail', 'group', 'storage GB', 'result', 'link'])] : []),
    ...rows,
  ].join('');
}
