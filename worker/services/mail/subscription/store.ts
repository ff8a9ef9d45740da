/** SQL of what one address does not want to get. */
import type { MailTopic } from '#shared/mail/model.ts';

/** Append-only: a line that has shipped is never edited. */
export const SUBSCRIPTION_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE stopped (
    scene TEXT PRIMARY KEY,        -- one of MAIL_TOPICS
    since_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
];

export function isStopped(sql: SqlStorage, scene: MailTopic): boolean {
  return sql.exec('SELECT 1 FROM stopped WHERE scene = ?', scene).toArray().length > 0;
}

/** The first no stands; a later one changes nothing. */
export function stop(sql: SqlStorage, scene: MailTopic, nowMs: number): void {
  sql.exec('INSERT INTO stopped (scene, since_ms) VALUES (?, ?) ON CONFLICT (scene) DO NOTHING', scene, nowMs);
}

export function letCome(sql: SqlStorage, scene: MailTopic): void {
  sql.exec('DELETE FROM stopped WHERE scene = ?', scene);
}
