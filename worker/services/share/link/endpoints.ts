/** Endpoints of a person's own links, and of operators about them -> operations. */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId } from '#shared/ids.ts';
import { shareContract } from '#shared/share/contract.ts';
import { linkContract } from '#shared/share/link.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { audit } from './audit.ts';
import { change } from './change.ts';
import { create } from './create.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';
import { sender, setSender } from './sender.ts';

const PASS_CODE_OPTIONS = { '': 'keep', NOT_REQUIRED: 'none', REQUIRED: 'need' } as const;

/** -1 for any number; null, '' and 0 mean the same (wire-contract.md section 0). */
function restoreLimitOf(...texts: readonly string[]): number {
  const text = texts.find((value) => value !== '' && value !== '0') ?? '-1';
  const count = text === '-1' ? -1 : parseCount(text);
  if (count === null) throw new AppError('invalid_argument', { field: 'restore_limit', reason: 'format' });
  return count;
}

function passCodeOf(option: string): 'keep' | 'none' | 'need' {
  const found = Object.entries(PASS_CODE_OPTIONS).find(([name]) => name === option);
  if (!found) throw new AppError('invalid_argument', { field: 'pass_code_option', reason: 'unknown' });
  return found[1];
}

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
        customPassCode: body.custom_pass_code,
        expirationDays: body.expiration_days,
        restoreLimit: restoreLimitOf(body.restore_limit, body.limit_count),
        title: body.title,
        shareTo: body.share_to,
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

  bindEndpoint(router, linkContract.change, ({ caller, body, call }) => {
    const limits = [body.restore_limit, body.limit_count].filter((text) => text !== '' && text !== '0');
    return change(
      parts,
      caller,
      {
        shareId: asShareId(body.share_id),
        passCode: passCodeOf(body.pass_code_option),
        customPassCode: body.custom_pass_code,
        ...(body.expiration_days === 0 ? {} : { expirationDays: body.expiration_days }),
        ...(limits.length === 0 ? {} : { restoreLimit: restoreLimitOf(...limits) }),
        ...(body.title.trim() === '' ? {} : { title: body.title.trim() }),
      },
      call,
    );
  });
  bindEndpoint(router, linkContract.removeOne, async ({ caller, params }) => {
    await remove(parts, caller, [asShareId(params.id)]);
    return {};
  });
  bindEndpoint(router, linkContract.sender, ({ caller, call }) => sender(parts, caller, call));
  bindEndpoint(router, linkContract.setSender, ({ caller, body, call }) =>
    setSender(parts, caller, body.nickname, call),
  );
}
