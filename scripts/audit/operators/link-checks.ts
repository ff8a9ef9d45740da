/** I16 of links that operators gave: each one, or the list that it comes from, and each that was withdrawn, is in the operators' log. */
import { type Audited, type Finding, ofClass, whereOf } from '../finding.ts';
import { hasTable, rowsOf } from '../state-copy.ts';

interface GivenLink {
  readonly id: string;
  readonly note: string;
  readonly givenBy: string;
  readonly opens: 'person_invited' | 'person_reset_link';
  readonly withdrawn: number;
  readonly reason: string;
}

/** Of a list of people: its entry in the log begins so too. */
const LIST = /^list [0-9a-f]{32}: /;

/** The visitor of the link of the first start, who is no operator. */
const FIRST_START = 'first';

export function checkGivenLinks(audited: Audited): Finding[] {
  const acts = ofClass(audited, 'ConfigObject').flatMap(({ db }) =>
    rowsOf<{ act: string; note: string }>(db, "SELECT act, note FROM acts WHERE name = 'people'"),
  );
  const isNoted = (kind: string, note: string): boolean =>
    acts.some((act) => act.act === kind && act.note.startsWith(note));
  const isGiven = ({ opens, note, reason }: GivenLink): boolean => {
    const [list] = LIST.exec(reason) ?? [];
    return list === undefined ? isNoted(opens, note) : isNoted('people_invited', list);
  };
  return ofClass(audited, 'DirectoryObject').flatMap((directory) => {
    // A copy of a damaged file may have no tables.
    if (!hasTable(directory.db, 'given_links')) return [];
    const links = rowsOf<GivenLink>(
      directory.db,
      `SELECT id, by_id AS givenBy, withdrawn_ms AS withdrawn, reason,
          CASE user_id WHEN '' THEN '' ELSE user_id || ': ' END || shown || ': ' AS note,
          CASE user_id WHEN '' THEN 'person_invited' ELSE 'person_reset_link' END AS opens
        FROM given_links`,
    );
    return links
      .filter(
        (link) =>
          (link.givenBy !== FIRST_START && !isGiven(link)) ||
          (link.withdrawn !== 0 && !isNoted('person_link_withdrawn', link.note)),
      )
      .map(({ id }) => ({
        invariant: 'I16',
        kind: 'link-not-in-log',
        where: whereOf(directory),
        ids: [id],
        says: 'was given or withdrawn, and the log of operators does not have it',
      }));
  });
}
