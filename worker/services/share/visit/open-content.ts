/**
 * Content of a content link of kind `share`. The content endpoint calls it at every request that is
 * not within a lease of the share's object.
 */
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import type { LeasedContent, LinkClaims } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { FileAnswer } from '../state/rpc-types.ts';
import type { FileBody } from './cached-body.ts';
import { loadFile } from './loading.ts';

/** The file of a link, whose epoch is asked for at every call; null when it is closed or no longer has the file. */
export async function fileOf(
  parts: ShareParts,
  link: { shareId: string; epoch: number; nodeId: string; ownerId: string },
): Promise<{ body: FileBody; leaseMs: number } | null> {
  const share = shareOf(parts, link.shareId);
  const input = { by: 'link', use: 'bytes', fileId: link.nodeId, epoch: link.epoch, ownerId: link.ownerId } as const;
  let answer: FileAnswer = unwrap(await share.file(input));
  if (answer.status === 'OK' && answer.file === null)
    answer = unwrap(await share.loadFile(input, loadFile(parts, asNodeId(link.nodeId))));
  const body = answer.status === 'OK' ? (JSON.parse(answer.file ?? 'null') as FileBody | null) : null;
  return body && { body, leaseMs: answer.leaseMs };
}

/** Null when the link's epoch has ended, the share is closed, the file is no longer in it, or the file holds other bytes. */
export async function openContent(parts: ShareParts, claims: LinkClaims): Promise<LeasedContent | null> {
  const { kind, shareId, shareEpoch, nodeId, ownerId, contentKey } = claims;
  if (kind !== 'share' || shareId === undefined || shareEpoch === undefined) return null;
  const found = await fileOf(parts, { shareId, epoch: shareEpoch, nodeId, ownerId });
  const content = found?.body.content;
  return content?.contentKey === contentKey ? { content, leaseMs: found?.leaseMs ?? 0 } : null;
}
