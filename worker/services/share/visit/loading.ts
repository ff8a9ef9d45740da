/**
 * Loaders that read the owner's drive for a ShareObject, and the content links of its files.
 * An error is returned as data: thrown across the call it would lose its name.
 */
import { isAlbumId } from '#shared/drive/albums/album-terms.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { isTextMime } from '#shared/drive/rows.ts';
import { isAppError, type Result, succeed, toErrorData } from '#shared/errors.ts';
import { asNodeId, asUserId, type NodeId, type ShareId, type UserId } from '#shared/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import {
  type ContentLink,
  type ImageLinks,
  linkKeyOf,
  type ShareContentLinks,
  type SharedPage,
} from '#worker/services/drive/service.ts';
import type { ShareParts } from '../deps.ts';
import { NOT_FOUND } from '../state/cache.ts';
import type { PicturesLoader } from '../state/pictures.ts';
import type { PageQuery, ShareCoverData, ShareRoots } from '../state/rpc-types.ts';
import type { FileBody } from './cached-body.ts';
import { type PackedPage, type PackedRow, packFile, unpackFile } from './packed-page.ts';
import { visitorFile } from './view.ts';

async function asData(work: () => Promise<string>): Promise<Result<string>> {
  try {
    return succeed(await work());
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ok: false, error: toErrorData(error) };
  }
}

/** Whether a visitor sees this file at the top of a link: all that an album holds is there. */
function isAtTop(rootIds: readonly string[]): (fileId: string) => boolean {
  const roots = new Set(rootIds);
  const isAlbum = rootIds.some(isAlbumId);
  return (fileId) => isAlbum || roots.has(fileId);
}

/** Loads one page of a link. */
export function loadPage(parts: ShareParts, page: PageQuery): (roots: ShareRoots) => Promise<Result<string>> {
  return (roots) =>
    asData(async () => {
      const packed = await readPage(parts, roots, page);
      return packed ? JSON.stringify(packed) : NOT_FOUND;
    });
}

/**
 * Reads one page of a link from its owner's drive; null when there is no such folder.
 * @param text  words of names at and below the folder; '' lists the folder itself
 * @param name  only things in the folder that have it by the rule of names; left out: all
 */
export async function readPage(
  parts: ShareParts,
  roots: ShareRoots,
  page: PageQuery,
  text = '',
  name?: string,
): Promise<PackedPage | null> {
  const { parentId, ...rest } = page;
  const listing = await parts.drive.listShared(asUserId(roots.ownerId), {
    rootIds: roots.rootIds.map(asNodeId),
    parentId: asNodeId(parentId),
    ...rest,
    text,
    ...(name === undefined ? {} : { name }),
  });
  if (!listing) return null;
  const isTop = isAtTop(roots.rootIds);
  const textStart =
    parentId === '' && text === '' && name === undefined ? await startOfOnly(parts, roots, listing) : '';
  return {
    ownerId: roots.ownerId,
    rows: listing.files.map((file) => {
      const contentKey = listing.contentKeys[file.id];
      const linkKey = contentKey === undefined ? '' : linkKeyOf(contentKey);
      return packFile(visitorFile(file, isTop(file.id)), linkKey, listing.imageMarks[file.id] ?? '');
    }),
    nextPageToken: listing.nextPageToken,
    path: listing.path,
    ...(listing.isBlocked ? { isBlocked: true } : {}),
    ...(listing.title === undefined ? {} : { title: listing.title }),
    ...(listing.places ? { places: listing.places } : {}),
    ...(listing.counts ? { counts: listing.counts } : {}),
    ...(textStart === '' ? {} : { textStart }),
  };
}

/** The beginning of the text that is all a link shows; '' for any other link. */
async function startOfOnly(
  { drive }: ShareParts,
  roots: ShareRoots,
  { files, contentKeys }: SharedPage,
): Promise<string> {
  const [only, second] = files;
  if (!only || second || contentKeys[only.id] === undefined || !isTextMime(only.mime_type)) return '';
  return drive.sharedText(asUserId(roots.ownerId), roots.rootIds.map(asNodeId), asNodeId(only.id));
}

/** Loads one file of a link. */
export function loadFile(parts: ShareParts, fileId: NodeId): (roots: ShareRoots) => Promise<Result<string>> {
  return (roots) =>
    asData(async () => {
      const shared = await parts.drive.sharedFile(asUserId(roots.ownerId), roots.rootIds.map(asNodeId), fileId);
      if (!shared) return NOT_FOUND;
      const { file, ...rest } = shared;
      const body: FileBody = { file: visitorFile(file, isAtTop(roots.rootIds)(fileId)), ...rest };
      return JSON.stringify(body);
    });
}

/** Loads pictures of a link. */
export function loadPictures(parts: ShareParts): PicturesLoader {
  return (roots, ids) =>
    asData(async () => {
      const { ownerId, rootIds } = roots;
      return JSON.stringify(await parts.drive.sharedPictures(asUserId(ownerId), rootIds.map(asNodeId), ids));
    });
}

/** Links made within this time end together, so that they are the same for all visitors. */
const LINK_STEP_MS = 10 * MINUTE_MS;

/** When content links made now end: never after the link itself, and together with others of the same ten minutes. */
export function linkEndMs(parts: ShareParts, cover: ShareCoverData, nowMs: number): number {
  const endMs = Math.ceil(nowMs / LINK_STEP_MS) * LINK_STEP_MS + parts.limits.contentLinkTtlSeconds * SECOND_MS;
  return cover.expiresAtMs === null ? endMs : Math.min(endMs, cover.expiresAtMs);
}

/** Signers of the links of one answer. */
export interface FileLinks {
  /** null for a link that is view only. */
  readonly content: ShareContentLinks | null;
  /** null for a link that hides its images. */
  readonly image: ImageLinks | null;
}

/** @param thumbnailSize  of the wire; left out: the small one */
export async function fileLinksFor(
  parts: ShareParts,
  shareId: ShareId,
  cover: ShareCoverData,
  expiresAtMs: number,
  thumbnailSize = '',
): Promise<FileLinks> {
  const share = { ownerId: cover.ownerId as UserId, shareId, epoch: cover.epoch };
  const [content, image] = await Promise.all([
    cover.viewOnly ? null : parts.drive.shareContentLinks({ ...share, expiresAtMs }),
    cover.previewsHidden
      ? null
      : parts.drive.shareImageLinks({ ...share, expiresAtMs: cover.expiresAtMs }, thumbnailSize),
  ]);
  return { content, image };
}

/** A few colours of the image, of which a program draws a picture before the image is there. */
function withoutBlur(file: FileObject): FileObject {
  const { thumbnail_blur: _, ...params } = file.params;
  return { ...file, params };
}

/** The file with its links, which end with the epoch of the share. @param linkKey  '' for a file without content */
export function withLinks(shared: FileObject, linkKey: string, imageMark: string, links: FileLinks): FileObject {
  const file = links.image ? shared : withoutBlur(shared);
  if (linkKey === '') return file;
  const content: ContentLink | undefined = links.content?.(file.id, linkKey, file.name);
  const thumbnail_link = links.image?.(file.id, imageMark) ?? '';
  if (!content) return { ...file, thumbnail_link };
  return {
    ...file,
    web_content_link: content.url,
    thumbnail_link,
    links: { ...file.links, 'application/octet-stream': content },
  };
}

/** A file of a page with its links. */
export function fileOf(row: PackedRow, ownerId: string, links: FileLinks): FileObject {
  const [, , , , , , , linkKey, imageMark] = row;
  return withLinks(unpackFile(row, ownerId), linkKey, imageMark, links);
}
