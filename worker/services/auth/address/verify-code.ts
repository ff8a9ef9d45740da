/** Exchanges a code for a verification token. */

import { type ClientInput, clientFor } from '../client/clients.ts';
import type { AuthParts } from '../deps.ts';

/** @throws AppError invalid_argument, unauthorized_client, invalid_verification_code, expired_verification_code */
export async function verifyCode(
  parts: AuthParts,
  input: ClientInput & { verificationId: string; code: string },
): Promise<{ verificationToken: string; expiresInSeconds: number }> {
  await clientFor(input, 'password', parts.clients);
  return parts.shield.checkCode(input);
}
