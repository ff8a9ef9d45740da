import { describe, expect, it } from 'vitest';
import { bindingsOf, checkBindings } from './bindings.ts';
import { readMessaging } from './messaging.ts';
import { readSettings, SettingsError } from './settings.ts';

const PRODUCTION = {
  MAGPIE_MODE: 'production',
  APP_ORIGIN: 'https://drive.example.com',
  CONTENT_ORIGIN: 'https://content.example.com',
};
const EVERYTHING = {
  API_ORIGINS: 'https://api1.example.com, https://api2.example.com',
  REDIRECT_ORIGINS: 'https://partner.example, https://store.example:8443',
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SECRET: 'secret',
  CAPTCHA_SITE_KEY: 'key',
  CLIENTS: '[{"id":"tool","name":"Tool","grants":["device_code"]}]',
  DEFAULT_COUNTRY: 'DE',
  LIMITS: '{"signInAttempts":5}',
  MAIL: 'smtp',
  MAIL_FROM: 'Magpie <mail@example.com>',
  SHIELD: 'always',
  SMS: 'gateway',
  SMS_TOKEN: 'token',
  SMS_URL: 'https://sms.example.com/send',
  SMTP_HOST: 'relay.example.com',
  SMTP_SECURE: 'starttls',
};

function start(env: Readonly<Record<string, string>>): void {
  const all = { ...PRODUCTION, ...env };
  checkBindings(bindingsOf(readSettings(all), readMessaging(all)));
}

describe('in production the Worker', () => {
  it('starts with nothing but its two origins, and with everything that can be set', () => {
    start({});
    start(EVERYTHING);
  });

  it.each([
    [{ CLIENTS: '[{"id":"tool"}]' }, /^CLIENTS: 0\.name: /],
    [{ CLIENTS: '[{"id":"tool","name":"Tool","grants":["anything"]}]' }, /^CLIENTS: 0\.grants/],
    [{ MAIL: 'capture' }, /MAIL=capture/],
    [{ SMS: 'capture' }, /SMS=capture/],
    [{ SMTP_PORT: 'x' }, /SMTP_PORT/],
    [{ DEFAULT_COUNTRY: 'ZZZ' }, /DEFAULT_COUNTRY/],
    [{ API_ORIGINS: 'nonsense' }, /API_ORIGINS/],
    [{ REDIRECT_ORIGINS: 'http://partner.example' }, /REDIRECT_ORIGINS/],
    [{ SHIELD: 'sometimes' }, /SHIELD/],
    [{ CAPTCHA_VERIFY_URL: 'nowhere' }, /CAPTCHA_VERIFY_URL/],
    [{ LIMITS: '{"signInAttempts":"many"}' }, /number/],
  ])('is not started with %j', (wrong, sentence) => {
    expect(() => start({ ...EVERYTHING, ...wrong })).toThrow(SettingsError);
    expect(() => start({ ...EVERYTHING, ...wrong })).toThrow(sentence);
  });
});
