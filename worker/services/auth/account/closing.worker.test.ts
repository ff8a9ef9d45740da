import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf, makeSettingsRoom, refusal, type SettingsRoom } from './settings-fixture.ts';

let room: SettingsRoom;
beforeEach(async () => {
  room = await makeSettingsRoom();
});

describe('a locked account', () => {
  it('lets nobody in, ends every session, and opens by a reset', async () => {
    const { tokens, caller } = await room.enter();
    const heard = await room.listen(caller.userId);
    await room.auth.freeze({ sudoToken: await room.sudo(caller) }, caller, room.call());
    expect(heard.map((item) => item.event)).toContain('auth.sessions-ended');
    expect(await refusal(room.auth.profile(caller))).toBe('session_ended');
    expect(await refusal(room.auth.refresh({ clientId: 'cli', refreshToken: tokens.refresh_token }, room.call()))).toBe(
      'session_ended',
    );
    expect((await errorOf(room.signIn()))?.errorName).toBe('cannot_unlock');
    expect((await errorOf(room.signIn({ password: 'not it' })))?.errorName).toBe('invalid_account_or_password');
    expect(room.letters.at(-1)).toMatchObject({ kind: 'account-frozen', to: 'alice@example.com' });
    await room.reset('alice@example.com', 'a new password');
    await room.signIn({ password: 'a new password' });
  });

  it('is locked by whoever knows the password alone', async () => {
    const { caller } = await room.enter();
    expect(await refusal(room.auth.freeze({ sudoToken: '' }, caller, room.call()))).toBe('sudo_required');
    expect(await refusal(room.auth.close({ sudoToken: '' }, caller, room.call()))).toBe('sudo_required');
    await room.auth.profile(caller);
  });
});

describe('a closing account', () => {
  const DAY = 86_400_000;
  async function closing() {
    const who = await room.enter();
    const heard = await room.listen(who.caller.userId);
    const { endsMs } = await room.auth.close({ sudoToken: await room.sudo(who.caller) }, who.caller, room.call());
    return { ...who, heard, endsMs };
  }
  const unlockToken = async () => {
    const error = await errorOf(room.signIn());
    expect(error?.errorName).toBe('account_freeze');
    return error?.detail?.metadata?.['unlock_token'] ?? '';
  };

  it('ends every session and tells the day', async () => {
    const { caller, endsMs, heard } = await closing();
    expect(Math.abs(endsMs - Date.now() - 7 * DAY)).toBeLessThan(DAY);
    expect(heard.map((item) => item.event)).toContain('auth.sessions-ended');
    expect(await refusal(room.auth.profile(caller))).toBe('session_ended');
    expect(room.letters.at(-1)).toMatchObject({ kind: 'account-closing', to: 'alice@example.com' });
    expect((await errorOf(room.signIn()))?.detail?.metadata?.['ends_at']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect((await errorOf(room.signIn({ password: 'not it' })))?.errorName).toBe('invalid_account_or_password');
  });

  it('is taken back by the token that the right password gave, once, on this device', async () => {
    const { caller } = await closing();
    const token = await unlockToken();
    const elsewhere = room.call({ deviceId: 'b'.repeat(32) });
    expect(await refusal(room.auth.unlock({ clientId: 'cli', unlockToken: token }, elsewhere))).toBe(
      'unlock_token_over',
    );
    expect(await refusal(room.auth.unlock({ clientId: 'web', unlockToken: token }, room.call()))).toBe(
      'unlock_token_over',
    );
    const { tokens } = await room.auth.unlock({ clientId: 'cli', unlockToken: token }, room.call());
    expect((await room.auth.profile(await room.bearer(tokens.access_token))).status).toBe('ACTIVE');
    expect(await refusal(room.auth.unlock({ clientId: 'cli', unlockToken: token }, room.call()))).toBe(
      'unlock_token_over',
    );
    // The day passes: nothing is erased.
    await room.ringAt(caller.userId, Date.now() + 8 * DAY);
    await room.signIn();
  });

  it('does not open for a token of an earlier closing', async () => {
    await closing();
    const token = await unlockToken();
    const second = await room.auth.unlock({ clientId: 'cli', unlockToken: await unlockToken() }, room.call());
    const caller = await room.bearer(second.tokens.access_token);
    await room.auth.close({ sudoToken: await room.sudo(caller) }, caller, room.call());
    expect(await refusal(room.auth.unlock({ clientId: 'cli', unlockToken: token }, room.call()))).toBe(
      'unlock_token_over',
    );
  });

  it('is erased by the alarm when its day has come, and not before', async () => {
    const { caller, heard, endsMs } = await closing();
    const stub = room.accounts.getByName(caller.userId);
    await room.ringAt(caller.userId, endsMs - 1);
    expect(await unlockToken()).not.toBe('');
    expect(heard.map((item) => item.event)).not.toContain('auth.account-closed');
    await room.ringAt(caller.userId, endsMs);
    await stub.tellEnds();
    expect(heard.filter((item) => item.event === 'auth.account-closed').map((item) => item.payload)).toEqual([
      { userId: caller.userId },
    ]);
    const kept = await runInDurableObject(stub, (_object, state) =>
      JSON.stringify([
        state.storage.sql.exec('SELECT * FROM account').toArray(),
        state.storage.sql.exec('SELECT * FROM families').toArray(),
        state.storage.sql.exec('SELECT * FROM devices').toArray(),
      ]),
    );
    expect(kept).toContain('CLOSED');
    expect(kept).not.toMatch(/alice|argon2|0123456789abcdef/i);
    expect(await stub.person()).toEqual({ ok: true, value: null });
    // As if nobody had ever had the address.
    expect((await errorOf(room.signIn()))?.errorName).toBe('invalid_account_or_password');
    const bob = await room.enter('bob@example.com');
    const token = await room.proof('alice@example.com', bob.caller);
    const input = { sudoToken: await room.sudo(bob.caller), address: 'alice@example.com', verificationToken: token };
    await room.auth.changeEmail(input, bob.caller, room.call());
    expect((await room.signIn()).tokens.sub).toBe(bob.caller.userId);
  });

  it('is not erased a moment after it was taken back', async () => {
    const { caller, endsMs } = await closing();
    await room.auth.unlock({ clientId: 'cli', unlockToken: await unlockToken() }, room.call());
    await room.ringAt(caller.userId, endsMs + 1);
    await room.signIn();
  });
});
