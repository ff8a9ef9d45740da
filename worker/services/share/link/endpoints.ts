/** Endpoints of a person's own links, and of operators about them -> operations. */
import type { Hono } from 'hono';
import { asNodeId, asShareId, asUserId } from '#shared/ids.ts';
import { unspacedText } from '#shared/intake/plain-text.ts';
import { shareContract } from '#shared/share/contract.ts';
import { linkContract } from '#shared/share/link.contract.ts';
import { ownLinkContract } from '#shared/share/own-link.contract.ts';
import { statisticsContract } from '#shared/share/statistics.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { audit } from './audit.ts';
import { change } from './change.ts';
import { changeMany } from './change-many.ts';
import { create } from './create.ts';
import { list } from './list.ts';
import { mailLink } from './mail-link.ts';
import { marks } from './marks.ts';
import { ownLinks } from './own-links.ts';
import { remove } from './remove.ts';
import { sender, setSender, settleSender } from './sender.ts';
import { statistics } from './statistics.ts';
import { changeInput, ownTerms, restoreLimitOf } from './wire-terms.ts';

/** `filters={"id":{"in":"a,b"}}`; also a list in place of the text. */
function idsOf(filters: Readonly<Record<string, unknown>>): string[] {
  const filter = filters['id'];
  const value: unknown = filter && typeof filter === 'object' && 'in' in filter ? filter.in : '';
  const ids = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
  return ids.map((id) => id.trim()).filter((id) => id !== '');
}

export function bindLinks(router: Hono<AppEnv>, parts: ShareParts): void {
  bindEndpoint(router, shareContract.create, async ({ caller, body, call }) => {
    const passCodeRequired =
      body.pass_code_option === 'REQUIRED' || (body.pass_code_option === '' && body.custom_pass_code !== '');
    const created = await create(
      parts,
      caller,
      {
        fileIds: body.file_ids.map(asNodeId),
        passCodeRequired,
        customPassCode: unspacedText(body.custom_pass_code),
        expirationDays: body.expiration_days,
        restoreLimit: restoreLimitOf(body.restore_limit, body.limit_count),
        title: body.title,
        shareTo: body.share_to,
        ...ownTerms(body),
      },
      call,
    );
    return {
      share_id: created.shareId,
      share_url: created.shareUrl,
      pass_code: created.passCode,
      share_text: parts.texts.invitation({ url: created.shareUrl, passCode: created.passCode }, call.locale),
      share_list: [],
      share_error_files: [],
      share_text_ext: '',
      ...(body.settle_name ? { sender: await settleSender(parts, caller, call) } : {}),
    };
  });

  bindEndpoint(router, shareContract.list, ({ caller, query, call }) =>
    list(
      parts,
      caller,
      {
        limit: query.limit,
        pageToken: query.page_token,
        ids: idsOf(query.filters),
        thumbnailSize: query.thumbnail_size,
      },
      call,
    ),
  );

  bindEndpoint(router, ownLinkContract.own, ({ caller, query, call }) => {
    const { limit, page_token: pageToken, search, status, sort, file_ids: fileIds } = query;
    return ownLinks(parts, caller, { limit: Math.min(limit, 100), pageToken, search, status, sort, fileIds }, call);
  });
  bindEndpoint(router, statisticsContract.statistics, ({ caller, query }) =>
    statistics(parts, caller, query.share_id, query.days),
  );
  bindEndpoint(router, ownLinkContract.marks, async ({ caller, body }) => ({
    marks: await marks(parts, caller, body.file_ids.map(asNodeId)),
  }));
  bindEndpoint(router, ownLinkContract.changeMany, async ({ caller, body, call }) => {
    await changeMany(parts, caller, { ...body, ids: body.ids.map(asShareId) }, call);
    return {};
  });

  bindEndpoint(router, shareContract.remove, async ({ caller, body }) => {
    await remove(parts, caller, body.ids.map(asShareId));
    return {};
  });

  bindEndpoint(router, shareContract.audit, async ({ body, caller }) => {
    const links = await audit(parts, {
      ownerId: asUserId(body.share_user_id),
      fileIds: body.file_ids,
      gcids: body.gcids,
      status: body.share_status,
      operatorId: caller.userId,
    });
    return { shares: links.map(({ shareId, status }) => ({ share_id: shareId, share_status: status })) };
  });

  bindEndpoint(router, linkContract.change, ({ caller, body, call }) => change(parts, caller, changeInput(body), call));
  bindEndpoint(router, linkContract.removeOne, async ({ caller, params }) => {
    await remove(parts, caller, [asShareId(params.id)]);
    return {};
  });
  bindEndpoint(router, linkContract.sender, ({ caller, call }) => sender(parts, caller, call));
  bindEndpoint(router, linkContract.setSender, ({ caller, body, call }) =>
    setSender(parts, caller, body.nickname, call),
  );
  bindEndpoint(router, linkContract.mailLink, async ({ caller, body, call }) => {
    await mailLink(parts, caller, { shareId: asShareId(body.share_id), email: body.email }, call);
    return {};
  });
}
