/** Endpoints of codes to an address and of changes of an address. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { AppError } from '#shared/errors.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import type { AddressInput } from '../identifier/read-address.ts';
import { changeAddress, removePhone } from './change-address.ts';
import { undoEmail } from './undo-email.ts';
import { startVerification, type VerificationUsage } from './verification.ts';
import { verifyCode } from './verify-code.ts';

const USAGES: Readonly<Record<string, VerificationUsage>> = {
  '': 'sign-in',
  REGISTER: 'sign-up',
  PASSWORD_RESET: 'reset',
  CHANGE_EMAIL: 'change-email',
  CHANGE_PHONE: 'change-phone',
};

function usageOf(word: string): VerificationUsage {
  const usage = USAGES[word.toUpperCase()];
  if (usage === undefined) throw new AppError('invalid_argument', { reason: 'unknown_usage', field: 'usage' });
  return usage;
}

/** A `+` that a form body sent unescaped arrives as a space. */
export function addressOf(body: { email: string; phone_number: string }): Required<AddressInput> {
  return { email: body.email, phone: body.phone_number.replace(/^ (?=\d)/, '+') };
}

export function bindAddressEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
  bindEndpoint(router, authContract.verification, async ({ body, query, call }) => {
    const started = await startVerification(
      parts,
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        ...addressOf(body),
        usage: usageOf(body.usage),
        captchaToken: body.captcha_token || call.captchaToken,
        language: body.locale,
      },
      call,
    );
    return {
      verification_id: started.verificationId,
      expires_in: started.expiresInSeconds,
      ...(started.isUser === null ? {} : { is_user: started.isUser }),
    };
  });

  bindEndpoint(router, authContract.verifyCode, async ({ body, query, call }) => {
    const verified = await verifyCode(parts, {
      clientId: body.client_id || query.client_id || call.clientId,
      clientSecret: body.client_secret,
      verificationId: body.verification_id,
      code: body.verification_code,
    });
    return { verification_token: verified.verificationToken, expires_in: verified.expiresInSeconds };
  });

  bindEndpoint(router, settingsEndpoints.changeEmail, ({ body, caller, call }) =>
    changeAddress(
      parts,
      'email',
      { sudoToken: body.sudo_token, address: body.email, verificationToken: body.verification_token },
      caller,
      call,
    ),
  );

  bindEndpoint(router, settingsEndpoints.changePhone, ({ body, caller, call }) =>
    changeAddress(
      parts,
      'phone',
      { sudoToken: body.sudo_token, address: body.phone_number, verificationToken: body.verification_token },
      caller,
      call,
    ),
  );

  bindEndpoint(router, settingsEndpoints.removePhone, ({ body, caller, call }) =>
    removePhone(parts, { sudoToken: body.sudo_token }, caller, call),
  );

  bindEndpoint(router, settingsEndpoints.undoEmail, async ({ body }) => {
    await undoEmail(parts, { undoToken: body.undo_token });
    return {};
  });
}
