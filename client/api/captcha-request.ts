/**
 * Captchas of the request client, loaded only when one is asked for; the signing metadata that goes along is telemetry.
 * Source: spec 7.5, section 3 "Captcha signing metadata"; trust.md hazard 5.
 */
import { captchaSign } from '#shared/shield/captcha-sign.ts';
import { shieldContract } from '#shared/shield/contract.ts';
import { type CaptchaAnswer, type CaptchaDeps, type CaptchaKeeper, makeCaptchaKeeper } from './captcha.ts';
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
  /** Of the moment: the person may change. */
  readonly facts: () => SignedFacts;
  readonly send: (method: string, path: string, body: object) => Promise<object>;
}

/** The keeper of this client, asking by the contract. */
export function makeCaptchas({ facts, send, ...deps }: CaptchaRequestDeps): CaptchaKeeper {
  return makeCaptchaKeeper({
    ...deps,
    async ask(wish, previous) {
      const { method, path } = shieldContract.captchaInit;
      const { clientId, deviceId } = facts();
      const signed = await captchaMeta(facts(), deps.nowMs());
      const meta = { ...signed, ...wish.meta };
      const body = { client_id: clientId, action: wish.action, device_id: deviceId, captcha_token: previous, meta };
      return (await send(method, path, body)) as CaptchaAnswer;
    },
  });
}
