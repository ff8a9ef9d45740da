/**
 * SubscriptionObject: what one mail address does not want to get. One object an address.
 */
import { type Result, succeed } from '#shared/errors.ts';
import type { MailTopic } from '#shared/mail/model.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { isStopped, letCome, SUBSCRIPTION_MIGRATIONS, stop } from './subscription/store.ts';

export class SubscriptionObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'SubscriptionObject', SUBSCRIPTION_MIGRATIONS);
  }

  /** Asking creates nothing: an address nobody has said no for has no object. */
  subscribed(scene: MailTopic): Result<boolean> {
    return succeed(!this.exists() || !isStopped(this.sql, scene));
  }

  /** The same wish twice is one. */
  wish(scene: MailTopic, subscribed: boolean): Result<boolean> {
    if (subscribed && !this.exists()) return succeed(true);
    return this.command((nowMs) => {
      if (subscribed) letCome(this.sql, scene);
      else stop(this.sql, scene, nowMs);
      return subscribed;
    });
  }
}
