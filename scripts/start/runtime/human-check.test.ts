import { expect, test } from 'vitest';
import { readHumanCheck, whyNoHumanCheck } from './human-check.ts';

test('only settings that are set are passed on', () => {
  expect(readHumanCheck({ SHIELD: 'always', CAPTCHA_PROVIDER: '', HOME: '/root' })).toEqual({ SHIELD_MODE: 'always' });
});

test.each([
  [{}, ''],
  [{ SHIELD_MODE: 'never' }, ''],
  [{ SHIELD_MODE: 'sometimes' }, 'SHIELD must be auto, always or never.'],
  [{ CAPTCHA_PROVIDER: 'other' }, 'CAPTCHA_PROVIDER must be pow, turnstile or recaptcha.'],
  [
    { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k' },
    'CAPTCHA_SITE_KEY and CAPTCHA_SECRET are required when CAPTCHA_PROVIDER is turnstile.',
  ],
  [{ CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }, ''],
])('reports the mistake in %j: "%s"', (bindings, says) => {
  expect(whyNoHumanCheck(bindings)).toBe(says);
});
