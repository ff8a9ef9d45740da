/**
 * Auth: people, passwords, tokens. Face, maker and routes; calls shield and mail, tells everyone on its right that sessions ended.
 */
import { FALLBACK_COUNTRY } from '#shared/country/model.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeArrivals } from './arrivals.ts';
import { CLIENTS } from './clients.ts';
import { makeCookieMemory } from './cookie-memory.ts';
import type { AuthDeps, AuthParts } from './deps.ts';
import type { AuthService } from './face.ts';
import { makeFactorOps } from './factor.ts';
import { hashGateLimits, makeHashGate } from './hash-gate.ts';
import { SESSION_COOKIE } from './keys.ts';
import { makeOAuthOps } from './oauth.ts';
import { signInByApi, signOutByApi, signUpByApi } from './ops/by-api.ts';
import { exportAccount } from './ops/export-account.ts';
import { pictureUrl } from './ops/picture-url.ts';
import { profile } from './ops/profile.ts';
import { refresh } from './ops/refresh.ts';
import { resetPassword } from './ops/reset.ts';
import { requireOperator, setOperator } from './ops/role.ts';
import { seedDemo } from './ops/seed-demo.ts';
import { signIn } from './ops/sign-in.ts';
import { signOut } from './ops/sign-out.ts';
import { signUp } from './ops/sign-up.ts';
import { grantByApi } from './ops/token-by-api.ts';
import { startVerification } from './ops/verification.ts';
import { verifyBearer, verifySessionCookie } from './ops/verify.ts';
import { verifyCode } from './ops/verify-code.ts';
import { makePasswords } from './password.ts';
import { makePeople } from './people.ts';
import { maskName } from './rules.ts';
import { makeSettingsOps } from './settings.ts';
import { makeTokens } from './tokens.ts';

export { readClients } from './clients.ts';
export type { AuthDeps } from './deps.ts';
export { readUserAgent } from './device.ts';
export type { AuthService, PublicPerson, StartedVerification, VerificationUsage } from './face.ts';
export { makeAuthRoutes } from './http.ts';
export type { AuthorizationInput, BrowserAuthorization } from './oauth.face.ts';
export { OPERATOR_SIGN_IN } from './ops/role.ts';
export { readPhone } from './phone.ts';
export { makePictureDoor } from './picture-door.ts';
export { formTarget } from './redirects.ts';
export { makeObjectEngine, makeServiceEngine } from './remote-hashing.ts';

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
