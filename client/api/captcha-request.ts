/**
 * Captcha tokens of the request client, loaded with the first one. The signing metadata of their requests is telemetry.
 * Source: spec 7.5, section 3 "Captcha signing metadata"; trust.md hazard 5.
 */
import { captchaSign } from '#shared/shield/captcha-sign.ts';
import { shieldContract } from '#shared/shield/contract.ts';
import { type CaptchaAnswer, type CaptchaDeps, type CaptchaTokens, makeCaptchaTokens } from './captcha.ts';
import { md5Hex } from './md5.ts';

const CLIENT_VERSION = '1.0.0';
const PACKAGE_NAME = 'magpie.web';

interface SignedFacts {
  readonly clientId: string;
  readonly deviceId: string;
  /** '' for a visitor. */
  readonly userId: string;
}

async function captchaMeta(facts: SignedFacts, nowMs: number): Promise<Record<string, string>> {
  const timestamp = String(nowMs);
  const signed = { ...facts, clientVersion: CLIENT_VERSION, packageName: PACKAGE_NAME, timestamp };
  return {
    captcha_sign: await captchaSign(signed, async (text) => md5Hex(text)),
    client_version: CLIENT_VERSION,
    package_name: PACKAGE_NAME,
    user_id: facts.userId,
    timestamp,
  };
}

export interface CaptchaRequestDeps extends Omit<CaptchaDeps, 'ask'> {
  /** Read for each request: the user may change. */
  readonly facts: () => SignedFacts;
  readonly send: (method: string, path: string, body: object) => Promise<object>;
}

/** Captcha tokens that are requested by the contract. */
export function makeCaptchas({ facts, send, ...deps }: CaptchaRequestDeps): CaptchaTokens {
  return makeCaptchaTokens({
    ...deps,
    async ask(request, previous) {
      const { method, path } = shieldContract.captchaInit;
      const { clientId, deviceId } = facts();
      const signed = await captchaMeta(facts(), deps.nowMs());
      const meta = { ...signed, ...request.meta };
      const body = { client_id: clientId, action: request.action, device_id: deviceId, captcha_token: previous, meta };
      return (await send(method, path, body)) as CaptchaAnswer;
    },
  });
}
