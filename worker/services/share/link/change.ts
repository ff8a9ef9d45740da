/**
 * Changes the terms of a link: first in its owner's book, whose event reaches the link even if this call ends here; then in
 * the link itself, so that the answer leaves when the change holds.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import type { ShareSummary } from '#shared/share/contract.ts';
import { newPassCode } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData, registryOf, type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { ChangeShareInput } from '../service.ts';
import type { BookLink } from '../share-book.object.ts';
import type { LinkTerms } from '../state/rpc-types.ts';
import { expiryOf, isPassCode, isRestoreLimit } from '../state/rules.ts';
import { list } from './list.ts';
import { newPassHash } from './pass-hash.ts';

function refuse(field: string, reason: string): AppError {
  return new AppError('invalid_argument', { field, reason });
}

/** @throws AppError invalid_argument; not_found for a link that is not on the caller's list */
export async function change(
  parts: ShareParts,
  caller: Caller,
  input: ChangeShareInput,
  call: CallContext,
): Promise<ShareSummary> {
  const { shareId, expirationDays, restoreLimit, title } = input;
  if (input.customPassCode !== '' && !isPassCode(input.customPassCode)) throw refuse('custom_pass_code', 'format');
  const expiresAtMs = expirationDays === undefined ? undefined : expiryOf(expirationDays, call.nowMs);
  if (expirationDays !== undefined && expiresAtMs === undefined) throw refuse('expiration_days', 'out_of_range');
  if (restoreLimit !== undefined && !isRestoreLimit(restoreLimit)) throw refuse('restore_limit', 'out_of_range');

  const book = registryOf(parts, caller.userId);
  const [link]: BookLink[] = unwrap(
    await book.list(callerData(caller), { limit: 1, after: null, shareIds: [shareId] }),
  );
  if (!link) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  const code = await newCodeOf(parts, link, input);
  const terms: LinkTerms = {
    ...(code === null ? {} : { pass: await newPassHash(parts.keyring, code) }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(restoreLimit === undefined ? {} : { restoreLimit: restoreLimit === -1 ? null : restoreLimit }),
    ...(title === undefined ? {} : { title }),
  };
  if (Object.keys(terms).length > 0) {
    const passSeal =
      code === null ? {} : { passSeal: code === '' ? '' : await parts.keyring.seal(KEY_PURPOSE.passSeal, code) };
    const noted = {
      shareId,
      ...passSeal,
      ...(expirationDays === undefined ? {} : { expirationDays }),
      ...(restoreLimit === undefined ? {} : { restoreLimit }),
    };
    const { seq }: { seq: number } = unwrap(await book.change(callerData(caller), noted, terms));
    unwrap(await shareOf(parts, shareId).setTerms({ ownerId: caller.userId, seq, terms }));
  }
  const [summary] = (await list(parts, caller, { limit: 1, pageToken: '', ids: [shareId] }, call)).data;
  if (!summary) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  return summary;
}

/** The passcode to set, '' for none; null when it stays, so that tokens of the same code live on. */
async function newCodeOf(parts: ShareParts, link: BookLink, input: ChangeShareInput): Promise<string | null> {
  const { passCode, customPassCode } = input;
  const current = link.passSeal === '' ? '' : ((await parts.keyring.open(KEY_PURPOSE.passSeal, link.passSeal)) ?? '');
  if (passCode === 'none') return link.passSeal === '' ? null : '';
  if (customPassCode !== '') return customPassCode === current ? null : customPassCode;
  return passCode === 'need' && current === '' ? newPassCode() : null;
}
