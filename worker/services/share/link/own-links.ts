/**
 * The page of one's own links. The registry answers it alone; facts that only a link's own object has (figures, decisions of
 * operators) are read again for the rows shown, in batches, when they are older than a minute.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import type { ShareSummary } from '#shared/share/contract.ts';
import type { LinkSort, ShareStatus } from '#shared/share/model.ts';
import type { OwnLinkView } from '#shared/share/own-link.contract.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareDeps, type ShareParts, shareOf } from '../deps.ts';
import { DIRECT, KEY_PURPOSE } from '../keys.ts';
import { type LinkFacts, type OwnLinkRow, searchKeys } from '../registry/own-links.store.ts';
import { toOwnLink } from '../registry/share-book.store.ts';
import type { ShareSummaryData } from '../state/rpc-types.ts';
import { shareUrl } from './share-url.ts';
import { type SummaryParts, shareSummary } from './summary.ts';

/** Rows of one page, and of one part of an export. */
export const MAX_OWN_ROWS = 500;
const DEFAULT_ROWS = 50;
/** Facts older than this are read again, on pages of at most so many rows. */
const FRESH_MS = MINUTE_MS;
const MAX_READ_ROWS = 100;
/** Links asked concurrently. */
const AT_ONCE = 20;

export interface OwnLinksQuery {
  readonly limit: number;
  readonly pageToken: string;
  readonly search: string;
  readonly status: ShareStatus | '';
  /** Links to exactly these files and folders; none: all. */
  readonly fileIds: readonly string[];
  readonly sort: LinkSort;
}

export interface OwnLinksPage {
  readonly data: OwnLinkView[];
  readonly next_page_token: string;
}

/** Facts of links from their own objects. @param ownerId  whose registry lists them */
export async function readFacts(
  parts: Pick<ShareDeps, 'shares' | 'limits'>,
  ownerId: string,
  shareIds: readonly string[],
): Promise<LinkFacts[]> {
  const facts: LinkFacts[] = [];
  for (let first = 0; first < shareIds.length; first += AT_ONCE) {
    const some = shareIds.slice(first, first + AT_ONCE);
    const read = await Promise.all(
      some.map(async (shareId): Promise<LinkFacts | null> => {
        const share: ShareSummaryData | null = await shareOf(parts, shareId).summary(ownerId);
        if (!share) return lostLink(shareId);
        return share.cancelled ? null : factsOf(share, shareId, parts.limits.passCodeAttempts);
      }),
    );
    facts.push(...read.filter((one) => one !== null));
  }
  return facts;
}

/** A link whose object is not there, or is another person's. */
const lostLink = (shareId: string): LinkFacts => ({
  shareId,
  seq: -1,
  status: 'NOT_FOUND',
  title: '',
  isNamed: false,
  fileNum: 0,
  fileKind: '',
  sizeBytes: 0,
  expiresAtMs: null,
  restoreCount: 0,
  viewCount: 0,
  blockedUntilMs: 0,
});

function factsOf(share: ShareSummaryData, shareId: string, guessLimit: number): LinkFacts {
  const { seq, title, isNamed, fileNum, fileKind, sizeBytes, expiresAtMs, restoreCount, viewCount } = share;
  return {
    shareId,
    seq,
    status: share.storedStatus,
    title,
    isNamed,
    fileNum,
    fileKind,
    sizeBytes,
    expiresAtMs,
    restoreCount,
    viewCount,
    blockedUntilMs: share.guesses >= guessLimit ? share.guessesUntilMs : 0,
  };
}

/** One page of rows. @throws AppError unauthenticated, invalid_argument for a page token of another order */
export async function ownRows(
  parts: ShareParts,
  caller: Caller,
  query: OwnLinksQuery & { readonly isDirect: boolean },
): Promise<{ rows: OwnLinkRow[]; nextPageToken: string }> {
  const { sort, status } = query;
  const limit = Math.min(query.limit || DEFAULT_ROWS, MAX_OWN_ROWS);
  const registry = registryOf(parts, caller.userId);
  const search = {
    sort,
    status,
    ...searchKeys(query.search),
    fileIds: [...new Set(query.fileIds)],
    isDirect: query.isDirect,
    after: afterOf(sort, query.pageToken),
    limit,
  };
  const rows: OwnLinkRow[] = unwrap(await registry.own(callerData(caller), search));
  const last = rows.at(-1);
  return {
    rows,
    nextPageToken: rows.length === limit && last ? `${sort}.${last.sort_key}.${last.share_id}` : '',
  };
}

/** @throws AppError unauthenticated, invalid_argument for a page token of another order */
export async function ownLinks(
  parts: ShareParts,
  caller: Caller,
  query: OwnLinksQuery,
  call: CallContext,
): Promise<OwnLinksPage> {
  const { rows, nextPageToken } = await ownRows(parts, caller, { ...query, isDirect: false });
  return {
    data: await viewsOf(parts, caller, await freshRows(parts, caller, rows), call),
    next_page_token: nextPageToken,
  };
}

/** One link. @throws AppError unauthenticated, not_found */
export async function ownLink(
  parts: ShareParts,
  caller: Caller,
  shareId: string,
  call: CallContext,
): Promise<OwnLinkView> {
  const rows: OwnLinkRow[] = unwrap(await registryOf(parts, caller.userId).ownById(callerData(caller), [shareId]));
  const pages = rows.filter(({ share_to: shareTo }) => shareTo !== DIRECT);
  const [link] = await viewsOf(parts, caller, await freshRows(parts, caller, pages), call);
  if (!link) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  return link;
}

/** @throws AppError unauthenticated, not_found */
export async function titleOf(parts: ShareParts, caller: Caller, shareId: string): Promise<string> {
  const rows: OwnLinkRow[] = unwrap(await registryOf(parts, caller.userId).ownById(callerData(caller), [shareId]));
  const [row] = rows;
  if (!row) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  return row.title;
}

/** The rows with facts of the last minute, in the same order. A page of an export is answered as it is. */
export async function freshRows(parts: ShareParts, caller: Caller, rows: readonly OwnLinkRow[]): Promise<OwnLinkRow[]> {
  const nowMs = parts.clock.nowMs();
  const old = rows.filter((row) => row.read_ms < nowMs - FRESH_MS).map((row) => row.share_id);
  if (old.length === 0 || rows.length > MAX_READ_ROWS) return [...rows];
  const facts = await readFacts(parts, caller.userId, old);
  const read: OwnLinkRow[] = unwrap(await registryOf(parts, caller.userId).recordFacts(facts));
  const byId = new Map(read.map((row) => [row.share_id, row]));
  return rows.map((row) => byId.get(row.share_id) ?? row);
}

async function viewsOf(
  parts: ShareParts,
  caller: Caller,
  rows: readonly OwnLinkRow[],
  call: CallContext,
): Promise<OwnLinkView[]> {
  const person = await parts.people.person(caller.userId, call.nowMs);
  return Promise.all(
    rows.map(async (row) => {
      const summary = await summaryOf(parts, row, { person, locale: call.locale, coverLink: '' });
      const { share_url: url, pass_code: passCode } = summary;
      return {
        ...summary,
        link_status: row.shown_status as ShareStatus,
        paused: row.paused === 1,
        view_only: row.view_only === 1,
        previews_hidden: row.previews_hidden === 1,
        note: row.note,
        file_name: row.name,
        share_text: parts.texts.invitation({ url, passCode }, call.locale),
      };
    }),
  );
}

/** The wire object of a link, from its row. @param shown  its owner, and what its first file looks like */
export async function summaryOf(
  parts: ShareParts,
  row: OwnLinkRow,
  { locale, ...shown }: Pick<SummaryParts, 'person' | 'coverLink'> & Pick<CallContext, 'locale'>,
): Promise<ShareSummary> {
  const passCode = row.pass_seal === '' ? '' : ((await parts.keyring.open(KEY_PURPOSE.passSeal, row.pass_seal)) ?? '');
  const status = wireStatusOf(row.shown_status as ShareStatus);
  const share = {
    nowMs: parts.clock.nowMs(),
    status,
    title: row.title,
    fileNum: row.file_num,
    fileKind: row.file_kind,
    sizeBytes: row.size_bytes,
    expiresAtMs: row.expires_ms,
    restoreCount: row.restore_count,
    viewCount: row.view_count,
  };
  const url = shareUrl(parts.appOrigin, row.share_id);
  const statusText = parts.texts.status(status, locale);
  return shareSummary({ link: toOwnLink(row), share, url, statusText, passCode, ...shown });
}

/** Status of the contract: a passcode is no state of a link there. */
function wireStatusOf(status: ShareStatus): ShareStatus {
  return status === 'PASS_CODE_EMPTY' || status === 'PASS_CODE_ERROR' ? 'OK' : status;
}

function afterOf(sort: LinkSort, pageToken: string): { key: number; shareId: string } | null {
  if (pageToken === '') return null;
  const [, order, key, shareId] = /^([a-z]{1,10})\.(\d{1,16})\.([A-Za-z0-9_-]{26})$/.exec(pageToken) ?? [];
  if (order !== sort || key === undefined || shareId === undefined)
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  return { key: Number(key), shareId };
}
