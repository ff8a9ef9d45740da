import { expect, it } from 'vitest';
import { makeProvider, PROVIDER_ACTION, type ProviderConfig, readSiteAnswer } from './provider.ts';

const wanted = { hostname: 'drive.example.com', bound: 'ab12' };
const good = {
  success: true,
  hostname: 'drive.example.com',
  action: PROVIDER_ACTION,
  cdata: 'ab12',
  'error-codes': [] as string[],
};

it.each([
  ['of our page', {}, 'ok'],
  ['that refuses', { success: false }, 'refused'],
  ['to a token used before', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'expired_or_used'],
  ['to our wrong secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 'refused'],
  ['for another site', { hostname: 'evil.example' }, 'other_site'],
  ['for a longer name', { hostname: 'drive.example.com.evil.example' }, 'other_site'],
  ['without a site', { hostname: '' }, 'other_site'],
  ['for another purpose', { action: 'login' }, 'other_action'],
  ['without a purpose', { action: null }, 'other_action'],
  ['for another check', { cdata: 'ffff' }, 'other_action'],
  ['for no check', { cdata: null }, 'other_action'],
])('an answer of Turnstile %s', (_what, change, expected) => {
  const result = readSiteAnswer({ ...good, ...change }, { name: 'turnstile', ...wanted });
  expect(result.ok ? 'ok' : result.reason).toBe(expected);
});

const box = { success: true, hostname: 'drive.example.com', 'error-codes': [] };
it.each([
  ['to a ticked box', box, 'ok'],
  ['for another site', { ...box, hostname: 'evil.example' }, 'other_site'],
  ['with a good score', { ...box, score: 0.9, action: PROVIDER_ACTION }, 'ok'],
  ['with a bad score', { ...box, score: 0.1, action: PROVIDER_ACTION }, 'refused'],
  ['with a score for another purpose', { ...box, score: 0.9, action: 'login' }, 'other_action'],
  ['late', { ...box, success: false, 'error-codes': ['timeout-or-duplicate'] }, 'expired_or_used'],
])('an answer of reCAPTCHA %s', (_what, answer, expected) => {
  const result = readSiteAnswer(answer, { name: 'recaptcha', ...wanted });
  expect(result.ok ? 'ok' : result.reason).toBe(expected);
});

const config: ProviderConfig = {
  name: 'turnstile',
  siteKey: 'site',
  secret: 'hush',
  verifyUrl: 'https://provider.example/siteverify',
  scriptUrl: 'https://provider.example/api.js',
  hostname: 'drive.example.com',
};
const ask = { token: 'tok', address: '203.0.113.9', bound: 'ab12' };
const resultOf = async (send: typeof fetch, more: Partial<typeof ask> = {}) => {
  const result = await makeProvider(config, send).verify({ ...ask, ...more });
  return result.ok ? 'ok' : result.reason;
};

it('the call to a provider sends secret, token and address as a form, and nothing else', async () => {
  const sent: { url: string; body: string; type: string | null }[] = [];
  const send: typeof fetch = async (input, init) => {
    sent.push({ url: String(input), body: String(init?.body), type: new Headers(init?.headers).get('content-type') });
    return Response.json(good);
  };
  expect(await resultOf(send)).toBe('ok');
  expect(sent).toEqual([
    {
      url: config.verifyUrl,
      body: 'secret=hush&response=tok&remoteip=203.0.113.9',
      type: 'application/x-www-form-urlencoded',
    },
  ]);
});

it('an empty token makes no call to the provider', async () => {
  expect(await resultOf(() => Promise.reject(new Error('called')), { token: '' })).toBe('refused');
});

it.each<[string, typeof fetch]>([
  ['refuses the connection', () => Promise.reject(new TypeError('refused'))],
  ['answers no JSON', async () => new Response('<html>')],
  ['answers JSON of another shape', async () => Response.json({ success: 'yes' })],
  ['answers null', async () => Response.json(null)],
  ['is redirected', async () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
  [
    'never answers',
    (_input, init) =>
      new Promise((_resolve, reject) => {
        // The time limit, reached at once.
        expect(init?.signal).toBeInstanceOf(AbortSignal);
        reject(new DOMException('timed out', 'TimeoutError'));
      }),
  ],
])('a check fails when the provider %s', async (_what, send) => {
  expect(await resultOf(send)).toBe('provider_unreachable');
});
