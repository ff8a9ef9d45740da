/** Asks the configured provider whether its token is good (spec 7.2, `verifyRecaptchaToken`). */
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { payCheck } from './make-challenge.ts';
import type { ProviderAnswer } from './provider.ts';

/**
 * @param input.type  name of the provider; '' means the configured one
 * @throws AppError too_many_requests past the budget of the address
 */
export async function verifyProviderToken(
  parts: ShieldParts,
  input: { type: string; token: string },
  call: CallContext,
): Promise<ProviderAnswer> {
  await payCheck(parts, call);
  const { provider } = parts;
  const type = input.type.trim().toLowerCase();
  if (!provider || (type !== '' && type !== provider.config.name)) return { ok: false, reason: 'provider_off' };
  return provider.verify({ token: input.token, address: call.address, bound: '' });
}
