/**
 * Direct links of a person: stable addresses of files on the content origin. Each is a link of its own, with one file and no page, so
 * that trash, operators' decisions, leases, statistics and the end of an account hold for it as for every link.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import type { NodeId, ShareId } from '#shared/ids.ts';
import type { DirectLink } from '#shared/share/direct.contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { DAY_MS, HOUR_MS, wireTime } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts } from '../deps.ts';
import { DIRECT } from '../keys.ts';
import { changeMany } from '../link/change-many.ts';
import { finishLink } from '../link/create.ts';
import { freshRows, ownRows } from '../link/own-links.ts';
import { remove } from '../link/remove.ts';
import type { OwnLinkRow } from '../registry/own-links.store.ts';
import type { OwnLink } from '../registry/share-book.store.ts';
import { daysLeft } from '../state/rules.ts';

export interface DirectQuery {
  readonly limit: number;
  readonly pageToken: string;
  /** '' for those of all files. */
  readonly fileId: string;
}

function viewOf({ contentOrigin }: Pick<ShareParts, 'contentOrigin'>, row: OwnLinkRow): DirectLink {
  const [fileId = ''] = JSON.parse(row.root_ids) as string[];
  return {
    share_id: row.share_id,
    url: `${contentOrigin}/d/${row.share_id}/${encodeURIComponent(row.name.toWellFormed())}`,
    file_id: fileId,
    file_name: row.name,
    file_size: String(row.size_bytes),
    enabled: row.paused === 0,
    link_status: row.shown_status as ShareStatus,
    create_time: wireTime(row.created_ms),
    end_time: row.expires_ms === null ? '' : wireTime(row.expires_ms),
  };
}

/** @throws AppError unauthenticated, invalid_argument for a page token that is none */
export async function directLinks(
  parts: ShareParts,
  caller: Caller,
  query: DirectQuery,
): Promise<{ data: DirectLink[]; next_page_token: string }> {
  const { fileId, ...page } = query;
  const fileIds = fileId === '' ? [] : [fileId];
  const found = await ownRows(parts, caller, {
    ...page,
    fileIds,
    search: '',
    status: '',
    sort: 'created',
    isDirect: true,
  });
  const rows = await freshRows(parts, caller, found.rows);
  return { data: rows.map((row) => viewOf(parts, row)), next_page_token: found.nextPageToken };
}

/** @throws AppError not_found for a link that is no direct one of the caller */
async function rowOf(parts: ShareParts, caller: Caller, shareId: string): Promise<OwnLinkRow> {
  const rows: OwnLinkRow[] = unwrap(await registryOf(parts, caller.userId).ownById(callerData(caller), [shareId]));
  const [row] = rows.filter(({ share_to: shareTo }) => shareTo === DIRECT);
  if (!row) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  return row;
}

/**
 * Gives a file its direct link, or switches the one on that it has. Calls at the same time make one link.
 * @param hours  0: without an end. One that the file has without an end stays so
 * @throws AppError invalid_argument for a folder; file_not_found, file_in_recycle_bin, share_status_prohibited, link_limit
 */
export async function makeDirect(
  parts: ShareParts,
  caller: Caller,
  { fileId, hours }: { readonly fileId: NodeId; readonly hours: number },
  call: CallContext,
): Promise<DirectLink> {
  const expiresAtMs = call.nowMs + Math.round(hours * HOUR_MS);
  const begun: OwnLink = unwrap(
    await registryOf(parts, caller.userId).beginDirect(callerData(caller), {
      shareId: newWireId(),
      rootIds: [fileId],
      shareTo: DIRECT,
      passSeal: '',
      note: '',
      viewOnly: false,
      previewsHidden: false,
      expirationDays: hours === 0 ? -1 : daysLeft(expiresAtMs, call.nowMs),
      ...(hours === 0 ? {} : { expiresAtMs }),
      restoreLimit: -1,
      locale: call.locale,
    }),
  );
  const shareId = begun.shareId as ShareId;
  if (begun.state === 'pending') await finishLink(parts, caller, { title: '', locale: call.locale }, begun, '');
  else if (hours > 0 && begun.expiresAtMs === null && (await rowOf(parts, caller, shareId)).paused === 1)
    // Who switched the address off for good gets another one, which ends.
    return replaceDirect(parts, caller, { shareId, fileId, hours }, call);
  else {
    const ids = [shareId];
    await changeMany(parts, caller, { ids, act: 'extend', days: hours === 0 ? -1 : (hours * HOUR_MS) / DAY_MS }, call);
    await changeMany(parts, caller, { ids, act: 'reopen', days: 1 }, call);
  }
  return viewOf(parts, await rowOf(parts, caller, shareId));
}

/** @throws AppError not_found */
export async function switchDirect(
  parts: ShareParts,
  caller: Caller,
  { shareId, enabled }: { shareId: ShareId; enabled: boolean },
  call: CallContext,
): Promise<DirectLink> {
  await rowOf(parts, caller, shareId);
  await changeMany(parts, caller, { ids: [shareId], act: enabled ? 'reopen' : 'close', days: 1 }, call);
  return viewOf(parts, await rowOf(parts, caller, shareId));
}

/** After a crash in between the file has no direct link. @throws AppError not_found, and as `makeDirect` */
export async function renewDirect(
  parts: ShareParts,
  caller: Caller,
  shareId: ShareId,
  call: CallContext,
): Promise<DirectLink> {
  const row = await rowOf(parts, caller, shareId);
  const { file_id: fileId } = viewOf(parts, row);
  // Another address does not keep a link open longer; one that has ended begins without an end.
  const leftMs = row.expires_ms === null ? 0 : Math.max(0, row.expires_ms - call.nowMs);
  return replaceDirect(parts, caller, { shareId, fileId: fileId as NodeId, hours: leftMs / HOUR_MS }, call);
}

async function replaceDirect(
  parts: ShareParts,
  caller: Caller,
  { shareId, ...asked }: { readonly shareId: ShareId; readonly fileId: NodeId; readonly hours: number },
  call: CallContext,
): Promise<DirectLink> {
  // A refusal leaves the former address.
  await parts.drive.describeForShare(caller, [asked.fileId]);
  await remove(parts, caller, [shareId]);
  // The event that follows does it too; the plan's number of links may leave no place until then.
  await parts.drive.unwatch(caller.userId, shareId);
  return makeDirect(parts, caller, asked, call);
}
