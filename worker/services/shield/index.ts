/**
 * The shield: captcha tokens, the human check, codes that prove an address, device codes, budgets. Calls no other feature.
 */
import { SECOND_MS } from '#shared/units.ts';
import { type Bound, bindParts } from '#worker/platform/bound.ts';
import { carriesCheck } from './captcha/carries-check.ts';
import { initCaptcha } from './captcha/init-captcha.ts';
import { makeProvider } from './captcha/provider.ts';
import { readCheck } from './captcha/read-check.ts';
import { spendCaptcha } from './captcha/spend-captcha.ts';
import type { ShieldDeps, ShieldParts } from './deps.ts';
import { decideDevice, deviceRequest, openDeviceCode, pollDeviceCode } from './device-code/device-code.ts';
import { FAILURE_WINDOW_SECONDS, FAILURES_REPORTED_AT } from './keys.ts';
import { countOpenCall } from './risk/count-open-call.ts';
import { makeFailureLedger } from './risk/failures.ts';
import { isSuspect, reportFailure } from './risk/report-failure.ts';
import { spendTicket } from './risk/spend-ticket.ts';
import { checkCode } from './verification/check-code.ts';
import { openVerification } from './verification/open-verification.ts';
import { readVerified } from './verification/read-verified.ts';
import { vouch } from './verification/vouch.ts';

export type { CheckFacts } from './captcha/read-check.ts';
export type { ShieldDeps, ShieldParts } from './deps.ts';
export type { NewDeviceCode } from './device-code/device-code.ts';
export { makeShieldRoutes } from './endpoints.ts';
export { callerSubjects } from './risk/subject.ts';
export { addressKey } from './rules.ts';
export type { VerifiedToken } from './verification/read-verified.ts';

/** The operations that other modules call. */
const OPERATIONS = {
  initCaptcha,
  spendCaptcha,
  carriesCheck,
  reportFailure,
  isSuspect,
  countOpenCall,
  spendTicket,
  readCheck,
  openVerification,
  checkCode,
  readVerified,
  vouch,
  openDeviceCode,
  pollDeviceCode,
  deviceRequest,
  decideDevice,
};

export interface ShieldService extends Bound<typeof OPERATIONS> {
  /** Whether this installation asks for human checks at all. */
  readonly asksForChecks: boolean;
}

/** @param deps.mode  default `auto` */
export function makeShieldParts(deps: ShieldDeps): ShieldParts {
  return {
    ...deps,
    mode: deps.mode ?? 'auto',
    provider: deps.provider ? makeProvider(deps.provider) : null,
    failures: makeFailureLedger(FAILURE_WINDOW_SECONDS * SECOND_MS, FAILURES_REPORTED_AT),
  };
}

export function makeShieldService(parts: ShieldParts): ShieldService {
  return { ...bindParts(parts, OPERATIONS), asksForChecks: parts.mode !== 'never' };
}
