/**
 * The shield: captcha tokens, the human check, codes that prove an address, budgets. Face, maker and routes; knows no other room.
 */
import { SECOND_MS } from '#shared/units.ts';
import type { ShieldDeps, ShieldParts } from './deps.ts';
import { makeDeviceCodes } from './device-code.ts';
import type { ShieldService } from './face.ts';
import { makeFailureLedger } from './failures.ts';
import { CHECK_PURPOSE, FAILURE_WINDOW_SECONDS, FAILURES_TOLD_AT } from './keys.ts';
import { checkCode } from './ops/check-code.ts';
import { initCaptcha } from './ops/init-captcha.ts';
import { makeChallenge } from './ops/make-challenge.ts';
import { openVerification } from './ops/open-verification.ts';
import { readVerified } from './ops/read-verified.ts';
import { isSuspect, reportFailure } from './ops/report-failure.ts';
import { solveCheck } from './ops/solve-check.ts';
import { spendCaptcha } from './ops/spend-captcha.ts';
import { verifyProviderToken } from './ops/verify-provider-token.ts';
import { makeProvider } from './provider.ts';
import { readCheckClaims } from './rules.ts';

export type { ShieldDeps } from './deps.ts';
export type { DeviceCodeFace } from './device-code.face.ts';
export type { CheckFacts, ShieldService, VerifiedToken } from './face.ts';
export { makeShieldRoutes } from './http.ts';
export { addressKey } from './rules.ts';
export { whoCalls } from './who.ts';

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
