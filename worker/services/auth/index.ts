/**
 * Auth: people, passwords, tokens. Face, maker and routes; calls shield and mail, tells everyone on its right that sessions ended.
 */
import { FALLBACK_COUNTRY } from '#shared/country/model.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { exportAccount } from './account/export-account.ts';
import { makeSettingsOps } from './account/operations.ts';
import { makePeople } from './account/people.ts';
import { pictureUrl } from './account/picture-url.ts';
import { profile } from './account/profile.ts';
import { requireOperator, setOperator } from './account/role.ts';
import { seedDemo } from './account/seed-demo.ts';
import { startVerification } from './address/verification.ts';
import { verifyCode } from './address/verify-code.ts';
import type { AuthDeps, AuthParts } from './deps.ts';
import { makeFactorOps } from './factor/operations.ts';
import { SESSION_COOKIE } from './keys.ts';
import { CLIENTS } from './oauth/clients.ts';
import { makeOAuthOps } from './oauth/operations.ts';
import { grantByApi } from './oauth/token-by-api.ts';
import { hashGateLimits, makeHashGate } from './password/hash-gate.ts';
import { makePasswords } from './password/password.ts';
import type { AuthService } from './service.ts';
import { signInByApi, signOutByApi, signUpByApi } from './session/by-api.ts';
import { makeCookieMemory } from './session/cookie-memory.ts';
import { refresh } from './session/refresh.ts';
import { resetPassword } from './session/reset.ts';
import { maskName } from './session/rules.ts';
import { signIn } from './session/sign-in.ts';
import { signOut } from './session/sign-out.ts';
import { signUp } from './session/sign-up.ts';
import { makeArrivals } from './session/token-receipts.ts';
import { makeTokens } from './session/tokens.ts';
import { verifyBearer, verifySessionCookie } from './session/verify.ts';

export { makePictureDoor } from './account/picture-endpoint.ts';
export { OPERATOR_SIGN_IN } from './account/role.ts';
export { readPhone } from './address/phone.ts';
export type { AuthDeps } from './deps.ts';
export { readUserAgent } from './device/device.ts';
export { makeAuthRoutes } from './endpoints.ts';
export { readClients } from './oauth/clients.ts';
export { formTarget } from './oauth/redirects.ts';
export type { AuthorizationInput, BrowserAuthorization } from './oauth/service.ts';
export { makeObjectEngine, makeServiceEngine } from './password/remote-hashing.ts';
export type { AuthService, PublicPerson, StartedVerification, VerificationUsage } from './service.ts';

export function makeAuthService(deps: AuthDeps): AuthService {
  const clock = deps.clock ?? systemClock;
  const parts: AuthParts = {
    ...deps,
    clients: deps.clients ?? CLIENTS,
    clock,
    passwords: deps.passwords ?? makePasswords(deps.keyring, deps.hashEngine),
    hashing: deps.hashing ?? makeHashGate(clock, hashGateLimits(deps.limits)),
    tokens: makeTokens(deps.jwtPrivateJwk, deps.appOrigin),
    people: makePeople(deps.accounts, clock),
    arrivals: makeArrivals(deps.accounts, deps.later),
    cookies: makeCookieMemory(),
  };
  return {
    ...makeFactorOps(parts),
    ...makeOAuthOps(parts),
    ...makeSettingsOps(parts),
    verifyBearer: (token, nowMs) => verifyBearer(parts, token, nowMs),
    verifySessionCookie: (cookieHeader, nowMs, use) => verifySessionCookie(parts, cookieHeader, nowMs, use),
    signIn: (input, call) => signIn(parts, input, call),
    startVerification: (input, call) => startVerification(parts, input, call),
    verifyCode: (input) => verifyCode(parts, input),
    signUp: (input, call) => signUp(parts, input, call),
    resetPassword: (input, call) => resetPassword(parts, input, call),
    refresh: (input, call) => refresh(parts, input, call),
    signOut: (input, call) => signOut(parts, input, call),
    signInByApi: (input, signs, call) => signInByApi(parts, input, signs, call),
    signUpByApi: (input, signs, call) => signUpByApi(parts, input, signs, call),
    tokenByApi: (input, signs, call) => grantByApi(parts, input, signs, call),
    signOutByApi: (input, signs, call) => signOutByApi(parts, input, signs, call),
    profile: (caller) => profile(parts, caller),
    exportAccount: (caller) => exportAccount(parts, caller),
    async publicPerson(userId) {
      const person = await parts.people.person(userId);
      return {
        userId,
        nickname: maskName(person?.name ?? ''),
        avatar: pictureUrl(parts, userId, person?.avatar ?? ''),
      };
    },
    isPremium: async (userId) => (await parts.people.person(userId))?.premium ?? false,
    requireOperator: (caller) => requireOperator(parts, caller),
    setOperator: (identifier, isOperator) => setOperator(parts, identifier, isOperator),
    seedDemo: (nowMs) => seedDemo(parts, nowMs),
    defaultCountry: deps.defaultCountry ?? FALLBACK_COUNTRY,
    sessionCookieName: SESSION_COOKIE,
  };
}
