/** Endpoints of a person's own links -> operations. */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { asShareId } from '#shared/ids.ts';
import { linkContract } from '#shared/share/link.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { change } from './change.ts';
import { remove } from './remove.ts';
import { sender, setSender } from './sender.ts';

const PASS_CODE_OPTIONS = { '': 'keep', NOT_REQUIRED: 'none', REQUIRED: 'need' } as const;

/** -1 for any number; null, '' and 0 mean the same (wire-contract.md section 0). */
export function restoreLimitOf(...texts: readonly string[]): number {
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

export function bindLinks(router: Hono<AppEnv>, parts: ShareParts): void {
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
