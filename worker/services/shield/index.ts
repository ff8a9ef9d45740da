/**
 * The shield: captcha tokens, the human check, codes that prove an address, budgets. Face, maker and routes; knows no other room.
 */
import { SECOND_MS } from '#shared/units.ts';
import { initCaptcha } from './captcha/init-captcha.ts';
import { makeChallenge } from './captcha/make-challenge.ts';
import { makeProvider } from './captcha/provider.ts';
import { solveCheck } from './captcha/solve-check.ts';
import { spendCaptcha } from './captcha/spend-captcha.ts';
import { verifyProviderToken } from './captcha/verify-provider-token.ts';
import type { ShieldDeps, ShieldParts } from './deps.ts';
import { makeDeviceCodes } from './device-code/device-code.ts';
import { CHECK_PURPOSE, FAILURE_WINDOW_SECONDS, FAILURES_TOLD_AT } from './keys.ts';
import { makeFailureLedger } from './risk/failures.ts';
import { isSuspect, reportFailure } from './risk/report-failure.ts';
import { readCheckClaims } from './rules.ts';
import type { ShieldService } from './service.ts';
import { checkCode } from './verification/check-code.ts';
import { openVerification } from './verification/open-verification.ts';
import { readVerified } from './verification/read-verified.ts';

export type { ShieldDeps } from './deps.ts';
export type { DeviceCodeFace } from './device-code/service.ts';
export { makeShieldRoutes } from './endpoints.ts';
export { whoCalls } from './risk/subject.ts';
export { addressKey } from './rules.ts';
export type { CheckFacts, ShieldService, VerifiedToken } from './service.ts';

export function makeShieldService(deps: ShieldDeps): ShieldService {
  const parts: ShieldParts = {
    ...deps,
    mode: deps.mode ?? 'auto',
    provider: deps.provider ? makeProvider(deps.provider) : null,
    failures: makeFailureLedger(FAILURE_WINDOW_SECONDS * SECOND_MS, FAILURES_TOLD_AT),
  };
  return {
    ...makeDeviceCodes(deps),
    initCaptcha: (input, call) => initCaptcha(parts, input, call),
    spendCaptcha: (input, call) => spendCaptcha(parts, input, call),
    reportFailure: (input, call) => reportFailure(parts, input, call),
    asksPeople: parts.mode !== 'never',
    isSuspect: (call) => isSuspect(parts, call),
    makeChallenge: (input, call) => makeChallenge(parts, input, call),
    solveCheck: (input, call) => solveCheck(parts, input, call),
    async readCheck(ticket) {
      const claims = readCheckClaims(await parts.keyring.verify(CHECK_PURPOSE, ticket), parts.clock.nowMs());
      if (!claims) return null;
      const config = parts.provider?.config;
      return {
        provider: config?.name ?? 'pow',
        siteKey: config?.siteKey ?? '',
        scriptUrl: config?.scriptUrl ?? '',
        bound: claims.jti,
      };
    },
    verifyProviderToken: (input, call) => verifyProviderToken(parts, input, call),
    openVerification: (input, call) => openVerification(deps, input, call),
    checkCode: (input) => checkCode(deps, input),
    readVerified: (input) => readVerified(deps, input),
  };
}
