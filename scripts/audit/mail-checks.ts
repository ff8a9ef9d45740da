/** I15: a letter is held with its text and no other has one; an address has the log of its own shard; choices are ones that exist. A notification is of a kind that exists, one a fact. */
import { BELL_KINDS, BELL_MOST, BELL_TOPICS } from '#shared/drive/bell/bell-kinds.ts';
import { MAIL_SCOPES, MAIL_TOPICS } from '#shared/mail/model.ts';
import { DAY_MINUTES } from '#shared/mail/quiet-hours.ts';
import { type Audited, eachOf, type Finding, ofClass, whereOf } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

interface LetterRow {
  id: string;
  subscriber: string;
  topic: string;
  state: string;
  sealed: string;
}

const STATES = new Set(['held', 'due', 'sending', 'sent']);
const TOPICS = new Set<string>(['', ...MAIL_TOPICS]);
const SCOPES = new Set<string>(MAIL_SCOPES);

const says = (object: ObjectCopy, kind: string, id: string, text: string): Finding => ({
  invariant: 'I15',
  kind,
  where: whereOf(object),
  ids: [id],
  says: text,
});

function checkLog(log: ObjectCopy): Finding[] {
  const found: Finding[] = [];
  const shard = log.name.slice('letters-'.length);
  for (const { id, subscriber, topic, state, sealed } of rowsOf<LetterRow>(log.db, 'SELECT * FROM letters')) {
    if (!STATES.has(state) || !TOPICS.has(topic))
      found.push(says(log, 'letter-unknown', id, `is ${state} of ${topic}`));
    if ((state === 'held') !== (sealed !== ''))
      found.push(says(log, 'letter-text', id, `is ${state}, its text differs`));
    if (state === 'held' && topic === '') found.push(says(log, 'letter-held', id, 'is held though it is always sent'));
    if (!subscriber.startsWith(shard))
      found.push(says(log, 'letter-shard', id, `belongs to ${subscriber.slice(0, 1)}`));
  }
  return found;
}

function checkChoices(address: ObjectCopy): Finding[] {
  const found: Finding[] = [];
  for (const { scope } of rowsOf<{ scope: string }>(address.db, 'SELECT scene AS scope FROM stopped'))
    if (!SCOPES.has(scope)) found.push(says(address, 'choice-unknown', address.name, `refuses ${scope}`));
  if (!hasTable(address.db, 'quiet_hours')) return [];
  const wrong = rowsOf(
    address.db,
    `SELECT 1 FROM quiet_hours WHERE from_minute NOT BETWEEN 0 AND ${DAY_MINUTES - 1}
       OR to_minute NOT BETWEEN 0 AND ${DAY_MINUTES - 1} OR from_minute = to_minute OR zone = ''`,
  );
  if (wrong.length > 0) found.push(says(address, 'quiet-hours', address.name, 'has quiet hours that are none'));
  return found;
}

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

function checkBell(drive: ObjectCopy): Finding[] {
  if (!hasTable(drive.db, 'bell')) return [];
  return [
    ...eachOf(
      drive,
      { invariant: 'I15', kind: 'bell-unknown', says: 'is a notification of no kind' },
      `SELECT id FROM bell WHERE kind NOT IN (${listOf(BELL_KINDS)}) OR json_type(data) IS NOT 'object'`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I15', kind: 'bell-twice', says: 'was notified twice' },
      `SELECT fact AS id FROM bell AS one WHERE EXISTS (SELECT 1 FROM bell AS other
       WHERE other.fact = one.fact AND other.seq > one.seq AND other.at_ms < one.at_ms + 30 * 86400000)`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I15', kind: 'bell-full', says: 'is above the number of notifications' },
      `SELECT id FROM bell ORDER BY seq DESC LIMIT -1 OFFSET ${BELL_MOST}`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I15', kind: 'bell-choice', says: 'is no category of notifications' },
      `SELECT topic AS id FROM bell_choices WHERE topic NOT IN (${listOf(BELL_TOPICS.flatMap((topic) => [topic, `push.${topic}`]))})`,
    ),
  ];
}

export function checkMail(audited: Audited): Finding[] {
  return [
    ...ofClass(audited, 'LetterLogObject').flatMap(checkLog),
    ...ofClass(audited, 'SubscriptionObject').flatMap(checkChoices),
    ...ofClass(audited, 'DriveObject').flatMap(checkBell),
  ];
}
