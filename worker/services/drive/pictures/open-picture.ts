/** The content behind a link to small images, for the drive's owner and for visitors of a share. */
import { parseManifest } from '#shared/content/manifest.ts';
import type { ContentKey, UserId } from '#shared/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { knownImages } from '../images/images.store.ts';
import { contentMarkOf } from '../images/link.ts';
import { type LookedAt, mayHaveImage } from '../images/model.ts';
import { withPictures } from '../images/pictured-rows.ts';
import { shownRows } from '../sharing/view.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { contentByKey } from '../tree/content.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { isLive, nodeById, nodesById } from '../tree/tree.store.ts';

/** @returns null for a content that an operator closed, or whose bytes are not all there */
export function pictureOf(sql: SqlStorage, row: NodeRow, ownerId: string): LookedAt | null {
  if (row.content_key === null || row.phase !== 'PHASE_TYPE_COMPLETE' || isBlocked(sql, row.gcid)) return null;
  const content = contentByKey(sql, row.content_key);
  const manifest = content && parseManifest(content.manifest);
  if (!manifest) return null;
  return {
    contentKey: row.content_key as ContentKey,
    manifest,
    sizeBytes: content.size_bytes,
    ownerId: ownerId as UserId,
    known: knownImages(sql, row.content_key),
  };
}

/** @returns null when the link no longer opens: session ended, file not in place, another content, or none that has an image */
export function openPicture(core: DriveCore, caller: CallerData, nodeId: string, contentMark: string): LookedAt | null {
  if (!core.object.exists()) return null;
  const result = core.read(caller, (sql) => {
    const row = nodeById(sql, nodeId);
    if (!row?.content_key || contentMarkOf(row.content_key) !== contentMark || !isLive(sql, nodeId)) return null;
    // The link names any file whose digest is known: the codec is not asked about the others.
    if (!knownImages(sql, row.content_key) && !mayHaveImage(row)) return null;
    return pictureOf(sql, row, caller.userId);
  });
  return result.ok ? result.value : null;
}

export interface SharedPicture extends LookedAt {
  /** As links to small images spell the content. */
  readonly contentMark: string;
}

/** By node id. */
export type SharedPictures = Readonly<Record<string, SharedPicture>>;

/** Those of these nodes that the share shows and that have an image, or may have one. */
export function selectSharedPictures(
  sql: SqlStorage,
  rootIds: readonly string[],
  ids: readonly string[],
  ownerId: string,
): SharedPictures {
  const rows = withPictures(sql, [...nodesById(sql, ids).values()].filter(shownRows(sql, rootIds)));
  return Object.fromEntries(
    rows.flatMap((row) => {
      const picture = row.picture || mayHaveImage(row) ? pictureOf(sql, row, ownerId) : null;
      if (!picture) return [];
      const { contentKey, manifest, known } = picture;
      // A film of many parts has a long manifest.
      const needed = known?.images ? null : manifest;
      return [[row.id, { ...picture, manifest: needed, contentMark: contentMarkOf(contentKey) }]];
    }),
  );
}
