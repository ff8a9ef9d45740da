/** Several files of a link with their content links, for clients that download them together. */
import { unwrap } from '#shared/errors.ts';
import { isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { ShareView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { VisitAnswer } from '../state/rpc-types.ts';
import { fileInfo } from './file-info.ts';
import { issuePassToken, readPassToken } from './pass-token.ts';

/** Files read concurrently. */
const AT_ONCE = 20;

export async function batchFileInfo(
  parts: ShareParts,
  query: { shareId: ShareId; fileIds: readonly NodeId[]; passCodeToken: string },
  call: CallContext,
): Promise<{ status: ShareStatus; passCodeToken: string; files: ShareView['files'] }> {
  const { shareId, passCodeToken } = query;
  if (!isWireId(shareId)) return { status: 'NOT_FOUND', passCodeToken: '', files: [] };
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const visit: VisitAnswer = unwrap(await shareOf(parts, shareId).visit({ passVersion, page: null, knownTag: '' }));
  if (visit.status !== 'OK' || !visit.cover) return { status: visit.status, passCodeToken: '', files: [] };
  const version = visit.cover.passVersion;
  const token =
    passVersion === version ? passCodeToken : await issuePassToken(parts.keyring, shareId, version, call.nowMs);
  const fileIds = [...new Set(query.fileIds)];
  const files: ShareView['files'] = [];
  for (let first = 0; first < fileIds.length; first += AT_ONCE) {
    const some = await Promise.all(
      fileIds
        .slice(first, first + AT_ONCE)
        .map((fileId) => fileInfo(parts, { shareId, fileId, passCodeToken: token }, call)),
    );
    // The link was closed since the first answer: no file is returned.
    const closed = some.find(({ status }) => status !== 'OK');
    if (closed) return { status: closed.status, passCodeToken: '', files: [] };
    files.push(...some.flatMap(({ file }) => file ?? []));
  }
  return { status: 'OK', passCodeToken: token, files };
}
