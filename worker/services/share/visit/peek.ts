/**
 * Data of a page's head: one call to the share's object, none to its owner's drive. Counts no view.
 */
import { unwrap } from '#shared/errors.ts';
import { asUserId, isWireId } from '#shared/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { OpenShareQuery, ShareCover } from '../service.ts';
import type { VisitAnswer } from '../state/rpc-types.ts';
import { readPassToken } from './pass-token.ts';
import { isCovered } from './view.ts';

export async function peek(
  parts: ShareParts,
  query: Pick<OpenShareQuery, 'shareId' | 'passCodeToken'>,
  call: CallContext,
): Promise<ShareCover> {
  if (!isWireId(query.shareId))
    return { status: 'NOT_FOUND', title: '', ownerNickname: '', moreNum: 0, expiresAtMs: null };
  const passVersion = await readPassToken(parts.keyring, query.passCodeToken, query.shareId, call.nowMs);
  const { status, cover }: VisitAnswer = unwrap(
    await shareOf(parts, query.shareId).visit({ passVersion, page: null, viewer: '' }),
  );
  const visible = isCovered(status) ? cover : null;
  return {
    status,
    title: status === 'OK' ? (cover?.title ?? '') : '',
    moreNum: status === 'OK' ? (cover?.moreNum ?? 0) : 0,
    ownerNickname: visible ? (await parts.people.person(asUserId(visible.ownerId), call.nowMs)).nickname : '',
    expiresAtMs: visible?.expiresAtMs ?? null,
  };
}
