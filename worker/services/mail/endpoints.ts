/** Contract rows of mail -> operations. */
import type { Hono } from 'hono';
import { mailContract } from '#shared/mail/contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { MailService } from './service.ts';

export function makeMailRoutes(service: Pick<MailService, 'subscription' | 'subscribe'>): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, mailContract.subscription, ({ query }) => service.subscription(query.d));
  bindEndpoint(router, mailContract.unsubscribe, ({ query }) => service.subscribe(query.d, false));
  return router;
}
