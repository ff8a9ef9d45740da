import { expect, test } from 'vitest';
import { readHumanCheck, whyNoHumanCheck } from './human-check.ts';

test('hands on what is set and nothing else', () => {
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
])('tells the operator what is wrong with %j: "%s"', (bindings, says) => {
  expect(whyNoHumanCheck(bindings)).toBe(says);
});
