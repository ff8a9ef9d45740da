/** SubscriptionObject: the topics that one mail address has unsubscribed from. One object per address. */
import { type Result, succeed } from '#shared/errors.ts';
import type { MailTopic } from '#shared/mail/model.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';

/** Append-only: a line that has shipped is never edited. */
const SUBSCRIPTION_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE stopped (
    scene TEXT PRIMARY KEY,        -- one of MAIL_TOPICS
    since_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
];

export class SubscriptionObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'SubscriptionObject', SUBSCRIPTION_MIGRATIONS);
  }

  /** Reading creates nothing: an address without a refusal has no object. */
  subscribed(topic: MailTopic): Result<boolean> {
    return succeed(!this.exists() || !isStopped(this.sql, topic));
  }

  /** Repeating it changes nothing. */
  setSubscribed(topic: MailTopic, subscribed: boolean): Result<boolean> {
    if (subscribed && !this.exists()) return succeed(true);
    return this.command((nowMs) => {
      if (subscribed) allow(this.sql, topic);
      else stop(this.sql, topic, nowMs);
      return subscribed;
    });
  }
}

function isStopped(sql: SqlStorage, topic: MailTopic): boolean {
  return sql.exec('SELECT 1 FROM stopped WHERE scene = ?', topic).toArray().length > 0;
}

/** A second refusal changes nothing. */
function stop(sql: SqlStorage, topic: MailTopic, nowMs: number): void {
  sql.exec('INSERT INTO stopped (scene, since_ms) VALUES (?, ?) ON CONFLICT (scene) DO NOTHING', topic, nowMs);
}

function allow(sql: SqlStorage, topic: MailTopic): void {
  sql.exec('DELETE FROM stopped WHERE scene = ?', topic);
}
