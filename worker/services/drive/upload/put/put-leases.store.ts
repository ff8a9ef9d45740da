/**
 * Objects that small files may be stored as before anything else is known of them. They are in series, all in the row of
 * `space`, which a landing writes anyway; the view `put_leases` shows them one by one.
 */

/** Objects of one series: their keys are the prefix and two hex digits each. */
interface Series {
  readonly prefix: string;
  /** Number of the claim at the index. */
  readonly seq: number;
  readonly untilMs: number;
  /** The last digits of those that are open. */
  readonly open: readonly string[];
}

const PREFIX_DIGITS = 30;

/** The view, and what stood in a table of this name before. */
export const PUT_SERIES = `
  ALTER TABLE space ADD COLUMN put_series TEXT NOT NULL DEFAULT '[]';
  UPDATE space SET put_series = (SELECT json_group_array(json_object('prefix', substr(object_key, 1, ${PREFIX_DIGITS}), 'seq', seq,
    'untilMs', until_ms, 'open', json_array(substr(object_key, ${PREFIX_DIGITS + 1})))) FROM put_leases);
  DROP TABLE put_leases;
  CREATE VIEW put_leases AS SELECT json_extract(series.value, '$.prefix') || open.value AS object_key,
    json_extract(series.value, '$.seq') AS seq, json_extract(series.value, '$.untilMs') AS until_ms
    FROM space, json_each(put_series) AS series, json_each(series.value, '$.open') AS open;
  `;

export function readSeries(sql: SqlStorage): Series[] {
  return JSON.parse(sql.exec<{ put_series: string }>('SELECT put_series FROM space').one().put_series) as Series[];
}

function writeSeries(sql: SqlStorage, all: readonly Series[]): void {
  sql.exec('UPDATE space SET put_series = ?', JSON.stringify(all));
}

/** Keys that begin alike. */
function seriesOf(keys: readonly string[], seq: number, untilMs: number): Series {
  const prefix = (keys[0] ?? '').slice(0, PREFIX_DIGITS);
  return { prefix, seq, untilMs, open: keys.map((key) => key.slice(PREFIX_DIGITS)) };
}

/** Without this object; null when its promise has ended. */
export function withoutLease(all: readonly Series[], objectKey: string): Series[] | null {
  const [prefix, last] = [objectKey.slice(0, PREFIX_DIGITS), objectKey.slice(PREFIX_DIGITS)];
  const own = all.find((series) => series.prefix === prefix);
  if (!own?.open.includes(last)) return null;
  const rest = { ...own, open: own.open.filter((digits) => digits !== last) };
  return all.flatMap((series) => (series !== own ? [series] : rest.open.length > 0 ? [rest] : []));
}

/** Promises objects whose keys begin alike; nothing else of their files is known yet. @returns the number of their claims */
export function leasePuts(sql: SqlStorage, keys: readonly string[], untilMs: number): number {
  const seq = sql.exec<{ ref_seq: number }>('SELECT ref_seq FROM space').one().ref_seq + 1;
  const all = [...readSeries(sql), seriesOf(keys, seq, untilMs)];
  sql.exec('UPDATE space SET put_series = ?, ref_seq = ?', JSON.stringify(all), seq);
  return seq;
}

/** Ends the promise of an object. @returns false when it had ended before */
export function endPutLease(sql: SqlStorage, objectKey: string): boolean {
  const rest = withoutLease(readSeries(sql), objectKey);
  if (rest) writeSeries(sql, rest);
  return rest !== null;
}

/** Objects whose promise expired, stored or not. */
export function duePutLeases(sql: SqlStorage, nowMs: number, limit: number): string[] {
  return sql
    .exec<{ object_key: string }>('SELECT object_key FROM put_leases WHERE until_ms <= ? LIMIT ?', nowMs, limit)
    .toArray()
    .map((row) => row.object_key);
}
