/** The push of a new notification, planned in its transaction where the person has a device that shows it. */
import { SECOND_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';

/** A notification is pushed. Its payload is { id }, and of a retry { device, tries } too. */
export const PUSH_DUE = 'drive.push-due';
/** A person who reads it at once in an open window gets no push. */
const DELAY_MS = 5 * SECOND_MS;

export function planPush({ sql, nowMs, publish }: DriveTx, id: string): void {
  if (sql.exec('SELECT 1 FROM push_devices LIMIT 1').toArray().length === 0) return;
  publish(PUSH_DUE, { id }, nowMs + DELAY_MS);
}
