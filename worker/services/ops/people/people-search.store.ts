/**
 * Index of the list of people: three characters in a row of every id, name, address and number (FTS5), in the order of the accounts.
 * Triggers keep it: a write of `people` is all that other code does.
 */
import { findKey } from '#shared/find/find-key.ts';

/** A word begins after two spaces, so that one or two characters find the words that begin with them. */
const INDEXED = `'  ' || replace(replace(new.search_text, ' ', '  '), char(10), char(10) || '  ') || char(10) || '  ' || new.user_id`;
const REMOVE = 'DELETE FROM people_text WHERE rowid = old.ordinal;';
const IS_CHANGED = '(new.search_text <> old.search_text OR new.status <> old.status OR new.ordinal IS NOT old.ordinal)';
const IS_INDEXED = "new.ordinal IS NOT NULL AND new.status <> 'CLOSED'";

export const PEOPLE_INDEX: readonly string[] = [
  // Rises with the age of accounts: a thousand for each millisecond. Null: an entry that no account has made.
  'ALTER TABLE people ADD COLUMN ordinal INTEGER',
  `UPDATE people SET ordinal = numbered.ordinal FROM (
    SELECT user_id AS id, created_ms * 1000 + row_number() OVER (PARTITION BY created_ms ORDER BY user_id) - 1 AS ordinal
    FROM people) AS numbered WHERE people.user_id = numbered.id`,
  'CREATE UNIQUE INDEX people_by_ordinal ON people (ordinal)',
  'CREATE INDEX people_by_status_ordinal ON people (status, ordinal)',
  "CREATE INDEX people_operators ON people (status) WHERE role = 'operator'",
  'DROP INDEX people_by_time',
  'DROP INDEX people_by_status',
  `CREATE VIRTUAL TABLE people_text USING fts5(search_text, status, tokenize = 'trigram remove_diacritics 1',
    content = '', contentless_delete = 1)`,
  `CREATE TRIGGER people_text_insert AFTER INSERT ON people WHEN ${IS_INDEXED} BEGIN
    INSERT INTO people_text (rowid, search_text, status) VALUES (new.ordinal, ${INDEXED}, new.status);
  END`,
  // One trigger: the order of two is not defined.
  `CREATE TRIGGER people_text_update AFTER UPDATE OF search_text, status, ordinal ON people WHEN ${IS_CHANGED} BEGIN
    ${REMOVE} INSERT INTO people_text (rowid, search_text, status) SELECT new.ordinal, ${INDEXED}, new.status WHERE ${IS_INDEXED};
  END`,
  `CREATE TRIGGER people_text_delete AFTER DELETE ON people BEGIN ${REMOVE} END`,
  `INSERT INTO people_text (rowid, search_text, status)
    SELECT new.ordinal, ${INDEXED}, new.status FROM people AS new WHERE ${IS_INDEXED}`,
];

/** Characters that an index of three in a row cannot find by themselves. */
const TRIGRAM = 3;

/** As the index has a text: by the key for finding, without characters that end a query. */
export function searchText(text: string): string {
  return oneLine(findKey(text));
}

/** A term by both keys: texts that no step has brought up to date are found as they are spelled. */
export interface SearchTerm {
  readonly found: string;
  readonly spelled: string;
}

function searchTerm(text: string): SearchTerm {
  const spelled = oneLine(text.normalize('NFKC').toLowerCase());
  return { found: searchText(text) || spelled, spelled };
}

/** Words of a search; more are left out. */
const MAX_WORDS = 8;

/** The words of a search, which a person has in any order. */
export function searchTerms(text: string): SearchTerm[] {
  const sought = oneLine(text)
    .split(' ')
    .filter((word) => word !== '');
  return sought
    .slice(0, MAX_WORDS)
    .map(searchTerm)
    .filter(({ found }) => found !== '');
}

function oneLine(text: string): string {
  return text.replace(/[\0\s]+/gu, ' ').trim();
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function phraseOf(term: string): string {
  const spaced = term.replaceAll(' ', '  ');
  return quoted([...term].length < TRIGRAM ? `  ${spaced}` : spaced);
}

/**
 * The query of the index.
 * @param terms  one or more: three or more characters are found anywhere, fewer at the beginning of a word
 * @param status  '' for every status
 */
export function searchQuery(terms: readonly SearchTerm[], status: string): string {
  const text = terms
    .map(({ found, spelled }) => `search_text : (${[...new Set([found, spelled])].map(phraseOf).join(' OR ')})`)
    .join(' AND ');
  return status === '' ? text : `${text} AND status : ${quoted(status)}`;
}
