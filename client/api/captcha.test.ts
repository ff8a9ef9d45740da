import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CaptchaRecord } from '#client/browser-storage/page-keys.ts';
import { CAPTCHA_SALTS } from '#shared/shield/captcha-sign.ts';
import { type CaptchaAnswer, type HumanCheck, makeCaptchaKeeper } from './captcha.ts';
import { makeCaptchas } from './captcha-request.ts';
import { ApiError } from './errors.ts';
import { md5Hex } from './md5.ts';

const WISH = { action: 'GET:/x', meta: {} };

function world(answer: (nth: number) => CaptchaAnswer | Promise<CaptchaAnswer>, humanCheck?: HumanCheck) {
  let nowMs = 1_000_000;
  let kept: CaptchaRecord | null = null;
  const asked: { action: string; previous: string }[] = [];
  const make = () =>
    makeCaptchaKeeper({
      humanCheck,
      nowMs: () => nowMs,
      store: {
        get: () => kept,
        set: (record) => {
          kept = record;
        },
        remove: () => {
          kept = null;
        },
      },
      ask: async ({ action }, previous) => {
        asked.push({ action, previous });
        return answer(asked.length);
      },
    });
  return {
    keeper: make(),
    make,
    asked,
    kept: () => kept,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const numbered = (nth: number) => ({ captcha_token: `c${nth}`, expires_in: 300 });

describe('a captcha token', () => {
  test('is kept until 30 s before its end, over reloads of the page too', async () => {
    const { keeper, make, kept, pass } = world(numbered);
    expect(await keeper.get(WISH)).toBe('c1');
    expect(kept()).toMatchObject({ action: 'GET:/x', captchaToken: 'c1', expiresInSeconds: 300 });
    pass(269_999);
    expect(await keeper.get(WISH)).toBe('c1');
    expect(await make().get(WISH)).toBe('c1');
    pass(1);
    expect(await keeper.get(WISH)).toBe('c2');
  });

  test('belongs to its action and its facts', async () => {
    const { keeper, make, asked } = world(numbered);
    await keeper.get(WISH);
    await keeper.get({ action: 'GET:/y', meta: {} });
    await keeper.get({ action: 'GET:/x', meta: { email: 'a@b.c' } });
    expect(asked).toHaveLength(3);
    expect(await make().get(WISH)).toBe('c4');
  });

  test('that was refused is told when the next is asked for; one that was used is not', async () => {
    const { keeper, asked, kept } = world(numbered);
    await keeper.get(WISH);
    keeper.drop(WISH, 'refused');
    expect(kept()).toBeNull();
    await keeper.get(WISH);
    keeper.drop(WISH, 'spent');
    await keeper.get(WISH);
    expect(asked.map(({ previous }) => previous)).toEqual(['', 'c1', '']);
  });

  test('is asked for once by callers of the same moment', async () => {
    const { keeper, asked } = world(numbered);
    expect(await Promise.all([keeper.get(WISH), keeper.get(WISH)])).toEqual(['c1', 'c1']);
    expect(asked).toHaveLength(1);
  });

  test('that was not given fails, and is asked for anew', async () => {
    const { keeper } = world((nth) => (nth === 1 ? {} : numbered(nth)));
    await expect(keeper.get(WISH)).rejects.toMatchObject({ errorName: 'captcha_required' });
    expect(await keeper.get(WISH)).toBe('c2');
  });
});

describe('the human check', () => {
  test('is shown once for all who wait, and one after the other for different actions', async () => {
    const open: string[] = [];
    let most = 0;
    const { keeper } = world(
      (nth) => ({ url: `check${nth}` }),
      async (url) => {
        open.push(url);
        most = Math.max(most, open.length);
        await Promise.resolve();
        open.pop();
        return { captchaToken: `passed ${url}`, expiresInSeconds: 300 };
      },
    );
    const other = { action: 'GET:/y', meta: {} };
    const tokens = await Promise.all([keeper.get(WISH), keeper.get(WISH), keeper.get(other)]);
    expect(tokens).toEqual(['passed check1', 'passed check1', 'passed check2']);
    expect(most).toBe(1);
  });

  test('that is closed does not stop the next one', async () => {
    let isClosed = true;
    const { keeper } = world(
      () => ({ url: 'check' }),
      async () => {
        if (isClosed) throw new ApiError({ error: 'cancelled' }, 'check');
        return { captchaToken: 'passed', expiresInSeconds: 300 };
      },
    );
    await expect(keeper.get(WISH)).rejects.toMatchObject({ errorName: 'cancelled' });
    isClosed = false;
    expect(await keeper.get(WISH)).toBe('passed');
  });

  test('goes away when nobody waits for it any more, and not before', async () => {
    let shown: AbortSignal | null = null;
    let opened: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => {
      opened = resolve;
    });
    const { keeper } = world(
      () => ({ url: 'check' }),
      (_url, signal) => {
        shown = signal;
        opened();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    );
    const [one, two] = [new AbortController(), new AbortController()];
    const waits = [keeper.get(WISH, one.signal), keeper.get(WISH, two.signal)];
    const ends = Promise.allSettled(waits);
    await isOpen;
    one.abort(new Error('left'));
    await expect(waits[0]).rejects.toThrow('left');
    expect(shown).toMatchObject({ aborted: false });
    two.abort(new Error('left too'));
    await ends;
    expect(shown).toMatchObject({ aborted: true });
  });
});

describe('the signature of a captcha request', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');

  test.each(['', 'a', 'ä写🐦', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(1_000)])(
    'digests %j as everybody does',
    (text) => {
      expect(md5Hex(text)).toBe(md5(text));
    },
  );

  test('chains ten steps over client, version, package, device and time', async () => {
    const sent: { method: string; path: string; body: { meta: Record<string, string> } }[] = [];
    const keeper = makeCaptchas({
      nowMs: () => 1_700_000_000_000,
      facts: () => ({ clientId: 'web', deviceId: 'd'.repeat(32), userId: 'V1' }),
      send: async (method, path, body) => {
        sent.push({ method, path, body: body as { meta: Record<string, string> } });
        return numbered(1);
      },
    });
    expect(await keeper.get({ action: 'GET:/x', meta: { email: 'a@b.c' } })).toBe('c1');
    expect(sent).toMatchObject([
      {
        method: 'POST',
        path: '/v1/shield/captcha/init',
        body: { client_id: 'web', action: 'GET:/x', device_id: 'd'.repeat(32), captcha_token: '' },
      },
    ]);
    const meta = sent[0]?.body.meta ?? {};
    expect(meta['email']).toBe('a@b.c');
    let hash = `web${meta['client_version']}${meta['package_name']}${'d'.repeat(32)}1700000000000`;
    for (const salt of CAPTCHA_SALTS) hash = md5(hash + salt);
    expect(CAPTCHA_SALTS).toHaveLength(10);
    expect(meta).toMatchObject({ captcha_sign: `1.${hash}`, user_id: 'V1', timestamp: '1700000000000' });
  });
});
