/**
 * Loaders that read the owner's drive for a ShareObject, and the content links of its files.
 * An error is returned as data: thrown across the call it would lose its name.
 */
import type { FileObject } from '#shared/drive/model.ts';
import { isAppError, type Result, succeed, toErrorData } from '#shared/errors.ts';
import { asNodeId, asUserId, type ContentKey, type NodeId, type ShareId, type UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ImageLinks } from '#worker/services/drive/service.ts';
import type { ShareParts } from '../deps.ts';
import type { PageQuery, ShareCoverData, ShareRoots } from '../state/rpc-types.ts';
import { NOT_FOUND } from './cache.ts';
import type { FileBody, PageBody } from './cached-body.ts';
import { LINK_STEP_MS } from './signed-pages.ts';
import { visitorFile } from './view.ts';

async function asData(work: () => Promise<string>): Promise<Result<string>> {
  try {
    return succeed(await work());
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ok: false, error: toErrorData(error) };
  }
}

/** Loads one page of a link. */
export function loadPage(parts: ShareParts, page: PageQuery): (roots: ShareRoots) => Promise<Result<string>> {
  return (roots) =>
    asData(async () => {
      const { parentId, ...rest } = page;
      const listing = await parts.drive.listShared(asUserId(roots.ownerId), {
        rootIds: roots.rootIds.map(asNodeId),
        parentId: asNodeId(parentId),
        ...rest,
      });
      if (!listing) return NOT_FOUND;
      const rootIds = new Set<string>(roots.rootIds);
      const body: PageBody = {
        files: listing.files.map((file) => visitorFile(file, rootIds.has(file.id))),
        contentKeys: listing.contentKeys,
        imageMarks: listing.imageMarks,
        nextPageToken: listing.nextPageToken,
        path: listing.path,
      };
      return JSON.stringify(body);
    });
}

/** Loads one file of a link. */
export function loadFile(parts: ShareParts, fileId: NodeId): (roots: ShareRoots) => Promise<Result<string>> {
  return (roots) =>
    asData(async () => {
      const shared = await parts.drive.sharedFile(asUserId(roots.ownerId), roots.rootIds.map(asNodeId), fileId);
      if (!shared) return NOT_FOUND;
      const { file, ...rest } = shared;
      const body: FileBody = { file: visitorFile(file, roots.rootIds.includes(fileId)), ...rest };
      return JSON.stringify(body);
    });
}

/** When content links made now end: never after the link itself, and together with others of the same ten minutes. */
export function linkEndMs(parts: ShareParts, cover: ShareCoverData, nowMs: number): number {
  const endMs = Math.ceil(nowMs / LINK_STEP_MS) * LINK_STEP_MS + parts.limits.contentLinkTtlSeconds * SECOND_MS;
  return cover.expiresAtMs === null ? endMs : Math.min(endMs, cover.expiresAtMs);
}

export interface LinkFor {
  readonly shareId: ShareId;
  readonly cover: ShareCoverData;
  readonly expiresAtMs: number;
  readonly imageLinks: ImageLinks;
}

/** Links to the small images of a share. */
export function imageLinksFor(
  parts: ShareParts,
  shareId: ShareId,
  cover: ShareCoverData,
  thumbnailSize = '',
): Promise<ImageLinks> {
  const { epoch, expiresAtMs } = cover;
  return parts.drive.shareImageLinks({ ownerId: cover.ownerId as UserId, shareId, epoch, expiresAtMs }, thumbnailSize);
}

/** The file with its content link, which ends with the epoch of the share link. */
export async function withLink(
  parts: ShareParts,
  file: FileObject,
  content: { readonly contentKey: string; readonly imageMark: string },
  link: LinkFor,
): Promise<FileObject> {
  const signed = await parts.drive.contentLink(
    {
      kind: 'share',
      ownerId: link.cover.ownerId as UserId,
      nodeId: asNodeId(file.id),
      contentKey: content.contentKey as ContentKey,
      expiresAtMs: link.expiresAtMs,
      attachment: true,
      shareId: link.shareId,
      shareEpoch: link.cover.epoch,
    },
    file.name,
  );
  return {
    ...file,
    web_content_link: signed.url,
    thumbnail_link: link.imageLinks(file.id, content.imageMark),
    links: { ...file.links, 'application/octet-stream': signed },
  };
}
