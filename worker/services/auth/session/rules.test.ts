import { expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { clientFor } from '../client/clients.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { maskEmail, maskName, maskPhone } from '../identifier/mask.ts';
import { mayGiveCookie, mayUseCookie } from '../token/browser-signs.ts';
import { clearedCookie, readSessionCookie, sessionCookie } from '../token/cookie.ts';
import { decideArrival, decideRotation } from './rules.ts';

const NOW_MS = 1_800_000_000_000;
const APP = 'https://drive.example.com';

it.each([
  ['  Alice@Example.COM ', 'email:alice@example.com'],
  ['Zoe\u0308@example.com', 'email:zo\u00eb@example.com'],
  ['+86 138-1234-5678', 'phone:+8613812345678'],
  ['Alice', 'name:alice'],
])('an identifier reads %s as %s', (typed, read) => {
  expect(normaliseIdentifier(typed)).toBe(read);
});

const session = {
  clientId: 'cli',
  generation: 5,
  givenFor: 4,
  voidAfter: 0,
  voidBefore: 0,
  isShown: true,
  rotatedMs: NOW_MS,
  revokedMs: null,
};
const ask = { generation: 5, epoch: 1, accountEpoch: 1, clientId: 'cli', nowMs: NOW_MS };
/** Of a browser; the answer with generation 5 has not been seen again. */
const silent = { ...session, clientId: 'web', isShown: false };
/** Generation 3 was shown, its answer 4 was lost, and 5 was given for 3. */
const renewed = { ...silent, givenFor: 3, voidAfter: 3, voidBefore: 5 };
const late = { ...ask, clientId: 'web', nowMs: NOW_MS + 3 * 86_400_000 };

it.each([
  ['rotate', 'the current generation', session, ask],
  [
    'repeat',
    'the one before, at the last moment of the grace',
    session,
    { ...ask, generation: 4, nowMs: NOW_MS + 30_000 },
  ],
  ['reused', 'the one before, past the grace', session, { ...ask, generation: 4, nowMs: NOW_MS + 30_001 }],
  ['reused', 'an older one, within the grace', session, { ...ask, generation: 3 }],
  ['over', 'a generation not yet reached', session, { ...ask, generation: 6 }],
  ['over', 'a session nobody knows', null, ask],
  ['over', 'a session that ended', { ...session, revokedMs: 1 }, ask],
  ['over', 'another client', session, { ...ask, clientId: 'web' }],
  ['over', 'an epoch that is past', session, { ...ask, accountEpoch: 2 }],
  ['rotate', 'the current generation of a browser, days later', silent, { ...late, generation: 5 }],
  ['renew', 'the one before of a browser whose answer was lost', silent, { ...late, generation: 4 }],
  ['reused', 'the one before, when the answer came back', { ...silent, isShown: true }, { ...late, generation: 4 }],
  [
    'reused',
    'the one before of a program, though its answer was lost',
    { ...silent, clientId: 'cli' },
    { ...late, clientId: 'cli', generation: 4 },
  ],
  ['reused', 'two before, though the answer was lost', silent, { ...late, generation: 3 }],
  ['repeat', 'a token that was renewed a moment ago', renewed, { ...late, generation: 3, nowMs: NOW_MS }],
  ['renew', 'a token whose second answer was lost too', renewed, { ...late, generation: 3 }],
  ['reused', 'a void generation', renewed, { ...late, generation: 4 }],
  ['reused', 'a void generation, within the grace', renewed, { ...late, generation: 4, nowMs: NOW_MS }],
  ['reused', 'one older than the renewed', renewed, { ...late, generation: 2 }],
  ['reused', 'the renewed one, when its answer came back', { ...renewed, isShown: true }, { ...late, generation: 3 }],
] as const)('rotation: decideRotation returns %s for %s', (decision, _what, row, given) => {
  expect(decideRotation(row, given)).toBe(decision);
});

it.each([
  ['arrived', 'the newest, for the first time', renewed, 5],
  ['known', 'the newest, once more', { ...renewed, isShown: true }, 5],
  ['void', 'a generation that was given up', renewed, 4],
  ['void', 'one that was given up before the newest was renewed', { ...renewed, generation: 6, givenFor: 5 }, 4],
  ['known', 'one that came back and was renewed since', { ...renewed, generation: 7, givenFor: 6 }, 5],
  ['known', 'the one that was renewed', renewed, 3],
  ['known', 'one before it', renewed, 2],
  ['known', 'one not yet reached', renewed, 6],
  ['known', 'one of a session that ended', { ...renewed, revokedMs: 1 }, 4],
  ['known', 'one of a session nobody knows', null, 4],
] as const)('rotation: decideArrival returns %s for %s', (decision, _what, row, generation) => {
  expect(decideArrival(row, generation)).toBe(decision);
});

it('the session cookie is for this host only, and unreadable to script', () => {
  expect(sessionCookie('a.b.c')).toBe(
    '__Host-magpie_session=a.b.c; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000',
  );
  expect(clearedCookie()).toContain('Max-Age=0');
});

it.each([
  ['a=1; __Host-magpie_session=x.y.z; b=2', 'x.y.z'],
  ['__Host-magpie_session=x', 'x'],
  ['magpie_session=x; X__Host-magpie_session=y', ''],
  [null, ''],
])('the session cookie is found in %s', (header, value) => {
  expect(readSessionCookie(header)).toBe(value);
});

const signs = (fetchSite: string | null, origin: string | null) => ({ cookieHeader: null, fetchSite, origin });

it.each([
  [null, null, true],
  [null, APP, true],
  ['same-origin', APP, true],
  ['same-site', APP, true],
  ['same-site', 'https://other.example.com', false],
  ['cross-site', null, false],
  ['cross-site', APP, false],
  ['none', null, false],
  [null, 'null', false],
  [null, 'https://drive.example.com.evil.test', false],
])('the session cookie counts for site %s and origin %s: %s', (site, origin, may) => {
  expect(mayUseCookie(signs(site, origin), APP)).toBe(may);
});

it('the session cookie is given to our own page in a browser only', () => {
  expect(mayGiveCookie(signs('same-origin', APP), 'web', APP)).toBe(true);
  expect(mayGiveCookie(signs('same-origin', APP), 'cli', APP)).toBe(false);
  expect(mayGiveCookie(signs(null, null), 'web', APP)).toBe(false);
  expect(mayGiveCookie(signs('same-site', APP), 'web', APP)).toBe(false);
  expect(mayGiveCookie(signs('same-origin', 'https://evil.test'), 'web', APP)).toBe(false);
});

it.each([
  ['alice@example.com', 'a***e@example.com'],
  ['bo@example.com', 'b***@example.com'],
  ['b@example.com', 'b***@example.com'],
  ['', ''],
])('masks: maskEmail hides the person in %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

it('masks: maskName shows two letters and the last, and less of a short name', () => {
  expect(['Alice', 'Bob', 'Jo', ''].map(maskName)).toEqual(['Al**e', 'B**', 'J**', '']);
});

it('masks: maskPhone hides the middle of a number', () => {
  expect([maskPhone('+8613812345678'), maskPhone('')]).toEqual(['+861****78', '']);
});

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as AppError).errorName,
  );
/** SHA-256 of "secret". */
const secretSha256 = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b';
const rest = { name: 'A client', redirectUris: [], consent: 'once' as const, handsOff: false };
const table = [
  { ...rest, id: 'partner', scopes: ['user'], grants: ['password' as const], secretSha256 },
  { ...rest, id: 'cli', scopes: ['user'], grants: ['password' as const], secretSha256: null },
];

it.each([
  ['ok', { clientId: 'cli', clientSecret: 'ignored', grant: 'password' as const }],
  ['ok', { clientId: 'partner', clientSecret: 'secret', grant: 'password' as const }],
  ['unauthorized_client', { clientId: 'partner', clientSecret: '', grant: 'password' as const }],
  ['unauthorized_client', { clientId: 'partner', clientSecret: 'secret', grant: 'refresh_token' as const }],
  ['unauthorized_client', { clientId: 'toString', clientSecret: '', grant: 'password' as const }],
  ['invalid_argument', { clientId: '', clientSecret: '', grant: 'password' as const }],
])('clientFor answers %s to %o', async (name, { grant, ...client }) => {
  expect(await nameOf(clientFor(client, grant, table))).toBe(name);
});
