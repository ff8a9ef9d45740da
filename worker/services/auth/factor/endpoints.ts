/** Contract rows of factor -> operations. */
import type { Hono } from 'hono';
import { factorRows } from '#shared/auth/factor.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthService } from '../service.ts';
import { signsOf } from '../session/browser-headers.ts';

export function bindFactorRows(router: Hono<AppEnv>, service: AuthService): void {
  bindEndpoint(router, factorRows.twoFactor, async ({ caller }) => {
    const { enabledMs, recoveryCodesLeft } = await service.twoFactor(caller);
    return { enabled: enabledMs !== null, enabled_at: wireTime(enabledMs), recovery_codes_left: recoveryCodesLeft };
  });

  bindEndpoint(router, factorRows.setUpTwoFactor, async ({ caller, body, call }) => {
    const setup = await service.setUpTwoFactor(caller, { sudoToken: body.sudo_token }, call);
    return {
      setup_token: setup.setupToken,
      secret: setup.secret,
      otpauth_uri: setup.otpauthUri,
      qr_svg: setup.qrSvg,
      expires_in: setup.expiresInSeconds,
    };
  });

  bindEndpoint(router, factorRows.enableTwoFactor, async ({ caller, body, call }) => {
    const input = { setupToken: body.setup_token, code: body.code };
    const { recoveryCodes } = await service.enableTwoFactor(caller, input, call);
    return { recovery_codes: [...recoveryCodes] };
  });

  bindEndpoint(router, factorRows.disableTwoFactor, async ({ caller, body, call }) => {
    const input = { sudoToken: body.sudo_token, code: body.code, recoveryCode: body.recovery_code };
    await service.disableTwoFactor(caller, input, call);
    return {};
  });

  bindEndpoint(router, factorRows.renewRecoveryCodes, async ({ caller, body, call }) => {
    const { recoveryCodes } = await service.renewRecoveryCodes(caller, { sudoToken: body.sudo_token }, call);
    return { recovery_codes: [...recoveryCodes] };
  });

  bindEndpoint(router, factorRows.passkeys, async ({ caller }) => ({
    passkeys: [...(await service.passkeys(caller))],
  }));

  bindEndpoint(router, factorRows.passkeyOptions, async ({ caller, body, call }) => {
    const { challengeToken, options } = await service.passkeyOptions(caller, { sudoToken: body.sudo_token }, call);
    return { challenge_token: challengeToken, options };
  });

  bindEndpoint(router, factorRows.addPasskey, ({ caller, body, call }) => {
    const { challenge_token: challengeToken, credential, name } = body;
    return service.addPasskey(caller, { challengeToken, credential, name }, call);
  });

  bindEndpoint(router, factorRows.renamePasskey, ({ caller, params, body }) =>
    service.renamePasskey(caller, { id: params.id, name: body.name }),
  );

  bindEndpoint(router, factorRows.removePasskey, async ({ caller, params, body, call }) => {
    await service.removePasskey(caller, { id: params.id, sudoToken: body.sudo_token }, call);
    return {};
  });

  bindEndpoint(router, factorRows.passkeySignInOptions, async ({ body, query, call }) => {
    const clientId = body.client_id || query.client_id || call.clientId;
    const { challengeToken, options } = await service.passkeySignInOptions(
      { clientId, clientSecret: body.client_secret },
      call,
    );
    return { challenge_token: challengeToken, options };
  });

  bindEndpoint(router, factorRows.passkeySignIn, async ({ body, query, call, request, headers }) => {
    const answer = await service.signInByPasskeyByApi(
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        challengeToken: body.challenge_token,
        credential: body.credential,
      },
      signsOf(request),
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return answer.tokens;
  });
}
