/** Inbox of webhooks: stored before anything is done with them, unique by the provider's event. */
import type { Database } from '#worker/platform/d1/database.ts';
import type { PaymentReport, ProviderEvent, ProviderName } from '../provider/provider.ts';

export interface WaitingEvent {
  readonly provider: ProviderName;
  readonly eventId: string;
  readonly reports: readonly PaymentReport[];
}

interface EventRow {
  readonly provider: string;
  readonly event_id: string;
  readonly reports: string;
}

const waitingOf = (row: EventRow): WaitingEvent => ({
  provider: row.provider as ProviderName,
  eventId: row.event_id,
  reports: JSON.parse(row.reports) as PaymentReport[],
});

export async function insertEvent(
  db: Database,
  provider: ProviderName,
  event: ProviderEvent,
  nowMs: number,
): Promise<void> {
  await db.run(
    `INSERT INTO webhook_events (provider, event_id, type, reports, received_at, handled_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (provider, event_id) DO UPDATE SET deliveries = deliveries + 1`,
    provider,
    event.eventId,
    event.type,
    JSON.stringify(event.reports),
    nowMs,
    event.reports.length === 0 ? nowMs : null,
  );
}

/** @returns null when it was handled before */
export async function selectWaiting(
  db: Database,
  provider: ProviderName,
  eventId: string,
): Promise<WaitingEvent | null> {
  const row = await db.first<EventRow>(
    'SELECT provider, event_id, reports FROM webhook_events WHERE provider = ? AND event_id = ? AND handled_at IS NULL',
    provider,
    eventId,
  );
  return row && waitingOf(row);
}

/** Oldest first. */
export async function selectAllWaiting(db: Database, limit: number): Promise<WaitingEvent[]> {
  const rows = await db.all<EventRow>(
    'SELECT provider, event_id, reports FROM webhook_events WHERE handled_at IS NULL ORDER BY received_at LIMIT ?',
    limit,
  );
  return rows.map(waitingOf);
}

export async function updateHandled(db: Database, event: WaitingEvent, nowMs: number): Promise<void> {
  await db.run(
    "UPDATE webhook_events SET handled_at = ?, failure = '' WHERE provider = ? AND event_id = ? AND handled_at IS NULL",
    nowMs,
    event.provider,
    event.eventId,
  );
}

/** Keeps the event in the inbox, behind those that wait shorter: one that never succeeds must not hold the others. */
export async function updateFailed(db: Database, event: WaitingEvent, failure: string, nowMs: number): Promise<void> {
  await db.run(
    'UPDATE webhook_events SET failure = ?, received_at = ? WHERE provider = ? AND event_id = ? AND handled_at IS NULL',
    failure.slice(0, 300),
    nowMs,
    event.provider,
    event.eventId,
  );
}
