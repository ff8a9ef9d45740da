/** Tries a passcode. Only wrong ones count; past the limit a guess needs a passed human check. */
import { type Result, succeed } from '#shared/errors.ts';
import { equalBytes, fromHex } from '#worker/platform/crypto.ts';
import { countPaidWrong, payGuess } from './guess.store.ts';
import type { LinkCore } from './link-core.ts';
import { lookAtLink } from './reading.ts';
import type { GuessAnswer, GuessInput } from './rpc-types.ts';
import * as store from './store.ts';

export function guess(link: LinkCore, input: GuessInput): Result<GuessAnswer> {
  const row = link.row();
  const before = lookAtLink(link, { ...input.visit, passVersion: null });
  if (!row || before.status !== 'PASS_CODE_EMPTY') return succeed({ result: 'not_needed', answer: before });
  if (row.pass_version !== input.passVersion) return succeed({ result: 'changed', answer: before });
  return link.command((nowMs) => {
    const isAllowed = input.human
      ? payGuess(link.sql, input.payer, nowMs)
      : store.takeGuess(link.sql, input.limit, input.windowMs, nowMs);
    if (!isAllowed) return { result: 'captcha', answer: before };
    const right = fromHex(row.pass_hash);
    if (!input.hashes.some((hash) => equalBytes(fromHex(hash), right))) {
      if (input.human) countPaidWrong(link.sql, nowMs);
      return { result: 'wrong', answer: before };
    }
    if (!input.human) store.giveGuessBack(link.sql);
    return { result: 'right', answer: lookAtLink(link, { ...input.visit, passVersion: row.pass_version }) };
  });
}
