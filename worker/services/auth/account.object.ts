/**
 * AccountObject: one person's credentials, sessions and attempts (named by the user id), or the attempts on
 * unknown identifiers. RPC methods over functions of one core; decisions are in rules.ts, SQL in store.ts.
 */

import { DAY_MS } from '#shared/units.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { ACCOUNT_MIGRATIONS } from './account.migrations.ts';
import * as addresses from './address/account-addresses.ts';
import * as attempts from './attempt/account-attempts.ts';
import * as closing from './closing/account-closing.ts';
import { dropUsedTokens } from './core/account.store.ts';
import * as core from './core/account-core.ts';
import * as people from './core/account-person.ts';
import { makeInFlight } from './core/in-flight.ts';
import { hasAging } from './core/session.store.ts';
import * as exported from './export/account-export.ts';
import * as factors from './factor/account-factors.ts';
import * as passkeys from './factor/account-passkeys.ts';
import * as favorites from './favorites/account-favorites.ts';
import { ATTEMPT_LIFETIME_MS, REFRESH_TTL_SECONDS } from './keys.ts';
import * as grants from './oauth/account-grants.ts';
import { dropCodes, hasCodes } from './oauth/store.ts';
import * as providers from './oidc/account-links.ts';
import * as making from './oidc/account-making.ts';
import * as operators from './operators/account-acts.ts';
import * as passwords from './password-change/account-password.ts';
import * as roles from './person/account-role.ts';
import * as persons from './person/account-settings.ts';
import * as devices from './session/account-devices.ts';
import * as sessions from './session/account-sessions.ts';
import * as signIns from './sign-in/account-sign-in.ts';
import * as signUps from './sign-up/account-sign-up.ts';

/** The parameters of a call without the core. */
type Call<F> = F extends (core: core.AccountCore, ...call: infer A) => unknown ? A : never;

export class AccountObject extends StoredObject {
  readonly #core: core.AccountCore = Object.assign(this.makeCore(), { inFlight: makeInFlight(ATTEMPT_LIFETIME_MS) });

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'AccountObject', ACCOUNT_MIGRATIONS);
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    core.endExpiredSessions(this.#core, nowMs - REFRESH_TTL_SECONDS * 1_000 - DAY_MS, nowMs);
    dropUsedTokens(this.sql, nowMs);
    dropCodes(this.sql, nowMs - DAY_MS);
    making.dropHalfMade(this.#core, nowMs);
    const settingsDue = closing.settingsAlarm(this.#core, nowMs);
    const agingDue = hasAging(this.sql) || hasCodes(this.sql) ? nowMs + DAY_MS : null;
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

  exportAccount(...call: Call<typeof exported.exportAccount>) {
    return exported.exportAccount(this.#core, ...call);
  }

  ownRole(...call: Call<typeof roles.ownRole>) {
    return roles.ownRole(this.#core, ...call);
  }

  setRole(...call: Call<typeof roles.setRole>) {
    return roles.setRole(this.#core, ...call);
  }

  beginAttempt(...call: Call<typeof attempts.beginAttempt>) {
    return attempts.beginAttempt(this.#core, ...call);
  }

  isCheckDue(...call: Call<typeof attempts.isCheckDue>) {
    return attempts.isCheckDue(this.#core, ...call);
  }

  endAttempt(...call: Call<typeof signIns.endAttempt>) {
    return signIns.endAttempt(this.#core, ...call);
  }

  returnAttempt(...call: Call<typeof attempts.returnAttempt>) {
    return attempts.returnAttempt(this.#core, ...call);
  }

  signUp(...call: Call<typeof signUps.signUp>) {
    return signUps.signUp(this.#core, ...call);
  }

  signInVerified(...call: Call<typeof signIns.signInVerified>) {
    return signIns.signInVerified(this.#core, ...call);
  }

  resetState(...call: Call<typeof passwords.resetState>) {
    return passwords.resetState(this.#core, ...call);
  }

  resetPassword(...call: Call<typeof passwords.resetPassword>) {
    return passwords.resetPassword(this.#core, ...call);
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

  confirmPassword(...call: Call<typeof attempts.confirmPassword>) {
    return attempts.confirmPassword(this.#core, ...call);
  }

  changePassword(...call: Call<typeof passwords.changePassword>) {
    return passwords.changePassword(this.#core, ...call);
  }

  rename(...call: Call<typeof persons.renamePerson>) {
    return persons.renamePerson(this.#core, ...call);
  }

  setPicture(...call: Call<typeof persons.setPicture>) {
    return persons.setPicture(this.#core, ...call);
  }

  picture(...call: Call<typeof persons.loadPicture>) {
    return persons.loadPicture(this.#core, ...call);
  }

  preferences(...call: Call<typeof persons.listPreferences>) {
    return persons.listPreferences(this.#core, ...call);
  }

  savePreferences(...call: Call<typeof persons.savePreferences>) {
    return persons.savePreferences(this.#core, ...call);
  }

  favorites(...call: Call<typeof favorites.listFavorites>) {
    return favorites.listFavorites(this.#core, ...call);
  }

  changeFavorites(...call: Call<typeof favorites.changeFavorites>) {
    return favorites.changeFavorites(this.#core, ...call);
  }

  devices(...call: Call<typeof devices.listDevices>) {
    return devices.listDevices(this.#core, ...call);
  }

  usesDevice(...call: Call<typeof devices.usesDevice>) {
    return devices.usesDevice(this.#core, ...call);
  }

  revokeDevice(...call: Call<typeof devices.revokeDevice>) {
    return devices.revokeDevice(this.#core, ...call);
  }

  endOthers(...call: Call<typeof devices.endOthers>) {
    return devices.endOthers(this.#core, ...call);
  }

  freeze(...call: Call<typeof closing.freezeAccount>) {
    return closing.freezeAccount(this.#core, ...call);
  }

  close(...call: Call<typeof closing.closeAccount>) {
    return closing.closeAccount(this.#core, ...call);
  }

  unlock(...call: Call<typeof closing.unlockAccount>) {
    return closing.unlockAccount(this.#core, ...call);
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
    return closing.closingEpoch(this.#core);
  }

  deliverEnds() {
    return core.deliverEnds(this.#core);
  }
}
