/**
 * The shield: captcha tokens, codes that prove an address, budgets. Face, maker and routes; knows no other room.
 */
import type { ShieldDeps } from './deps.ts';
import type { ShieldService } from './face.ts';
import { checkCode } from './ops/check-code.ts';
import { initCaptcha } from './ops/init-captcha.ts';
import { openVerification } from './ops/open-verification.ts';
import { readVerified } from './ops/read-verified.ts';
import { spendCaptcha } from './ops/spend-captcha.ts';

export type { ShieldDeps } from './deps.ts';
export type { ShieldService, VerifiedToken } from './face.ts';
export { makeShieldRoutes } from './http.ts';

export function makeShieldService(deps: ShieldDeps): ShieldService {
  return {
    initCaptcha: (input, call) => initCaptcha(deps, input, call),
    spendCaptcha: (input, call) => spendCaptcha(deps, input, call),
    openVerification: (input, call) => openVerification(deps, input, call),
    checkCode: (input) => checkCode(deps, input),
    readVerified: (input) => readVerified(deps, input),
  };
}
