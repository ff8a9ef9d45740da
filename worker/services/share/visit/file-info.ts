/**
 * One file of a link with its content link.
 */
import { unwrap } from '#shared/errors.ts';
import { isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { ShareView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { originMedias } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { FileAnswer } from '../state/rpc-types.ts';
import type { FileBody } from './cached-body.ts';
import { imageLinksFor, linkEndMs, loadFile, withLink } from './loading.ts';
import { issuePassToken, readPassToken } from './pass-token.ts';

export interface FileInfo {
  readonly status: ShareStatus;
  /** '' when refused. */
  readonly passCodeToken: string;
  /** null when refused, or when the link has no such file. */
  readonly file: ShareView['files'][number] | null;
}

export async function fileInfo(
  parts: ShareParts,
  query: { shareId: ShareId; fileId: NodeId; passCodeToken: string },
  call: CallContext,
): Promise<FileInfo> {
  const { shareId, fileId, passCodeToken } = query;
  if (!isWireId(shareId)) return { status: 'NOT_FOUND', passCodeToken: '', file: null };
  const share = shareOf(parts, shareId);
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const input = { by: 'visitor', fileId, passVersion } as const;
  let answer: FileAnswer = unwrap(await share.file(input));
  if (answer.status === 'OK' && answer.file === null)
    answer = unwrap(await share.loadFile(input, loadFile(parts, fileId)));
  const { status, cover } = answer;
  if (status !== 'OK' || !cover) return { status, passCodeToken: '', file: null };
  const token =
    passVersion === cover.passVersion
      ? passCodeToken
      : await issuePassToken(parts.keyring, shareId, cover.passVersion, call.nowMs);
  const body = JSON.parse(answer.file ?? 'null') as FileBody | null;
  if (!body) return { status, passCodeToken: token, file: null };
  const { contentKey } = body.content;
  const linked = await withLink(
    parts,
    body.file,
    { contentKey, imageMark: body.imageMark },
    {
      shareId,
      cover,
      expiresAtMs: linkEndMs(parts, cover, call.nowMs),
      imageLinks: await imageLinksFor(parts, shareId, cover),
    },
  );
  const origin = linked.links['application/octet-stream'];
  const file = origin ? { ...linked, medias: originMedias(linked, origin) } : linked;
  return { status, passCodeToken: token, file };
}
