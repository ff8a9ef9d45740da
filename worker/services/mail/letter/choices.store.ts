/**
 * SQL of the choices of an address. A row of `stopped` is a refusal; everything else is allowed, but for the few categories that a
 * person has to ask for: they have a row of `wanted`.
 */
import {
  isAskedTopic,
  MAIL_PARTS,
  MAIL_SCOPES,
  MAIL_TOPICS,
  type MailChoices,
  type MailScope,
} from '#shared/mail/model.ts';
import type { QuietHours } from '#shared/mail/quiet-hours.ts';

export const WANTED_MIGRATION = 'CREATE TABLE wanted (scope TEXT PRIMARY KEY) WITHOUT ROWID'; // of ASKED_TOPICS

/** One line of SUBSCRIPTION_MIGRATIONS. */
export const QUIET_HOURS_MIGRATION = `
  CREATE TABLE quiet_hours (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    from_minute INTEGER NOT NULL,  -- minutes since midnight
    to_minute INTEGER NOT NULL,
    zone TEXT NOT NULL             -- IANA name
  );
`;

export interface WholeChoices {
  readonly stopped: readonly MailScope[];
  readonly wanted: readonly MailScope[];
  readonly quiet: QuietHours | null;
}

export const ALL_TOPICS: MailChoices = { account: true, sharing: true, opened: false, storage: true, tips: true };

/** A part is refused with its category too. */
export function isRefused(sql: SqlStorage, scope: MailScope): boolean {
  if (isAskedTopic(scope)) return sql.exec('SELECT 1 FROM wanted WHERE scope = ?', scope).toArray().length === 0;
  const whole = MAIL_PARTS.some((part) => part === scope) ? 'sharing' : scope;
  return sql.exec('SELECT 1 FROM stopped WHERE scene IN (?, ?)', scope, whole).toArray().length > 0;
}

export function loadAll(sql: SqlStorage): WholeChoices {
  const known = (query: string): MailScope[] =>
    sql
      .exec<{ scope: string }>(query)
      .toArray()
      .flatMap(({ scope }) => MAIL_SCOPES.filter((each) => each === scope));
  return {
    stopped: known('SELECT scene AS scope FROM stopped ORDER BY scene'),
    wanted: known('SELECT scope FROM wanted ORDER BY scope'),
    quiet: loadQuiet(sql),
  };
}

export function loadTopics(sql: SqlStorage): MailChoices {
  const { stopped, wanted } = loadAll(sql);
  const isAllowed = (topic: keyof MailChoices): boolean =>
    isAskedTopic(topic) ? wanted.includes(topic) : !stopped.includes(topic);
  return {
    account: isAllowed('account'),
    sharing: isAllowed('sharing'),
    opened: isAllowed('opened'),
    storage: isAllowed('storage'),
    tips: isAllowed('tips'),
  };
}

/** A second refusal changes nothing. Allowing a category allows its parts too. */
export function setScope(sql: SqlStorage, scope: MailScope, subscribed: boolean, nowMs: number): void {
  if (isAskedTopic(scope)) {
    if (subscribed) sql.exec('INSERT OR IGNORE INTO wanted (scope) VALUES (?)', scope);
    else sql.exec('DELETE FROM wanted WHERE scope = ?', scope);
    return;
  }
  if (!subscribed) {
    sql.exec('INSERT INTO stopped (scene, since_ms) VALUES (?, ?) ON CONFLICT (scene) DO NOTHING', scope, nowMs);
    return;
  }
  const allowed = scope === 'sharing' ? [scope, ...MAIL_PARTS] : [scope];
  for (const each of allowed) sql.exec('DELETE FROM stopped WHERE scene = ?', each);
}

export function saveTopics(sql: SqlStorage, topics: Partial<MailChoices>, nowMs: number): void {
  const current = loadTopics(sql);
  for (const topic of MAIL_TOPICS) {
    const wanted = topics[topic];
    if (wanted !== undefined && wanted !== current[topic]) setScope(sql, topic, wanted, nowMs);
  }
}

export function loadQuiet(sql: SqlStorage): QuietHours | null {
  const [row] = sql
    .exec<{ from_minute: number; to_minute: number; zone: string }>(
      'SELECT from_minute, to_minute, zone FROM quiet_hours',
    )
    .toArray();
  return row ? { fromMinute: row.from_minute, toMinute: row.to_minute, zone: row.zone } : null;
}

export function saveQuiet(sql: SqlStorage, quiet: QuietHours | null): void {
  if (quiet === null) {
    sql.exec('DELETE FROM quiet_hours');
    return;
  }
  sql.exec(
    'INSERT OR REPLACE INTO quiet_hours (only, from_minute, to_minute, zone) VALUES (1, ?, ?, ?)',
    quiet.fromMinute,
    quiet.toMinute,
    quiet.zone,
  );
}
