/** Content behind a signed link of the owner, and the bytes that left the drive. */
import { parseManifest } from '#shared/content/manifest.ts';
import { AppError } from '#shared/errors.ts';
import type { ContentKey, UserId } from '#shared/ids.ts';
import { dayOf } from '#shared/membership/calendar.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { LinkClaims, OpenContent, OwnTransfer } from '../content/claims.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { personPlans } from '../entitlement/limits.store.ts';
import { trafficLeft } from '../entitlement/traffic.store.ts';
import { isBlocked } from './blocked.store.ts';
import { contentByKey } from './content.store.ts';
import type { NodeRow } from './node-columns.ts';
import { isLive, nodeById } from './tree.store.ts';
import { recordDownloads } from './usage/nearly-full.ts';
import { versionWith } from './versions/version.store.ts';

/** Use is not asked about without a limit. */
const UNLIMITED = { totalBytes: null, leftBytes: null, usedBytes: 0 } as const;

/** Limits of the person's own downloads now. @param free  limits of the free plan */
export function transferOf(tx: Pick<DriveTx, 'sql' | 'nowMs'>, free: PlanLimits): OwnTransfer {
  const person = personPlans(tx, free);
  const { transfersAtOnce: atOnce, trafficBytes, slowBytesPerSecond = null } = person.limits;
  const isFree = trafficBytes.download === null;
  const traffic = isFree ? UNLIMITED : trafficLeft(tx, 'download', person);
  return { atOnce, traffic, slowBytesPerSecond };
}

/** Whose drive it is, with the limits of the free plan. */
export interface Reader {
  readonly ownerId: UserId;
  readonly free: PlanLimits;
}

/** The content of a file in place, for its owner. @throws AppError file_uncompleted */
export function currentContent(
  tx: Pick<DriveTx, 'sql' | 'nowMs'>,
  node: NodeRow,
  { ownerId, free }: Reader,
): OpenContent {
  const content = node.content_key === null ? null : contentByKey(tx.sql, node.content_key);
  const manifest = content && parseManifest(content.manifest);
  if (!manifest) throw new AppError('file_uncompleted');
  return {
    manifest,
    sizeBytes: content.size_bytes,
    contentKey: content.content_key as ContentKey,
    name: node.name,
    mime: node.mime,
    modifiedMs: node.user_modified_ms,
    payer: ownerId,
    transfer: transferOf(tx, free),
  };
}

/** @returns null when the link no longer opens: session ended, file not in place, or its content neither current nor a version */
export function openContent(core: DriveCore, claims: LinkClaims, free: PlanLimits | null): OpenContent | null {
  if (!core.object.exists()) return null;
  const result = core.transact((tx) => {
    const { program } = claims;
    // The file was found below the folder of the password.
    const within = program ? { program: { ...program, isWithin: true as const } } : {};
    core.guard({ userId: claims.ownerId, sessionId: claims.sessionId ?? '', epoch: claims.tokenEpoch ?? 0, ...within });
    const node = nodeById(tx.sql, claims.nodeId);
    if (node?.phase !== 'PHASE_TYPE_COMPLETE') return null;
    const version = node.content_key === claims.contentKey ? null : versionWith(tx.sql, node.id, claims.contentKey);
    if (node.content_key !== claims.contentKey && (!version || isBlocked(tx.sql, version.gcid))) return null;
    const content = isLive(tx.sql, node.id) ? contentByKey(tx.sql, claims.contentKey) : null;
    const manifest = content && parseManifest(content.manifest);
    if (!manifest) return null;
    return {
      manifest,
      sizeBytes: content.size_bytes,
      contentKey: claims.contentKey,
      name: node.name,
      mime: node.mime,
      modifiedMs: (version ?? node).modified_ms,
      payer: claims.ownerId,
      ...(free && { transfer: transferOf(tx, free) }),
    };
  });
  return result.ok ? result.value : null;
}

/** Adds to the bytes sent today (UTC). */
export function countTraffic(tx: DriveTx, sizeBytes: number): void {
  tx.sql.exec(
    'INSERT INTO traffic (day, bytes) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET bytes = bytes + excluded.bytes',
    dayOf(tx.nowMs),
    sizeBytes,
  );
  recordDownloads(tx, sizeBytes);
}

/** Sets the bytes that links sent on a day, as one shard of their counter has them. An earlier sum changes nothing. */
export function setLinkTraffic(
  tx: DriveTx,
  { day, shard, bytes }: { day: string; shard: number; bytes: number },
): void {
  const [before] = tx.sql
    .exec<{ bytes: number }>('SELECT bytes FROM link_traffic WHERE day = ? AND shard = ?', day, shard)
    .toArray();
  const moreBytes = bytes - (before?.bytes ?? 0);
  if (moreBytes <= 0) return;
  tx.sql.exec('INSERT OR REPLACE INTO link_traffic (day, shard, bytes) VALUES (?, ?, ?)', day, shard, bytes);
  recordDownloads(tx, moreBytes);
}
