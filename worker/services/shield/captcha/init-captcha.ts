/** Gives a captcha token at once to a caller of low risk, else the page of the human check. */

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
import type { RiskQuery, SubjectRisk } from '../risk/shield-risk.ts';
import { callerSubjects, digestOf } from '../risk/subject.ts';
import { decideRisk, deviceKey, isSensitive, type RiskSigns, riskScore, subjectOf } from '../rules.ts';
import { boundAction, makeCaptchaToken } from './captcha-token.ts';

const SIGHT = {
  onceMs: SEEN_ONCE_SECONDS * SECOND_MS,
  againMs: SEEN_SECONDS * SECOND_MS,
  gapMs: SEEN_GAP_SECONDS * SECOND_MS,
};
const NO_RISK: SubjectRisk = { used: 0, firstSeenMs: null, failures: 0, demanded: false, passed: false };

export interface InitCaptchaInput {
  readonly clientId: string;
  readonly action: string;
  readonly deviceId: string;
  /** Where a passed check returns to; an address that is not allowed counts as none. */
  readonly redirectUri?: string;
  /** As sent: the guessed address, number or name, and the fields of `captcha_sign`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The server itself calls, after a refusal for want of a check: ask for one whatever the risk. */
  readonly human?: boolean;
}

export interface InitCaptchaAnswer {
  /** '' with a `url`. */
  readonly captcha_token: string;
  readonly expires_in: number;
  /** The page of the human check. */
  readonly url?: string;
}

/**
 * @throws AppError too_many_requests past the budget of the address, with the seconds to wait
 * @source wire-contract.md section 2
 */
export async function initCaptcha(
  parts: ShieldParts,
  input: InitCaptchaInput,
  call: CallContext,
): Promise<InitCaptchaAnswer> {
  const nowMs = parts.clock.nowMs();
  const action = boundAction(input.action);
  const device = deviceKey(input.deviceId) || deviceKey(call.deviceId);
  const { signs, demanded, passed } = await readSigns(parts, input, call, nowMs);
  const decision = decideRisk(parts.mode, riskScore(signs), demanded || (input.human ?? false));
  if (passed || !decision.check) {
    const captcha_token = await makeCaptchaToken(parts, { device, action, human: passed, nowMs });
    return { captcha_token, expires_in: CAPTCHA_TTL_SECONDS };
  }
  const ticket = await parts.keyring.sign(CHECK_PURPOSE, {
    jti: newHexId(),
    device,
    action,
    payer: await digestOf(parts.keyring, callerSubjects(call, input.deviceId).holder),
    level: decision.level,
    exp: Math.floor(nowMs / SECOND_MS) + CHECK_TTL_SECONDS,
  });
  const origin = parts.appOrigin ?? call.origin;
  const url = new URL(href('shield.check'), origin);
  url.searchParams.set('challenge', ticket);
  // A client of another installation may send any address: a foreign one is left out, and the pass waits here.
  if (readRedirect(input.redirectUri ?? '', origin)) url.searchParams.set('redirect_uri', input.redirectUri ?? '');
  url.searchParams.set('lang', call.locale);
  return { captcha_token: '', expires_in: CHECK_TTL_SECONDS, url: url.href };
}

/** Signs of risk of the caller, from the shield's objects and this isolate. The address pays before anything is written. */
async function readSigns(
  parts: ShieldParts,
  input: InitCaptchaInput,
  call: CallContext,
  nowMs: number,
): Promise<{ signs: RiskSigns; demanded: boolean; passed: boolean }> {
  const { limits, failures } = parts;
  const who = callerSubjects(call, input.deviceId);
  const action = boundAction(input.action);
  const named = subjectOf(input.meta ?? {});
  const guessed = named === '' ? '' : `subject:${named}`;
  const riskOf = async (name: string, more: Partial<RiskQuery>): Promise<SubjectRisk> => {
    const subject = await digestOf(parts.keyring, name);
    const query = { subject, action, nowMs, marks: name === who.holder, ...more };
    return unwrap(await parts.shield.getByName(shieldObjectName(subject)).readRisk(query));
  };
  const isDevice = who.payer === who.device;
  const payer = await riskOf(who.payer, {
    budget: { limit: limits.captchaPerMinute, windowMs: BUDGET_WINDOW_SECONDS * SECOND_MS },
    ...(isDevice ? { sight: SIGHT } : {}),
  });
  const [device, target] = await Promise.all([
    who.device === '' ? NO_RISK : isDevice ? payer : riskOf(who.device, { sight: SIGHT }),
    guessed === '' ? NO_RISK : riskOf(guessed, {}),
  ]);
  const recent = (name: string, reported: number) => reported + (name === '' ? 0 : failures.unreported(name, nowMs));
  return {
    signs: {
      rate: limits.captchaPerMinute === 0 ? 1 : payer.used / limits.captchaPerMinute,
      addressKnown: who.address !== '',
      deviceAgeMs: device.firstSeenMs === null ? null : nowMs - device.firstSeenMs,
      addressFailures: who.address === '' ? 0 : recent(who.address, payer.failures),
      deviceFailures: recent(who.device, device.failures),
      subjectFailures: recent(guessed, target.failures),
      isSensitive: isSensitive(input.action),
      wrongSign: await isWrongSign(input),
    },
    demanded: payer.demanded || device.demanded,
    passed: payer.passed || device.passed,
  };
}

/** Workers' WebCrypto has MD5; that of browsers does not. */
async function md5(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('MD5', new TextEncoder().encode(text))));
}

/** Whether a sent `captcha_sign` differs from the one its own fields give. Telemetry: logged, and worth five points. */
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
