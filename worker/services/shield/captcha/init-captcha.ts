/** Gives a captcha token for an action at once when little speaks against the caller, else the page of the human check. */

import { unwrap } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { captchaSign } from '#shared/shield/captcha-sign.ts';
import { readRedirect } from '#shared/shield/redirect.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logNote } from '#worker/platform/log.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import {
  BUDGET_WINDOW_SECONDS,
  CAPTCHA_TTL_SECONDS,
  CHECK_PURPOSE,
  CHECK_TTL_SECONDS,
  SEEN_GAP_SECONDS,
  SEEN_ONCE_SECONDS,
  SEEN_SECONDS,
  shieldObjectName,
} from '../keys.ts';
import type { WeighAsk, Weight } from '../risk/rows.ts';
import { digestOf, whoCalls } from '../risk/subject.ts';
import { deviceKey, isSensitive, judgeRisk, type RiskSigns, riskScore, subjectOf } from '../rules.ts';
import type { InitCaptchaAnswer, InitCaptchaInput } from '../service.ts';
import { boundAction, makeCaptchaToken } from './captcha-token.ts';

const MEETING = {
  onceMs: SEEN_ONCE_SECONDS * SECOND_MS,
  againMs: SEEN_SECONDS * SECOND_MS,
  gapMs: SEEN_GAP_SECONDS * SECOND_MS,
};
const NOTHING: Weight = { used: 0, firstSeenMs: null, failures: 0, demanded: false, passed: false };

/**
 * @throws AppError too_many_requests past the budget, with the seconds to wait
 * @source contract.md section 2
 */
export async function initCaptcha(
  parts: ShieldParts,
  input: InitCaptchaInput,
  call: CallContext,
): Promise<InitCaptchaAnswer> {
  const nowMs = parts.clock.nowMs();
  const action = boundAction(input.action);
  const device = deviceKey(input.deviceId) || deviceKey(call.deviceId);
  const { signs, demanded, passed } = await look(parts, input, call, nowMs);
  const verdict = judgeRisk(parts.mode, riskScore(signs), demanded || (input.human ?? false));
  if (passed || !verdict.check) {
    const human = passed;
    const captcha_token = await makeCaptchaToken(parts, { device, action, human, nowMs });
    return { captcha_token, expires_in: CAPTCHA_TTL_SECONDS };
  }
  const ticket = await parts.keyring.sign(CHECK_PURPOSE, {
    jti: newHexId(),
    device,
    action,
    payer: await digestOf(parts.keyring, whoCalls(call, input.deviceId).holder),
    level: verdict.level,
    exp: Math.floor(nowMs / SECOND_MS) + CHECK_TTL_SECONDS,
  });
  const origin = parts.appOrigin ?? call.origin;
  const url = new URL(href('shield.check'), origin);
  url.searchParams.set('challenge', ticket);
  // A client of another installation may send any address: one that is not ours is left out, and the pass waits here.
  if (readRedirect(input.redirectUri ?? '', origin)) url.searchParams.set('redirect_uri', input.redirectUri ?? '');
  url.searchParams.set('lang', call.locale);
  return { captcha_token: '', expires_in: CHECK_TTL_SECONDS, url: url.href };
}

/** Everything the shield's objects and this isolate know of the caller. The address pays before anything is written. */
async function look(
  parts: ShieldParts,
  input: InitCaptchaInput,
  call: CallContext,
  nowMs: number,
): Promise<{ signs: RiskSigns; demanded: boolean; passed: boolean }> {
  const { limits, failures } = parts;
  const who = whoCalls(call, input.deviceId);
  const action = boundAction(input.action);
  const named = subjectOf(input.meta ?? {});
  const guessed = named === '' ? '' : `subject:${named}`;
  const weigh = async (name: string, more: Partial<WeighAsk>): Promise<Weight> => {
    const subject = await digestOf(parts.keyring, name);
    const ask = { subject, action, nowMs, marks: name === who.holder, ...more };
    return unwrap(await parts.shield.getByName(shieldObjectName(subject)).weigh(ask));
  };
  const isDevice = who.payer === who.device;
  const payer = await weigh(who.payer, {
    budget: { limit: limits.captchaPerMinute, windowMs: BUDGET_WINDOW_SECONDS * SECOND_MS },
    ...(isDevice ? { meeting: MEETING } : {}),
  });
  const [met, target] = await Promise.all([
    who.device === '' ? NOTHING : isDevice ? payer : weigh(who.device, { meeting: MEETING }),
    guessed === '' ? NOTHING : weigh(guessed, {}),
  ]);
  const recent = (name: string, told: number) => told + (name === '' ? 0 : failures.untold(name, nowMs));
  return {
    signs: {
      rate: limits.captchaPerMinute === 0 ? 1 : payer.used / limits.captchaPerMinute,
      addressKnown: who.address !== '',
      deviceAgeMs: met.firstSeenMs === null ? null : nowMs - met.firstSeenMs,
      addressFailures: who.address === '' ? 0 : recent(who.address, payer.failures),
      deviceFailures: recent(who.device, met.failures),
      subjectFailures: recent(guessed, target.failures),
      isSensitive: isSensitive(input.action),
      wrongSign: await isWrongSign(input),
    },
    demanded: payer.demanded || met.demanded,
    passed: payer.passed || met.passed,
  };
}

/** The runtime's own digest knows MD5; browsers' do not. */
async function md5(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('MD5', new TextEncoder().encode(text))));
}

/** Whether a `captcha_sign` came along that its own fields do not give. Telemetry: counted in the log, worth five points. */
async function isWrongSign({ clientId, deviceId, meta = {} }: InitCaptchaInput): Promise<boolean> {
  const text = (name: string) => (typeof meta[name] === 'string' ? (meta[name] as string).slice(0, 200) : '');
  const sign = text('captcha_sign');
  if (sign === '') return false;
  const right = await captchaSign(
    {
      clientId,
      clientVersion: text('client_version'),
      packageName: text('package_name'),
      deviceId: deviceKey(deviceId),
      timestamp: text('timestamp'),
    },
    md5,
  );
  if (sign === right) return false;
  logNote('shield.wrong_sign', { clientId: clientId.slice(0, 40) });
  return true;
}
