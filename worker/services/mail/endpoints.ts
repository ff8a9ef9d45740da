/** Endpoints of mail -> operations. */
import type { Hono } from 'hono';
import { mailContract } from '#shared/mail/contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { MailParts } from './deps.ts';
import { subscribe, subscription } from './letter/subscription.ts';
import type { Subscription } from './service.ts';

/** The wire names the topic `scene`. */
const toWire = ({ topic, ...rest }: Subscription) => ({ ...rest, scene: topic });

export function makeMailRoutes(parts: MailParts): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, mailContract.subscription, async ({ query }) => toWire(await subscription(parts, query.d)));
  bindEndpoint(router, mailContract.unsubscribe, async ({ query }) => toWire(await subscribe(parts, query.d, false)));
  return router;
}
