/**
 * One visit of a link, with at most one call to its object: its cover, and one page of it. A visit within a lease costs no call. A
 * page that the object has not cached is loaded by a second call, which the caller may begin after it has answered with the cover.
 */

import type { PageOrder } from '#shared/drive/orders.ts';
import { unwrap } from '#shared/errors.ts';
import { isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { PageQuery, ShareCoverData, VisitAnswer, VisitInput } from '../state/rpc-types.ts';
import { loadPage } from './loading.ts';
import { readPassToken } from './pass-token.ts';
import { countView } from './viewer.ts';

export interface OpenShareQuery {
  readonly shareId: ShareId;
  readonly passCode: string;
  readonly passCodeToken: string;
  readonly parentId: NodeId;
  readonly limit: number;
  readonly pageToken: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  /** Of the wire; left out: the small one. */
  readonly thumbnailSize?: string;
  /** The image of a card is no view. */
  readonly isUncounted?: boolean;
}

const DEFAULT_ROWS = 100;

/** The answer of a link to one visitor. */
export interface Visit {
  readonly answer: Omit<VisitAnswer, 'page' | 'leaseMs'>;
  /** null when the link is not open to this visitor, or while the page must be loaded. */
  readonly page: VisitedPage | null;
  readonly passVersion: number | null;
  /** The question, for a guess or a load. */
  readonly input: VisitInput;
  readonly key: string;
}

export interface VisitedPage {
  readonly tag: string;
  readonly text: string;
}

const UNKNOWN = { status: 'NOT_FOUND', cover: null, salt: '' } as const;

export function pageOf(parts: ShareParts, query: OpenShareQuery): PageQuery {
  const { parentId, order, foldersFirst, pageToken } = query;
  return {
    parentId,
    order,
    foldersFirst,
    pageToken,
    limit: Math.min(query.limit || DEFAULT_ROWS, parts.limits.pageRows),
  };
}

export async function visitShare(parts: ShareParts, query: OpenShareQuery, call: CallContext): Promise<Visit> {
  const { shareId } = query;
  const page = pageOf(parts, query);
  const key = `${shareId} ${JSON.stringify(page)}`;
  const passVersion = await readPassToken(parts.keyring, query.passCodeToken, shareId, call.nowMs);
  if (!isWireId(shareId)) {
    const input = { passVersion, page, knownTag: '' };
    return { answer: { ...UNKNOWN, nowMs: call.nowMs }, page: null, passVersion, input, key };
  }
  const leased = await parts.snapshots.get(key);
  if (leased) {
    if (!query.isUncounted) await countView(parts, query, leased.cover.ownerId, call);
    const input = { passVersion, page, knownTag: '' };
    const answer = { status: 'OK', nowMs: parts.clock.nowMs(), cover: leased.cover, salt: '' } as const;
    return { answer, page: leased.page, passVersion, input, key };
  }
  const known = parts.pageMemory.textOf(key);
  const input = { passVersion, page, knownTag: known?.tag ?? '' };
  const askedAtMs = parts.clock.nowMs();
  const answer: VisitAnswer = unwrap(await shareOf(parts, shareId).visit(input));
  if (answer.status === 'OK' && !query.isUncounted) await countView(parts, query, answer.cover?.ownerId, call);
  const text = answer.page?.text ?? known?.text;
  const read = answer.page && text !== undefined ? { tag: answer.page.tag, text } : null;
  if (read && read.tag !== known?.tag) parts.pageMemory.hold(key, read);
  if (answer.leaseMs > 0 && read && answer.cover && read.tag !== '')
    parts.snapshots.put(key, { cover: answer.cover, page: read }, askedAtMs, answer.leaseMs);
  return { answer, page: read, passVersion, input, key };
}

/** Reads the page of a visit from the owner's drive. @param cover  of the link that let the visitor in */
export async function loadVisit(
  parts: ShareParts,
  query: OpenShareQuery,
  visit: Visit,
  cover: ShareCoverData,
): Promise<Visit> {
  const page = pageOf(parts, query);
  const input: VisitInput = { passVersion: cover.passVersion, page, knownTag: '' };
  const answer: VisitAnswer = unwrap(await shareOf(parts, query.shareId).loadPage(input, loadPage(parts, page)));
  const text = answer.page?.text ?? null;
  const loaded = answer.page && text !== null ? { tag: answer.page.tag, text } : null;
  if (loaded) parts.pageMemory.hold(visit.key, loaded);
  return { ...visit, answer, page: loaded };
}
