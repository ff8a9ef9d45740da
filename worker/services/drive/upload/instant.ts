/**
 * Instant upload inside the drive's transaction: content that this drive holds already needs no bytes. Only the person's own
 * drive is asked, so an answer reveals nothing about contents of other people (docs/decisions/0001-instant-upload.md).
 */
import { parseManifest } from '#shared/content/manifest.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { requirePlan } from '../entitlement/traffic.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { holderOf } from '../tree/conflict.store.ts';
import { type ContentRow, contentByKey } from '../tree/content.store.ts';
import { requireFolder } from '../tree/tree.store.ts';
import { requireStore } from '../tree/usage/store-limits.store.ts';
import { beginUpload } from './begin-session.ts';
import { finishUpload } from './finish-session.ts';
import type { BeginUpload, ContentClaim, OwnContent } from './rpc-types.ts';

function rowOf(sql: SqlStorage, { sizeBytes, contentKey, gcid }: ContentClaim): ContentRow | null {
  if (contentKey !== '') return contentByKey(sql, contentKey);
  if (gcid === '') return null;
  // Two contents under one label are a collision made on purpose: neither is taken for the other.
  const [row, other] = sql
    .exec<ContentRow>('SELECT * FROM contents WHERE size_bytes = ? AND gcid = ? LIMIT 2', sizeBytes, gcid)
    .toArray();
  return row && !other ? row : null;
}

/** The content of this drive that the claim names, or null. A content that an operator closed is never returned. */
export function findOwn(sql: SqlStorage, claim: ContentClaim): OwnContent | null {
  const row = rowOf(sql, claim);
  if (row?.size_bytes !== claim.sizeBytes || isBlocked(sql, row.gcid)) return null;
  const manifest = parseManifest(row.manifest);
  return manifest ? { contentKey: row.content_key, manifest } : null;
}

/** Begins an upload, and ends it at once where the drive still holds `input.ownContentKey`. @returns id of the upload */
export function beginOrFinish(tx: DriveTx, input: BeginUpload, limits: VersionLimits): string {
  const row = input.ownContentKey ? contentByKey(tx.sql, input.ownContentKey) : null;
  const manifest = row && parseManifest(row.manifest);
  if (!row || !manifest) {
    requireStore(tx, input);
    // A claim of a stranger warns of nothing: its parts do, as they come.
    const { sql, nowMs } = tx;
    requirePlan(input.byPart ? { sql, nowMs, publish: () => undefined } : tx, 'upload', input);
    return beginUpload(tx, input);
  }
  const uploadId = beginUpload(tx, input, manifest);
  const { content_key: contentKey, size_bytes: sizeBytes, gcid, crc32 } = row;
  finishUpload(tx, uploadId, { contentKey, sizeBytes, gcid, crc32, manifest }, 0, limits);
  return uploadId;
}

/** Begins nothing where something complete has the name: then says what. */
export function beginUnlessHeld(
  tx: DriveTx,
  input: BeginUpload,
  limits: VersionLimits,
): { holderId: string; uploadId?: never } | { uploadId: string; holderId?: never } {
  requireFolder(tx.sql, input.parentId);
  const holder = holderOf(tx.sql, input.parentId, input.name);
  return holder ? { holderId: holder.id } : { uploadId: beginOrFinish(tx, input, limits) };
}
