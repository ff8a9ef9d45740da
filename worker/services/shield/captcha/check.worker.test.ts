/** A human check from its ticket to its token: what passing gives, and everything that gives nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { solveWork } from '#test/seed/human.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { CHECK_PURPOSE } from '../keys.ts';
import type { CheckChallenge } from '../service.ts';
import { LOADING, makeRoom, OURS, refusal } from './check-fixture.ts';

let room: ReturnType<typeof makeRoom>;
beforeEach(() => {
  room = makeRoom();
});

/** A token for which a check was passed. */
async function pass(ask: Parameters<typeof room.ticket>[0] = {}): Promise<string> {
  const of = await room.ticket(ask);
  return (await room.solve(of, await solveWork(await room.work(of)))).captchaToken;
}

describe('a token without a check', () => {
  it('opens nothing where a check is due, and is not spent by the try', async () => {
    const { captcha_token: token } = await room.init();
    expect(await refusal(room.spend(token))).toBe('captcha_required human_check');
    expect(await refusal(room.spend(token, { human: false }))).toBe('no refusal');
  });

  it('once refused, is followed by the page of the check, for that device and action alone', async () => {
    await refusal(room.spend((await room.init()).captcha_token));
    expect(await room.init()).toMatchObject({
      captcha_token: '',
      url: expect.stringContaining(`${OURS}/human-check?`),
    });
    expect((await room.init({ action: 'GET:/drive/v1/share' })).url).toBeUndefined();
    expect((await room.init({ deviceId: 'f'.repeat(32) })).url).toBeUndefined();
    room.time.nowMs += 601_000;
    expect((await room.init()).url).toBeUndefined();
  });
});

describe('a passed check', () => {
  it('gives one token, for one use', async () => {
    const token = await pass();
    expect(await refusal(room.spend(token))).toBe('no refusal');
    expect(await refusal(room.spend(token))).toBe('captcha_invalid captcha_spent');
  });

  it('leads to the address that was asked for, with token, life and state', async () => {
    const of = await room.ticket();
    const { redirectTo, captchaToken } = await room.solve(of, await solveWork(await room.work(of)), LOADING, 'a b&c');
    const url = new URL(redirectTo);
    expect(url.origin + url.pathname).toBe(LOADING);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      captcha_token: captchaToken,
      expires_in: '300',
      state: 'a b&c',
    });
  });

  it('gives its token to nobody but the device and action it was asked for', async () => {
    expect(await refusal(room.spend(await pass(), { deviceId: 'f'.repeat(32) }))).toBe('captcha_invalid');
    expect(await refusal(room.spend(await pass(), { action: 'POST:/v1/auth/token' }))).toBe('captcha_invalid');
    const ordinary = await pass({ action: 'GET:/drive/v1/files' });
    expect(await refusal(room.spend(ordinary))).toBe('captcha_invalid');
  });

  it('lasts five minutes', async () => {
    const token = await pass();
    room.time.nowMs += 300_000;
    expect(await refusal(room.spend(token))).toBe('captcha_invalid');
  });

  it('gives one token for one solution, sent 50 times at once', async () => {
    const of = await room.ticket();
    const solution = await solveWork(await room.work(of));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusal(room.solve(of, solution))));
    expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'captcha_invalid captcha_spent')).toHaveLength(49);
  });

  it('without a way back waits for the next token of that device and action, and is taken once', async () => {
    const of = await room.ticket();
    const solved = await room.solve(of, await solveWork(await room.work(of)), '');
    expect(solved).toMatchObject({ captchaToken: '', redirectTo: '' });
    const strange = await room.init({ deviceId: 'f'.repeat(32) });
    expect(await refusal(room.spend(strange.captcha_token, { deviceId: 'f'.repeat(32) }))).toBe(
      'captcha_required human_check',
    );
    const tokens = await Promise.all(Array.from({ length: 5 }, () => room.init()));
    const outcomes = await Promise.all(tokens.map(({ captcha_token: token }) => refusal(room.spend(token))));
    expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
  });

  it('that waits is gone after five minutes', async () => {
    const of = await room.ticket();
    await room.solve(of, await solveWork(await room.work(of)), '');
    room.time.nowMs += 300_001;
    expect(await refusal(room.spend((await room.init()).captcha_token))).toBe('captcha_required human_check');
  });
});

describe('a ticket', () => {
  it.each<[string, (of: string) => Promise<string>]>([
    ['that is noise', async () => 'noise'],
    ['that is empty', async () => ''],
    ['with a changed payload', async (of) => `A${of}`],
    ['without its signature', async (of) => of.split('.')[0] ?? ''],
    ['of another installation', async () => makeRoom().ticket()],
    ['that is a captcha token', async () => (await room.init()).captcha_token],
    [
      'signed for a level there is not',
      async () =>
        room.keyring.sign(CHECK_PURPOSE, {
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
        room.time.nowMs += 600_000;
        return of;
      },
    ],
  ])('%s gives no work and takes no solution', async (_what, change) => {
    const of = await room.ticket();
    const solution = await solveWork(await room.work(of));
    const bad = await change(of);
    expect(await refusal(room.work(bad))).toBe('captcha_invalid check_over');
    expect(await refusal(room.solve(bad, solution))).toBe('captcha_invalid check_over');
    expect(await room.shield.readCheck(bad)).toBeNull();
  });

  it('is no captcha token', async () => {
    expect(await refusal(room.spend(await room.ticket()))).toBe('captcha_invalid');
  });
});

describe('a solution', () => {
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
      'to work with a longer life',
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
    ['to the work of another check', async () => solveWork(await room.work(await room.ticket()))],
    [
      'of another check, named as of this one',
      async (good, of) => {
        const other = decoded(await solveWork(await room.work(await room.ticket())));
        const { data } = decoded(good).challenge.parameters;
        const forged = { ...other.challenge, parameters: { ...other.challenge.parameters, data } };
        return of && coded({ challenge: forged, solution: other.solution });
      },
    ],
    [
      'of another installation',
      async () => {
        const other = makeRoom();
        return solveWork(await other.work(await other.ticket()));
      },
    ],
  ])('%s fails, and the right one still passes', async (_what, change) => {
    const of = await room.ticket();
    const good = await solveWork(await room.work(of));
    expect(await refusal(room.solve(of, await change(good, of)))).toBe('captcha_invalid check_failed');
    expect(await refusal(room.solve(of, good))).toBe('no refusal');
  });

  it('that comes late says so', async () => {
    const of = await room.ticket();
    const solution = await solveWork(await room.work(of));
    room.time.nowMs += 241_000;
    expect(await refusal(room.solve(of, solution))).toBe('captcha_invalid check_late');
  });

  it.each([
    'https://evil.example/loading',
    `${OURS}.evil.example/loading`,
    `${OURS}/loading2`,
    `${OURS}/drive/all`,
    'javascript:alert(1)',
    '/loading',
  ])('is not led to %s, and is not spent by the try', async (redirect) => {
    const of = await room.ticket();
    const solution = await solveWork(await room.work(of));
    expect(await refusal(room.solve(of, solution, redirect))).toBe('captcha_invalid check_redirect');
    expect(await refusal(room.solve(of, solution))).toBe('no refusal');
  });

  it('is judged sixty times a minute for one address', async () => {
    const of = await room.ticket();
    const outcomes = await Promise.all(Array.from({ length: 70 }, () => refusal(room.solve(of, 'noise'))));
    expect(outcomes.filter((outcome) => outcome === 'captcha_invalid check_failed')).toHaveLength(60);
    expect(outcomes.filter((outcome) => outcome.startsWith('too_many_requests'))).toHaveLength(10);
  });
});
