/**
 * Content of a content link of kind `share`. The content endpoint calls it at every request: only the share's object caches.
 */
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import type { ImageSource, LinkClaims, OpenContent } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { FileAnswer } from '../state/rpc-types.ts';
import type { FileBody } from './cached-body.ts';
import { loadFile } from './loading.ts';

/** The file of a link, whose epoch is asked for at every call; null when it is closed or no longer has the file. */
async function fileOf(
  parts: ShareParts,
  link: { shareId: string; epoch: number; nodeId: string; ownerId: string },
): Promise<FileBody | null> {
  const share = shareOf(parts, link.shareId);
  const input = { by: 'link', fileId: link.nodeId, epoch: link.epoch, ownerId: link.ownerId } as const;
  let answer: FileAnswer = unwrap(await share.file(input));
  if (answer.status === 'OK' && answer.file === null)
    answer = unwrap(await share.loadFile(input, loadFile(parts, asNodeId(link.nodeId))));
  return answer.status === 'OK' ? (JSON.parse(answer.file ?? 'null') as FileBody | null) : null;
}

/** Null when the link's epoch has ended, the share is closed, the file is no longer in it, or the file holds other bytes. */
export async function openContent(parts: ShareParts, claims: LinkClaims): Promise<OpenContent | null> {
  const { kind, shareId, shareEpoch, nodeId, ownerId, contentKey } = claims;
  if (kind !== 'share' || shareId === undefined || shareEpoch === undefined) return null;
  const body = await fileOf(parts, { shareId, epoch: shareEpoch, nodeId, ownerId });
  return body && body.content.contentKey === contentKey ? body.content : null;
}

/** As `openContent`, for a small image. */
export async function openPicture(parts: ShareParts, claims: Parameters<ImageSource>[0]): ReturnType<ImageSource> {
  const { holder: shareId, epoch, nodeId, ownerId, contentMark } = claims;
  const body = await fileOf(parts, { shareId, epoch, nodeId, ownerId });
  if (!body || body.imageMark !== contentMark) return null;
  const { contentKey, manifest, sizeBytes } = body.content;
  return { contentKey, manifest, sizeBytes, ownerId, known: body.known };
}
