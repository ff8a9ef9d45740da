/** The person of an account. Reads create nothing. */

import { type Result, succeed } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { newHexId } from '#worker/platform/ids.ts';
import * as accounts from './account.store.ts';
import { type AccountCore, askAs, publishPersonChanged, type Session, type SessionCaller } from './account-core.ts';
import { isKnownDevice, languageOf } from './device.store.ts';
import { insertSession } from './session.store.ts';

export interface PersonData {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly avatar: string;
  readonly status: string;
  readonly premium: boolean;
  readonly createdMs: number;
  readonly passwordMs: number;
  /** A person whom a sign-in provider named may have none. */
  readonly hasPassword: boolean;
  readonly isNameOfFormer: boolean;
}

/** The address of an account was confirmed when it was set. */
export interface LetterBox {
  readonly email: string;
  readonly locale: Locale;
}

/** The fields of an account that leave its object: only those listed here. */
export function personOf(account: accounts.AccountRow): PersonData {
  const { name, email, phone, avatar, status, premium, createdMs, passwordMs, isNameOfFormer } = account;
  const hasPassword = account.password !== '';
  return { name, email, phone, avatar, status, premium, createdMs, passwordMs, hasPassword, isNameOfFormer };
}

/** Creates the account; an existing one stays unchanged. @returns `isEnded` for an erased one, and an id that gets none */
export function createAccount(
  core: AccountCore,
  account: accounts.NewAccount,
): Result<{ created: boolean; isEnded: boolean }> {
  return core.command((clockMs) => {
    const found = accounts.loadAccount(core.sql);
    if (!found) {
      accounts.insertAccount(core.sql, account);
      publishPersonChanged(core, clockMs);
    }
    return { created: !found, isEnded: found?.status === 'CLOSED' };
  });
}

/** A session for the samples of a new demo account. It records no device: the person's first sign-in is not one on a further device. */
export function openSampleSession(core: AccountCore, clientId: string, nowMs: number): Result<Session> {
  return core.command(() => {
    const epoch = accounts.loadAccount(core.sql)?.epoch ?? 0;
    const sessionId = newHexId();
    insertSession(core.sql, { sessionId, deviceId: '', clientId, parentId: '', isAssured: false, epoch, nowMs });
    return { sessionId, epoch, generation: 1, issuedMs: nowMs, scope: '' };
  });
}

/**
 * The time to make the account has ended. Without one, the id never gets one: it is stored as an erased account is, so that a later call
 * cannot make an account whose identifier is free. @returns false for an account, which stays as it is
 */
export function endUnmade(core: AccountCore): Result<boolean> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (account) return succeed(account.status === 'CLOSED');
  return core.command((clockMs) => {
    accounts.insertEndedAccount(core.sql, clockMs);
    return true;
  });
}

/** The person; null without an account. */
export function loadPerson(core: AccountCore): Result<PersonData | null> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (!account || account.status === 'CLOSED') return succeed(null);
  return succeed(personOf(account));
}

/** Where letters to the person go, and in which language; null without an account or address. */
export function loadLetterBox(core: AccountCore): Result<LetterBox | null> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (!account || account.status === 'CLOSED' || account.email === '') return succeed(null);
  return succeed({ email: account.email, locale: languageOf(core.sql) });
}

/** Facts that a code to the account's address depends on. @param deviceId  '' for none */
export function loadAddressee(
  core: AccountCore,
  deviceId: string,
): Result<{ isUser: boolean; isKnownDevice: boolean }> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (!account || account.status === 'CLOSED') return succeed({ isUser: false, isKnownDevice: false });
  return succeed({ isUser: true, isKnownDevice: deviceId !== '' && isKnownDevice(core.sql, deviceId) });
}

/** `loadPerson` for the person: the session must be active. */
export function ownPerson(core: AccountCore, caller: SessionCaller): Result<PersonData> {
  return askAs(core, caller, personOf);
}
