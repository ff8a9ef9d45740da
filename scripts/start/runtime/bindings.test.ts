import { expect, it } from 'vitest';
import { readSettings, SettingsError } from '../settings.ts';
import { bindingsOf, checkBindings } from './bindings.ts';
import { readMessaging } from './messaging.ts';

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
  MAIL_FEEDBACK_TOKEN: 'token',
  MAIL_FROM: 'Magpie <mail@example.com>',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_PROVIDERS: '[{"id":"acme","name":"Acme","issuer":"https://id.example.com","clientId":"magpie"}]',
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

it('the Worker starts in production with its two origins alone, and with every setting', () => {
  start({});
  start(EVERYTHING);
});

it.each([
  [{ MAGPIE_COUNT_COST: '1' }, /COUNT_COST is for the bench/],
  [{ OIDC_PROVIDERS: '' }, /OIDC_CLIENT_SECRET needs/],
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
])('the Worker is not started in production with %j', (wrong, sentence) => {
  expect(() => start({ ...EVERYTHING, ...wrong })).toThrow(SettingsError);
  expect(() => start({ ...EVERYTHING, ...wrong })).toThrow(sentence);
});

/** As a deployment without the start script hands them over: what `npm start` refuses by itself is laid over them. */
function startWorker(env: Readonly<Record<string, string>>): void {
  checkBindings({ ...bindingsOf(readSettings({}), undefined), ...env });
}

it.each([
  [{ MAGPIE_MODE: 'prod' }, /MAGPIE_MODE/],
  [{ MAGPIE_MODE: '' }, /MAGPIE_MODE/],
  [{ APP_ORIGIN: 'https://drive.example.com' }, /loopback/],
  [{ CONTENT_ORIGIN: 'https://content.example.com' }, /loopback/],
  [{ API_ORIGINS: 'http://localhost:8787,https://api.example.com' }, /loopback/],
  [{ APP_ORIGIN: 'http://127.evil.example' }, /loopback/],
  [{ CONTENT_ORIGIN: 'http://localhost:1' }, /different hosts/],
  [{ ...PRODUCTION, APP_ORIGIN: 'http://drive.example.com' }, /https/],
  [{ ...PRODUCTION, CONTENT_ORIGIN: 'https://drive.example.com:8443' }, /different hosts/],
])('the Worker itself refuses %j', (env, reason) => {
  expect(() => startWorker(env)).toThrow(reason);
});

it('the Worker itself runs the demo on loopback origins', () => {
  startWorker({ API_ORIGINS: 'http://127.0.0.2:8787' });
});
