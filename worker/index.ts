/** The entry points of the Worker: requests, cron, events, the jobs of drives, and the Durable Object classes. Wiring only. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { makeApp } from './app.ts';
import { servicesOf } from './compose.ts';
import { makeRecoveryApp } from './edge/recovery.ts';
import { refuseToServe } from './edge/refusal.ts';
import type { Env } from './env.ts';
import { deliverEvents, eventRoutes } from './events.ts';
import { costMeterOf } from './platform/cost/metered-env.ts';
import type { DomainEvent } from './platform/domain-event.ts';
import { logError } from './platform/log.ts';
import { isClosedForRecovery } from './platform/storage/recovery.ts';
import { runScheduled } from './scheduled.ts';

export { ShareBookObject } from '#worker/services/share/registry/share-book.object.ts';
export { ShareObject } from '#worker/services/share/state/share.object.ts';
export { AccountObject } from './services/auth/account.object.ts';
export { DirectoryObject } from './services/auth/directory.object.ts';
export { HasherObject } from './services/auth/hasher.object.ts';
export { ConfigObject } from './services/config/config.object.ts';
export { ArchiveJob } from './services/drive/archive-job.entrypoint.ts';
export { BlobIndexObject } from './services/drive/blobs/blob-index.object.ts';
export { DownloadJob } from './services/drive/download-job.entrypoint.ts';
export { DriveObject } from './services/drive/drive.object.ts';
export { FetchJob } from './services/drive/fetch-job.entrypoint.ts';
export { HashJob } from './services/drive/hash-job.entrypoint.ts';
export { TakenJob } from './services/drive/taken-job.entrypoint.ts';
export { TallyObject } from './services/drive/tally/tally.object.ts';
export { WordsJob } from './services/drive/words-job.entrypoint.ts';
export { LetterLogObject } from './services/mail/letter-log.object.ts';
export { MailboxObject } from './services/mail/mailbox.object.ts';
export { SubscriptionObject } from './services/mail/subscription.object.ts';
export { CodeBatchObject } from './services/membership/code/code-batch.object.ts';
export { MemberObject } from './services/membership/member.object.ts';
export { DeskObject } from './services/ops/desk.object.ts';
export { ShieldObject } from './services/shield/shield.object.ts';

type App = Pick<ReturnType<typeof makeApp>, 'fetch'>;

const apps = new WeakMap<Env, App>();

/** Settings that are not safe make every answer a refusal. */
function makeAppOrRefusal(env: Env): App {
  try {
    const services = servicesOf(env);
    return isClosedForRecovery(env) ? makeRecoveryApp(env, services) : makeApp(services, costMeterOf(env));
  } catch (error) {
    return refuseToServe(error);
  }
}

function appOf(env: Env): App {
  let app = apps.get(env);
  if (!app) {
    app = makeAppOrRefusal(env);
    apps.set(env, app);
  }
  return app;
}

/** Objects deliver their events here (worker/platform/stored-object.ts). */
export class Events extends WorkerEntrypoint<Env> {
  async deliver(items: readonly DomainEvent[]): Promise<string[]> {
    const services = servicesOf(this.env);
    // Letters and notifications have the name of the installation.
    await services.readLook();
    return deliverEvents(eventRoutes(services), items, (item, error) =>
      logError('events.handler', error, { domainEvent: item.event }),
    );
  }
}

export default {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
    return appOf(env).fetch(request, env, context);
  },
  async scheduled(_controller: ScheduledController, env: Env): Promise<void> {
    if (!isClosedForRecovery(env)) await runScheduled(servicesOf(env));
  },
};
