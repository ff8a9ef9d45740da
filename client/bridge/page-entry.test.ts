import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { makeEntryWorld, ORIGIN } from './entry-fixture.ts';
import { BridgeFailure } from './failure.ts';
import { type EntryParts, enterPage } from './page-entry.ts';
import { challengeOf } from './pending.ts';
import { BRIDGE_CALLS } from './wire.ts';

let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warned.push(words.join(' ')));
});
afterEach(() => void vi.restoreAllMocks());

test('the calls are spelled as the contract spells them', () => {
  for (const name of ['token', 'me', 'authorize', 'revoke'] as const)
    expect(BRIDGE_CALLS[name]).toEqual({ method: authContract[name].method, path: authContract[name].path });
});

test('an address that asks for nothing touches nothing', async () => {
  const { enter, calls, addresses, questions } = makeEntryWorld({ path: '/s/abc?view=list' });
  expect(await enter()).toBe('idle');
  expect([...calls, ...addresses, ...questions]).toEqual([]);
});

describe('a code in the address', () => {
  test('nobody asked for is taken out, logged and not spent; nothing else is tried', async () => {
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

  test('that was asked for here signs in, once', async () => {
    const { parts, pending, mint, cookie, gone, told } = makeEntryWorld({ path: '/auth?next=%2Fdrive%2Ftrash' });
    const proof = await pending.begin();
    const href = `${ORIGIN}/auth?next=%2Fdrive%2Ftrash&code=${mint('bob', proof.challenge)}`;
    const place = { href, origin: ORIGIN } as EntryParts['place'];
    expect(await enterPage({ ...parts, place })).toBe('signed-in');
    expect(cookie()).toBe('bob');
    expect(gone).toEqual(['/drive/trash']);
    expect(told).toEqual(['in bob']);
    expect(await enterPage({ ...parts, place })).toBe('failed');
    expect(warned).toEqual(['invalid auth code!']);
  });

  test('with a state is exchanged only for the state that was kept', async () => {
    for (const isOwn of [true, false]) {
      const { parts, pending, mint, cookie } = makeEntryWorld({ path: '/auth' });
      const proof = await pending.begin();
      const state = isOwn ? proof.state : 'another';
      const href = `${ORIGIN}/auth?code=${mint('bob', proof.challenge)}&state=${state}`;
      const result = await enterPage({ ...parts, place: { href, origin: ORIGIN } as EntryParts['place'] });
      expect([result, cookie()]).toEqual(isOwn ? ['signed-in', 'bob'] : ['failed', '']);
    }
  });

  test('made for another browser is refused by the server, and said', async () => {
    const { parts, pending, mint, cookie, questions, told } = makeEntryWorld({ path: '/auth' });
    await pending.begin();
    const href = `${ORIGIN}/auth?code=${mint('mallory', await challengeOf('another verifier'))}`;
    expect(await enterPage({ ...parts, place: { href, origin: ORIGIN } as EntryParts['place'] })).toBe('failed');
    expect(cookie()).toBe('');
    expect(warned[0]).toContain('invalid auth code!');
    expect(questions).toEqual(['failed invalid-code address']);
    expect(told).toEqual(['failed']);
  });
});

const WAYS = [
  ['the app', '/auth?bridge_auth=1', 'app'],
  ['the extension', '/auth?from_source=browser_extension', 'extension'],
  ['the desktop client', '/auth?from_source=pc_client&port=1f90', 'desktop'],
] as const;

describe.each(WAYS)('%s', (_name, path, who) => {
  test('signs a visitor in', async () => {
    const { enter, cookie, gone, told, calls, kept } = makeEntryWorld({ path, there: 'bob' });
    expect(await enter()).toBe('signed-in');
    expect(cookie()).toBe('bob');
    expect(gone).toEqual(['/drive/all']);
    expect(told).toEqual(['in bob']);
    expect(calls).toEqual(['exchange and keep']);
    expect([...kept.keys()]).toEqual([]);
  });

  test('with a code for another browser changes nothing', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, there: 'bob', isHonest: false });
    expect(await enter()).toBe('failed');
    expect(cookie()).toBe('');
    expect(questions.at(-1)).toBe(`failed invalid-code ${who}`);
  });

  test('asks before another account takes over, and a no leaves everything', async () => {
    const { enter, cookie, questions, revoked, calls } = makeEntryWorld({
      path,
      here: 'alice',
      there: 'bob',
      agrees: false,
    });
    expect(await enter()).toBe('kept');
    expect(questions).toContain('replace alice (alice@x) by bob (bob@x)');
    expect(cookie()).toBe('alice');
    expect(revoked).toEqual(['token-bob']);
    expect(calls).not.toContain('exchange and keep');
  });

  test('replaces the account after a yes, and ends both sessions that are not needed', async () => {
    const { enter, cookie, revoked, told } = makeEntryWorld({ path, here: 'alice', there: 'bob', agrees: true });
    expect(await enter()).toBe('signed-in');
    expect(cookie()).toBe('bob');
    // Bob's session of the code stays: the one of this browser was opened from it.
    expect(revoked).toEqual(['token-alice']);
    expect(told).toEqual(['in bob']);
  });

  test('does not replace somebody who signed in while the question stood', async () => {
    const setup = { path, here: 'alice', there: 'bob', agrees: true, movesTo: 'carla' };
    const { enter, cookie, questions, revoked } = makeEntryWorld(setup);
    expect(await enter()).toBe('failed');
    expect(cookie()).toBe('carla');
    expect(questions.at(-1)).toBe(`failed moved ${who}`);
    expect(revoked).toEqual(['token-bob']);
  });

  test('whose session here was over signs in without a question', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, here: '', pageSays: 'alice', there: 'bob' });
    expect(await enter()).toBe('signed-in');
    expect(cookie()).toBe('bob');
    expect(questions.filter((each) => each.startsWith('replace'))).toEqual([]);
  });

  test.each(['internal', 'unavailable', 'too_many_requests', 'cross_site_request', 'unheard_of'])(
    'swaps nobody while our server answers %s to who is here',
    async (renewal) => {
      const { enter, cookie, calls, questions } = makeEntryWorld({ path, here: 'alice', there: 'bob', renewal });
      expect(await enter()).toBe('failed');
      expect(cookie()).toBe('alice');
      expect(calls).toEqual(['renew']);
      expect(questions.at(-1)).toBe(`failed unreachable ${who}`);
    },
  );

  test('without our server says so and changes nothing', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, here: 'alice', there: 'bob', isDown: true });
    expect(await enter()).toBe('failed');
    expect(cookie()).toBe('alice');
    expect(questions.at(-1)).toBe(`failed unreachable ${who}`);
  });
});

describe.each(WAYS.slice(0, 2))('%s', (_name, path, who) => {
  test('where the same person is signed in is used as it is', async () => {
    const { enter, calls, gone } = makeEntryWorld({ path, here: 'alice', there: 'alice' });
    expect(await enter()).toBe('idle');
    expect([...calls, ...gone]).toEqual([]);
  });

  test('where nobody is signed in hands over nothing', async () => {
    const { enter, calls, cookie } = makeEntryWorld({ path, here: 'alice', there: '' });
    expect(await enter()).toBe('idle');
    expect(calls).toEqual([]);
    expect(cookie()).toBe('alice');
  });

  test('that lies about who is signed in is found out by the server, and the person is asked', async () => {
    const { enter, cookie, questions } = makeEntryWorld({ path, here: 'alice', there: 'mallory', claims: 'carla' });
    expect(await enter()).toBe('kept');
    expect(questions).toContain('replace alice (alice@x) by mallory (mallory@x)');
    expect(cookie()).toBe('alice');
  });

  test('is not asked again in this tab for the account that was declined', async () => {
    const { enter, questions } = makeEntryWorld({ path, here: 'alice', there: 'bob', agrees: false });
    await enter();
    questions.length = 0;
    expect(await enter()).toBe('idle');
    expect(questions).toEqual([`waiting ${who}`, `done ${who}`]);
  });

  test.each(['silent', 'refused', 'garbled', 'undeclared'] as const)('that is %s ends with words', async (kind) => {
    const { enter, questions, told, cookie, kept } = makeEntryWorld({
      path,
      here: 'alice',
      fails: new BridgeFailure(kind, kind),
    });
    expect(await enter()).toBe('failed');
    expect(questions).toEqual([`waiting ${who}`, `done ${who}`, `failed ${kind} ${who}`]);
    expect(told).toEqual(['failed']);
    expect(cookie()).toBe('alice');
    expect([...kept.keys()]).toEqual([]);
  });

  test('that the person stops waiting for ends without words', async () => {
    const { enter, questions, told } = makeEntryWorld({ path, fails: new BridgeFailure('cancelled', 'cancelled') });
    expect(await enter()).toBe('idle');
    expect(questions).toEqual([`waiting ${who}`, `done ${who}`]);
    expect(told).toEqual([]);
  });
});

test('outside the native app its mark is nothing', async () => {
  const { enter, questions, calls } = makeEntryWorld({ path: '/?bridge_auth=1', isApp: false, there: 'bob' });
  expect(await enter()).toBe('idle');
  expect([...questions, ...calls]).toEqual([]);
});

describe('the desktop client', () => {
  const path = '/drive/all?from_source=pc_client&port=1f90&view=list';

  test('is not reached without a yes of the person', async () => {
    const { enter, calls, questions } = makeEntryWorld({ path, there: 'bob', permission: 'prompt', agrees: false });
    expect(await enter()).toBe('idle');
    expect(questions).toEqual(['desktop prompt']);
    expect(calls).toEqual([]);
  });

  test('forbidden by the browser ends with words', async () => {
    const { enter, questions } = makeEntryWorld({ path, there: 'bob', permission: 'denied' });
    expect(await enter()).toBe('failed');
    expect(questions).toEqual(['failed denied desktop']);
  });

  test('is asked once: its port leaves the address', async () => {
    const same = makeEntryWorld({ path, here: 'alice', there: 'alice' });
    expect(await same.enter()).toBe('idle');
    expect(same.addresses).toEqual(['/drive/all?view=list']);
    expect(same.revoked).toEqual(['token-alice']);
    const fresh = makeEntryWorld({ path, there: 'bob' });
    await fresh.enter();
    expect(fresh.gone).toEqual(['/drive/all?view=list']);
  });

  test.each(['', '0', 'zz', '10000'])('with the port %j is not asked at all', async (port) => {
    const { enter, questions } = makeEntryWorld({ path: `/?from_source=pc_client&port=${port}`, there: 'bob' });
    expect(await enter()).toBe('idle');
    expect(questions).toEqual([]);
  });
});
