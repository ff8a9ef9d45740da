/** Endpoints of mail -> operations. */
import type { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { mailContract } from '#shared/mail/contract.ts';
import { equalBytes } from '#worker/platform/crypto.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { MailParts } from './deps.ts';
import { subscribe, subscription } from './letter/subscription.ts';
import { takeReport } from './sending/feedback.ts';
import type { Subscription } from './service.ts';

/** The wire names the scope `scene`. */
const toWire = ({ scope, ...rest }: Subscription) => ({ ...rest, scene: scope });

/** @throws AppError permission_denied, also on an installation that takes no reports */
function requireToken(expected: string, given: string): void {
  const encoder = new TextEncoder();
  if (expected === '' || !equalBytes(encoder.encode(given), encoder.encode(expected)))
    throw new AppError('permission_denied', { reason: 'wrong_token' });
}

export function makeMailRoutes(parts: MailParts): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, mailContract.subscription, async ({ query }) => toWire(await subscription(parts, query.d)));
  bindEndpoint(router, mailContract.unsubscribe, async ({ query }) => toWire(await subscribe(parts, query.d, false)));
  bindEndpoint(router, mailContract.feedback, async ({ body, request }) => {
    requireToken(parts.feedbackToken, request.headers.get('x-mail-token') ?? '');
    for (const report of body.reports) await takeReport(parts, report);
    return {};
  });
  return router;
}
