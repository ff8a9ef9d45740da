/**
 * Sessions of files that other people send in parts, inside the drive's transactions. A session waits for days, and holds the space of the
 * parts that are here. Of a crowded place those give theirs up that hold nothing, and those of senders who were away for a day.
 */
import { SENDING_OPEN_FILES, SENDING_PART_BYTES, SENDING_SESSION_MS } from '#shared/drive/sending/sending-terms.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import type { DriveTx } from '../../core/tx.ts';
import { uploadData } from '../begin-session.ts';
import { abortUpload } from '../finish-session.ts';
import type { PartSender, UploadData } from '../rpc-types.ts';
import { partBytesOf } from '../rules.ts';
import { type UploadRow, uploadById } from '../store.ts';

export const UPLOAD_SENDER_COLUMNS = `
  -- Of an upload by part: what takes it (a link that collects, a folder in common), who sends it, and when a part came last.
  ALTER TABLE uploads ADD COLUMN sent_to TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN sent_by TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN active_ms INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX uploads_sent ON uploads (sent_to, sent_by) WHERE by_part = 1 AND state = 'open';
`;

/** Sessions of one place that wait or come in. */
const SESSIONS = 20;
/** 3 minutes: a part takes no longer on a line of 0.4 Mbit/s. */
const IDLE_MS = 3 * MINUTE_MS;

/** A file as its taker stores it: one that is coming in, or is here. */
export interface SentSession {
  readonly uploadId: string;
  readonly isComing: boolean;
  readonly sizeBytes: number;
}

const noSession = () => new AppError('not_found', { reason: 'no_such_upload' });

/** Ends the session of this place that waits longest, if its sender seems to be gone. @returns whether one ended */
export function giveUpIdle(tx: DriveTx, to: string): boolean {
  const [row] = tx.sql
    .exec<UploadRow>(
      `SELECT *, EXISTS (SELECT 1 FROM upload_parts WHERE upload_id = uploads.id) AS parts FROM uploads
       WHERE sent_to = ?1 AND by_part = 1 AND state = 'open' AND active_ms <= CASE WHEN parts THEN ?2 ELSE ?3 END
       ORDER BY parts, active_ms LIMIT 1`,
      to,
      tx.nowMs - DAY_MS,
      tx.nowMs - IDLE_MS,
    )
    .toArray();
  if (row) abortUpload(tx, row, 'Upload expired');
  return row !== undefined;
}

function openSessions(sql: SqlStorage, to: string): UploadRow[] {
  return sql
    .exec<UploadRow>("SELECT * FROM uploads WHERE sent_to = ? AND by_part = 1 AND state = 'open'", to)
    .toArray();
}

/** Sessions of a place that wait or come in. */
export const sessionsOf = (sql: SqlStorage, to: string) => openSessions(sql, to).length;

export const areSessionsTaken = (sql: SqlStorage, to: string) => sessionsOf(sql, to) >= SESSIONS;

/** Gives up all files in parts that a place is taking: their space is free. */
export function endSessions(tx: DriveTx, to: string, message: string): void {
  for (const row of openSessions(tx.sql, to)) abortUpload(tx, row, message);
}

/** @throws AppError too_many_requests for a sender who sends as many as one may */
export function requireOwnTurn({ sql }: DriveTx, { to, by }: PartSender): void {
  const open = openSessions(sql, to).filter((row) => row.sent_by === by);
  if (open.length < SENDING_OPEN_FILES) return;
  throw new AppError('too_many_requests', {
    reason: 'open_files',
    retryInSeconds: 5,
    messageKey: 'drive.sending.refused.open',
  });
}

/** A crowded place gives up a session whose sender seems to be gone. @throws AppError too_many_requests */
export function requireTurn(tx: DriveTx, sender: PartSender): void {
  while (areSessionsTaken(tx.sql, sender.to) && giveUpIdle(tx, sender.to));
  if (areSessionsTaken(tx.sql, sender.to))
    throw new AppError('too_many_requests', { reason: 'sessions', retryInSeconds: 5 });
  requireOwnTurn(tx, sender);
}

/** A part is coming in: the session lives longer. */
export function keepSession({ sql, nowMs }: DriveTx, uploadId: string): void {
  sql.exec(
    "UPDATE uploads SET active_ms = ?, deadline_ms = max(deadline_ms, ?) WHERE id = ? AND state = 'open'",
    nowMs,
    nowMs + SENDING_SESSION_MS,
    uploadId,
  );
}

/** A file in parts as its sender asks for it. @throws AppError not_found */
export function sessionData(sql: SqlStorage, row: SentSession | null): UploadData {
  if (!row) throw noSession();
  const { uploadId, isComing, sizeBytes } = row;
  const upload = isComing ? uploadById(sql, uploadId) : null;
  if (upload) return uploadData(sql, upload);
  if (isComing) throw noSession();
  const partBytes = partBytesOf(sizeBytes, SENDING_PART_BYTES);
  return { uploadId, protocol: 'own', phase: 'done', sizeBytes, partBytes, parts: [], deadlineMs: 0 };
}

/** The session that takes the next part, or ends. @param isWhole  all of the file is here @throws AppError not_found */
export function requireSession<R extends SentSession>(tx: DriveTx, row: R | null, isWhole: boolean): R {
  if (!row || !(row.isComing || isWhole)) throw noSession();
  if (row.isComing) keepSession(tx, row.uploadId);
  return row;
}

/** Gives up a file that is coming in; one that is none is no error. */
export function dropSession(tx: DriveTx, row: SentSession | null): void {
  const upload = row?.isComing ? uploadById(tx.sql, row.uploadId) : null;
  if (upload?.state === 'open') abortUpload(tx, upload, 'Cancelled');
}
