import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#worker/platform/request.ts';
import { DEVICE, PASSWORD } from '../auth-fixture.ts';
import { makeSettingsRoom, refusal, type SettingsRoom } from './settings-fixture.ts';

let room: SettingsRoom;
beforeEach(async () => {
  room = await makeSettingsRoom();
});

describe('showing the password once more', () => {
  it('gives a token for this session alone', async () => {
    const one = await room.enter();
    const token = await room.sudo(one.caller);
    await room.auth.readSudo(token, one.caller);
    const two = await room.enter();
    const bob = await room.enter('bob@example.com');
    for (const caller of [two.caller, bob.caller])
      expect(await refusal(room.auth.readSudo(token, caller))).toBe('sudo_required');
    expect(await refusal(room.auth.readSudo('', one.caller))).toBe('sudo_required');
    room.time.nowMs += 600_000;
    expect(await refusal(room.auth.readSudo(token, one.caller))).toBe('sudo_required');
  });

  it('counts wrong ones in the window of sign-in, and a right one forgets them', async () => {
    const { caller } = await room.enter();
    for (let i = 0; i < 9; i++) expect(await refusal(room.sudo(caller, 'not it'))).toBe('wrong_password');
    await room.sudo(caller);
    for (let i = 0; i < 10; i++) expect(await refusal(room.sudo(caller, 'not it'))).toBe('wrong_password');
    expect(await refusal(room.sudo(caller))).toBe('too_many_attempts');
    expect(await refusal(room.signIn())).toBe('too_many_attempts');
  });

  it('lets a hundred guesses at once through no more than the limit', async () => {
    const { caller } = await room.enter();
    room.spent.argon2 = 0;
    const told = await Promise.all(Array.from({ length: 100 }, () => refusal(room.sudo(caller, 'not it'))));
    expect([told.filter((word) => word === 'wrong_password').length, room.spent.argon2]).toEqual([10, 10]);
  });

  it('is refused to a session that is over, without looking at the password', async () => {
    const { tokens, caller } = await room.enter();
    await room.auth.signOut({ token: tokens.access_token }, room.call());
    room.spent.argon2 = 0;
    expect([await refusal(room.sudo(caller)), room.spent.argon2]).toEqual(['session_ended', 0]);
  });
});

describe('another password', () => {
  const change = (caller: Caller, newPassword: string, more: { password?: string; sudoToken?: string } = {}) =>
    room.auth.changePassword(
      { password: more.sudoToken ? '' : PASSWORD, sudoToken: '', captchaToken: '', newPassword, ...more },
      caller,
      room.call(),
    );

  it('keeps this session with new tokens and ends the others', async () => {
    const mine = await room.enter();
    const other = await room.enter();
    const heard = await room.listen(mine.caller.userId);
    const next = await change(mine.caller, 'another password');
    const caller = await room.bearer(next.tokens.access_token);
    expect(caller.familyId).toBe(mine.caller.familyId);
    expect((await room.auth.profile(caller)).status).toBe('ACTIVE');
    await room.auth.refresh({ clientId: 'cli', refreshToken: next.tokens.refresh_token }, room.call());
    for (const { tokens } of [mine, other])
      expect(
        await refusal(room.auth.refresh({ clientId: 'cli', refreshToken: tokens.refresh_token }, room.call())),
      ).toBe('session_ended');
    expect(heard.find((item) => item.event === 'auth.sessions-ended')?.payload).toMatchObject({
      familyId: null,
      minEpoch: 2,
    });
    expect(room.letters.at(-1)).toMatchObject({ kind: 'password-changed', to: 'alice@example.com' });
    expect(await refusal(room.signIn())).toBe('invalid_account_or_password');
    await room.signIn({ password: 'another password' });
  });

  it('takes the token of the old one in its place, once: it dies with it', async () => {
    const { caller } = await room.enter();
    const sudoToken = await room.sudo(caller);
    const next = await change(caller, 'another password', { sudoToken });
    const later = await room.bearer(next.tokens.access_token);
    expect(await refusal(change(later, 'a third password', { sudoToken }))).toBe('sudo_required');
  });

  it.each([
    ['short', 'too_short'],
    ['alice@example.com', 'is_address'],
  ])('refuses %j', async (password, reason) => {
    const { caller } = await room.enter();
    room.spent.argon2 = 0;
    expect([await refusal(change(caller, password)), room.spent.argon2]).toEqual([reason, 0]);
  });

  it('refuses whoever does not know the old one', async () => {
    const { caller } = await room.enter();
    expect(await refusal(change(caller, 'another password', { password: 'not it' }))).toBe('wrong_password');
    await room.signIn();
  });
});

describe('devices', () => {
  const LAPTOP = 'a'.repeat(32);
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('are listed with their names, the current one marked', async () => {
    const { caller } = await room.enter();
    await room.signIn({}, { deviceId: LAPTOP, userAgent: FIREFOX });
    const devices = await room.auth.devices(caller);
    const told = devices.map(({ deviceId, name, isCurrent }) => [deviceId, name, isCurrent]);
    expect(told.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      [DEVICE, '', true],
      [LAPTOP, 'Firefox · Linux', false],
    ]);
  });

  it('revoked, have no session left anywhere', async () => {
    const { caller } = await room.enter();
    const laptop = await room.enter('alice@example.com', LAPTOP);
    const heard = await room.listen(caller.userId);
    await room.auth.revokeDevice(LAPTOP, caller);
    expect(
      heard.filter((item) => item.event === 'auth.sessions-ended').map((item) => item.payload['familyId']),
    ).toEqual([laptop.caller.familyId]);
    expect(await refusal(room.auth.profile(laptop.caller))).toBe('session_ended');
    expect((await room.auth.devices(caller)).map((device) => device.deviceId)).toEqual([DEVICE]);
    expect(await refusal(room.auth.revokeDevice(LAPTOP, caller))).toBe('no_such_device');
    // No name is no device: it must not mean all of them.
    expect(await refusal(room.auth.revokeDevice('', caller))).toBe('no_such_device');
    await room.auth.profile(caller);
  });

  it('are not answered before the serving objects know', async () => {
    const { caller } = await room.enter();
    await room.enter('alice@example.com', LAPTOP);
    await room.listen(caller.userId, () => false);
    expect(await refusal(room.auth.revokeDevice(LAPTOP, caller))).toBe('sign_out_pending');
  });

  it('of somebody else cannot be revoked', async () => {
    await room.enter('alice@example.com', LAPTOP);
    const bob = await room.enter('bob@example.com');
    expect(await refusal(room.auth.revokeDevice(LAPTOP, bob.caller))).toBe('no_such_device');
  });

  it('but this one can all be signed out at once', async () => {
    const mine = await room.enter();
    const others = [await room.enter(), await room.enter('alice@example.com', LAPTOP)];
    await room.auth.endOthers(mine.caller);
    await room.auth.profile(mine.caller);
    for (const { caller } of others) expect(await refusal(room.auth.profile(caller))).toBe('session_ended');
  });

  it('never seen before are news, the first one is not; the words of the client are in no letter', async () => {
    const { caller } = await room.enter();
    const heard = await room.listen(caller.userId);
    await room.signIn({}, { deviceId: LAPTOP, userAgent: FIREFOX, deviceName: 'Call +1 555 0100' });
    await room.signIn({}, { deviceId: LAPTOP });
    await room.accounts.getByName(caller.userId).tellEnds();
    expect(heard.filter((item) => item.event === 'auth.new-device').map((item) => item.payload)).toEqual([
      expect.objectContaining({ userId: caller.userId, agent: 'Firefox · Linux', locale: 'en-US' }),
    ]);
    expect(JSON.stringify(heard)).not.toContain('0100');
  });
});
