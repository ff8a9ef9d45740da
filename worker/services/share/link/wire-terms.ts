/** Terms of a link in the spelling of the wire -> input of the operations. Pure. */
import type * as v from 'valibot';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { asShareId } from '#shared/ids.ts';
import { unspacedText } from '#shared/intake/plain-text.ts';
import type { linkContract } from '#shared/share/link.contract.ts';
import { endTimeOf } from '../registry/terms.ts';
import type { ChangeShareInput } from './change.ts';

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

/** Our own terms of a link, as a body names them. */
export function ownTerms(body: {
  readonly expiration_at?: string;
  readonly note?: string | undefined;
  readonly view_only?: boolean | undefined;
  readonly previews_hidden?: boolean | undefined;
}): Pick<ChangeShareInput, 'expiresAtMs' | 'note' | 'viewOnly' | 'previewsHidden'> {
  const expiresAtMs = endTimeOf(body.expiration_at ?? '');
  return {
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(body.note === undefined ? {} : { note: body.note }),
    ...(body.view_only === undefined ? {} : { viewOnly: body.view_only }),
    ...(body.previews_hidden === undefined ? {} : { previewsHidden: body.previews_hidden }),
  };
}

type ChangeBody = Partial<v.InferOutput<(typeof linkContract)['change']['body']>> & { readonly share_id: string };

/** @throws AppError invalid_argument */
export function changeInput(body: ChangeBody): ChangeShareInput {
  const { share_id, pass_code_option = '', custom_pass_code = '', expiration_days = 0, paused } = body;
  const limits = [body.restore_limit ?? '', body.limit_count ?? ''].filter((text) => text !== '' && text !== '0');
  return {
    shareId: asShareId(share_id),
    passCode: passCodeOf(pass_code_option),
    customPassCode: unspacedText(custom_pass_code),
    ...(expiration_days === 0 ? {} : { expirationDays: expiration_days }),
    ...(limits.length === 0 ? {} : { restoreLimit: restoreLimitOf(...limits) }),
    ...(body.title === undefined ? {} : { title: body.title.trim() }),
    ...ownTerms(body),
    ...(paused === undefined ? {} : { paused }),
  };
}
