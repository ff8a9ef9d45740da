/** The declarations of numbers, choices and defaults agree with the code: every bound and every choice is tried. */
import { expect, it } from 'vitest';
import { bindingsOf, checkBindings } from '#scripts/start/runtime/bindings.ts';
import { readMessaging } from '#scripts/start/runtime/messaging.ts';
import { readSettings } from '#scripts/start/settings.ts';
import { paymentOf } from '#worker/env-payment.ts';
import { DECLARED } from './declared.ts';
import type { Setting } from './setting.ts';

type Env = Readonly<Record<string, string>>;

const PRODUCTION: Env = {
  MAGPIE_MODE: 'production',
  APP_ORIGIN: 'https://drive.example.com',
  CONTENT_ORIGIN: 'https://files.example.com',
};
const KEYS: Env = { CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' };
/** Variables that a value needs beside it. */
const BESIDE: Readonly<Record<string, Env>> = {
  'MAGPIE_MODE=production': PRODUCTION,
  'MAIL=smtp': { SMTP_HOST: 'smtp.example.com', MAIL_FROM: 'a@example.com' },
  'SMS=gateway': { SMS_URL: 'https://sms.example.com', SMS_TOKEN: 'token' },
  'PAYMENT=stripe': { STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'secret' },
  'CAPTCHA_PROVIDER=turnstile': KEYS,
  'CAPTCHA_PROVIDER=recaptcha': KEYS,
  DOWNLOADER_DISK_GB: { DOWNLOADER: 'aria2' },
};
/** Words that one machine refuses by a sentence of their own. */
const ELSEWHERE = ['MAIL=binding'];
/** Any other text than the one of the table changes nothing. */
const SWITCHES = ['MAGPIE_DEMO_EXPOSE', 'MAGPIE_SAMPLES', 'DOWNLOADER_FTP', 'STRIPE_TAX'];

/** Reads as the start of one machine does, the Worker's readers included. */
function read(env: Env): unknown {
  const settings = readSettings(env);
  const messaging = readMessaging(env);
  checkBindings(bindingsOf(settings, messaging));
  return settings;
}

const withBeside = (name: string, value: string): Env => ({
  ...BESIDE[name],
  ...BESIDE[`${name}=${value}`],
  [name]: value,
});
const onMachine = DECLARED.filter(({ place }) => place === 'machine' || place === 'both');
const numbers = onMachine.flatMap(({ name, kind, otherwise }) =>
  typeof kind === 'object' && 'least' in kind ? [{ name, otherwise, ...kind }] : [],
);
const choicesOf = (settings: readonly Setting[]) =>
  settings.flatMap(({ name, kind, otherwise }) =>
    typeof kind === 'object' && 'oneOf' in kind ? [{ name, otherwise, choices: kind.oneOf }] : [],
  );

it.each(numbers)('$name is a whole number from $least to $most', ({ name, least, most }) => {
  for (const value of [least, most]) expect(() => read(withBeside(name, String(value)))).not.toThrow();
  for (const value of [least - 1, most + 1, least + 0.5, 'x'])
    expect(() => read(withBeside(name, String(value))), String(value)).toThrow(name);
});

it.each(choicesOf(onMachine))('$name takes its choices and no other text', ({ name, choices }) => {
  for (const word of choices.filter((each) => !ELSEWHERE.includes(`${name}=${each}`)))
    expect(() => read(withBeside(name, word)), word).not.toThrow();
  if (!SWITCHES.includes(name)) expect(() => read(withBeside(name, 'another'))).toThrow(name.replace(/_MODE$/, ''));
});

it.each([...numbers, ...choicesOf(onMachine)].filter(({ otherwise }) => /^\w+$/.test(otherwise)))(
  '$name without a value is $otherwise',
  ({ name, otherwise }) => {
    const beside = BESIDE[name] ?? {};
    const plain = (env: Env) => JSON.stringify({ settings: readSettings(env), mail: readMessaging(env).bindings });
    const named = plain({ ...beside, [name]: otherwise });
    // The Worker's own defaults are not written out; the word itself may be passed on.
    const passed = named.replace(new RegExp(`"(${name}|SHIELD_MODE)":"${otherwise}",?`), '').replaceAll(',}', '}');
    expect([named, passed]).toContain(plain(beside));
  },
);

it('payment takes its choices and no other text', () => {
  const keys = { STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'secret' };
  const [payment] = choicesOf(DECLARED.filter(({ name }) => name === 'PAYMENT'));
  for (const word of payment?.choices ?? []) expect(paymentOf({ ...keys, PAYMENT: word }, true).provider).toBe(word);
  expect(payment?.choices).toHaveLength(3);
  expect(() => paymentOf({ PAYMENT: 'another' }, true)).toThrow('PAYMENT');
  expect([paymentOf({ PAYMENT: '' }, true).provider, paymentOf({ PAYMENT: '' }, false).provider]).toEqual([
    'sandbox',
    'off',
  ]);
});
