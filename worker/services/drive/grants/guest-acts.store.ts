/** Acts of a guest in the drive of the owner, inside its transactions. The caller has checked the grant. */
import type { PageOrder } from '#shared/drive/orders.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { GrantedContent, LinkClaims } from '../content/claims.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { contentMarkOf } from '../images/link.ts';
import type { LookedAt } from '../images/model.ts';
import { pageWithPictures, withPicture } from '../images/pictured-rows.ts';
import { type BatchAnswer, completedTask } from '../jobs/changes.ts';
import { pictureOf } from '../pictures/open-picture.ts';
import { sharedFile } from '../sharing/view.store.ts';
import { type Crumb, crumbsOf } from '../tree/batch.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { makeFolder, move, rename, trash } from '../tree/change.store.ts';
import { listFolder, listNodes } from '../tree/listing.store.ts';
import type { NodeRow, PicturedRow } from '../tree/node-columns.ts';
import { nodeById } from '../tree/tree.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { holdingOf, landedHolding } from '../upload/holding.store.ts';
import { beginOrFinish } from '../upload/instant.ts';
import type { BeginUpload, UploadHolding } from '../upload/rpc-types.ts';
import { type UploadPhase, uploadById } from '../upload/store.ts';
import { type GrantRow, grantOfLink, requireBelow, requireInside } from './grants.store.ts';

/** Uploads of one grant at a time: each holds a place. */
const UPLOADS_AT_ONCE = 20;
/** A file that is sent again within this time is found. */
const REPEAT_TTL_MS = DAY_MS;

export interface GuestListing {
  readonly rows: readonly PicturedRow[];
  readonly nextPageToken: string;
  /** From below the common folder to the listed one. */
  readonly path: readonly Crumb[];
}

export interface GuestListQuery {
  /** '' for the common folder itself. */
  readonly parentId: string;
  readonly pageToken: string;
  readonly rows: number;
  readonly order: PageOrder;
}

/** Folders first; a common file is listed alone. @throws AppError file_not_found, invalid_argument for a bad page token */
export function guestList(sql: SqlStorage, grant: GrantRow, query: GuestListQuery): GuestListing {
  const { parentId, pageToken, rows, order } = query;
  const line = requireInside(sql, grant, parentId, 'parent_id');
  const [listed = ''] = line;
  const asked = { order, foldersFirst: true, pageToken, rows, phases: [], withoutBlocked: true } as const;
  if (nodeById(sql, listed)?.is_file === 1 && parentId !== '')
    throw new AppError('file_not_found', { field: 'parent_id' });
  const isFile = nodeById(sql, listed)?.is_file === 1;
  const page = isFile ? listNodes(sql, [listed], asked) : listFolder(sql, listed, asked);
  return { ...pageWithPictures(sql, page), path: crumbsOf(sql, line.slice(0, -1)) };
}

/** A node of a grant that is shown: complete, and not closed by an operator. @throws AppError file_not_found */
export function guestFile(sql: SqlStorage, grant: GrantRow, id: string): PicturedRow {
  requireInside(sql, grant, id);
  const row = nodeById(sql, id);
  if (row?.phase !== 'PHASE_TYPE_COMPLETE' || isBlocked(sql, row.gcid))
    throw new AppError('file_not_found', { field: 'file_id' });
  return withPicture(sql, row);
}

export function guestMakeFolder(tx: DriveTx, grant: GrantRow, input: { parentId: string; name: string }): NodeRow {
  const [parentId = ''] = requireInside(tx.sql, grant, input.parentId, 'parent_id');
  return makeFolder(tx, { parentId, name: input.name });
}

export function guestRename(tx: DriveTx, grant: GrantRow, id: string, name: string): NodeRow {
  requireBelow(tx.sql, grant, [id]);
  guestFile(tx.sql, grant, id);
  return rename(tx, id, name);
}

/** @param trashUntilMs  for the choice about names; nothing is replaced */
export function guestMove(
  tx: DriveTx,
  grant: GrantRow,
  { ids, to, trashUntilMs }: { ids: readonly string[]; to: string; trashUntilMs: number },
): BatchAnswer {
  requireBelow(tx.sql, grant, ids);
  const [target = ''] = requireInside(tx.sql, grant, to, 'to');
  return completedTask(tx, 'move', ids, move(tx, ids, target, { conflict: 'keep_both', trashUntilMs }));
}

export function guestTrash(tx: DriveTx, grant: GrantRow, ids: readonly string[], untilMs: number): BatchAnswer {
  requireBelow(tx.sql, grant, ids);
  return completedTask(tx, 'trash', ids, trash(tx, ids, untilMs));
}

export interface GuestFileOrder {
  /** Of the sender: the same file sent again. */
  readonly fileKey: string;
  readonly upload: BeginUpload;
}

export interface GuestFilePlace {
  readonly uploadId: string;
  readonly phase: UploadPhase;
}

/**
 * Begins the upload of a file.
 * @throws AppError file_not_found, too_many_requests; those of an upload
 */
export function beginGuestFile(
  tx: DriveTx,
  grant: GrantRow,
  { fileKey, upload }: GuestFileOrder,
  limits: VersionLimits,
): GuestFilePlace {
  const { sql, nowMs } = tx;
  const asked = JSON.stringify([upload.parentId, upload.name, upload.sizeBytes]);
  const [known] = sql
    .exec<{ grant_id: string; asked: string; upload_id: string; node_id: string }>(
      `SELECT sent.* FROM grant_uploads AS sent JOIN grants ON grants.id = sent.grant_id
       WHERE sent.file_key = ? AND grants.user_id = ?`,
      fileKey,
      grant.user_id,
    )
    .toArray();
  if (known && (known.grant_id !== grant.id || known.asked !== asked))
    throw new AppError('invalid_argument', { reason: 'idempotency_key_reused', field: 'Idempotency-Key' });
  if (known && known.node_id !== '') return { uploadId: known.upload_id, phase: 'done' };
  const broken = known ? uploadById(sql, known.upload_id) : null;
  if (broken?.state === 'hashing') return { uploadId: broken.id, phase: 'hashing' };
  const [parentId = ''] = requireInside(sql, grant, upload.parentId, 'parent_id');
  // The first attempt broke off, or its answer was lost: what it holds is given up.
  if (broken) abortUpload(tx, broken, 'Sent again');
  const { n } = sql
    .exec<{ n: number }>("SELECT count(*) AS n FROM grant_uploads WHERE grant_id = ? AND node_id = ''", grant.id)
    .one();
  if (n >= UPLOADS_AT_ONCE) throw new AppError('too_many_requests', { reason: 'grant_busy', retryInSeconds: 5 });
  const uploadId = beginOrFinish(tx, { ...upload, parentId }, limits);
  sql.exec(
    'INSERT INTO grant_uploads (grant_id, file_key, asked, upload_id, at_ms) VALUES (?, ?, ?, ?, ?)',
    grant.id,
    fileKey,
    asked,
    uploadId,
    nowMs,
  );
  tx.wakeAt(nowMs + REPEAT_TTL_MS);
  return { uploadId, phase: (uploadById(sql, uploadId)?.state ?? 'open') as UploadPhase };
}

/** Forgets files that came in a day ago, with their names. @returns when the next one is due, epoch ms, or null */
export function forgetSent({ sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>): number | null {
  sql.exec("DELETE FROM grant_uploads WHERE node_id <> '' AND at_ms <= ?", nowMs - REPEAT_TTL_MS);
  const text = "SELECT min(at_ms) AS at FROM grant_uploads WHERE node_id <> ''";
  const { at } = sql.exec<{ at: number | null }>(text).one();
  return at === null ? null : at + REPEAT_TTL_MS;
}

interface SentRow extends Record<string, SqlStorageValue> {
  node_id: string;
  /** JSON of the folder, '' for the common one, the name and the size that the guest sent. */
  asked: string;
  upload_id: string;
  /** JSON of its row when it came in; null: it did not yet, or an earlier version took it. */
  landed: string | null;
}

function sentRow(sql: SqlStorage, grant: GrantRow, fileKey: string): SentRow | null {
  const text = 'SELECT node_id, asked, upload_id, landed FROM grant_uploads WHERE grant_id = ? AND file_key = ?';
  return sql.exec<SentRow>(text, grant.id, fileKey).toArray()[0] ?? null;
}

/**
 * The file of an upload of a guest as it came in: each repeat has this answer. A file that its owner moved or trashed before its last
 * byte came did not come into the folder that the guest named: then the guest sees what `guestFile` shows.
 * @throws AppError file_not_found, also while an operator has the content closed that came in
 */
export function sentFile(sql: SqlStorage, grant: GrantRow, fileKey: string): PicturedRow {
  const sent = sentRow(sql, grant, fileKey);
  const [folderId] = JSON.parse(sent?.asked ?? '[]') as string[];
  const landed = sent?.landed ? (JSON.parse(sent.landed) as NodeRow) : null;
  if (landed && isBlocked(sql, landed.gcid)) throw new AppError('file_not_found', { field: 'file_id' });
  if (landed?.state === 0 && landed.parent_id === (folderId || grant.node_id)) return withPicture(sql, landed);
  return guestFile(sql, grant, sent?.node_id || 'none');
}

/** Whether the file of an upload of a guest had this content then, whatever its owner did to it since. */
export function sentHolding(sql: SqlStorage, grant: GrantRow, fileKey: string, contentKey: string): UploadHolding {
  const sent = sentRow(sql, grant, fileKey);
  if (!sent) return 'gone';
  if (sent.node_id === '') return holdingOf(sql, sent.upload_id, contentKey);
  const landed = sent.landed === null ? null : (JSON.parse(sent.landed) as NodeRow);
  return landedHolding(sql, sent.node_id, landed?.content_key ?? null, contentKey);
}

/** The content behind a link of a guest; null when it no longer opens. */
export function grantedContent(sql: SqlStorage, claims: LinkClaims, ownerId: string): GrantedContent | null {
  const grant = grantOfLink(sql, claims.grantId ?? '');
  const found = grant && sharedFile(sql, [grant.node_id], claims.nodeId, ownerId);
  if (!grant || !found || found.content.contentKey !== claims.contentKey) return null;
  return { content: found.content, guestId: grant.user_id };
}

/** As `grantedContent`, for a small image. */
export function grantedPicture(
  sql: SqlStorage,
  { grantId, nodeId, contentMark }: { grantId: string; nodeId: string; contentMark: string },
  ownerId: string,
): { content: LookedAt; guestId: string } | null {
  const grant = grantOfLink(sql, grantId);
  const found = grant && sharedFile(sql, [grant.node_id], nodeId, ownerId);
  if (!grant || !found?.row.content_key || contentMarkOf(found.row.content_key) !== contentMark) return null;
  const content = pictureOf(sql, found.row, ownerId);
  return content && { content, guestId: grant.user_id };
}
