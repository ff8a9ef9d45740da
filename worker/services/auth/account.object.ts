/**
 * AccountObject: one person's credentials, sessions and attempts (named by the user id), or the attempts on
 * unknown identifiers. RPC methods over functions of one core; decisions are in rules.ts, SQL in store.ts.
 */

import { DAY_MS } from '#shared/units.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import * as addresses from './address/account-addresses.ts';
import * as settings from './closing/account-closing.ts';
import * as core from './core/account-core.ts';
import * as people from './core/account-person.ts';
import { makeInFlight } from './core/in-flight.ts';
import * as store from './core/session.store.ts';
import * as factors from './factor/account-factors.ts';
import * as passkeys from './factor/account-passkeys.ts';
import * as favorites from './favorites/account-favorites.ts';
import { ATTEMPT_LIFETIME_MS, REFRESH_TTL_SECONDS } from './keys.ts';
import * as grants from './oauth/account-grants.ts';
import { dropCodes, hasCodes } from './oauth/store.ts';
import * as providers from './oidc/account-links.ts';
import * as making from './oidc/account-making.ts';
import * as operators from './operators/account-acts.ts';
import * as sessions from './session/account-sessions.ts';

/** The parameters of a call without the core. */
type Call<F> = F extends (core: core.AccountCore, ...call: infer A) => unknown ? A : never;

export class AccountObject extends StoredObject {
  readonly #core: core.AccountCore = Object.assign(this.makeCore(), { inFlight: makeInFlight(ATTEMPT_LIFETIME_MS) });

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'AccountObject', store.ACCOUNT_MIGRATIONS);
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    core.endExpiredSessions(this.#core, nowMs - REFRESH_TTL_SECONDS * 1_000 - DAY_MS, nowMs);
    store.dropUsedTokens(this.sql, nowMs);
    dropCodes(this.sql, nowMs - DAY_MS);
    making.dropHalfMade(this.#core, nowMs);
    const settingsDue = settings.settingsAlarm(this.#core, nowMs);
    const agingDue = store.hasAging(this.sql) || hasCodes(this.sql) ? nowMs + DAY_MS : null;
    return settingsDue === null || agingDue === null ? (settingsDue ?? agingDue) : Math.min(settingsDue, agingDue);
  }

  create(...call: Call<typeof people.createAccount>) {
    return people.createAccount(this.#core, ...call);
  }

  endUnmade() {
    return people.endUnmade(this.#core);
  }

  person() {
    return people.loadPerson(this.#core);
  }

  letterBox() {
    return people.loadLetterBox(this.#core);
  }

  addressee(...call: Call<typeof people.loadAddressee>) {
    return people.loadAddressee(this.#core, ...call);
  }

  ownPerson(...call: Call<typeof people.ownPerson>) {
    return people.ownPerson(this.#core, ...call);
  }

  exportAccount(...call: Call<typeof people.exportAccount>) {
    return people.exportAccount(this.#core, ...call);
  }

  ownRole(...call: Call<typeof people.ownRole>) {
    return people.ownRole(this.#core, ...call);
  }

  setRole(...call: Call<typeof people.setRole>) {
    return people.setRole(this.#core, ...call);
  }

  beginAttempt(...call: Call<typeof sessions.beginAttempt>) {
    return sessions.beginAttempt(this.#core, ...call);
  }

  isCheckDue(...call: Call<typeof sessions.isCheckDue>) {
    return sessions.isCheckDue(this.#core, ...call);
  }

  endAttempt(...call: Call<typeof sessions.endAttempt>) {
    return sessions.endAttempt(this.#core, ...call);
  }

  returnAttempt(...call: Call<typeof sessions.returnAttempt>) {
    return sessions.returnAttempt(this.#core, ...call);
  }

  signUp(...call: Call<typeof sessions.signUp>) {
    return sessions.signUp(this.#core, ...call);
  }

  signInVerified(...call: Call<typeof sessions.signInVerified>) {
    return sessions.signInVerified(this.#core, ...call);
  }

  resetState(...call: Call<typeof sessions.resetState>) {
    return sessions.resetState(this.#core, ...call);
  }

  resetPassword(...call: Call<typeof sessions.resetPassword>) {
    return sessions.resetPassword(this.#core, ...call);
  }

  rotate(...call: Call<typeof sessions.rotateToken>) {
    return sessions.rotateToken(this.#core, ...call);
  }

  noteArrival(...call: Call<typeof sessions.noteArrival>) {
    return sessions.noteArrival(this.#core, ...call);
  }

  judgeCookie(...call: Call<typeof sessions.judgeSessionCookie>) {
    return sessions.judgeSessionCookie(this.#core, ...call);
  }

  endSession(...call: Call<typeof sessions.endSession>) {
    return sessions.endSession(this.#core, ...call);
  }

  passkeys(...call: Call<typeof passkeys.listPasskeys>) {
    return passkeys.listPasskeys(this.#core, ...call);
  }

  addPasskey(...call: Call<typeof passkeys.addPasskey>) {
    return passkeys.addPasskey(this.#core, ...call);
  }

  renamePasskey(...call: Call<typeof passkeys.renamePasskey>) {
    return passkeys.renamePasskey(this.#core, ...call);
  }

  removePasskey(...call: Call<typeof passkeys.removePasskey>) {
    return passkeys.removePasskey(this.#core, ...call);
  }

  passkeyOf(...call: Call<typeof passkeys.passkeyOf>) {
    return passkeys.passkeyOf(this.#core, ...call);
  }

  signInByPasskey(...call: Call<typeof passkeys.signInByPasskey>) {
    return passkeys.signInByPasskey(this.#core, ...call);
  }

  secondFactor() {
    return factors.loadSecondFactor(this.#core);
  }

  finishSignIn(...call: Call<typeof factors.finishSignIn>) {
    return factors.finishSignIn(this.#core, ...call);
  }

  twoFactor(...call: Call<typeof factors.loadTwoFactorState>) {
    return factors.loadTwoFactorState(this.#core, ...call);
  }

  enableTwoFactor(...call: Call<typeof factors.enableTwoFactor>) {
    return factors.enableTwoFactor(this.#core, ...call);
  }

  disableTwoFactor(...call: Call<typeof factors.disableTwoFactor>) {
    return factors.disableTwoFactor(this.#core, ...call);
  }

  renewRecoveryCodes(...call: Call<typeof factors.renewRecoveryCodes>) {
    return factors.renewRecoveryCodes(this.#core, ...call);
  }

  consentFacts(...call: Call<typeof grants.consentFacts>) {
    return grants.consentFacts(this.#core, ...call);
  }

  openCode(...call: Call<typeof grants.openCode>) {
    return grants.openCode(this.#core, ...call);
  }

  useCode(...call: Call<typeof grants.useCode>) {
    return grants.useCode(this.#core, ...call);
  }

  approver(...call: Call<typeof grants.approver>) {
    return grants.approver(this.#core, ...call);
  }

  openDeviceSession(...call: Call<typeof grants.openDeviceSession>) {
    return grants.openDeviceSession(this.#core, ...call);
  }

  narrowSession(...call: Call<typeof grants.narrowSession>) {
    return grants.narrowSession(this.#core, ...call);
  }

  isTokenActive(...call: Call<typeof grants.isTokenActive>) {
    return grants.isTokenActive(this.#core, ...call);
  }

  beginClaim(...call: Call<typeof addresses.beginClaim>) {
    return addresses.beginClaim(this.#core, ...call);
  }

  dropClaim(...call: Call<typeof addresses.dropAddressClaim>) {
    return addresses.dropAddressClaim(this.#core, ...call);
  }

  writeAddress(...call: Call<typeof addresses.writeAddress>) {
    return addresses.writeAddress(this.#core, ...call);
  }

  removePhone(...call: Call<typeof addresses.removePhone>) {
    return addresses.removePhone(this.#core, ...call);
  }

  beginUndo(...call: Call<typeof addresses.beginUndo>) {
    return addresses.beginUndo(this.#core, ...call);
  }

  writeUndo(...call: Call<typeof addresses.writeUndo>) {
    return addresses.writeUndo(this.#core, ...call);
  }

  confirmPassword(...call: Call<typeof settings.confirmPassword>) {
    return settings.confirmPassword(this.#core, ...call);
  }

  changePassword(...call: Call<typeof settings.changePassword>) {
    return settings.changePassword(this.#core, ...call);
  }

  rename(...call: Call<typeof settings.renamePerson>) {
    return settings.renamePerson(this.#core, ...call);
  }

  setPicture(...call: Call<typeof settings.setPicture>) {
    return settings.setPicture(this.#core, ...call);
  }

  picture(...call: Call<typeof settings.loadPicture>) {
    return settings.loadPicture(this.#core, ...call);
  }

  preferences(...call: Call<typeof settings.listPreferences>) {
    return settings.listPreferences(this.#core, ...call);
  }

  savePreferences(...call: Call<typeof settings.savePreferences>) {
    return settings.savePreferences(this.#core, ...call);
  }

  favorites(...call: Call<typeof favorites.listFavorites>) {
    return favorites.listFavorites(this.#core, ...call);
  }

  changeFavorites(...call: Call<typeof favorites.changeFavorites>) {
    return favorites.changeFavorites(this.#core, ...call);
  }

  devices(...call: Call<typeof settings.listDevices>) {
    return settings.listDevices(this.#core, ...call);
  }

  usesDevice(...call: Call<typeof settings.usesDevice>) {
    return settings.usesDevice(this.#core, ...call);
  }

  revokeDevice(...call: Call<typeof settings.revokeDevice>) {
    return settings.revokeDevice(this.#core, ...call);
  }

  endOthers(...call: Call<typeof settings.endOthers>) {
    return settings.endOthers(this.#core, ...call);
  }

  freeze(...call: Call<typeof settings.freezeAccount>) {
    return settings.freezeAccount(this.#core, ...call);
  }

  close(...call: Call<typeof settings.closeAccount>) {
    return settings.closeAccount(this.#core, ...call);
  }

  unlock(...call: Call<typeof settings.unlockAccount>) {
    return settings.unlockAccount(this.#core, ...call);
  }

  providerLinks(...call: Call<typeof providers.listLinks>) {
    return providers.listLinks(this.#core, ...call);
  }

  beginLink(...call: Call<typeof providers.beginLink>) {
    return providers.beginLink(this.#core, ...call);
  }

  writeLink(...call: Call<typeof providers.writeLink>) {
    return providers.writeLink(this.#core, ...call);
  }

  makeLinkedAccount(...call: Call<typeof making.makeLinkedAccount>) {
    return making.makeLinkedAccount(this.#core, ...call);
  }

  yieldToPerson(...call: Call<typeof making.yieldToPerson>) {
    return making.yieldToPerson(this.#core, ...call);
  }

  openLinkedAccount(...call: Call<typeof making.openLinkedAccount>) {
    return making.openLinkedAccount(this.#core, ...call);
  }

  signInByProvider(...call: Call<typeof providers.signInByProvider>) {
    return providers.signInByProvider(this.#core, ...call);
  }

  removeLink(...call: Call<typeof providers.removeLink>) {
    return providers.removeLink(this.#core, ...call);
  }

  listedPerson() {
    return operators.listedPerson(this.#core);
  }

  deskAccount() {
    return operators.deskAccount(this.#core);
  }

  block(...call: Call<typeof operators.blockAccount>) {
    return operators.blockAccount(this.#core, ...call);
  }

  unblock(...call: Call<typeof operators.unblockAccount>) {
    return operators.unblockAccount(this.#core, ...call);
  }

  signOutEverywhere() {
    return operators.signOutEverywhere(this.#core);
  }

  endRecoveredSessions() {
    return operators.endRecoveredSessions(this.#core);
  }

  demandReset(...call: Call<typeof operators.demandReset>) {
    return operators.demandReset(this.#core, ...call);
  }

  deleteLater(...call: Call<typeof operators.deleteLater>) {
    return operators.deleteLater(this.#core, ...call);
  }

  keep() {
    return operators.keepAccount(this.#core);
  }

  closingEpoch() {
    return settings.closingEpoch(this.#core);
  }

  deliverEnds() {
    return core.deliverEnds(this.#core);
  }
}
