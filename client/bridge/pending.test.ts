import { afterEach, expect, test, vi } from 'vitest';
import { challengeOf, isOurs, makeProofStore } from './pending.ts';

afterEach(() => void vi.restoreAllMocks());

function storage(): Storage {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, value: string) => void texts.set(name, value),
    removeItem: (name: string) => void texts.delete(name),
  } as unknown as Storage;
}

test('the challenge is that of RFC 7636', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('a proof is new each time, fits its challenge, and survives one reload', async () => {
  const session = storage();
  const first = await makeProofStore(
    () => session,
    () => 1_000,
  ).begin();
  const second = await makeProofStore(
    () => session,
    () => 1_000,
  ).begin();
  expect(second.verifier).not.toBe(first.verifier);
  expect(second.state).not.toBe(first.state);
  expect(await challengeOf(second.verifier)).toBe(second.challenge);
  const reloaded = makeProofStore(
    () => session,
    () => 2_000,
  );
  expect(reloaded.take()).toEqual(second);
  expect(reloaded.take()).toBeNull();
});

test('a proof expires after five minutes, and at once when the clock was set back', async () => {
  for (const [nowMs, isThere] of [
    [300_999, true],
    [301_000, false],
    [999, false],
  ] as const) {
    const session = storage();
    await makeProofStore(
      () => session,
      () => 1_000,
    ).begin();
    expect(
      makeProofStore(
        () => session,
        () => nowMs,
      ).take() !== null,
    ).toBe(isThere);
  }
});

test.each(['', '{', 'null', '{}', '[]', '{"verifier":"short","challenge":"c","state":"s","scope":[],"madeAtMs":1}'])(
  'the stored text %j is no proof',
  (text) => {
    const session = storage();
    session.setItem('pp_bridge_pending', text);
    expect(
      makeProofStore(
        () => session,
        () => 1_000,
      ).take(),
    ).toBeNull();
  },
);

test('a proof lasts as long as the page where storage is forbidden', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const proofs = makeProofStore(
    () => {
      throw new Error('forbidden');
    },
    () => 1_000,
  );
  const made = await proofs.begin();
  expect(proofs.take()).toEqual(made);
  expect(proofs.take()).toBeNull();
});

const pending = { verifier: 'v', challenge: 'c', state: 's1', scope: ['user', 'pan'], madeAtMs: 0 };
const came = { code: 'abc', state: null, scope: [] };

test('a code matches the proof when state and scope agree', () => {
  expect(isOurs(came, pending)).toBe(true);
  expect(isOurs({ ...came, state: 's1', scope: ['pan'] }, pending)).toBe(true);
});

test('an empty code, or one without a proof, with another state or scope, does not match', () => {
  expect(isOurs(came, null)).toBe(false);
  expect(isOurs({ ...came, state: 's2' }, pending)).toBe(false);
  expect(isOurs({ ...came, state: '' }, pending)).toBe(false);
  expect(isOurs({ ...came, scope: ['user', 'admin'] }, pending)).toBe(false);
  expect(isOurs({ ...came, code: '' }, pending)).toBe(false);
});
