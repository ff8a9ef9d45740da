/** Acts of a guest in the drive of the owner, inside its transactions. The caller has checked the grant. */
import type { PageOrder } from '#shared/drive/orders.ts';
import { AppError } from '#shared/errors.ts';
import type { GrantedContent, LinkClaims } from '../content/claims.ts';
import type { DriveTx } from '../core/tx.ts';
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
import { type GrantRow, grantOfLink, requireBelow, requireInside } from './grants.store.ts';

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
