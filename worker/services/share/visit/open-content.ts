/**
 * Content of a content link of kind `share`. The content endpoint calls it at every request: only the share's object caches.
 */
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import type { LinkClaims, OpenContent } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { FileAnswer } from '../state/rpc-types.ts';
import type { FileBody } from './cached-body.ts';
import { loadFile } from './loading.ts';

/** Null when the link's epoch has ended, the share is closed, the file is no longer in it, or the file holds other bytes. */
export async function openContent(parts: ShareParts, claims: LinkClaims): Promise<OpenContent | null> {
  const { kind, shareId, shareEpoch, nodeId, ownerId, contentKey } = claims;
  if (kind !== 'share' || shareId === undefined || shareEpoch === undefined) return null;
  const share = shareOf(parts, shareId);
  const input = { by: 'link', fileId: nodeId, epoch: shareEpoch, ownerId } as const;
  let answer: FileAnswer = unwrap(await share.file(input));
  if (answer.status === 'OK' && answer.file === null)
    answer = unwrap(await share.loadFile(input, loadFile(parts, asNodeId(nodeId))));
  if (answer.status !== 'OK') return null;
  const body = JSON.parse(answer.file ?? 'null') as FileBody | null;
  return body && body.content.contentKey === contentKey ? body.content : null;
}
