/** A human check from its ticket to its token, and everything that it refuses. */
import { beforeEach, expect, it } from 'vitest';
import { solveWork } from '#test/seed/human.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { CHECK_PURPOSE } from '../keys.ts';
import { LOADING, makeWorld, OURS, refusal } from './check-fixture.ts';
import type { CheckChallenge } from './proof-of-work.ts';

let world: ReturnType<typeof makeWorld>;
beforeEach(() => {
  world = makeWorld();
});

/** A token from a passed check. */
async function pass(ask: Parameters<typeof world.ticket>[0] = {}): Promise<string> {
  const of = await world.ticket(ask);
  return (await world.solve(of, await solveWork(await world.work(of)))).captchaToken;
}

it('a token without a check opens nothing where a check is needed, and is not spent by the try', async () => {
  const { captcha_token: token } = await world.init();
  expect(await refusal(world.spend(token))).toBe('captcha_required human_check');
  expect(await refusal(world.spend(token, { human: false }))).toBe('no refusal');
});

it('a refused token without a check makes the next init ask for one, for that device and action only', async () => {
  await refusal(world.spend((await world.init()).captcha_token));
  expect(await world.init()).toMatchObject({
    captcha_token: '',
    url: expect.stringContaining(`${OURS}/human-check?`),
  });
  expect((await world.init({ action: 'GET:/drive/v1/share' })).url).toBeUndefined();
  expect((await world.init({ deviceId: 'f'.repeat(32) })).url).toBeUndefined();
  world.time.nowMs += 601_000;
  expect((await world.init()).url).toBeUndefined();
});

it('a passed check gives one token, for one use', async () => {
  const token = await pass();
  expect(await refusal(world.spend(token))).toBe('no refusal');
  expect(await refusal(world.spend(token))).toBe('captcha_invalid captcha_spent');
});

it('a call that carries the token of a check shows it, for its device until its end, and spends nothing', async () => {
  const captchaToken = await pass();
  const carries = (more: object = {}) => world.shield.carriesCheck(world.call({ captchaToken, ...more }));
  expect([await carries(), await carries()]).toEqual([true, true]);
  expect(await refusal(world.spend(captchaToken))).toBe('no refusal');
  expect(await carries({ deviceId: 'f'.repeat(32) })).toBe(false);
  for (const other of ['', 'noise', (await world.init()).captcha_token])
    expect(await carries({ captchaToken: other })).toBe(false);
  world.time.nowMs += 300_000;
  expect(await carries()).toBe(false);
});

it('a passed check returns to the requested address with token, lifetime and state', async () => {
  const of = await world.ticket();
  const { redirectTo, captchaToken } = await world.solve(of, await solveWork(await world.work(of)), LOADING, 'a b&c');
  const url = new URL(redirectTo);
  expect(url.origin + url.pathname).toBe(LOADING);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    captcha_token: captchaToken,
    expires_in: '300',
    state: 'a b&c',
  });
});

it('the token of a check opens only its own device and action', async () => {
  expect(await refusal(world.spend(await pass(), { deviceId: 'f'.repeat(32) }))).toBe('captcha_invalid');
  expect(await refusal(world.spend(await pass(), { action: 'POST:/v1/auth/token' }))).toBe('captcha_invalid');
  const ordinary = await pass({ action: 'GET:/drive/v1/files' });
  expect(await refusal(world.spend(ordinary))).toBe('captcha_invalid');
});

it('the token of a check expires after five minutes', async () => {
  const token = await pass();
  world.time.nowMs += 300_000;
  expect(await refusal(world.spend(token))).toBe('captcha_invalid');
});

it('a solution sent 50 times at once gives one token', async () => {
  const of = await world.ticket();
  const solution = await solveWork(await world.work(of));
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusal(world.solve(of, solution))));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'captcha_invalid captcha_spent')).toHaveLength(49);
});

it('a passed check without a return address waits for the next token of that device and action, and is taken once', async () => {
  const of = await world.ticket();
  const solved = await world.solve(of, await solveWork(await world.work(of)), '');
  expect(solved).toMatchObject({ captchaToken: '', redirectTo: '' });
  const strange = await world.init({ deviceId: 'f'.repeat(32) });
  expect(await refusal(world.spend(strange.captcha_token, { deviceId: 'f'.repeat(32) }))).toBe(
    'captcha_required human_check',
  );
  const tokens = await Promise.all(Array.from({ length: 5 }, () => world.init()));
  const outcomes = await Promise.all(tokens.map(({ captcha_token: token }) => refusal(world.spend(token))));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
});

it('a waiting passed check expires after five minutes', async () => {
  const of = await world.ticket();
  await world.solve(of, await solveWork(await world.work(of)), '');
  world.time.nowMs += 300_001;
  expect(await refusal(world.spend((await world.init()).captcha_token))).toBe('captcha_required human_check');
});

it.each<[string, (of: string) => Promise<string>]>([
  ['that is noise', async () => 'noise'],
  ['that is empty', async () => ''],
  ['with a changed payload', async (of) => `A${of}`],
  ['without its signature', async (of) => of.split('.')[0] ?? ''],
  ['of another installation', async () => makeWorld().ticket()],
  ['that is a captcha token', async () => (await world.init()).captcha_token],
  [
    'signed for a level there is not',
    async () =>
      world.keyring.sign(CHECK_PURPOSE, {
        jti: newHexId(),
        device: '',
        action: '',
        payer: newHexId(32),
        level: 9,
        exp: 9e9,
      }),
  ],
  [
    'that is late',
    async (of) => {
      world.time.nowMs += 600_000;
      return of;
    },
  ],
])('a ticket %s gives no work and takes no solution', async (_what, change) => {
  const of = await world.ticket();
  const solution = await solveWork(await world.work(of));
  const bad = await change(of);
  expect(await refusal(world.work(bad))).toBe('captcha_invalid check_over');
  expect(await refusal(world.solve(bad, solution))).toBe('captcha_invalid check_over');
  expect(await world.shield.readCheck(bad)).toBeNull();
});

it('a ticket is not accepted as a captcha token', async () => {
  expect(await refusal(world.spend(await world.ticket()))).toBe('captcha_invalid');
});

const coded = (value: unknown) => btoa(JSON.stringify(value));
const decoded = (text: string) =>
  JSON.parse(atob(text)) as { challenge: CheckChallenge; solution: { counter: number; derivedKey: string } };

it.each<[string, (good: string, of: string) => Promise<string> | string]>([
  ['that is noise', () => 'noise'],
  ['that is empty', () => ''],
  ['that is null', () => coded(null)],
  [
    'of an older protocol',
    () => coded({ algorithm: 'SHA-256', challenge: 'ab', number: 1, salt: 'cd', signature: 'ef' }),
  ],
  ['of the test mode of the widget', () => coded({ challenge: null, solution: null, test: true })],
  [
    'to easier work',
    (good) => {
      const { challenge, solution } = decoded(good);
      return coded({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution });
    },
  ],
  [
    'to work with a shorter prefix',
    (good) => {
      const { challenge, solution } = decoded(good);
      return coded({
        challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } },
        solution,
      });
    },
  ],
  [
    'to work with a later expiry',
    (good) => {
      const { challenge, solution } = decoded(good);
      return coded({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9e9 } },
        solution,
      });
    },
  ],
  [
    'to unsigned work',
    (good) => {
      const { challenge, solution } = decoded(good);
      return coded({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution });
    },
  ],
  [
    'that guesses the key from its prefix',
    (good) => {
      const { challenge } = decoded(good);
      return coded({
        challenge,
        solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
      });
    },
  ],
  ['to the work of another check', async () => solveWork(await world.work(await world.ticket()))],
  [
    'of another check, named as of this one',
    async (good, of) => {
      const other = decoded(await solveWork(await world.work(await world.ticket())));
      const { data } = decoded(good).challenge.parameters;
      const forged = { ...other.challenge, parameters: { ...other.challenge.parameters, data } };
      return of && coded({ challenge: forged, solution: other.solution });
    },
  ],
  [
    'of another installation',
    async () => {
      const other = makeWorld();
      return solveWork(await other.work(await other.ticket()));
    },
  ],
])('a solution %s fails, and the right one still passes', async (_what, change) => {
  const of = await world.ticket();
  const good = await solveWork(await world.work(of));
  expect(await refusal(world.solve(of, await change(good, of)))).toBe('captcha_invalid check_failed');
  expect(await refusal(world.solve(of, good))).toBe('no refusal');
});

it('a late solution is refused as late', async () => {
  const of = await world.ticket();
  const solution = await solveWork(await world.work(of));
  world.time.nowMs += 241_000;
  expect(await refusal(world.solve(of, solution))).toBe('captcha_invalid check_late');
});

it.each([
  'https://evil.example/loading',
  `${OURS}.evil.example/loading`,
  `${OURS}/loading2`,
  `${OURS}/drive/all`,
  'javascript:alert(1)',
  '/loading',
])('a solution with the return address %s is refused and not spent', async (redirect) => {
  const of = await world.ticket();
  const solution = await solveWork(await world.work(of));
  expect(await refusal(world.solve(of, solution, redirect))).toBe('captcha_invalid check_redirect');
  expect(await refusal(world.solve(of, solution))).toBe('no refusal');
});

it('the server checks sixty solutions a minute of one address', async () => {
  const of = await world.ticket();
  const outcomes = await Promise.all(Array.from({ length: 70 }, () => refusal(world.solve(of, 'noise'))));
  expect(outcomes.filter((outcome) => outcome === 'captcha_invalid check_failed')).toHaveLength(60);
  expect(outcomes.filter((outcome) => outcome.startsWith('too_many_requests'))).toHaveLength(10);
});
