/**
 * The caller's own links, newest first, with the facts that the registry holds of each: terms and states are true, figures at most a
 * minute old (own-links.ts). A call to the object of each link would take four fifths of the time.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import type { ShareSummary } from '#shared/share/contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts } from '../deps.ts';
import { DIRECT } from '../keys.ts';
import type { OwnLinkRow } from '../registry/own-links.store.ts';
import { freshRows, summaryOf } from './own-links.ts';

/** Figures of more rows are not read again. */
const MAX_ROWS = 100;

/** @throws AppError invalid_argument for a page token that is none */
export async function list(
  parts: ShareParts,
  caller: Caller,
  query: { limit: number; pageToken: string; ids: readonly string[]; thumbnailSize?: string },
  call: CallContext,
): Promise<{ data: ShareSummary[]; next_page_token: string }> {
  const limit = Math.min(query.limit || MAX_ROWS, MAX_ROWS);
  if (query.ids.length > MAX_ROWS) throw new AppError('invalid_argument', { field: 'filters', reason: 'too_many_ids' });
  const found = await rowsOf(parts, caller, { ...query, limit });
  const rows = (await freshRows(parts, caller, found)).filter((row) => row.shown_status !== 'NOT_FOUND');
  const person = await parts.people.person(caller.userId, call.nowMs);
  const firstIds = rows.map(({ root_ids: rootIds }) => (JSON.parse(rootIds) as string[])[0] ?? '');
  const covers = await parts.drive.coverLinks(
    caller,
    firstIds.filter((id) => id !== ''),
    query.thumbnailSize ?? '',
  );
  const data = await Promise.all(
    rows.map((row, at) =>
      summaryOf(parts, row, { person, locale: call.locale, coverLink: covers.get(firstIds[at] ?? '') ?? '' }),
    ),
  );
  const last = found.at(-1);
  const isFull = query.ids.length === 0 && found.length === limit;
  return { data, next_page_token: isFull && last ? `${last.created_ms}.${last.share_id}` : '' };
}

async function rowsOf(
  parts: ShareParts,
  caller: Caller,
  { ids, limit, pageToken }: { ids: readonly string[]; limit: number; pageToken: string },
): Promise<OwnLinkRow[]> {
  const registry = registryOf(parts, caller.userId);
  const after = afterOf(pageToken);
  if (ids.length === 0) {
    const all = { sort: 'created', search: '', spelled: '', status: '', fileIds: [], isDirect: false } as const;
    return unwrap(await registry.own(callerData(caller), { ...all, after, limit }));
  }
  const named: OwnLinkRow[] = unwrap(await registry.ownById(callerData(caller), ids));
  return named
    .filter(({ share_to: shareTo }) => shareTo !== DIRECT)
    .toSorted((a, b) => b.created_ms - a.created_ms || (a.share_id < b.share_id ? 1 : -1));
}

function afterOf(pageToken: string): { key: number; shareId: string } | null {
  if (pageToken === '') return null;
  const [, createdMs, shareId] = /^(\d{1,15})\.([A-Za-z0-9_-]{26})$/.exec(pageToken) ?? [];
  if (createdMs === undefined || shareId === undefined)
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  return { key: Number(createdMs), shareId };
}
