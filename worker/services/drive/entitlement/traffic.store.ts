/**
 * Traffic of the drive's person by day: bytes sent to the owner and by links, uploaded, and fetched by link. A day's uploads are
 * counted in the row of `space`, which is written anyway; a trigger moves them here with the first upload of another day.
 */
import { AppError } from '#shared/errors.ts';
import { dayOf, monthEnd, monthStart } from '#shared/membership/calendar.ts';
import type { TrafficKind } from '#shared/membership/ledger.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import { type TrafficLeft, type TrafficUse, trafficBalance, trafficSinceMs } from '#shared/membership/traffic.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import { passesMark, warnOf } from './full-mark.ts';
import { type PersonPlans, personPlans } from './limits.store.ts';

export const TRAFFIC_TABLES = `
  -- Uploaded by clients on the day of the row's other counts.
  ALTER TABLE space ADD COLUMN client_day_bytes INTEGER NOT NULL DEFAULT 0;
  -- Bytes of former days that came in: traffic is upload or offline.
  CREATE TABLE traffic_days (day TEXT NOT NULL, traffic TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (day, traffic)) WITHOUT ROWID;
  CREATE TRIGGER upload_days AFTER UPDATE OF upload_day ON space WHEN OLD.upload_day <> NEW.upload_day AND OLD.client_day_bytes > 0
    BEGIN INSERT INTO traffic_days (day, traffic, bytes) VALUES (OLD.upload_day, 'upload', OLD.client_day_bytes)
      ON CONFLICT (day, traffic) DO UPDATE SET bytes = bytes + excluded.bytes; END;
`;

const ALL_USE = `
  SELECT day, 'download' AS traffic, bytes FROM traffic
  UNION ALL SELECT day, 'download', bytes FROM link_traffic
  UNION ALL SELECT day, traffic, bytes FROM traffic_days
  UNION ALL SELECT upload_day, 'upload', client_day_bytes FROM space WHERE client_day_bytes > 0`;

/** Each day and kind once. @param sinceMs  in the first day */
export function trafficUse(sql: SqlStorage, sinceMs: number): TrafficUse[] {
  return sql
    .exec<{ day: string; traffic: string; bytes: number }>(
      `SELECT day, traffic, sum(bytes) AS bytes FROM (${ALL_USE}) WHERE day >= ? GROUP BY day, traffic ORDER BY day, traffic`,
      dayOf(sinceMs),
    )
    .toArray()
    .map(({ day, traffic, bytes }) => ({ day, traffic: traffic as TrafficKind, bytes }));
}

/** Bytes that a fetch by link brought. */
export function countOffline(sql: SqlStorage, nowMs: number, bytes: number): void {
  if (bytes === 0) return;
  sql.exec(
    `INSERT INTO traffic_days (day, traffic, bytes) VALUES (?, 'offline', ?)
     ON CONFLICT (day, traffic) DO UPDATE SET bytes = bytes + excluded.bytes`,
    dayOf(nowMs),
    bytes,
  );
}

interface Now {
  readonly sql: SqlStorage;
  readonly nowMs: number;
}

export function trafficLeft({ sql, nowMs }: Now, kind: TrafficKind, { timeline, plans }: PersonPlans): TrafficLeft {
  return trafficBalance(timeline, plans, trafficUse(sql, trafficSinceMs(timeline, nowMs)), nowMs)[kind];
}

const SENTENCES = {
  offline: 'errors.traffic_used.offline',
  upload: 'errors.traffic_used.upload',
  download: 'errors.traffic_used.download',
} as const;

/** Used and allowed bytes, and the day on which the month begins anew. */
export function trafficError(kind: TrafficKind, { totalBytes, usedBytes }: TrafficLeft, nowMs: number): AppError {
  const limit = totalBytes ?? 0;
  const used = Math.min(usedBytes, limit);
  return new AppError('traffic_not_enough', {
    reason: kind,
    metadata: {
      traffic: kind,
      limit: String(limit),
      used: String(usedBytes),
      resets_in: String(Math.ceil((monthEnd(nowMs) - nowMs) / SECOND_MS)),
    },
    messageKey: SENTENCES[kind],
    messageBytes: { used, limit },
  });
}

/** @throws AppError file_too_large, with the plan's limit */
export function requireFileSize(limitBytes: number, sizeBytes: number): void {
  if (sizeBytes <= limitBytes) return;
  throw new AppError('file_too_large', {
    field: 'size',
    metadata: { limit: String(limitBytes), needed: String(sizeBytes) },
    messageKey: 'errors.file_too_large_for_plan',
    messageBytes: { limit: limitBytes, size: sizeBytes },
  });
}

function monthBytes({ sql, nowMs }: Now, kind: TrafficKind): number {
  return sql
    .exec<{ bytes: number }>(
      `SELECT coalesce(sum(bytes), 0) AS bytes FROM
         (SELECT day, traffic, bytes FROM traffic_days UNION ALL SELECT upload_day, 'upload', client_day_bytes FROM space)
       WHERE traffic = ? AND day >= ?`,
      kind,
      dayOf(monthStart(nowMs)),
    )
    .one().bytes;
}

function promisedBytes(sql: SqlStorage): number {
  return sql.exec<{ bytes: number }>('SELECT reserved_bytes AS bytes FROM space').one().bytes;
}

export interface Incoming {
  /** Bytes that will come in. */
  readonly sizeBytes: number;
  /** Of these, the largest file; left out: they are one. */
  readonly largestBytes?: number;
  /** Limits of the free plan; left out: as the drive last saw them. */
  readonly free?: PlanLimits;
}

/**
 * Whether the plan takes a file, and its traffic reaches for it.
 * @throws AppError file_too_large, traffic_not_enough; both with limit and need
 */
export function requirePlan(
  at: Now & Pick<DriveTx, 'publish'>,
  kind: 'upload' | 'offline',
  { sizeBytes, largestBytes, free }: Incoming,
): void {
  const person = personPlans(at, free ?? null);
  if (!person || sizeBytes === 0) return;
  requireFileSize(person.limits.fileBytes, largestBytes ?? sizeBytes);
  const allowance = person.limits.trafficBytes[kind];
  // Most people are far from it: packs and former months matter only beyond the plan's month.
  if (allowance === null) return;
  // Open uploads are counted as if they had ended, so that many at once do not pass together.
  const neededBytes = sizeBytes + (kind === 'upload' ? promisedBytes(at.sql) : 0);
  const usedBytes = monthBytes(at, kind);
  if (usedBytes + neededBytes <= allowance) {
    if (passesMark(usedBytes, usedBytes + neededBytes, allowance)) warnOf(at, kind);
    return;
  }
  const left = trafficLeft(at, kind, person);
  if (left.leftBytes !== null && left.leftBytes < neededBytes) throw trafficError(kind, left, at.nowMs);
  const spentBytes = (left.totalBytes ?? 0) - (left.leftBytes ?? 0);
  if (passesMark(spentBytes, spentBytes + neededBytes, left.totalBytes)) warnOf(at, kind);
}
