/** Endpoints of second factors and passkeys, each bound to its operation. */
import type { Hono } from 'hono';
import { factorEndpoints } from '#shared/auth/factor.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { sendTokens } from '../session/by-api.ts';
import { addPasskey, passkeyOptions } from './add-passkey.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { enableTwoFactor } from './enable-two-factor.ts';
import { passkeySignInOptions, signInByPasskey } from './passkey-sign-in.ts';
import { passkeys, removePasskey, renamePasskey } from './passkeys.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { setUpTwoFactor, twoFactor } from './set-up-two-factor.ts';

export function bindFactorEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
  bindEndpoint(router, factorEndpoints.twoFactor, async ({ caller }) => {
    const { enabledMs, recoveryCodesLeft } = await twoFactor(parts, caller);
    return { enabled: enabledMs !== null, enabled_at: wireTime(enabledMs), recovery_codes_left: recoveryCodesLeft };
  });

  bindEndpoint(router, factorEndpoints.setUpTwoFactor, async ({ caller, body, call }) => {
    const setup = await setUpTwoFactor(parts, caller, { sudoToken: body.sudo_token }, call);
    return {
      setup_token: setup.setupToken,
      secret: setup.secret,
      otpauth_uri: setup.otpauthUri,
      qr_svg: setup.qrSvg,
      expires_in: setup.expiresInSeconds,
    };
  });

  bindEndpoint(router, factorEndpoints.enableTwoFactor, async ({ caller, body, call }) => {
    const input = { setupToken: body.setup_token, code: body.code };
    const { recoveryCodes } = await enableTwoFactor(parts, caller, input, call);
    return { recovery_codes: [...recoveryCodes] };
  });

  bindEndpoint(router, factorEndpoints.disableTwoFactor, async ({ caller, body, call }) => {
    const input = { sudoToken: body.sudo_token, code: body.code, recoveryCode: body.recovery_code };
    await disableTwoFactor(parts, caller, input, call);
    return {};
  });

  bindEndpoint(router, factorEndpoints.renewRecoveryCodes, async ({ caller, body, call }) => {
    const { recoveryCodes } = await renewRecoveryCodes(parts, caller, { sudoToken: body.sudo_token }, call);
    return { recovery_codes: [...recoveryCodes] };
  });

  bindEndpoint(router, factorEndpoints.passkeys, async ({ caller }) => ({
    passkeys: [...(await passkeys(parts, caller))],
  }));

  bindEndpoint(router, factorEndpoints.passkeyOptions, async ({ caller, body, call }) => {
    const { challengeToken, options } = await passkeyOptions(parts, caller, { sudoToken: body.sudo_token }, call);
    return { challenge_token: challengeToken, options };
  });

  bindEndpoint(router, factorEndpoints.addPasskey, ({ caller, body, call }) => {
    const { challenge_token: challengeToken, credential, name } = body;
    return addPasskey(parts, caller, { challengeToken, credential, name }, call);
  });

  bindEndpoint(router, factorEndpoints.renamePasskey, ({ caller, params, body }) =>
    renamePasskey(parts, caller, { id: params.id, name: body.name }),
  );

  bindEndpoint(router, factorEndpoints.removePasskey, async ({ caller, params, body, call }) => {
    await removePasskey(parts, caller, { id: params.id, sudoToken: body.sudo_token }, call);
    return {};
  });

  bindEndpoint(router, factorEndpoints.passkeySignInOptions, async ({ body, query, call }) => {
    const clientId = body.client_id || query.client_id || call.clientId;
    const { challengeToken, options } = await passkeySignInOptions(
      parts,
      { clientId, clientSecret: body.client_secret },
      call,
    );
    return { challenge_token: challengeToken, options };
  });

  bindEndpoint(router, factorEndpoints.passkeySignIn, async ({ body, query, call, request, headers }) => {
    const clientId = body.client_id || query.client_id || call.clientId;
    const { client_secret: clientSecret, challenge_token: challengeToken, credential } = body;
    const signedIn = await signInByPasskey(parts, { clientId, clientSecret, challengeToken, credential }, call);
    return sendTokens(parts, signedIn, clientId, { request, headers });
  });
}
