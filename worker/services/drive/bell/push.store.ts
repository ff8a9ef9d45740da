/** Devices that show notifications by web push, and the notifications sent to them: each at most once. */
import { BELL_KINDS, BELL_TOPIC_OF, type BellItem } from '#shared/drive/bell/bell-kinds.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { type CallerData, type EndedSessions, isServed } from '#worker/platform/session-guard.ts';
import type { DriveTx } from '../core/tx.ts';
import { bellItemOf } from './bell.store.ts';
import { PUSH_DUE } from './plan-push.store.ts';

/** The oldest is dropped for a new one. */
const MOST_DEVICES = 10;
const FIRST_RETRY_MS = MINUTE_MS;
const MOST_TRIES = 3;

export interface PushDevice extends Record<string, SqlStorageValue> {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly locale: string;
}

export interface NewPushDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly locale: Locale;
}

/** A repeat renews it. */
export function savePushDevice({ sql, nowMs }: DriveTx, caller: CallerData, device: NewPushDevice): void {
  sql.exec('DELETE FROM push_devices WHERE id = ? OR session_id = ?', device.id, caller.sessionId);
  sql.exec(
    `DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices ORDER BY made_ms DESC, id LIMIT -1 OFFSET ${MOST_DEVICES - 1})`,
  );
  sql.exec(
    `INSERT INTO push_devices (id, endpoint, p256dh, auth, session_id, epoch, locale, made_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    device.id,
    device.endpoint,
    device.p256dh,
    device.auth,
    caller.sessionId,
    caller.epoch,
    device.locale,
    nowMs,
  );
}

/** @param sessionId  '' for every device */
export function dropPushDevices({ sql }: Pick<DriveTx, 'sql'>, sessionId: string): void {
  sql.exec("DELETE FROM push_devices WHERE ?1 = '' OR session_id = ?1", sessionId);
}

export function dropPushDevice({ sql }: DriveTx, id: string): void {
  sql.exec('DELETE FROM push_devices WHERE id = ?', id);
}

/** Devices of ended sessions get nothing more. */
export function dropEndedDevices(sql: SqlStorage, { sessionId, minEpoch }: EndedSessions): void {
  sql.exec('DELETE FROM push_devices WHERE session_id = ? OR epoch < ?', sessionId ?? '', minEpoch);
}

export function pushDevices(sql: SqlStorage, { sessionId }: CallerData): { devices: number; isHere: boolean } {
  const { n, here } = sql
    .exec<{ n: number; here: number }>(
      'SELECT count(*) AS n, total(session_id = ?) AS here FROM push_devices',
      sessionId,
    )
    .one();
  return { devices: n, isHere: here > 0 };
}

export interface PushOrder {
  readonly id: string;
  /** The one device of a retry; '' for the first try at all of them. */
  readonly device: string;
  readonly tries: number;
  /** End of the quiet hours of now; null outside of them. */
  readonly heldUntilMs: number | null;
  /** Pushes of a person in 24 hours that are not about security. */
  readonly perDay: number;
  readonly securityPerDay: number;
}

export interface TakenPush {
  readonly item: BellItem | null;
  readonly devices: readonly PushDevice[];
}

const NOTHING: TakenPush = { item: null, devices: [] };
const DEVICE_COLUMNS = 'id, endpoint, p256dh, auth, locale';

const SECURITY_KINDS = JSON.stringify(BELL_KINDS.filter((kind) => BELL_TOPIC_OF[kind] === ''));

/** Security and the rest are counted apart: neither uses up the other's number. */
function pushedToday(sql: SqlStorage, nowMs: number, isSecurity: boolean): number {
  return sql
    .exec<{ n: number }>(
      'SELECT count(*) AS n FROM bell WHERE pushed_ms > ? AND (kind IN (SELECT value FROM json_each(?))) = ?',
      nowMs - DAY_MS,
      SECURITY_KINDS,
      isSecurity ? 1 : 0,
    )
    .one().n;
}

/** Notes the push and says to whom: from then on it counts as sent, and a repeat gets nothing. */
export function takePush(tx: DriveTx, { id, device, tries, heldUntilMs, ...most }: PushOrder): TakenPush {
  const { sql, nowMs, publish } = tx;
  if (!isServed(sql)) return NOTHING;
  const item = bellItemOf(sql, id, nowMs);
  if (!item || item.isRead) return NOTHING;
  if (device !== '') {
    const retried = sql.exec<PushDevice>(
      `UPDATE push_devices SET retry = '' WHERE id = ? AND retry = ? RETURNING ${DEVICE_COLUMNS}`,
      device,
      `${id}:${tries}`,
    );
    return { item, devices: retried.toArray() };
  }
  const topic = BELL_TOPIC_OF[item.kind];
  if (topic !== '' && sql.exec('SELECT 1 FROM bell_choices WHERE topic = ?', `push.${topic}`).toArray().length > 0)
    return NOTHING;
  if (topic !== '' && heldUntilMs !== null) {
    publish(PUSH_DUE, { id }, heldUntilMs);
    return NOTHING;
  }
  const isSecurity = topic === '';
  if (pushedToday(sql, nowMs, isSecurity) >= (isSecurity ? most.securityPerDay : most.perDay)) return NOTHING;
  const isFirst = sql.exec('UPDATE bell SET pushed_ms = ? WHERE id = ? AND pushed_ms = 0 RETURNING 1', nowMs, id);
  if (isFirst.toArray().length === 0) return NOTHING;
  return { item, devices: sql.exec<PushDevice>(`SELECT ${DEVICE_COLUMNS} FROM push_devices`).toArray() };
}

/** The push service refused it for now: tried again later, three times in all. */
export function retryPush(
  { sql, nowMs, publish }: DriveTx,
  { id, device, tries }: Pick<PushOrder, 'id' | 'device' | 'tries'>,
): void {
  const next = tries + 1;
  if (next >= MOST_TRIES) return;
  const waits = sql.exec('UPDATE push_devices SET retry = ? WHERE id = ? RETURNING 1', `${id}:${next}`, device);
  if (waits.toArray().length > 0) publish(PUSH_DUE, { id, device, tries: next }, nowMs + FIRST_RETRY_MS * 4 ** tries);
}
