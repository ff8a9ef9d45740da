/**
 * Auth: people, passwords, sessions, tokens. Calls shield and mail; publishes events to every feature on its right.
 */
import { FALLBACK_COUNTRY } from '#shared/country/model.ts';
import { type Bound, bindParts } from '#worker/platform/bound.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { changeAddress, removePhone } from './address/change-address.ts';
import { undoEmail } from './address/undo-email.ts';
import { startVerification } from './address/verification.ts';
import { verifyCode } from './address/verify-code.ts';
import { appPasswords, endAppPassword, makeAppPassword } from './app-password/app-passwords.ts';
import { endProgram, noteProgramUse, programCaller, refuseProgram } from './app-password/program-caller.ts';
import { decideProgramLogin, pollProgramLogin, programLogin, startProgramLogin } from './app-password/program-login.ts';
import { sudo } from './attempt/sudo.ts';
import { CLIENTS } from './client/clients.ts';
import { close, freeze, unlock } from './closing/end-account.ts';
import { seedDemo } from './console/seed-demo.ts';
import { accountOf } from './core/account-part.ts';
import type { AuthDeps, AuthParts } from './deps.ts';
import { exportAccount } from './export/export-account.ts';
import { addPasskey, passkeyOptions } from './factor/add-passkey.ts';
import { disableTwoFactor } from './factor/disable-two-factor.ts';
import { enableTwoFactor } from './factor/enable-two-factor.ts';
import { passkeySignInOptions, signInByPasskey } from './factor/passkey-sign-in.ts';
import { passkeys, removePasskey, renamePasskey } from './factor/passkeys.ts';
import { renewRecoveryCodes } from './factor/renew-recovery-codes.ts';
import { resumeSetup, setUpTwoFactor, twoFactor } from './factor/set-up-two-factor.ts';
import { addFavoriteLink, changeFavoriteLink, favoriteLinks } from './favorites/favorites.ts';
import { firstSteps } from './first-steps/first-steps.ts';
import { hashGateLimits, makeHashGate } from './hashing/hash-gate.ts';
import { claimInvitationCode, forgetInvitationCode, inviterOf } from './identifier/invitation-code.ts';
import { answerAuthorization, consentAccount, readAuthorization } from './oauth/authorize.ts';
import { decideDevice, deviceRequest } from './oauth/device-grant.ts';
import { finishProviderFlow } from './oidc/finish-flow.ts';
import { beginProviderLink, beginProviderSignIn, readProviderFlow, signInProviders } from './oidc/flow.ts';
import { makeProviderAccount } from './oidc/make-account.ts';
import { providerLinks, removeProviderLink } from './oidc/provider-links.ts';
import {
  blockPerson,
  deletePerson,
  deskAccount,
  keepPerson,
  listedPerson,
  personActedOn,
  personOfObject,
  signOutPerson,
  unblockPerson,
} from './operators/acts.ts';
import {
  answerRemoval,
  askedDeskAct,
  beginDeskAct,
  confirmDeskAct,
  endDeskAct,
  prepareDeskAct,
  seenRemoval,
} from './operators/desk-acts.ts';
import { givenLink, givenLinks, linkOfAccount, storeLink, withdrawLink } from './operators/given-links.ts';
import { isLinkOpen, sameSignUpLink, signUpLink } from './operators/person-links.ts';
import { checkPassword } from './password/check-password.ts';
import { makePasswords } from './password/password.ts';
import { changePassword } from './password-change/change-password.ts';
import { resetPassword } from './password-change/reset.ts';
import { ownPerson } from './person/own-person.ts';
import { emailOf, letterBoxOf, makePeople, publicPerson } from './person/people.ts';
import { removePicture, setPicture } from './person/picture.ts';
import { writePreferences } from './person/preferences.ts';
import { profile, rename, visitor } from './person/profile.ts';
import { proposedName, requirePublicName } from './person/public-name.ts';
import { findPerson, requireConsole, requireOperator, setRole } from './person/role.ts';
import { makeProviderClient } from './provider/provider-client.ts';
import { devices, endOthers, revokeDevice, usesDevice } from './session/devices.ts';
import type { sessionPart } from './session/part.ts';
import { signOut } from './session/sign-out.ts';
import { verifyBearer, verifySessionCookie } from './session/verify.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInNeedsCheck } from './sign-in/sign-in-check.ts';
import { signUp } from './sign-up/sign-up.ts';
import { requireSignUp, signUpRules } from './sign-up/sign-up-rules.ts';
import { makeCookieMemory } from './token/cookie-memory.ts';
import { makeProgramMemory } from './token/program-memory.ts';
import { makeArrivals } from './token/token-receipts.ts';
import { makeTokens } from './token/tokens.ts';

export type { StartedVerification, VerificationUsage } from './address/verification.ts';
export { readClients } from './client/clients.ts';
export { programOrigins } from './client/program-origins.ts';
export { formTarget } from './client/redirects.ts';
export { makePersonConsole } from './console/internal.ts';
export { readDemoPeople } from './console/seed-demo.ts';
export { readUserAgent } from './core/device.ts';
export type { AuthDeps, AuthParts } from './deps.ts';
export type { GivenLink, PersonLink } from './directory/given-links.store.ts';
export { makeAuthRoutes } from './endpoints.ts';
export { PASSKEYS_NEED_NAME } from './factor/webauthn.ts';
export { readPhone } from './identifier/phone.ts';
export type { AuthorizationInput, BrowserAuthorization } from './oauth/authorize.ts';
export { clearedFlowCookie, isOwnAnswer, type ProviderFlow } from './oidc/flow.ts';
export type { DeskAccount, ListedPerson } from './operators/account-acts.ts';
export type { HandedLink, PreparedAct } from './operators/desk-acts.ts';
export type { PastLink } from './operators/given-links.ts';
export { makeObjectEngine, makeServiceEngine } from './password/remote-hashing.ts';
export type { PublicPerson } from './person/people.ts';
export { makePictureRoutes } from './person/picture-endpoint.ts';
export { OPERATOR_SIGN_IN } from './person/role.ts';

/** The operations that other modules call. */
const OPERATIONS = {
  checkPassword,
  verifyBearer,
  verifySessionCookie,
  signIn,
  signInNeedsCheck,
  signUp,
  signUpRules,
  requireSignUp,
  signOut,
  startVerification,
  verifyCode,
  resetPassword,
  sudo,
  profile,
  firstSteps,
  visitor,
  writePreferences,
  rename,
  setPicture,
  removePicture,
  changePassword,
  changeAddress,
  removePhone,
  undoEmail,
  devices,
  revokeDevice,
  endOthers,
  freeze,
  close,
  unlock,
  twoFactor,
  setUpTwoFactor,
  resumeSetup,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  passkeys,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  appPasswords,
  makeAppPassword,
  endAppPassword,
  programCaller,
  startProgramLogin,
  programLogin,
  decideProgramLogin,
  pollProgramLogin,
  refuseProgram,
  endProgram,
  noteProgramUse,
  passkeySignInOptions,
  signInByPasskey,
  signInProviders,
  beginProviderSignIn,
  beginProviderLink,
  readProviderFlow,
  finishProviderFlow,
  makeProviderAccount,
  providerLinks,
  removeProviderLink,
  readAuthorization,
  consentAccount,
  answerAuthorization,
  deviceRequest,
  decideDevice,
  favoriteLinks,
  addFavoriteLink,
  changeFavoriteLink,
  exportAccount,
  ownPerson,
  claimInvitationCode,
  inviterOf,
  forgetInvitationCode,
  usesDevice,
  publicPerson,
  proposedName,
  requirePublicName,
  emailOf,
  letterBoxOf,
  findPerson,
  requireOperator,
  requireConsole,
  setRole,
  deskAccount,
  listedPerson,
  personActedOn,
  personOfObject,
  blockPerson,
  unblockPerson,
  signOutPerson,
  prepareDeskAct,
  beginDeskAct,
  askedDeskAct,
  confirmDeskAct,
  endDeskAct,
  seenRemoval,
  answerRemoval,
  deletePerson,
  keepPerson,
  signUpLink,
  sameSignUpLink,
  isLinkOpen,
  storeLink,
  givenLinks,
  givenLink,
  withdrawLink,
  linkOfAccount,
  seedDemo,
};

/** Of outgoing requests. */
const NO_EXCEPTIONS = { allowed: new Set<string>(), ports: new Set<string>() };

export interface AuthService extends Bound<typeof OPERATIONS> {}

export function makeAuthParts({ signInProviders: providers, ...deps }: AuthDeps): AuthParts {
  const clock = deps.clock ?? systemClock;
  const { appOrigin } = deps;
  const none = { providers: [], secrets: new Map<string, string>(), outgoing: NO_EXCEPTIONS };
  return {
    ...deps,
    providers: makeProviderClient({ ...(providers ?? none), appOrigin, clock }),
    clients: deps.clients ?? CLIENTS,
    clock,
    passwords: deps.passwords ?? makePasswords(deps.keyring, deps.hashEngine),
    hashing: deps.hashing ?? makeHashGate(clock, hashGateLimits(deps.limits)),
    tokens: makeTokens(deps.jwtPrivateJwk, deps.appOrigin),
    people: makePeople(deps.accounts, clock),
    arrivals: makeArrivals(
      (userId, arrival) => accountOf<typeof sessionPart>(deps, userId).recordArrival(arrival),
      deps.later,
    ),
    cookies: makeCookieMemory(),
    programs: makeProgramMemory(),
    defaultCountry: deps.defaultCountry ?? FALLBACK_COUNTRY,
  };
}

export function makeAuthService(parts: AuthParts): AuthService {
  return bindParts(parts, OPERATIONS);
}
