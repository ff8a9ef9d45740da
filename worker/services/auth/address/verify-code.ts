/** Exchanges a code for a verification token. */

import type { AuthParts } from '../deps.ts';
import { clientFor } from '../oauth/clients.ts';

/** @throws AppError invalid_argument, unauthorized_client, invalid_verification_code, expired_verification_code */
export async function verifyCode(
  parts: AuthParts,
  input: { clientId: string; clientSecret?: string; verificationId: string; code: string },
): Promise<{ verificationToken: string; expiresInSeconds: number }> {
  await clientFor(
    { clientId: input.clientId, clientSecret: input.clientSecret ?? '', grant: 'password' },
    parts.clients,
  );
  return parts.shield.checkCode({ verificationId: input.verificationId, code: input.code });
}
