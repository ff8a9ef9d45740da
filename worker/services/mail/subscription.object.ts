/** SubscriptionObject: the choices of one mail address: categories it refused or asked for, and its quiet hours. One object per address. */
import { type Result, succeed } from '#shared/errors.ts';
import { isAskedTopic, type MailChoices, type MailScope } from '#shared/mail/model.ts';
import type { QuietHours } from '#shared/mail/quiet-hours.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import * as store from './letter/choices.store.ts';

/** Append-only: a line that has shipped is never edited. */
const SUBSCRIPTION_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE stopped (
    scene TEXT PRIMARY KEY,        -- one of MAIL_SCOPES
    since_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  store.QUIET_HOURS_MIGRATION,
  store.WANTED_MIGRATION,
];

export interface StoredChoices {
  readonly topics: MailChoices;
  readonly quiet: QuietHours | null;
}

/** A change of choices; omitted ones stay. */
export interface ChoicesChange {
  readonly topics: Partial<MailChoices>;
  readonly quiet: QuietHours | null;
}

export class SubscriptionObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'SubscriptionObject', SUBSCRIPTION_MIGRATIONS);
  }

  /** Reading creates nothing: an address without a choice has no object. */
  subscribed(scope: MailScope): Result<boolean> {
    return succeed(this.exists() ? !store.isRefused(this.sql, scope) : !isAskedTopic(scope));
  }

  /** Whether the address gets letters of a category or part, and its quiet hours. */
  rulesFor(scope: MailScope): Result<{ subscribed: boolean; quiet: QuietHours | null }> {
    if (!this.exists()) return succeed({ subscribed: !isAskedTopic(scope), quiet: null });
    return succeed({ subscribed: !store.isRefused(this.sql, scope), quiet: store.loadQuiet(this.sql) });
  }

  choices(): Result<StoredChoices> {
    if (!this.exists()) return succeed({ topics: store.ALL_TOPICS, quiet: null });
    return succeed({ topics: store.loadTopics(this.sql), quiet: store.loadQuiet(this.sql) });
  }

  /** Repeating it changes nothing. */
  setSubscribed(scope: MailScope, subscribed: boolean): Result<boolean> {
    if (subscribed && !this.exists() && !isAskedTopic(scope)) return succeed(true);
    return this.command((nowMs) => {
      store.setScope(this.sql, scope, subscribed, nowMs);
      return !store.isRefused(this.sql, scope);
    });
  }

  /** Repeating it changes nothing. A category that keeps its state keeps what links of earlier letters stopped in it. */
  save({ topics, quiet }: ChoicesChange): Result<StoredChoices> {
    return this.command((nowMs) => {
      store.saveTopics(this.sql, topics, nowMs);
      store.saveQuiet(this.sql, quiet);
      return { topics: store.loadTopics(this.sql), quiet: store.loadQuiet(this.sql) };
    });
  }

  /** Everything that is stored, for another address of the same person. */
  exportChoices(): Result<store.WholeChoices> {
    return succeed(this.exists() ? store.loadAll(this.sql) : { stopped: [], wanted: [], quiet: null });
  }

  /** Takes the choices of the person's former address, unless this address has some of its own. */
  adopt(choices: store.WholeChoices): Result<{ adopted: boolean }> {
    const isUsual = choices.stopped.length === 0 && choices.wanted.length === 0 && choices.quiet === null;
    if (this.exists() || isUsual) return succeed({ adopted: false });
    return this.command((nowMs) => {
      for (const scope of choices.stopped) store.setScope(this.sql, scope, false, nowMs);
      for (const scope of choices.wanted) store.setScope(this.sql, scope, true, nowMs);
      store.saveQuiet(this.sql, choices.quiet);
      return { adopted: true };
    });
  }
}
