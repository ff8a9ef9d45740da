import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { BRIDGE_CALLS } from './bridge.api.ts';
import { BridgeFailure } from './failure.ts';
import { type EntryParts, enterPage } from './page-entry.ts';
import { makeEntryWorld, ORIGIN } from './page-entry-fixture.ts';
import { challengeOf } from './pending.ts';

let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((...parts) => void warned.push(parts.join(' ')));
});
afterEach(() => void vi.restoreAllMocks());

test('the calls equal those of the contract', () => {
  for (const name of ['token', 'me', 'authorize', 'revoke'] as const)
    expect(BRIDGE_CALLS[name]).toEqual({ method: authContract[name].method, path: authContract[name].path });
});

test('an address without a request changes nothing', async () => {
  const { enter, calls, addresses, questions } = makeEntryWorld({ path: '/s/abc?view=list' });
  expect(await enter()).toBe('idle');
  expect([...calls, ...addresses, ...questions]).toEqual([]);
});

test('an unexpected code is removed from the address, logged and not spent, and no hand-off follows', async () => {
  const { enter, calls, addresses, cookie, questions } = makeEntryWorld({
    path: '/auth?code=evil&bridge_auth=1',
    here: 'alice',
  });
  expect(await enter()).toBe('failed');
  expect(addresses).toEqual(['/auth?bridge_auth=1']);
  expect(warned).toEqual(['invalid auth code!']);
  expect([...calls, ...questions]).toEqual([]);
  expect(cookie()).toBe('alice');
});

test('a requested code signs in once', async () => {
  const { parts, pending, issueCode, cookie, visited, events } = makeEntryWorld({
    path: '/auth?next=%2Fdrive%2Ftrash',
  });
  const proof = await pending.begin();
  const href = `${ORIGIN}/auth?next=%2Fdrive%2Ftrash&code=${issueCode('bob', proof.challenge)}`;
  const place = { href, origin: ORIGIN } as EntryParts['place'];
  expect(await enterPage({ ...parts, place })).toBe('signed-in');
  expect(cookie()).toBe('bob');
  expect(visited).toEqual(['/drive/trash']);
  expect(events).toEqual(['in bob']);
  expect(await enterPage({ ...parts, place })).toBe('failed');
  expect(warned).toEqual(['invalid auth code!']);
});

test('a code with a state is exchanged only for the stored state', async () => {
  for (const isOwn of [true, false]) {
    const { parts, pending, issueCode, cookie } = makeEntryWorld({ path: '/auth' });
    const proof = await pending.begin();
    const state = isOwn ? proof.state : 'another';
    const href = `${ORIGIN}/auth?code=${issueCode('bob', proof.challenge)}&state=${state}`;
    const result = await enterPage({ ...parts, place: { href, origin: ORIGIN } as EntryParts['place'] });
    expect([result, cookie()]).toEqual(isOwn ? ['signed-in', 'bob'] : ['failed', '']);
  }
});

test('a code of another browser is refused by the server and reported', async () => {
  const { parts, pending, issueCode, cookie, questions, events } = makeEntryWorld({ path: '/auth' });
  await pending.begin();
  const href = `${ORIGIN}/auth?code=${issueCode('mallory', await challengeOf('another verifier'))}`;
  expect(await enterPage({ ...parts, place: { href, origin: ORIGIN } as EntryParts['place'] })).toBe('failed');
  expect(cookie()).toBe('');
  expect(warned[0]).toContain('invalid auth code!');
  expect(questions).toEqual(['failed invalid-code address']);
  expect(events).toEqual(['failed']);
});

const WAYS = [
  ['the app', '/auth?bridge_auth=1', 'app'],
  ['the extension', '/auth?from_source=browser_extension', 'extension'],
  ['the desktop client', '/auth?from_source=pc_client&port=1f90', 'desktop'],
] as const;

describe.each(WAYS)('%s', (_name, path, who) => {
  test('the counterpart signs a visitor in', async () => {
    const { enter, cookie, visited, events, calls, texts } = makeEntryWorld({ path, there: 'bob' });
    expect(await enter()).toBe('signed-in');
    expect(cookie()).toBe('bob');
    expect(visited).toEqual(['/drive/all']);
    expect(events).toEqual(['in bob']);
    expect(calls).toEqual(['exchange with cookie']);
    expect([...texts.keys()]).toEqual([]);
  });

  test('a code for another browser changes nothing', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, there: 'bob', isHonest: false });
    expect(await enter()).toBe('failed');
    expect(cookie()).toBe('');
    expect(questions.at(-1)).toBe(`failed invalid-code ${who}`);
  });

  test('another account needs the agreement of the user, and a no changes nothing', async () => {
    const { enter, cookie, questions, revoked, calls } = makeEntryWorld({
      path,
      here: 'alice',
      there: 'bob',
      agrees: false,
    });
    expect(await enter()).toBe('declined');
    expect(questions).toContain('replace alice (alice@x) by bob (bob@x)');
    expect(cookie()).toBe('alice');
    expect(revoked).toEqual(['token-bob']);
    expect(calls).not.toContain('exchange with cookie');
  });

  test('after a yes the account is replaced and its old session ended', async () => {
    const { enter, cookie, revoked, events } = makeEntryWorld({ path, here: 'alice', there: 'bob', agrees: true });
    expect(await enter()).toBe('signed-in');
    expect(cookie()).toBe('bob');
    // Bob's session of the code stays: the one of this browser was opened from it.
    expect(revoked).toEqual(['token-alice']);
    expect(events).toEqual(['in bob']);
  });

  test('a user who signed in during the question is not replaced', async () => {
    const setup = { path, here: 'alice', there: 'bob', agrees: true, movesTo: 'carla' };
    const { enter, cookie, questions, revoked } = makeEntryWorld(setup);
    expect(await enter()).toBe('failed');
    expect(cookie()).toBe('carla');
    expect(questions.at(-1)).toBe(`failed moved ${who}`);
    expect(revoked).toEqual(['token-bob']);
  });

  test('an ended session is replaced without a question', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, here: '', pageSays: 'alice', there: 'bob' });
    expect(await enter()).toBe('signed-in');
    expect(cookie()).toBe('bob');
    expect(questions.filter((each) => each.startsWith('replace'))).toEqual([]);
  });

  test.each(['internal', 'unavailable', 'too_many_requests', 'cross_site_request', 'unheard_of'])(
    'no account is replaced while the server answers %s to the renewal',
    async (renewal) => {
      const { enter, cookie, calls, questions } = makeEntryWorld({ path, here: 'alice', there: 'bob', renewal });
      expect(await enter()).toBe('failed');
      expect(cookie()).toBe('alice');
      expect(calls).toEqual(['renew']);
      expect(questions.at(-1)).toBe(`failed unreachable ${who}`);
    },
  );

  test('without the server the failure is shown and nothing changes', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, here: 'alice', there: 'bob', isDown: true });
    expect(await enter()).toBe('failed');
    expect(cookie()).toBe('alice');
    expect(questions.at(-1)).toBe(`failed unreachable ${who}`);
  });
});

describe.each(WAYS.slice(0, 2))('%s', (_name, path, who) => {
  test('the same user on both sides needs no exchange', async () => {
    const { enter, calls, visited } = makeEntryWorld({ path, here: 'alice', there: 'alice' });
    expect(await enter()).toBe('idle');
    expect([...calls, ...visited]).toEqual([]);
  });

  test('a signed-out counterpart hands nothing over', async () => {
    const { enter, calls, cookie } = makeEntryWorld({ path, here: 'alice', there: '' });
    expect(await enter()).toBe('idle');
    expect(calls).toEqual([]);
    expect(cookie()).toBe('alice');
  });

  test('a false user id of the counterpart is found by the server, and the user is asked', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, here: 'alice', there: 'mallory', claims: 'carla' });
    expect(await enter()).toBe('declined');
    expect(questions).toContain('replace alice (alice@x) by mallory (mallory@x)');
    expect(cookie()).toBe('alice');
  });

  test('a declined account is not offered again in this tab', async () => {
    const { enter, questions } = makeEntryWorld({ path, here: 'alice', there: 'bob', agrees: false });
    await enter();
    questions.length = 0;
    expect(await enter()).toBe('idle');
    expect(questions).toEqual([`waiting ${who}`, `done ${who}`]);
  });

  test.each(['silent', 'refused', 'garbled', 'undeclared'] as const)(
    'a %s counterpart shows a failure',
    async (kind) => {
      const { enter, questions, events, cookie, texts } = makeEntryWorld({
        path,
        here: 'alice',
        fails: new BridgeFailure(kind, kind),
      });
      expect(await enter()).toBe('failed');
      expect(questions).toEqual([`waiting ${who}`, `done ${who}`, `failed ${kind} ${who}`]);
      expect(events).toEqual(['failed']);
      expect(cookie()).toBe('alice');
      expect([...texts.keys()]).toEqual([]);
    },
  );

  test('a cancelled wait shows no failure', async () => {
    const { enter, questions, events } = makeEntryWorld({ path, fails: new BridgeFailure('cancelled', 'cancelled') });
    expect(await enter()).toBe('idle');
    expect(questions).toEqual([`waiting ${who}`, `done ${who}`]);
    expect(events).toEqual([]);
  });
});

test('bridge_auth has no effect outside the native app', async () => {
  const { enter, questions, calls } = makeEntryWorld({ path: '/?bridge_auth=1', isApp: false, there: 'bob' });
  expect(await enter()).toBe('idle');
  expect([...questions, ...calls]).toEqual([]);
});

const path = '/drive/all?from_source=pc_client&port=1f90&view=list';

test('the desktop client gets no request without agreement', async () => {
  const { enter, calls, questions } = makeEntryWorld({ path, there: 'bob', permission: 'prompt', agrees: false });
  expect(await enter()).toBe('idle');
  expect(questions).toEqual(['desktop prompt']);
  expect(calls).toEqual([]);
});

test('a forbidden desktop client shows a failure', async () => {
  const { enter, questions } = makeEntryWorld({ path, there: 'bob', permission: 'denied' });
  expect(await enter()).toBe('failed');
  expect(questions).toEqual(['failed denied desktop']);
});

test('the desktop client is asked once, and its port leaves the address', async () => {
  const same = makeEntryWorld({ path, here: 'alice', there: 'alice' });
  expect(await same.enter()).toBe('idle');
  expect(same.addresses).toEqual(['/drive/all?view=list']);
  expect(same.revoked).toEqual(['token-alice']);
  const fresh = makeEntryWorld({ path, there: 'bob' });
  await fresh.enter();
  expect(fresh.visited).toEqual(['/drive/all?view=list']);
});

test.each(['', '0', 'zz', '10000'])('the port %j causes no request', async (port) => {
  const { enter, questions } = makeEntryWorld({ path: `/?from_source=pc_client&port=${port}`, there: 'bob' });
  expect(await enter()).toBe('idle');
  expect(questions).toEqual([]);
});
