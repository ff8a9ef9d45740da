/**
 * What is fetched from the owner's drive for a ShareObject, and the links that are put on it for one visitor.
 * An error goes back as data: thrown across the call it would lose its name.
 */
import type { FileObject } from '#shared/drive/model.ts';
import { isAppError, type Result, succeed, toErrorData } from '#shared/errors.ts';
import { asNodeId, asUserId, type ContentKey, type NodeId, type ShareId, type UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ShareParts } from '../deps.ts';
import type { Asked, PageQuery, ShareCoverData } from '../state/rpc-types.ts';
import { NOTHING } from './cache.ts';
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

/** Fetches one page of a link. */
export function loadPage(parts: ShareParts, page: PageQuery): (asked: Asked) => Promise<Result<string>> {
  return (asked) =>
    asData(async () => {
      const rootIds = asked.rootIds.map(asNodeId);
      const { parentId, ...rest } = page;
      const found = await parts.drive.listShared(asUserId(asked.ownerId), {
        rootIds,
        parentId: asNodeId(parentId),
        ...rest,
      });
      if (!found) return NOTHING;
      const roots = new Set<string>(asked.rootIds);
      const body: PageBody = {
        files: found.files.map((file) => visitorFile(file, roots.has(file.id))),
        contentKeys: found.contentKeys,
        nextPageToken: found.nextPageToken,
        path: found.path,
      };
      return JSON.stringify(body);
    });
}

/** Fetches one file of a link. */
export function loadFile(parts: ShareParts, fileId: NodeId): (asked: Asked) => Promise<Result<string>> {
  return (asked) =>
    asData(async () => {
      const found = await parts.drive.sharedFile(asUserId(asked.ownerId), asked.rootIds.map(asNodeId), fileId);
      if (!found) return NOTHING;
      const body: FileBody = { file: visitorFile(found.file, asked.rootIds.includes(fileId)), content: found.content };
      return JSON.stringify(body);
    });
}

/** When content links made now end: never after the link itself, and together with others of these minutes. */
export function linkEndMs(parts: ShareParts, cover: ShareCoverData, nowMs: number): number {
  const endMs = Math.ceil(nowMs / LINK_STEP_MS) * LINK_STEP_MS + parts.limits.contentLinkTtlSeconds * SECOND_MS;
  return cover.expiresAtMs === null ? endMs : Math.min(endMs, cover.expiresAtMs);
}

export interface LinkFor {
  readonly shareId: ShareId;
  readonly cover: ShareCoverData;
  readonly expiresAtMs: number;
}

/** The file with its content link. It dies with the link's epoch, whoever holds it. */
export async function withLink(
  parts: ShareParts,
  file: FileObject,
  contentKey: string,
  link: LinkFor,
): Promise<FileObject> {
  const signed = await parts.drive.contentLink(
    {
      kind: 'share',
      ownerId: link.cover.ownerId as UserId,
      nodeId: asNodeId(file.id),
      contentKey: contentKey as ContentKey,
      expiresAtMs: link.expiresAtMs,
      attachment: true,
      shareId: link.shareId,
      shareEpoch: link.cover.epoch,
    },
    file.name,
  );
  return { ...file, web_content_link: signed.url, links: { ...file.links, 'application/octet-stream': signed } };
}
