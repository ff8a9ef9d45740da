import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CaptchaRecord } from '#client/browser-storage/page-keys.ts';
import { CAPTCHA_SALTS } from '#shared/shield/captcha-sign.ts';
import { type CaptchaAnswer, type HumanCheck, makeCaptchaTokens } from './captcha.ts';
import { makeCaptchas } from './captcha-request.ts';
import { ApiError } from './errors.ts';
import { md5Hex } from './md5.ts';

const REQUEST = { action: 'GET:/x', meta: {} };

function world(answer: (nth: number) => CaptchaAnswer | Promise<CaptchaAnswer>, humanCheck?: HumanCheck) {
  let nowMs = 1_000_000;
  let stored: CaptchaRecord | null = null;
  const asked: { action: string; previous: string }[] = [];
  const make = () =>
    makeCaptchaTokens({
      humanCheck,
      nowMs: () => nowMs,
      store: {
        get: () => stored,
        set: (record) => {
          stored = record;
        },
        remove: () => {
          stored = null;
        },
      },
      ask: async ({ action }, previous) => {
        asked.push({ action, previous });
        return answer(asked.length);
      },
    });
  return {
    tokens: make(),
    make,
    asked,
    stored: () => stored,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const numbered = (nth: number) => ({ captcha_token: `c${nth}`, expires_in: 300 });

test('a captcha token is cached until 30 s before its end, over reloads too', async () => {
  const { tokens, make, stored, pass } = world(numbered);
  expect(await tokens.get(REQUEST)).toBe('c1');
  expect(stored()).toMatchObject({ action: 'GET:/x', captchaToken: 'c1', expiresInSeconds: 300 });
  pass(269_999);
  expect(await tokens.get(REQUEST)).toBe('c1');
  expect(await make().get(REQUEST)).toBe('c1');
  pass(1);
  expect(await tokens.get(REQUEST)).toBe('c2');
});

test('a captcha token belongs to its action and meta', async () => {
  const { tokens, make, asked } = world(numbered);
  await tokens.get(REQUEST);
  await tokens.get({ action: 'GET:/y', meta: {} });
  await tokens.get({ action: 'GET:/x', meta: { email: 'a@b.c' } });
  expect(asked).toHaveLength(3);
  expect(await make().get(REQUEST)).toBe('c4');
});

test('the next init call names a refused token, but not a spent one', async () => {
  const { tokens, asked, stored } = world(numbered);
  await tokens.get(REQUEST);
  tokens.drop(REQUEST, 'refused');
  expect(stored()).toBeNull();
  await tokens.get(REQUEST);
  tokens.drop(REQUEST, 'spent');
  await tokens.get(REQUEST);
  expect(asked.map(({ previous }) => previous)).toEqual(['', 'c1', '']);
});

test('a captcha token: concurrent calls share one init call', async () => {
  const { tokens, asked } = world(numbered);
  expect(await Promise.all([tokens.get(REQUEST), tokens.get(REQUEST)])).toEqual(['c1', 'c1']);
  expect(asked).toHaveLength(1);
});

test('an answer without a token fails, and the next call asks again', async () => {
  const { tokens } = world((nth) => (nth === 1 ? {} : numbered(nth)));
  await expect(tokens.get(REQUEST)).rejects.toMatchObject({ errorName: 'captcha_required' });
  expect(await tokens.get(REQUEST)).toBe('c2');
});

test('one human check serves all calls of an action, and checks of other actions follow one by one', async () => {
  const open: string[] = [];
  let most = 0;
  const captchas = world(
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
  const { get } = captchas.tokens;
  const tokens = await Promise.all([get(REQUEST), get(REQUEST), get(other)]);
  expect(tokens).toEqual(['passed check1', 'passed check1', 'passed check2']);
  expect(most).toBe(1);
});

test('a closed human check does not block the next one', async () => {
  let isClosed = true;
  const { tokens } = world(
    () => ({ url: 'check' }),
    async () => {
      if (isClosed) throw new ApiError({ error: 'cancelled' }, 'check');
      return { captchaToken: 'passed', expiresInSeconds: 300 };
    },
  );
  await expect(tokens.get(REQUEST)).rejects.toMatchObject({ errorName: 'cancelled' });
  isClosed = false;
  expect(await tokens.get(REQUEST)).toBe('passed');
});

test('a human check closes when its last call is cancelled', async () => {
  let shown: AbortSignal | null = null;
  let opened: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const { tokens } = world(
    () => ({ url: 'check' }),
    (_url, signal) => {
      shown = signal;
      opened();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  );
  const [one, two] = [new AbortController(), new AbortController()];
  const waits = [tokens.get(REQUEST, one.signal), tokens.get(REQUEST, two.signal)];
  const ends = Promise.allSettled(waits);
  await isOpen;
  one.abort(new Error('left'));
  await expect(waits[0]).rejects.toThrow('left');
  expect(shown).toMatchObject({ aborted: false });
  two.abort(new Error('left too'));
  await ends;
  expect(shown).toMatchObject({ aborted: true });
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

test.each(['', 'a', 'ä写🐦', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(1_000)])(
  'md5Hex of %j is the standard digest',
  (text) => {
    expect(md5Hex(text)).toBe(md5(text));
  },
);

test('the signature chains ten steps over client, version, package, device and time', async () => {
  const sent: { method: string; path: string; body: { meta: Record<string, string> } }[] = [];
  const tokens = makeCaptchas({
    nowMs: () => 1_700_000_000_000,
    facts: () => ({ clientId: 'web', deviceId: 'd'.repeat(32), userId: 'V1' }),
    send: async (method, path, body) => {
      sent.push({ method, path, body: body as { meta: Record<string, string> } });
      return numbered(1);
    },
  });
  expect(await tokens.get({ action: 'GET:/x', meta: { email: 'a@b.c' } })).toBe('c1');
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
