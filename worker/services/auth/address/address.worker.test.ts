import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { digestOf } from '../identifier/holder.ts';
import {
  type Entered,
  errorOf,
  freshEmail,
  makeSettingsWorld,
  refusal,
  type SettingsWorld,
} from '../settings-fixture.ts';

const DAY = 86_400_000;

let world: SettingsWorld;
beforeEach(async () => {
  world = await makeSettingsWorld();
});

async function change(email: string, who: Entered, verificationToken?: string) {
  const { caller } = who;
  const input = {
    sudoToken: await world.sudo(caller),
    address: email,
    verificationToken: verificationToken ?? (await world.proof(email, caller)),
  };
  return world.auth.changeAddress('email', input, caller, world.call());
}
/** Out of the letter that was written last. */
const sentUndo = () => {
  const path = world.letters.at(-1)?.path ?? '';
  return path.slice(path.indexOf('=') + 1);
};
const undo = (undoToken: string) => world.auth.undoEmail({ undoToken });
const holderOf = async (username: string) => {
  const error = await errorOf(world.signIn({ username }));
  return error === null ? 'signs in' : error.errorName;
};

it('a changed e-mail signs in; the old one is released and gets a link to undo', async () => {
  const alice = await world.enter();
  await world.listen(alice.caller.userId);
  const email = freshEmail();
  expect((await change(email, alice)).email).toContain('@example.org');
  expect([await holderOf(email), await holderOf('alice@example.com')]).toEqual([
    'signs in',
    'invalid_account_or_password',
  ]);
  expect(world.letters.at(-1)).toMatchObject({ kind: 'email-changed', to: 'alice@example.com' });
  // The old address is free for another person.
  const bob = await world.enter('bob@example.com');
  await change('alice@example.com', bob);
  expect(await holderOf('alice@example.com')).toBe('signs in');
});

it('a name that was made from an address is proposed to strangers neither before nor after the address changed', async () => {
  const person = await world.enter();
  const proposed = async () => (await world.auth.proposedName(person.caller)).isOfAddress;
  await world.auth.rename({ name: 'alice' }, person.caller);
  expect(await proposed()).toBe(true);
  await change(freshEmail(), person);
  expect(await proposed()).toBe(true);
  await world.auth.rename({ name: 'Alice Meyer' }, person.caller);
  expect(await proposed()).toBe(false);
});

it('of two people who claim an e-mail at once one gets it', async () => {
  const [alice, bob] = [await world.enter(), await world.enter('bob@example.com')];
  const email = freshEmail();
  const told: string[] = [];
  const proofs: string[] = [];
  for (const who of [alice, bob]) {
    proofs.push(await world.proof(email, who.caller));
    world.time.nowMs += 61_000;
  }
  told.push(...(await Promise.all([alice, bob].map((who, i) => refusal(change(email, who, proofs[i]))))));
  expect(told.sort()).toEqual(['identifier_taken', 'no refusal']);
  const emails = await Promise.all([alice, bob].map(async ({ caller }) => (await world.auth.profile(caller)).email));
  expect(emails.filter((each) => each.endsWith('@example.org'))).toHaveLength(1);
});

it('an e-mail of another account is refused', async () => {
  const alice = await world.enter();
  expect(await refusal(change('bob@example.com', alice))).toBe('identifier_taken');
  expect((await world.auth.profile(alice.caller)).email).toBe('a***e@example.com');
});

it('a change of e-mail continues after a crash between claim and write', async () => {
  const alice = await world.enter();
  await world.listen(alice.caller.userId);
  const email = freshEmail();
  const verificationToken = await world.proof(email, alice.caller);
  const { userId, sessionId, epoch } = alice.caller;
  const crash = async () => {
    const account = world.accounts.getByName(userId);
    const digest = await digestOf(world, email);
    const begun = await account.beginClaim({ sessionId, epoch }, digest);
    if (!begun.ok) throw new Error('no claim');
    await world.directory.getByName(`directory-${digest.slice(0, 2)}`).claim(digest, userId, begun.value.version);
  };
  await crash();
  await change(email, alice, verificationToken);
  expect(await holderOf(email)).toBe('signs in');
});

it('the alarm drops an unfinished claim of an e-mail', async () => {
  const bob = await world.enter('bob@example.com');
  await world.listen(bob.caller.userId);
  const other = freshEmail();
  const digest = await digestOf(world, other);
  const stub = world.accounts.getByName(bob.caller.userId);
  const begun = await stub.beginClaim({ sessionId: bob.caller.sessionId, epoch: bob.caller.epoch }, digest);
  if (!begun.ok) throw new Error('no claim');
  const shard = world.directory.getByName(`directory-${digest.slice(0, 2)}`);
  await shard.claim(digest, bob.caller.userId, begun.value.version);
  await world.ringAt(bob.caller.userId, Date.now() + 11 * 60_000);
  await stub.deliverEnds();
  expect(await shard.lookup(digest)).toEqual({ ok: true, value: { userId: null } });
});

it('a repeated change of e-mail with the same token changes nothing more', async () => {
  const alice = await world.enter();
  const email = freshEmail();
  const token = await world.proof(email, alice.caller);
  await change(email, alice, token);
  const letters = world.letters.filter((letter) => letter.kind === 'email-changed').length;
  await change(email, alice, token);
  expect(await holderOf(email)).toBe('signs in');
  expect(letters).toBe(1);
  // The token is worth nothing for another change.
  await change(freshEmail(), alice);
  expect(await refusal(change(email, alice, token))).toBe('verification_token_used');
});

it('a person can return to an old e-mail though a late event releases it', async () => {
  const alice = await world.enter();
  const held = await world.listen(alice.caller.userId, (item) => item.event !== 'auth.identifier-left');
  expect(held).toEqual([]);
  await change(freshEmail(), alice);
  world.time.nowMs += 61_000;
  await change('alice@example.com', alice);
  // The letting go of the first change arrives only now.
  await world.listen(alice.caller.userId);
  await world.ringAt(alice.caller.userId, Date.now() + 600_000);
  expect(await holderOf('alice@example.com')).toBe('signs in');
});

it('the old mailbox can undo a change of e-mail: every session ends and the account is locked until a reset', async () => {
  const thief = await world.enter();
  await world.listen(thief.caller.userId);
  const email = freshEmail();
  await change(email, thief);
  const undoToken = sentUndo();
  // The ways in that the thief left behind.
  const stub = world.accounts.getByName(thief.caller.userId);
  await runInDurableObject(stub, (_object, state) => {
    state.storage.sql.exec(
      `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms)
         VALUES ('old', 'old', '', '', 0, '', 0, ?), ('new', 'new', '', '', 0, '', 0, ?)`,
      world.time.nowMs - 8 * DAY,
      world.time.nowMs,
    );
    state.storage.sql.exec("UPDATE account SET phone = '+12125550123'");
  });
  await world.auth.undoEmail({ undoToken });
  await world.auth.undoEmail({ undoToken });
  expect(await refusal(world.auth.profile(thief.caller))).toBe('session_ended');
  const left = await runInDurableObject(stub, (_object, { storage: { sql } }) => [
    sql.exec('SELECT phone, status FROM account').toArray(),
    sql.exec('SELECT passkey_id FROM passkeys').toArray(),
  ]);
  expect(left).toEqual([[{ phone: '', status: 'FROZEN' }], [{ passkey_id: 'old' }]]);
  expect([await holderOf(email), await holderOf('alice@example.com')]).toEqual([
    'invalid_account_or_password',
    'cannot_unlock',
  ]);
  await world.reset('alice@example.com', 'a new password');
  await world.signIn({ password: 'a new password' });
  expect(await refusal(world.auth.undoEmail({ undoToken: 'noise' }))).toBe('undo_token_over');
});

it('the link to undo a change of e-mail does not open a blocked account', async () => {
  const who = await world.enter();
  const { userId } = who.caller;
  await world.listen(userId);
  await change(freshEmail(), who);
  const undoToken = sentUndo();
  await world.auth.blockPerson(userId, 'by a test');
  expect((await errorOf(undo(undoToken)))?.errorName).toBe('user_blocked');
  expect(await world.auth.listedPerson(userId)).toMatchObject({ status: 'BLOCKED', held: 'ACTIVE' });
  await world.auth.unblockPerson(userId);
  await undo(undoToken);
  expect(await world.auth.listedPerson(userId)).toMatchObject({ status: 'FROZEN', email: 'alice@example.com' });
});

it('an undone change of e-mail voids the links of later changes', async () => {
  const thief = await world.enter();
  await world.listen(thief.caller.userId);
  const second = freshEmail();
  await change(second, thief);
  const first = sentUndo();
  await change(freshEmail(), thief);
  const later = sentUndo();
  await undo(first);
  expect(await refusal(undo(later))).toBe('undo_token_over');
  expect([await holderOf('alice@example.com'), await holderOf(second)]).toEqual([
    'cannot_unlock',
    'invalid_account_or_password',
  ]);
});

it('the first mailbox can undo a change of e-mail after a later one was quicker', async () => {
  const thief = await world.enter();
  await world.listen(thief.caller.userId);
  await change(freshEmail(), thief);
  const first = sentUndo();
  await change(freshEmail(), thief);
  await undo(sentUndo());
  await undo(first);
  expect(await holderOf('alice@example.com')).toBe('cannot_unlock');
});

it('an undo deletes a number and a passkey added shortly before the change of e-mail', async () => {
  const thief = await world.enter();
  await world.listen(thief.caller.userId);
  const stub = world.accounts.getByName(thief.caller.userId);
  await runInDurableObject(stub, (_object, state) => {
    state.storage.sql.exec("UPDATE account SET phone = '+12125550123', phone_ms = ?", world.time.nowMs - DAY);
    state.storage.sql.exec(
      `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms)
         VALUES ('new', 'new', '', '', 0, '', 0, ?)`,
      world.time.nowMs - DAY,
    );
  });
  await change(freshEmail(), thief);
  await undo(sentUndo());
  const left = await runInDurableObject(stub, (_object, { storage: { sql } }) => [
    sql.exec('SELECT phone FROM account').toArray(),
    sql.exec('SELECT passkey_id FROM passkeys').toArray(),
  ]);
  expect(left).toEqual([[{ phone: '' }], []]);
});

it('a change to the current e-mail claims nothing', async () => {
  const alice = await world.enter();
  await change('Alice@Example.com', alice);
  const claims = await runInDurableObject(world.accounts.getByName(alice.caller.userId), (_object, state) =>
    state.storage.sql.exec('SELECT address_version AS claims FROM account').one(),
  );
  expect(claims).toEqual({ claims: 0 });
  expect(await holderOf('alice@example.com')).toBe('signs in');
});

it('an old e-mail opens nothing, even before the directory has the event', async () => {
  const alice = await world.enter();
  await world.listen(alice.caller.userId, (item) => item.event !== 'auth.identifier-left');
  await change(freshEmail(), alice);
  world.time.nowMs += 61_000;
  expect(await refusal(world.reset('alice@example.com', 'another password'))).toBe('user_not_exist');
});

it('a change of e-mail needs the password of this session', async () => {
  const alice = await world.enter();
  const email = freshEmail();
  const verificationToken = await world.proof(email, alice.caller);
  const input = { sudoToken: '', address: email, verificationToken };
  expect(await refusal(world.auth.changeAddress('email', input, alice.caller, world.call()))).toBe('sudo_required');
});
