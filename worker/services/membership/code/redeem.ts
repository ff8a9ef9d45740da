/** Redeems a gift code: one person gets it, however many ask at once, and the grant follows from the claim. */
import { AppError, unwrap } from '#shared/errors.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { readGiftCode } from '#shared/membership/gift-code.ts';
import type { Region } from '#shared/membership/ledger.ts';
import { HOUR_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { CODE_PURPOSE, CODE_TRIES } from '../keys.ts';
import { grant } from '../ledger/grants.ts';
import type { ClaimedCode, GrantAnswer } from '../rpc-types.ts';
import type { CodeDeps } from './deps.ts';

/** @param code  as `readGiftCode` answers it */
export async function digestOfCode({ keyring }: Pick<CodeDeps, 'keyring'>, code: string): Promise<string> {
  return toHex(await keyring.mac(CODE_PURPOSE, code));
}

/** The grant of a claimed code; a repeat grants nothing more. */
export function grantClaimed(
  deps: Pick<CodeDeps, 'members'>,
  userId: string,
  { batchId, digest, product, item }: Omit<ClaimedCode, 'isRepeat'>,
): Promise<GrantAnswer> {
  const actor = { id: userId, name: '' };
  const key = `${batchId}.${digest.slice(0, 32)}`;
  return grant(deps, userId, { source: 'code', key, product, item, startsMs: null, reason: '', actor });
}

/**
 * @throws AppError invalid_activation_code (for every code where nothing is offered), activation_code_reused (by the same person too), member_code_not_support_region,
 *   too_many_requests
 */
export async function redeemCode(
  deps: CodeDeps,
  caller: Caller,
  { typed, region }: { typed: string; region: Region },
  call: CallContext,
): Promise<GrantAnswer> {
  if (!hasOffers()) throw new AppError('invalid_activation_code', { reason: 'not_sold' });
  const read = readGiftCode(typed);
  // A text that cannot be a code, or may be several, is a slip, not a guess: it costs no try.
  if (!read) throw new AppError('invalid_activation_code');
  await deps.shield.countOpenCall({ name: 'gift-code', limit: CODE_TRIES, windowMs: HOUR_MS }, call);
  const digest = await digestOfCode(deps, read.code);
  const batch = deps.codeBatches.getByName(read.batchId);
  const claimed = unwrap(await batch.claim({ digest, userId: caller.userId, region }));
  const granted = await grantClaimed(deps, caller.userId, claimed);
  // The event of the claim may have come first: only a claim that is no repeat is a fresh one.
  if (claimed.isRepeat && granted.isRepeat) throw new AppError('activation_code_reused');
  return granted;
}
