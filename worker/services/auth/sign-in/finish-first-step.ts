/** Ends a right first step: with tokens, or with the request for a second factor and its ticket. */
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import { AppError } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Client } from '../client/clients.ts';
import type { Session } from '../core/account-core.ts';
import type { AuthParts } from '../deps.ts';
import type { SecondStep } from '../factor/account-factors.ts';
import { TWO_FACTOR_PURPOSE, TWO_FACTOR_TTL_SECONDS } from '../factor/keys.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import { sealTicket } from '../token/ticket.ts';

/**
 * @throws AppError two_factor_required, its metadata holding `two_factor_token` (300 s, for this person, client, device and
 * epoch; no right but the second step) and `methods`, words with commas: `code`, `recovery_code`, `passkey`
 */
export async function finishFirstStep(
  parts: Pick<AuthParts, 'keyring' | 'tokens' | 'appOrigin'>,
  first: { userId: string; client: Client; opened: Session | SecondStep },
  call: Pick<CallContext, 'nowMs' | 'deviceId'>,
): Promise<SignedIn> {
  const { userId, client, opened } = first;
  if (!('asks' in opened)) return issueTokens(parts, { userId, client, session: opened }, call.nowMs);
  const methods = hasPasskeys(parts.appOrigin) ? opened.methods : opened.methods.filter((each) => each !== 'passkey');
  const content = { userId, clientId: client.id, deviceId: call.deviceId, epoch: opened.epoch };
  const life = { ttlSeconds: TWO_FACTOR_TTL_SECONDS, nowMs: call.nowMs };
  throw new AppError('two_factor_required', {
    metadata: {
      two_factor_token: await sealTicket(parts.keyring, TWO_FACTOR_PURPOSE, content, life),
      methods: methods.join(','),
    },
  });
}
