/**
 * One file of a link with its content link.
 */
import { unwrap } from '#shared/errors.ts';
import { isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { ShareView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { linkKeyOf, originMedias } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { FileAnswer, ShareCoverData } from '../state/rpc-types.ts';
import type { FileBody } from './cached-body.ts';
import { fileLinksFor, linkEndMs, loadFile, withLinks } from './loading.ts';
import { issuePassToken, readPassToken } from './pass-token.ts';

export interface FileQuery {
  readonly shareId: ShareId;
  readonly fileId: NodeId;
  readonly passCodeToken: string;
}

export interface VisitedFile {
  readonly status: ShareStatus;
  /** '' when refused. */
  readonly passCodeToken: string;
  /** null when refused, or when the link has no such file. */
  readonly found: { readonly cover: ShareCoverData; readonly body: FileBody } | null;
}

/** One file of a link as its object shows it to a visitor now. */
export async function visitFile(parts: ShareParts, query: FileQuery, call: CallContext): Promise<VisitedFile> {
  const { shareId, fileId, passCodeToken } = query;
  if (!isWireId(shareId)) return { status: 'NOT_FOUND', passCodeToken: '', found: null };
  const share = shareOf(parts, shareId);
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const input = { by: 'visitor', use: 'info', fileId, passVersion } as const;
  let answer: FileAnswer = unwrap(await share.file(input));
  if (answer.status === 'OK' && answer.file === null)
    answer = unwrap(await share.loadFile(input, loadFile(parts, fileId)));
  const { status, cover } = answer;
  if (status !== 'OK' || !cover) return { status, passCodeToken: '', found: null };
  const token =
    passVersion === cover.passVersion
      ? passCodeToken
      : await issuePassToken(parts.keyring, shareId, cover.passVersion, call.nowMs);
  const body = JSON.parse(answer.file ?? 'null') as FileBody | null;
  return { status, passCodeToken: token, found: body && { cover, body } };
}

export interface FileInfo {
  readonly status: ShareStatus;
  /** '' when refused. */
  readonly passCodeToken: string;
  /** null when refused, or when the link has no such file. */
  readonly file: ShareView['files'][number] | null;
}

export async function fileInfo(parts: ShareParts, query: FileQuery, call: CallContext): Promise<FileInfo> {
  const { found, ...answer } = await visitFile(parts, query, call);
  if (!found) return { ...answer, file: null };
  const { shareId } = query;
  const { cover, body } = found;
  const links = await fileLinksFor(parts, shareId, cover, linkEndMs(parts, cover, call.nowMs));
  const linked = withLinks(body.file, linkKeyOf(body.content.contentKey), body.imageMark, links);
  const origin = linked.links['application/octet-stream'];
  const file = origin ? { ...linked, medias: originMedias(linked, origin) } : linked;
  return { ...answer, file };
}
