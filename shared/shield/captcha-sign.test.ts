import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CAPTCHA_SALTS, captchaSign } from './captcha-sign.ts';

const md5 = async (text: string) => createHash('md5').update(text).digest('hex');
const fields = {
  clientId: 'web',
  clientVersion: '1.0.0',
  packageName: 'magpie.web',
  deviceId: '0123456789abcdef0123456789abcdef',
  timestamp: '1800000000000',
};

test('a captcha_sign is version 1 and the last of ten digests, each of the one before and its salt', async () => {
  let hash = 'web1.0.0magpie.web0123456789abcdef0123456789abcdef1800000000000';
  for (const salt of CAPTCHA_SALTS) hash = await md5(hash + salt);
  expect(await captchaSign(fields, md5)).toBe(`1.${hash}`);
  expect(CAPTCHA_SALTS).toHaveLength(10);
  expect(new Set(CAPTCHA_SALTS).size).toBe(10);
});

test('a captcha_sign without salts is the joined fields', async () => {
  expect(await captchaSign(fields, md5, [])).toBe(`1.${Object.values(fields).join('')}`);
});

test('a captcha_sign changes with every field', async () => {
  const signs = await Promise.all(
    [fields, ...Object.keys(fields).map((name) => ({ ...fields, [name]: 'x' }))].map((given) =>
      captchaSign(given, md5),
    ),
  );
  expect(new Set(signs).size).toBe(6);
});
