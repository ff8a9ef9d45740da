/** Webhooks of payment providers: verified, stored, then handled. A failed one stays in the inbox for the sweep. */
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { OrderParts } from '../orders/deps.ts';
import { recordReport } from '../payments/record-report.ts';
import type { ProviderName } from '../provider/provider.ts';
import {
  insertEvent,
  selectAllWaiting,
  selectWaiting,
  updateFailed,
  updateHandled,
  type WaitingEvent,
} from './inbox.store.ts';

/** After this time an event that still fails, such as a renewal of a subscription that is not known, is for operators. */
const WAIT_MS = DAY_MS;

async function handle(parts: OrderParts, event: WaitingEvent): Promise<void> {
  try {
    for (const report of event.reports) await recordReport(parts, event.provider, report);
    await updateHandled(parts.db, event, parts.clock.nowMs());
  } catch (error) {
    logError('membership.webhook', error, { event: event.eventId });
    const nowMs = parts.clock.nowMs();
    await updateFailed(parts.db, event, String(error), nowMs);
    if (event.reports.some(({ atMs }) => atMs <= nowMs - WAIT_MS))
      await parts.recordProblem('report_waits', `${event.provider} ${event.eventId}`);
  }
}

/**
 * Answers a provider as soon as the event is stored: a failure to handle it is ours to repeat.
 * @throws AppError not_found without that provider, permission_denied for a wrong signature, invalid_argument for a body that is no event
 */
export async function receiveWebhook(
  parts: OrderParts,
  name: ProviderName,
  rawBody: string,
  headers: Headers,
): Promise<void> {
  const provider = parts.providerOf(name);
  if (!provider) throw new AppError('not_found');
  const nowMs = parts.clock.nowMs();
  const event = await provider.readWebhook(rawBody, headers, nowMs);
  await insertEvent(parts.db, name, event, nowMs);
  const waiting = await selectWaiting(parts.db, name, event.eventId);
  if (waiting) await handle(parts, waiting);
}

/** Handles what is still in the inbox. @param limit  events of one run */
export async function handleWaiting(parts: OrderParts, limit: number): Promise<void> {
  for (const event of await selectAllWaiting(parts.db, limit)) await handle(parts, event);
}
